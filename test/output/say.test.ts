import { Acknowledge } from '../../src/constructs/acknowledge';
import { recordFaults } from '../../src/constructs/fault-record';
import { fault } from '../../src/faults';
import { faultsMarkdown } from '../../src/output/faults-text';
import type { FleetApp } from '../../src/output/fleet-app';
import { words } from '../../src/output/say';
import { configMap, newApp, newChart, newFolder, readFolder, synth } from './apps';

const info = (n: number) => fault('WS-DISK-002', { disk: `d${n}`, image: 'i', got: '1Gi' }, { construct: `c${n}` });
const warning = (n: number) => fault('WS-STORAGE-008', { storage: `s${n}`, got: 1 }, { construct: `c${n}` });
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n + 100));

test('of one code three infos and ten warnings are said in full, and how many more there are', () => {
  const said = words([...times(5, info), ...times(12, warning)], 'out/dist').split('\n');
  expect(said.filter((line) => line.startsWith('WS-DISK-002  info: '))).toHaveLength(3);
  expect(said.filter((line) => line.startsWith('WS-STORAGE-008  warning: '))).toHaveLength(10);
  expect(said.slice(-3)).toEqual(['… and 2 more of WS-DISK-002 (see out/dist.info/faults.md)', '… and 2 more of WS-STORAGE-008 (see out/dist.info/faults.md)', '']);
});

test('exactly as many as are said in full need no more words; accepted ones are not said', () => {
  expect(words([...times(3, info), ...times(10, warning)], 'd')).not.toContain('more of');
  expect(words(times(20, (n) => ({ ...warning(n), acknowledged: 'fine' })), 'd')).toBe('');
  expect(words([], 'd')).toBe('');
});

test('what follows from the earlier output points to the list of what is gone, or nowhere', () => {
  const left = (n: number) => fault('WS-KEEP-004', { got: `Namespace '${n}'` });
  const foreign = (n: number) => fault('WS-OUT-002', { got: `'${n}'` });
  expect(words([...times(4, left), ...times(4, foreign)], 'd').split('\n').slice(-3)).toEqual(['… and 1 more of WS-KEEP-004 (see d.info/gone.json)', '… and 1 more of WS-OUT-002', '']);
});

/** Infos and warnings of a fleet, and one that is accepted. */
function fleet(outdir: string, count: number): FleetApp {
  const app = newApp({ outdir });
  for (let n = 0; n < count; n++) {
    const chart = newChart(app, `c${n}`);
    configMap(chart, `m${n}`);
    recordFaults(chart, [info(n), warning(n)]);
  }
  const first = newChart(app, 'first');
  recordFaults(first, [warning(0)]);
  Acknowledge.of(first, 'WS-STORAGE-008', 'known');
  return app;
}

test('synth says infos on stderr, and WORKSTATIONS_QUIET silences them', () => {
  let said = '';
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => { said += String(text); return true; });
  fleet(newFolder(), 2).synth();
  expect(said).toMatch(/^WS-DISK-002 {2}info: /);
  said = '';
  synth(fleet(newFolder(), 2));
  expect(said).toBe('');
  write.mockRestore();
});

test('faults.md has all of them, by how much they matter; the same bytes again', () => {
  const outdir = newFolder();
  synth(fleet(outdir, 12));
  const text = readFolder(`${outdir}.info`)['faults.md'] ?? '';
  expect(text.match(/^## .*$/gm)).toEqual(['## Warnings', '## Worth knowing', '## Accepted']);
  expect(text.match(/^\| WS-STORAGE-008 \|/gm)).toHaveLength(13);
  expect(text.match(/^\| WS-DISK-002 \|/gm)).toHaveLength(12);
  expect(text).toMatch(/\| WS-STORAGE-008 \| first \| .* \| known \|\n$/);
  synth(fleet(outdir, 12));
  expect(readFolder(`${outdir}.info`)['faults.md']).toBe(text);
  synth(newApp({ outdir }));
  expect(Object.keys(readFolder(`${outdir}.info`))).not.toContain('faults.md');
  expect(faultsMarkdown([])).toBeUndefined();
});

test('what follows from the earlier output is not in it, and neither is an acknowledgement that waits for it', () => {
  const outdir = newFolder();
  const app = newApp({ outdir });
  const chart = newChart(app, 'c');
  configMap(chart, 'm');
  Acknowledge.of(chart, 'WS-KEEP-006', 'when the disk is exchanged');
  expect(app._synthesize().faults.map(({ code }) => code)).toEqual(['WS-ACK-004']);
  synth(app);
  expect(Object.keys(readFolder(`${outdir}.info`))).not.toContain('faults.md');
});
