import { Size } from 'cdk8s';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Acknowledge } from '../../src/constructs/acknowledge';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { UserSpace } from '../../src/constructs/user-space';
import { FleetApp, type FleetAppProps } from '../../src/output/fleet-app';
import { IMAGE, person, trainer } from '../support/fleet';
import { configMap, errorOf, newApp, newChart, newFolder, newObject, readFolder, synth } from './apps';

interface Home {
  readonly size?: number;
  readonly names?: readonly string[];
}

function fleet(outdir: string, { size = 150, names = ['alice', 'bob'] }: Home = {}, props: FleetAppProps = {}): FleetApp {
  const app = new FleetApp({ outdir, ...props });
  for (const name of names) {
    const home = new UserSpace(app, name, { owner: person(name) });
    const rootDisk = new RbdRootDisk(home, 'root', { image: IMAGE, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(size) });
    new GpuWorkstation(home, 'workstation', { profile: trainer(), rootDisk });
  }
  return app;
}

const born = (home: Home = {}): string => {
  const outdir = newFolder();
  synth(fleet(outdir, home));
  return outdir;
};

const said = (app: FleetApp, codes = /^WS-(?:KEEP|OUT)-/): [string, string][] =>
  app._synthesize(true).faults.filter(({ code }) => codes.test(code)).map(({ code, message }) => [code, message]);

interface Index {
  files: { path: string; sha256: string; objects: Record<string, unknown>[] }[];
  [key: string]: unknown;
}

function editIndex(outdir: string, edit: (index: Index) => unknown): void {
  const file = `${outdir}.info/index.json`;
  const index = JSON.parse(readFileSync(file, 'utf8')) as Index;
  const edited = edit(index);
  writeFileSync(file, typeof edited === 'string' ? edited : JSON.stringify(edited ?? index));
}

const fileOf = (index: Index, name: string): Index['files'][number] => index.files.find(({ path }) => path === `3-people/${name}.yaml`)!;

describe('a damaged index hides no birth while the manifests are there', () => {
  test.each<[string, (index: Index) => unknown]>([
    ['an empty map', () => ({})],
    ['an empty text', () => ' '],
    ['a conflict of Git', () => '<<<<<<< ours\n'],
    ['no files', (index) => { index.files = []; }],
    ['files of another type', (index) => ({ ...index, files: { a: 1 } })],
    ['a file that is nothing', (index) => ({ ...index, files: [null, 7, ...index.files.slice(1)] })],
    ['an entry that was dropped', (index) => { index.files = index.files.filter(({ path }) => path !== '3-people/alice.yaml'); }],
    ['an object that was dropped', (index) => { fileOf(index, 'alice').objects.splice(0, 9); }],
    ['a birth that was dropped', (index) => { fileOf(index, 'alice').objects.forEach((object) => delete object.birth); }],
    ['a birth of another type', (index) => { fileOf(index, 'alice').objects.forEach((object) => { object.birth = [7]; }); }],
    ['objects of another type', (index) => { Object.assign(fileOf(index, 'alice'), { objects: [[], 'x'] }); }],
  ])('%s', (_, edit) => {
    const outdir = born();
    editIndex(outdir, edit);
    expect(said(fleet(outdir, { size: 200 })).filter(([code]) => code === 'WS-KEEP-001').map(([, words]) => words.slice(0, 48))).toEqual([
      "the disk 'workstation-alice/alice-rootdisk' exist", "the disk 'workstation-bob/bob-rootdisk' exists, ",
    ].map((words) => words.slice(0, 48)));
    expect(said(fleet(outdir))).toEqual([]);
    synth(fleet(outdir));
    expect(readFolder(`${outdir}.info`)).toEqual(readFolder(`${born()}.info`));
  });

  test.each<[string, (index: Index) => unknown, string]>([
    ['an empty map', () => ({}), "it has no list 'files'"],
    ['no JSON', () => '{', 'JSON'],
    ['an entry that cannot be understood', (index) => { Object.assign(fileOf(index, 'alice'), { objects: [7] }); }, "an entry of 'files' cannot be understood"],
  ])('WS-OUT-003: and if they are not there, nobody can know: %s', (_, edit, reason) => {
    const outdir = born();
    editIndex(outdir, edit);
    rmSync(outdir, { recursive: true });
    expect(said(fleet(outdir))).toEqual([['WS-OUT-003', expect.stringMatching(/^the earlier output 'index.json of dist.info' cannot be read: /) as string]]);
    expect(said(fleet(outdir))[0]?.[1]).toContain(reason);
  });

  test('a fleet without objects has an index that is whole', () => {
    const outdir = born({ names: [] });
    expect(said(fleet(outdir))).toEqual([]);
  });
});

