import { Chart } from 'cdk8s';
import { checkObjects } from '../../src/checks';
import { Acknowledge } from '../../src/constructs/acknowledge';
import { recordFaults } from '../../src/constructs/fault-record';
import { fault } from '../../src/faults';
import { configMap, errorOf, newApp, newChart, newFolder, readFolder, synth } from './apps';

const warning = fault('WS-STORAGE-008', { storage: 's', got: 1 });

test('an acknowledgement marks the faults of its code at and below its construct, by the nearest one', () => {
  const app = newApp();
  const [a, b, c] = ['a', 'b', 'c'].map((id) => newChart(app, id));
  const inner = newChart(a!, 'inner');
  [a!, b!, c!, inner].forEach((chart) => { recordFaults(chart, [warning]); });
  Acknowledge.of(a!, 'WS-STORAGE-008', 'far');
  Acknowledge.of(inner, 'WS-STORAGE-008', 'near');
  Acknowledge.of(b!, 'WS-STORAGE-008', 'b only');
  expect(app._synthesize().faults.map(({ construct, acknowledged }) => [construct, acknowledged])).toEqual([['a', 'far'], ['a/inner', 'near'], ['b', 'b only'], ['c', undefined]]);
});

test('a fault of the finished objects is accepted at the construct that holds the object', () => {
  const app = newApp();
  const chart = new Chart(app, 'c');
  configMap(chart, 'm');
  Acknowledge.of(chart, 'WS-OBJECT-003', 'ours to test');
  const { faults, objects } = app._synthesize();
  expect(faults.map(({ code, acknowledged }) => [code, acknowledged])).toEqual([['WS-OBJECT-003', 'ours to test']]);
  // Noted on the object, so that a check over the files says the same.
  const target = { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' };
  expect(checkObjects({ objects, target }).faults.map(({ code, acknowledged }) => [code, acknowledged])).toEqual(faults.map(({ code }) => [code, 'ours to test']));
  expect(app._synthesize()).toMatchObject({ faults, objects });
  synth(app);
});

test('WS-ACK-004: one that meets nothing is an info, once, and can be accepted itself', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  Acknowledge.of(chart, 'WS-STORAGE-008', 'old');
  Acknowledge.of(chart, 'WS-STORAGE-008', 'old again');
  expect(app._synthesize().faults).toEqual([expect.objectContaining({ code: 'WS-ACK-004', construct: 'c', severity: 'info' })]);
  Acknowledge.of(app, 'WS-ACK-004', 'template for all teams');
  expect(app._synthesize().faults).toEqual([expect.objectContaining({ code: 'WS-ACK-004', acknowledged: 'template for all teams' })]);
});

test('an accepted fault does not stop synth, and is listed for reviewers', () => {
  const outdir = newFolder();
  const app = newApp({ outdir });
  const chart = newChart(app, 'c');
  configMap(chart, 'm');
  recordFaults(chart, [fault('WS-STORAGE-008', { storage: 's', got: 1 }), fault('WS-KEEP-006', { got: 'm', changes: 'a' })]);
  expect(errorOf(() => { app.synth(); }).faults.map(({ code }) => code)).toEqual(['WS-KEEP-006', 'WS-STORAGE-008']);
  Acknowledge.of(chart, 'WS-KEEP-006', 'once');
  Acknowledge.of(chart, 'WS-STORAGE-008', 'a | b');
  synth(app);
  expect(readFolder(`${outdir}.info`)['faults.md']).toMatch(/## Accepted\n\n\| code \| where \| what \| reason \|\n.*\n.*\| WS-STORAGE-008 \| c \| .* \| a \\\| b \|\n/s);
});
