import { existsSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { CLAIMS, reports, SUITES, type Report } from './proofs';
import { KUBERNETES_RELEASES, type KubernetesRelease } from './releases';

/** Cells of the page, by row and release. */
export type Cells = ReadonlyMap<string, ReadonlyMap<KubernetesRelease, string>>;

const PAGE = join(__dirname, '..', '..', 'docs', 'compatibility.md');
const NOT_RUN = '–';
const PROVEN = 'proven';
const VERSIONS = { kubernetes: 'Kubernetes', kubevirt: 'KubeVirt', definitions: 'Definitions of the other projects\' kinds' } as const;
const DEFINITIONS: Readonly<Record<Report['definitions'], string>> = { upstream: 'upstream\'s own', schemas: 'structure only', none: NOT_RUN };

const ROWS: readonly string[] = [...Object.values(VERSIONS), ...SUITES.flatMap((suite) => Object.values(CLAIMS[suite]))];

/** What a page says. Rows that are no longer known are left out. */
export function parsed(page: string): Cells {
  const lines = page.split('\n').filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(' | '));
  const [head = []] = lines;
  return new Map(lines.slice(1).filter(([row]) => ROWS.includes(row!)).map(([row, ...cells]) => [
    row!, new Map(cells.flatMap((cell, at) => KUBERNETES_RELEASES.filter((release) => release === head[at + 1]).map((release) => [release, cell]))),
  ]));
}

/** The page's cells, with those of every suite and release that ran in place of what was there. */
export function merged(page: Cells, ran: readonly Report[]): Cells {
  const cells = new Map(ROWS.map((row) => [row, new Map(page.get(row) ?? [])]));
  for (const { suite, release, kubernetes, kubevirt, definitions, proven } of ran) {
    cells.get(VERSIONS.kubernetes)!.set(release, kubernetes);
    cells.get(VERSIONS.kubevirt)!.set(release, kubevirt);
    // The weaker source, where the other is not at hand, takes nothing back.
    const known = cells.get(VERSIONS.definitions)!;
    if (definitions === 'upstream' || (definitions === 'schemas' && known.get(release) !== DEFINITIONS.upstream)) {
      known.set(release, DEFINITIONS[definitions]);
    }
    for (const [claim, row] of Object.entries(CLAIMS[suite])) {
      cells.get(row)!.set(release, proven.includes(claim) ? PROVEN : NOT_RUN);
    }
  }
  return cells;
}

/** The same cells are the same text, whoever writes it and when. */
export function rendered(cells: Cells): string {
  const line = (row: string): string => `| ${[row, ...KUBERNETES_RELEASES.map((release) => cells.get(row)?.get(release) ?? NOT_RUN)].join(' | ')} |`;
  return `# Compatibility

What the real programs said of what is written here: Kubernetes' own API server, controllers and scheduler, and KubeVirt's admission and controller. [How this is tested](testing.md) tells how they run.

| on Kubernetes | ${KUBERNETES_RELEASES.join(' | ')} |
|---|${KUBERNETES_RELEASES.map(() => '---').join('|')}|
${ROWS.map(line).join('\n')}

- **${PROVEN}**: the last run on that release proved it. **${NOT_RUN}**: it was not run there, or not proven.
- Written by \`npm run compatibility\` from the reports of \`npm run test:cluster\`; what did not run stays as it is. A run of all releases: \`WORKSTATIONS_KUBERNETES=all npm run test:cluster\`.
- Not proven here: that a guest boots, that CDI and Ceph move data, that a device plugin gives a card. No node and no hypervisor is used, and the tests play CDI.
- ${DEFINITIONS.schemas[0]!.toUpperCase()}${DEFINITIONS.schemas.slice(1)}: kinds that neither Kubernetes nor KubeVirt brings were defined by this project's schemas, without the rules of upstream's definitions.
`;
}

/** `npm run compatibility`: writes the page. */
function main(): void {
  const ran = reports();
  const text = rendered(merged(parsed(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''), ran));
  writeFileSync(PAGE, text);
  console.log(`docs/compatibility.md, from ${ran.map(({ suite, release }) => `${suite} on ${release}`).join(', ') || 'no report: run npm run test:cluster'}`);
}

if (require.main === module) {
  main();
}