describe('a file that was edited is compared by the index as well', () => {
  test.each<[string, (text: string) => string]>([
    ['emptied', () => ''],
    ['broken', () => 'a: [\n'],
    ['with the disk taken out', (text) => text.split('---\n').filter((document) => !document.includes('kind: DataVolume')).join('---\n')],
    ['with the new size already in it', (text) => text.replace('storage: 150Gi', 'storage: 200Gi')],
  ])('%s', (_, edit) => {
    const outdir = born({ names: ['alice'] });
    const file = join(outdir, '3-people/alice.yaml');
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
    expect(said(fleet(outdir, { names: ['alice'], size: 200 }))).toContainEqual(['WS-KEEP-001', expect.stringContaining("'size' was '150Gi' and is now '200Gi'") as string]);
    expect(said(fleet(outdir, { names: [] })).map(([code]) => code)).toContain('WS-KEEP-004');
  });

  test('what reads as no YAML at all stops nothing with a trace', () => {
    const outdir = born({ names: ['alice'] });
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at] ?? ''}`).join(', ')}]\n`).join('')}`;
    for (const text of [bomb, 'a: *nowhere\n', `${'['.repeat(20_000)}`]) {
      writeFileSync(join(outdir, '3-people/alice.yaml'), text);
      writeFileSync(join(outdir, '3-people/theirs.yaml'), text);
      expect(said(fleet(outdir, { names: ['alice'] }))).toEqual([]);
      expect(said(fleet(outdir, { names: ['alice'], size: 200 })).map(([code]) => code)).toEqual(['WS-KEEP-001']);
      const other = newFolder();
      mkdirSync(other, { recursive: true });
      writeFileSync(join(other, 'x.yaml'), text);
      expect(said(fleet(newFolder(), {}, { previousOutput: other })).map(([code]) => code)).toEqual(['WS-OUT-003']);
    }
  });

  test.each(['x'.repeat(5000), `${'x/'.repeat(3000)}y`, 'a\u0000b'])('WS-OUT-003: a previousOutput that no file system can hold', (previousOutput) => {
    expect(said(fleet(newFolder(), {}, { previousOutput })).map(([code]) => code)).toEqual(['WS-OUT-003']);
  });
});

describe('the identity goes with the root disk', () => {
  /** A machine of that name on alice's disk, which exists as a claim. */
  function machine(outdir: string, { word, owner = 'alice', same = false }: { word?: string; owner?: string; same?: boolean }): FleetApp {
    const app = new FleetApp({ outdir });
    const home = new UserSpace(app, 'alice', { owner: person('alice') });
    const rootDisk = new RbdRootDisk(home, 'root', { image: IMAGE, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(150) });
    const firmware = JSON.parse(readFileSync(`${outdir}.info/index.json`, 'utf8')) as Index;
    const { uuid, serial } = (fileOf(firmware, 'alice').objects.find(({ kind }) => kind === 'VirtualMachine')?.birth as { firmware: { uuid: string; serial: string } }).firmware;
    new GpuWorkstation(home, 'workstation', {
      profile: trainer(), rootDisk: owner === 'alice' ? rootDisk : RbdRootDisk.fromClaim('alice-rootdisk'), owner: person(owner),
      ...(word === undefined ? {} : { machine: word }), ...(same ? { uuid, serial } : {}),
    });
    return app;
  }
  const one = (): string => born({ names: ['alice'] });

  test.each([{ word: 'lab' }, { owner: 'bob' }])('WS-KEEP-003: %j', (given) => {
    const found = said(machine(one(), given), /^WS-KEEP-003/);
    expect(found).toEqual([['WS-KEEP-003', expect.stringMatching(/^the machine 'workstation-alice\/alice-workstation' exists, .*on its root disk 'alice-rootdisk' there is 'workstation-alice\/.*' now; serial was .*; uuid was /) as string]]);
    expect(said(machine(one(), { ...given, same: true }), /^WS-KEEP-003/)).toEqual([]);
  });

  test('the same machine, and another one on another disk, are none', () => {
    const outdir = one();
    expect(said(machine(outdir, {}))).toEqual([]);
    expect(said(fleet(outdir, { names: ['bob'] }), /^WS-KEEP-003/)).toEqual([]);
  });

  test.each<[string, Record<string, unknown> | undefined]>([
    ['containerDisk', { containerDisk: { image: 'x' } }],
    ['ephemeral', { ephemeral: { persistentVolumeClaim: { claimName: 'alice-rootdisk' } } }],
    ['emptyDisk', { emptyDisk: { capacity: '1Gi' } }],
    ['nothing', undefined],
  ])('WS-KEEP-006: a root disk that is %s now counts as exchanged', (_, source) => {
    const build = (outdir: string, root: Record<string, unknown> | undefined) => {
      const app = newApp({ outdir });
      newObject(newChart(app, 'c'), 'm', {
        apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine',
        spec: {
          runStrategy: 'Manual',
          template: { spec: { domain: { firmware: { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223' }, devices: {} }, volumes: [...(root === undefined ? [] : [{ name: 'rootdisk', ...root }]), { name: 'work', persistentVolumeClaim: { claimName: 'w' } }] } },
        },
      });
      return app;
    };
    const outdir = newFolder();
    const { compareWith } = jest.requireActual<typeof import('../../src/output/previous')>('../../src/output/previous');
    const { writeOutput } = jest.requireActual<typeof import('../../src/output/write')>('../../src/output/write');
    writeOutput(outdir, build(outdir, { persistentVolumeClaim: { claimName: 'r' } })._synthesize(), { fleet: 'fleet', target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } });
    const look = (root: Record<string, unknown> | undefined) =>
      compareWith({ previousOutput: undefined, outdir, fleet: 'fleet' }, build(outdir, root)._synthesize().manifests).faults.map(({ code, message }) => [code, message]);
    expect(look(source)).toEqual([['WS-KEEP-006', "the machine 'ns/m' exists, and one of its disks was replaced by another: rootdisk was 'r' and is now absent"]]);
    expect(look({ dataVolume: { name: 'r' } })).toEqual([]);
  });
});

test('WS-OUT-006: a folder of another fleet is left as it is', () => {
  const outdir = born();
  const before = readFolder(outdir);
  const app = new FleetApp({ outdir, fleet: 'other' });
  configMap(newChart(app, 'c'), 'm');
  expect(errorOf(() => { synth(app); }).faults.map(({ code, message }) => `${code} ${message.replace(outdir, 'DIR')}`)).toEqual([
    "WS-OUT-006 the output folder 'DIR' is that of fleet 'fleet', and this is fleet 'other'",
  ]);
  expect(readFolder(outdir)).toEqual(before);
  Acknowledge.of(app, 'WS-OUT-006', 'no');
  expect(errorOf(() => { synth(app); }).faults.map(({ code }) => code)).toContain('WS-ACK-003');
});

describe('WS-KEEP-009: user data that were changed after the first start', () => {
  const build = (outdir: string, text: string, inSecret: boolean, names = ['m']): FleetApp => {
    const app = newApp({ outdir });
    const chart = newChart(app, 'c');
    for (const name of names) {
      const source = inSecret ? { secretRef: { name: 's' } } : { userData: text };
      newObject(chart, name, { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', spec: { template: { spec: { volumes: [{ name: 'init', cloudInitNoCloud: source }] } } } });
    }
    newObject(chart, 's', { apiVersion: 'v1', kind: 'Secret', stringData: { userdata: text } });
    return app;
  };
  test.each([true, false])('in a Secret: %s', (inSecret) => {
    const outdir = newFolder();
    const { compareWith } = jest.requireActual<typeof import('../../src/output/previous')>('../../src/output/previous');
    const { writeOutput } = jest.requireActual<typeof import('../../src/output/write')>('../../src/output/write');
    writeOutput(outdir, build(outdir, '#cloud-config\n', inSecret)._synthesize(), { fleet: 'fleet', target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } });
    const look = (text: string, names?: string[]) =>
      compareWith({ previousOutput: undefined, outdir, fleet: 'fleet' }, build(outdir, text, inSecret, names)._synthesize().manifests).faults.map(({ code, message }) => `${code} ${message}`);
    expect(look('#cloud-config\n')).toEqual([]);
    expect(look('#cloud-config\na: 1\n')).toEqual([expect.stringMatching(/^WS-KEEP-009 the user data of machine 'ns\/m' were changed; cloud-init ran at its first start: /)]);
    expect(look('#cloud-config\n', ['other'])).toEqual(["WS-KEEP-008 machine 'ns/m' leaves: GitOps deletes the VirtualMachine; its disks stay"]);
    expect(readFileSync(`${outdir}.info/index.json`, 'utf8')).toMatch(/"userData":"[0-9a-f]{64}"/);
  });
});
