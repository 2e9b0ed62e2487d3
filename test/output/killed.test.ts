import type { ChildProcess } from 'child_process';
import { once } from 'events';
import { join } from 'path';
import { setTimeout as wait } from 'timers/promises';
import { parseAllDocuments } from 'yaml';
import { writeOutput } from '../../src/output/write';
import { newFolder, readFolder } from './apps';
import { compileWriter, LIB, run, seeded, start } from './children';

const KILLS = 50;
const OWNER = { fleet: 'fleet', target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } };
const FILES = 60;

/** State `n` of a fleet, as the writer gets it: files change, come and go from state to state. */
const STATE = `
function state(n) {
  const manifests = [];
  for (let i = 0; i < ${FILES}; i++) {
    if ((i + n) % 3 !== 0) {
      const identity = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'm' + i };
      const object = { ...identity, metadata: { name: identity.name }, data: { n: String(n) } };
      const path = (i % 2 ? '1-platform' : '3-people') + '/' + i + '.yaml';
      manifests.push({ path, layer: path.split('/')[0], text: 'n: "' + n + '"\\n' + '# filler\\n'.repeat(500) + 'end: ' + i + '\\n', objects: [{ object, identity, construct: 'c', layer: 'x', file: path, document: 0 }] });
    }
  }
  const gone = [{ apiVersion: 'v1', kind: 'Namespace', name: 'left-' + n, birth: {} }].slice(0, n % 3);
  return { manifests, kustomizations: [], lasting: [], gone, expects: [], notes: new Map([['note-' + n % 2, 'n\\n']]) };
}`;
const stateOf = new Function(`${STATE}; return state;`)() as (n: number) => Parameters<typeof writeOutput>[1];

const WRITER = `${STATE}
const { writeOutput } = require(given.writer + '/write.js');
process.stdout.write('ready');
for (let n = 1; ; n++) {
  const faults = writeOutput(given.outdir, state(n % 3), given.owner);
  if (faults.some((fault) => fault.severity === 'error')) { process.stdout.write(JSON.stringify(faults)); process.exit(3); }
  if (n === given.rounds) { break; }
}`;

const writer = compileWriter();

/** Until a child has said its first word, or has ended. */
const ready = (child: ChildProcess): Promise<unknown> => Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);

const both = (outdir: string) => ({ ...readFolder(outdir), ...readFolder(`${outdir}.info`) });

const STATES = [0, 1, 2].map((n) => stateOf(n));

/** Whole is what one of the three states says. */
const isWhole = (path: string, text: string): boolean => STATES.some(({ manifests }) => manifests.some((file) => file.path === path && file.text === text));

test(`killed at ${KILLS} moments, each file is whole, and the next synth completes the folder`, async () => {
  const random = seeded(20261130);
  const texts = STATES.flatMap(({ manifests }) => manifests.map(({ text }) => text));
  expect(texts.every((text) => parseAllDocuments(text).every((document) => document.errors.length === 0))).toBe(true);
  const outdir = newFolder();
  const expected = newFolder();
  writeOutput(expected, stateOf(0), OWNER);
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = start(WRITER, { writer, outdir, owner: OWNER });
    await ready(child);
    await wait(random() * 60);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = readFolder(outdir);
    for (const [path, text] of Object.entries(left).filter(([name]) => name.endsWith('.yaml'))) {
      expect([path, isWhole(path, text)]).toEqual([path, true]);
    }
    interrupted += Object.keys(both(outdir)).some((path) => path.endsWith('.tmp') || path === 'pending.json' || path === '.lock') ? 1 : 0;
    if (kill % 5 === 4) {
      expect(writeOutput(outdir, stateOf(0), OWNER)).toEqual([]);
      expect(both(outdir)).toEqual(both(expected));
    }
  }
  // Else the moments missed what they are to try.
  expect(interrupted).toBeGreaterThan(KILLS / 2);
}, 120_000);

test('two at once wait for each other: the result is that of one of them, and nothing is left over', async () => {
  const outdir = newFolder();
  const children = [30, 31, 32].map((rounds) => start(WRITER, { writer, outdir, rounds, owner: OWNER }));
  const ends = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(ends.map(([code]) => code as number)).toEqual([0, 0, 0]);
  const expected = [0, 1, 2].map((n) => {
    const folder = newFolder();
    writeOutput(folder, stateOf(n), OWNER);
    return both(folder);
  });
  expect(expected).toContainEqual(both(outdir));
}, 60_000);

test('WS-OUT-005: one that cannot wait any longer says so', async () => {
  const outdir = newFolder();
  const holder = start(`const { mkdirSync } = require('fs'); mkdirSync(given.info, { recursive: true }); require(given.writer + '/lock.js').lock(given.info); process.stdout.write('held'); setTimeout(() => {}, 30000);`,
    { writer, info: `${outdir}.info` });
  await ready(holder);
  const { lock } = jest.requireActual<typeof import('../../src/output/lock')>('../../src/output/lock');
  expect(lock(`${outdir}.info`, 100)).toBeUndefined();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const unlock = lock(`${outdir}.info`, 100);
  expect(unlock).toBeDefined();
  unlock?.();
  expect(Object.keys(readFolder(`${outdir}.info`))).toEqual([]);
});

test('the same fleet gives the same bytes in another language, time zone, working directory and folder', () => {
  const code = `
    const { Chart, ApiObject } = require(require.resolve('cdk8s', { paths: [LIB] }));
    const { FleetApp } = require(LIB + '/index.js');
    const app = new FleetApp(given.outdir === undefined ? {} : { outdir: given.outdir });
    for (const id of given.ids) {
      const chart = new Chart(app, id, { namespace: 'ns-' + Buffer.from(id).toString('hex') });
      new ApiObject(chart, 'm', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', labels: { b: 'x', a: 'y' } }, data: { z: 'ä', a: '1' } });
      new ApiObject(chart, 'i', { apiVersion: 'example.org/v1', kind: 'Izmir', metadata: { name: 'i' } });
    }
    app.synth();`;
  const [one, two, three] = [newFolder(), `${newFolder()}-ü x`, newFolder()];
  const ids = ['zeta', 'alpha', 'Ünal', 'i', 'I2'];
  const runs = [
    run(code, { outdir: one, ids }, { env: { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' } }),
    run(code, { outdir: two, ids: [...ids].reverse() }, { env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' }, cwd: '/' }),
    run(code, { ids }, { env: { CDK8S_OUTDIR: three, LANG: 'de_DE.UTF-8' }, cwd: join(LIB, '..') }),
  ];
  expect(runs.map(({ status, stderr }) => [status, stderr])).toEqual([[0, ''], [0, ''], [0, '']]);
  expect(Object.keys(both(one)).length).toBeGreaterThan(8);
  expect(both(two)).toEqual(both(one));
  expect(both(three)).toEqual(both(one));
}, 30_000);
