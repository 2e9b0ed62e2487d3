import { mkdtempSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { Layer, Layers } from '../../src/constructs/layers';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { FleetApp, type FleetAppProps } from '../../src/output/fleet-app';
import { Kustomization, Layout } from '../../src/output/layout';
import { Chart } from 'cdk8s';
import { ApiObject } from 'cdk8s';
import { office, person, root } from '../support/fleet';
import { readFolder } from './apps';

/** People in the order of the fleet file, with how many machines each has. */
type People = Readonly<Record<string, number>>;

const folder = (): string => join(mkdtempSync(join(tmpdir(), 'workstations-test-')), 'dist');

function fleet(outdir: string, people: People, props: FleetAppProps = {}): FleetApp {
  const app = new FleetApp({ fleet: 'ai-lab', outdir, ...props });
  const platform = new Chart(app, 'platform', { namespace: 'workstations' });
  new ApiObject(platform, 'thing', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'thing' } });
  for (const [name, machines] of Object.entries(people)) {
    const home = new UserSpace(app, name, { owner: person(name) });
    for (let index = 0; index < machines; index += 1) {
      const machine = index === 0 ? {} : { machine: `m${index}` };
      new Workstation(home, `m${index}`, { profile: office(), rootDisk: root(home, `r${index}`, machine), ...machine });
    }
  }
  return app;
}

/** Writes, and says who stands there and who waits. */
function synth(outdir: string, people: People, props: FleetAppProps = {}): { there: string[]; says: string[] } {
  const app = fleet(outdir, people, props);
  const says = app._synthesize(true).faults.filter(({ code }) => code === 'WS-OUT-007').map(({ message }) => message);
  app.synth();
  const there = Object.keys(readFolder(outdir)).filter((path) => path.startsWith('3-people/')).map((path) => path.slice('3-people/'.length).replace(/\.yaml$/, ''));
  return { there, says };
}

const FOUR: People = { dora: 1, alice: 1, carl: 1, bob: 1 };

