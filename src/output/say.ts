import { type Fault, renderFault } from '../faults';
import { FAULTS, GONE } from './info-folder';

/** How many of one code are said in full: the rest would push what matters off the screen. */
const IN_FULL: Readonly<Record<Fault['severity'], number>> = { error: Number.POSITIVE_INFINITY, warning: 10, info: 3 };

/** What a synth that succeeds says on stderr: open warnings and infos, of one code a few in full, and how many more there are. */
export function words(faults: readonly Fault[], outdir: string): string {
  const said = new Map<string, number>();
  const lines: string[] = [];
  for (const one of faults.filter(({ acknowledged }) => acknowledged === undefined)) {
    const count = (said.get(one.code) ?? 0) + 1;
    said.set(one.code, count);
    if (count <= IN_FULL[one.severity]) {
      lines.push(renderFault(one));
    }
  }
  const severities = new Map(faults.map(({ code, severity }) => [code, severity]));
  for (const [code, count] of [...said].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const more = count - IN_FULL[severities.get(code) ?? 'error'];
    if (more > 0) {
      const file = fileOf(code);
      lines.push(`… and ${more} more of ${code}${file === undefined ? '' : ` (see ${outdir}.info/${file})`}`);
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Which file has all of a code. */
function fileOf(code: string): string | undefined {
  return code === 'WS-KEEP-004' ? GONE : dependsOnEarlier(code) ? undefined : FAULTS;
}

/** True for what follows from what stood in the output folder, not from the fleet file alone. */
export function dependsOnEarlier(code: string): boolean {
  return code.startsWith('WS-KEEP-') || code === 'WS-OUT-002' || code === 'WS-OUT-003' || code === 'WS-OUT-006' || code === 'WS-OUT-007';
}
