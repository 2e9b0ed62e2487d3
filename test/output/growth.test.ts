import { Size } from 'cdk8s';
import { readFileSync, rmSync } from 'fs';
import { join } from 'path';
import { Acknowledge, FleetApp, UserSpace } from '../../src';
import { gi, root, SHA } from '../support/fleet';
import { newFolder, readFolder } from './apps';

const kubectlImage = `registry.k8s.io/kubectl@sha256:${SHA}`;

function fleet(outdir: string, grownTo: Size | undefined, { people = ['alice'], size = gi(60) } = {}): FleetApp {
  const app = new FleetApp({ outdir, kubectlImage });
  for (const name of people) {
    root(new UserSpace(app, name), 'root', { size, ...(grownTo === undefined ? {} : { grownTo }) });
  }
  return app;
}

const said = (app: FleetApp): string[] => app._synthesize(true).faults.filter(({ code }) => code.startsWith('WS-KEEP')).map(({ code, message, field }) => `${code} ${field} ${message}`);

beforeEach(() => { process.env.WORKSTATIONS_QUIET = '1'; });

test('born, grown, grown again: the disk stays as it is in every byte, and the Job of the smaller size leaves', () => {
  const outdir = newFolder();
  const texts = [undefined, gi(300), gi(500), gi(500)].map((grownTo) => {
    fleet(outdir, grownTo).synth();
    return readFileSync(join(outdir, '3-people/alice.yaml'), 'utf8');
  });
  const disks = texts.map((text) => text.split('---\n').filter((document) => document.includes('kind: DataVolume')));
  expect(disks[0]).toHaveLength(1);
  expect(new Set(disks.map((one) => one.join())).size).toBe(1);
  expect(texts.map((text) => [...text.matchAll(/name: (alice-rootdisk-grow-\w+)-\w+\n/g)].map(([, name]) => name))).toEqual([[], ['alice-rootdisk-grow-300gi'], ['alice-rootdisk-grow-500gi'], ['alice-rootdisk-grow-500gi']]);
  expect(texts[3]).toBe(texts[2]);
});

test.each<[string, Size | undefined, string]>([
  ['less', gi(300), '300Gi'],
  ['nothing', undefined, 'left out'],
  ['as at its birth', gi(60), 'left out'],
])('WS-KEEP-010: %s', (_name, grownTo, is) => {
  const outdir = newFolder();
  fleet(outdir, gi(500)).synth();
  const expected = [`WS-KEEP-010 grownTo the claim of disk 'workstation-alice/alice-rootdisk' was grown to 500Gi, and 'grownTo' is now ${is}`];
  const app = fleet(outdir, grownTo);
  expect(said(app)).toEqual(expected);
  const before = readFolder(outdir);
  expect(() => app.synth()).toThrow(/WS-KEEP-010/);
  expect(readFolder(outdir)).toEqual(before);
  // `cdk8s synth` empties the folder before the app runs: the index still knows.
  rmSync(outdir, { recursive: true });
  expect(said(app)).toEqual(expected);
  Acknowledge.of(app, 'WS-KEEP-010', 'never grown in the cluster');
  expect(() => app.synth()).not.toThrow();
});

test('a disk that left with what it had grown to may not come back as less', () => {
  const outdir = newFolder();
  fleet(outdir, gi(500), { people: ['alice', 'bob'] }).synth();
  fleet(outdir, gi(500), { people: ['bob'] }).synth();
  expect(readFileSync(`${outdir}.info/gone.json`, 'utf8')).toContain('"grownTo":"500Gi"');
  // Nor after some more of the fleet's life.
  fleet(outdir, gi(600), { people: ['bob'] }).synth();
  const back = (grownTo: Size | undefined) => said(fleet(outdir, grownTo, { people: ['alice', 'bob'] })).filter((one) => one.includes('alice'));
  expect(back(gi(300))).toEqual(["WS-KEEP-010 grownTo the claim of disk 'workstation-alice/alice-rootdisk' was grown to 500Gi, and 'grownTo' is now 300Gi"]);
  expect(back(undefined)).toEqual(["WS-KEEP-010 grownTo the claim of disk 'workstation-alice/alice-rootdisk' was grown to 500Gi, and 'grownTo' is now left out"]);
  expect(back(gi(600))).toEqual([]);
});

test('the same size in other words, more, and a disk that leaves are no harm', () => {
  const outdir = newFolder();
  fleet(outdir, gi(512), { people: ['alice', 'bob'] }).synth();
  expect(said(fleet(outdir, Size.mebibytes(512 * 1024), { people: ['alice', 'bob'] }))).toEqual([]);
  expect(said(fleet(outdir, Size.tebibytes(1), { people: ['alice', 'bob'] }))).toEqual([]);
  expect(said(fleet(outdir, gi(512))).filter((one) => one.includes('WS-KEEP-010'))).toEqual([]);
});
