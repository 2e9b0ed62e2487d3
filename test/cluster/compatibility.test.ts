import { readFileSync } from 'fs';
import { join } from 'path';
import { merged, parsed, rendered } from './compatibility';
import { CLAIMS, type Report } from './proofs';

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'compatibility.md'), 'utf8');
const report = (props: Partial<Report> = {}): Report => ({
  suite: 'gitops', release: '1.35', kubernetes: '1.35.9', kubevirt: '1.9.9', definitions: 'upstream', proven: Object.keys(CLAIMS.gitops), ...props,
});
const line = (text: string, row: string): string | undefined => text.split('\n').find((one) => one.startsWith(`| ${row} |`));

test('the committed page is one that this program writes', () => {
  expect(rendered(merged(parsed(PAGE), []))).toBe(PAGE);
});

test('a report fills the cells of its suite and release, and no others', () => {
  const text = rendered(merged(new Map(), [report()]));
  expect(line(text, CLAIMS.gitops.rights)).toBe(`| ${CLAIMS.gitops.rights} | – | proven | – | – |`);
  expect(line(text, CLAIMS.manifests.accepted)).toBe(`| ${CLAIMS.manifests.accepted} | – | – | – | – |`);
  expect(line(text, 'Kubernetes')).toBe('| Kubernetes | – | 1.35.9 | – | – |');
  expect(rendered(merged(parsed(text), []))).toBe(text);
});

test('what is no longer proven is taken back; what did not run stays', () => {
  const before = merged(new Map(), [report(), report({ release: '1.36' })]);
  const text = rendered(merged(parsed(rendered(before)), [report({ proven: ['rights'] })]));
  expect(line(text, CLAIMS.gitops['prune-flux'])).toBe(`| ${CLAIMS.gitops['prune-flux']} | – | – | proven | – |`);
  expect(line(text, CLAIMS.gitops.rights)).toBe(`| ${CLAIMS.gitops.rights} | – | proven | proven | – |`);
});

test('a run with definitions of structure only takes nothing from one with upstream\'s', () => {
  const row = 'Definitions of the other projects\' kinds';
  const weak = report({ definitions: 'schemas' });
  expect(line(rendered(merged(new Map(), [weak])), row)).toContain('| structure only |');
  expect(line(rendered(merged(new Map(), [report(), weak])), row)).toContain('| upstream\'s own |');
});