describe('newMachinesPerSynth', () => {
  beforeEach(() => {
    process.env.WORKSTATIONS_QUIET = '1';
    delete process.env.WORKSTATIONS_NEW_MACHINES;
  });

  it('is all by default', () => {
    expect(synth(folder(), FOUR)).toEqual({ there: ['alice', 'bob', 'carl', 'dora'], says: [] });
  });

  it('lets so many in at a time, in the order of the fleet file, until all are there', () => {
    const outdir = folder();
    const twice = { newMachinesPerSynth: 2 };
    expect(synth(outdir, FOUR, twice)).toEqual({ there: ['alice', 'dora'], says: ["2 new machines wait for a later synth, 2 are in this output: 'carl-workstation', 'bob-workstation'"] });
    expect(synth(outdir, FOUR, twice)).toEqual({ there: ['alice', 'bob', 'carl', 'dora'], says: [] });
    const whole = readFolder(outdir);
    expect(synth(outdir, FOUR, twice)).toEqual({ there: ['alice', 'bob', 'carl', 'dora'], says: [] });
    expect(readFolder(outdir)).toEqual(whole);
    const once = folder();
    synth(once, FOUR);
    expect(readFolder(once)).toEqual(whole);
  });

  it('touches nobody who is there, and lets none in with 0', () => {
    const outdir = folder();
    synth(outdir, { alice: 1 });
    const before = readFolder(outdir);
    expect(synth(outdir, FOUR, { newMachinesPerSynth: 0 })).toEqual({ there: ['alice'], says: [expect.stringContaining('3 new machines wait for a later synth, 0 are in this output')] });
    expect(readFolder(outdir)).toEqual(before);
  });

  it('never takes away who was there, or a second machine of theirs, which counts', () => {
    const outdir = folder();
    synth(outdir, { alice: 1, bob: 1 });
    expect(synth(outdir, { carl: 1, alice: 2, bob: 1, dora: 1 }, { newMachinesPerSynth: 2 })).toMatchObject({ there: ['alice', 'bob', 'carl'], says: [expect.stringContaining("'dora-workstation'")] });
    expect(readFolder(outdir)['3-people/alice.yaml']).toContain('name: alice-m1-workstation');
  });

  it('lets a person with many machines in alone', () => {
    const outdir = folder();
    expect(synth(outdir, { alice: 5, bob: 1 }, { newMachinesPerSynth: 3 }).there).toEqual(['alice']);
    expect(synth(outdir, { alice: 5, bob: 1 }, { newMachinesPerSynth: 3 }).there).toEqual(['alice', 'bob']);
    expect(synth(folder(), { bob: 1, alice: 5, carl: 2 }, { newMachinesPerSynth: 3 }).there).toEqual(['bob', 'carl']);
  });

  it('does not hold people without machines', () => {
    expect(synth(folder(), { alice: 0, bob: 1, carl: 0 }, { newMachinesPerSynth: 0 }).there).toEqual(['alice', 'carl']);
  });

  it('knows who left and comes back', () => {
    const outdir = folder();
    synth(outdir, { alice: 1, bob: 1 });
    synth(outdir, { bob: 1 });
    expect(synth(outdir, { alice: 1, bob: 1 }, { newMachinesPerSynth: 0 }).there).toEqual(['alice', 'bob']);
  });

  it('looks at what was named as the earlier output', () => {
    const earlier = folder();
    synth(earlier, { alice: 1, bob: 1 });
    expect(synth(folder(), FOUR, { newMachinesPerSynth: 0, previousOutput: earlier }).there).toEqual(['alice', 'bob']);
  });

  it.each([[Layout.FILE_PER_OBJECT, Kustomization.NONE], [Layout.FILE_PER_CHART, Kustomization.PER_FOLDER], [Layout.FILE_PER_OBJECT, Kustomization.PER_FOLDER]])('in the layout %s, %s', (layout, kustomization) => {
    const outdir = folder();
    const props = { newMachinesPerSynth: 2, layout, kustomization };
    synth(outdir, FOUR, props);
    const first = Object.entries(readFolder(outdir));
    expect(first.filter(([, text]) => /bob|carl/.test(text)).map(([path]) => path)).toEqual([]);
    synth(outdir, FOUR, props);
    const once = folder();
    synth(once, FOUR, { layout, kustomization });
    expect(readFolder(outdir)).toEqual(readFolder(once));
  });

  it('still finds every mistake', () => {
    const app = fleet(folder(), FOUR, { newMachinesPerSynth: 0 });
    const home = new UserSpace(app, 'eve', { owner: person('eve') });
    new Workstation(home, 'w', { profile: office(), rootDisk: root(home, 'r'), services: [7] as never });
    expect(app._synthesize(true).faults.map(({ code }) => code)).toContain('WS-APP-002');
  });

  it('holds charts of people only', () => {
    const app = new FleetApp({ fleet: 'ai-lab', outdir: folder(), newMachinesPerSynth: 0 });
    const test = new Chart(app, 'smoke', { namespace: 'smoke' });
    Layers.set(test, Layer.PLATFORM);
    new ApiObject(test, 'vm', { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', metadata: { name: 'smoke' } });
    expect(app._synthesize(true).manifests.map(({ path }) => path)).toEqual(['1-platform/smoke.yaml']);
  });

  it.each([-1, 1.5, '3', Number.NaN, {}])('refuses %p', (newMachinesPerSynth) => {
    expect(new FleetApp({ newMachinesPerSynth } as never)._synthesize().faults.map(({ code, field }) => `${code} ${field}`)).toContain('WS-APP-002 newMachinesPerSynth');
  });

  it('is said for one run by the environment, as `workstations synth --new-machines` does', () => {
    const outdir = folder();
    process.env.WORKSTATIONS_NEW_MACHINES = '1';
    expect(synth(outdir, FOUR).there).toEqual(['dora']);
    expect(synth(outdir, FOUR, { newMachinesPerSynth: 3 }).there).toEqual(['alice', 'dora']);
    process.env.WORKSTATIONS_NEW_MACHINES = 'many';
    expect(synth(outdir, FOUR).there).toEqual(['alice', 'bob', 'carl', 'dora']);
  });
});
