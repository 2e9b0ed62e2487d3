import type { Entry, Stage } from '../faults';

/** Where it would bite, in words. */
const STAGES: Readonly<Record<Stage, string>> = {
  admission: 'the API server or a webhook refuses the object',
  start: 'the object is accepted, the first start of the machine is refused',
  pod: 'the machine starts, but its launcher pod cannot be made',
  reconcile: 'the object is accepted, then a controller waits, often without a word',
  guest: 'everything runs, but the guest is not what was asked for',
  gitops: 'the GitOps tool fights the cluster, or an apply is refused later',
  data: "somebody's disk is lost, or written twice",
};

/** The page of a code, for a terminal. */
export function page(code: string, entry: Entry): string {
  const words = (text: string): string => text.replace(/\{(\w+)\}/g, '<$1>');
  const rows: [string, string][] = [
    ['what', words(entry.says)],
    ['fix', words(entry.fix)],
    ['why', entry.why],
    ...(entry.stage === undefined ? [] : [['where it bites', `${entry.stage}: ${STAGES[entry.stage]}`] satisfies [string, string]]),
    ...(entry.source === undefined ? [] : [['source', entry.source] satisfies [string, string]]),
    ['acknowledge', entry.acknowledgeable
      ? `with a reason: Acknowledge.of(scope, '${code}', 'reason'), or on the object the annotation workstations.dev/acknowledged: '{"${code}": "reason"}'`
      : 'not possible'],
    ['since', entry.since],
  ];
  return `${code}  ${entry.severity}\n\n${rows.map(([name, text]) => `${name}:\n${wrap(text)}`).join('\n')}\n`;
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = ' ';
  for (const word of text.split(' ')) {
    if (line.length + word.length > 98 && line !== ' ') {
      lines.push(line);
      line = ' ';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
