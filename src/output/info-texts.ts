import { placeOf } from '../faults';
import { expectsJson, expectsMarkdown } from './expects-texts';
import { cell } from './markdown';
import type { Written } from './write';

const README = `# Beside the manifests

Written by \`synth\` together with the manifests, and owned by it: edits are overwritten. Commit this folder too, so
that synth knows in the next run which files are its own and which disks and machines exist.

- \`index.json\`: the manifests in the order in which they are applied, with the objects in each
- \`expects.md\`, \`expects.json\`: what must be in the cluster before the manifests are applied
- \`accepted.md\`: faults that the fleet accepts, with the reason (only if there are any)
- everything else: texts for people, such as the cloud-init of each machine
`;

/** Everything in the info folder but the index, by path. The same fleet gives the same texts. */
export function infoTexts({ faults, expects, notes }: Written): ReadonlyMap<string, string> {
  const accepted = faults.filter((one) => one.acknowledged !== undefined);
  const texts: [string, string][] = [
    ['README.md', README],
    ['expects.json', expectsJson(expects)],
    ['expects.md', expectsMarkdown(expects)],
  ];
  if (accepted.length > 0) {
    const rows = accepted.map((one) => `| ${[one.code, placeOf(one), one.message, one.acknowledged ?? ''].map(cell).join(' | ')} |\n`);
    texts.push(['accepted.md', `# Accepted faults\n\n| code | where | what | reason |\n|---|---|---|---|\n${rows.join('')}`]);
  }
  return new Map([...notes, ...texts]);
}
