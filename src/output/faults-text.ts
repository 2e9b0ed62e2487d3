import { type Fault, placeOf } from '../faults';
import { cell } from './markdown';

/** What reviewers read: everything that does not stop synth, by how much it matters; undefined if there is nothing. */
export function faultsMarkdown(faults: readonly Fault[]): string | undefined {
  const open = faults.filter(({ acknowledged }) => acknowledged === undefined);
  const parts = [
    table('Warnings', 'what to do', open.filter(({ severity }) => severity === 'warning'), ({ fix }) => fix),
    table('Worth knowing', 'what to do', open.filter(({ severity }) => severity === 'info'), ({ fix }) => fix),
    table('Accepted', 'reason', faults.filter(({ acknowledged }) => acknowledged !== undefined), ({ acknowledged = '' }) => acknowledged),
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : `# What synth found\n\nWhat follows from the fleet file alone. \`workstations explain CODE\` says more.\n${parts.join('')}`;
}

function table(title: string, last: string, faults: readonly Fault[], words: (one: Fault) => string): string {
  const rows = faults.map((one) => `| ${[one.code, placeOf(one), one.message, words(one)].map(cell).join(' | ')} |\n`);
  return rows.length === 0 ? '' : `\n## ${title}\n\n| code | where | what | ${last} |\n|---|---|---|---|\n${rows.join('')}`;
}
