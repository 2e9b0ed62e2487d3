import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { run } from '../../src/cli/program';
import { table, widthOf } from '../../src/cli/table';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { FleetApp } from '../../src/output/fleet-app';
import { peopleIn, type PersonRow } from '../../src/output/read';
import { Profile, ProfileForm } from '../../src/values';
import { Roster } from '../../src/values/roster';
import { Chart, Size } from 'cdk8s';
import { IMAGE, STORAGE } from '../support/fleet';
import { inOwnFolder } from './terminal';

const terminal = inOwnFolder();

const labels = (owner: string, fleet = 'lab') => ({ 'workstations.dev/owner': owner, 'workstations.dev/fleet': fleet });
const space = (owner: string, leaves?: string, fleet?: string) => ({
  apiVersion: 'v1', kind: 'Namespace',
  metadata: { name: `workstation-${owner}`, labels: labels(owner, fleet), ...(leaves === undefined ? {} : { annotations: { 'workstations.dev/leaves': leaves } }) },
});
const machine = (owner: string, gpus = 0, fleet?: string, name = `${owner}-workstation`) => ({
  apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine',
  metadata: { name, namespace: `workstation-${owner}`, labels: { ...labels(owner, fleet), 'workstations.dev/profile': 'trainer-v1' } },
  spec: {
    template: {
      spec: {
        domain: { cpu: { cores: 4, sockets: 1, threads: 2 }, memory: { guest: '64Gi' }, devices: { gpus: Array.from({ length: gpus }, (_, n) => ({ name: `gpu${n}`, deviceName: 'nvidia.com/GA100_A100_PCIE_40GB' })) } },
        volumes: [{ name: 'rootdisk', persistentVolumeClaim: { claimName: `${owner}-rootdisk` } }, { name: 'workspace', dataVolume: { name: `${owner}-workspace` } }],
      },
    },
  },
});
const disk = (owner: string, role: string, storage: string) => ({
  apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', metadata: { name: `${owner}-${role}`, namespace: `workstation-${owner}`, labels: labels(owner) }, spec: { storage: { resources: { requests: { storage } } } },
});
const growth = (owner: string, role: string, size: string) => ({
  apiVersion: 'batch/v1', kind: 'Job', metadata: { name: `${owner}-${role}-grow`, namespace: `workstation-${owner}`, annotations: { 'workstations.dev/grows': `${owner}-${role}`, 'workstations.dev/grown-to': size } },
});
const write = (name: string, ...objects: unknown[]): void => {
  mkdirSync(join(terminal.folder, name, '..'), { recursive: true });
  writeFileSync(join(terminal.folder, name), objects.map((object) => stringify(object)).join('---\n'));
};
const rowsOf = (...objects: unknown[]): PersonRow[] => peopleIn(objects.map((object) => ({ object })));

const TWO = [space('bob', '2027-03-31'), machine('bob', 2), disk('bob', 'rootdisk', '150Gi'), disk('bob', 'workspace', '500Gi'), growth('bob', 'workspace', '1Ti'), space('alice'), machine('alice'), disk('alice', 'rootdisk', '80Gi')];

describe('workstations people', () => {
  test('a table, sorted by name, of what there is', async () => {
    write('dist/3-people/all.yaml', ...TWO);
    await expect(run(['people'])).resolves.toBe(0);
    expect(terminal.out).toBe([
      'person  namespace          machine            profile     cpus  memory  gpus                    root disk  workspace disk  leaves',
      'alice   workstation-alice  alice-workstation  trainer-v1  8     64Gi    -                       80Gi       -               -',
      'bob     workstation-bob    bob-workstation    trainer-v1  8     64Gi    2 GA100_A100_PCIE_40GB  150Gi      1Ti             2027-03-31',
      '2 people, 2 machines, 2 GPUs, 1 leaving',
      '',
    ].join('\n'));
    expect(terminal.err).toBe('');
  });

  test('JSON has what is known and nothing else', async () => {
    write('out/a.yaml', ...TWO);
    await expect(run(['people', 'out', '--format', 'json'])).resolves.toBe(0);
    expect(JSON.parse(terminal.out)).toEqual({
      people: [
        { person: 'alice', fleet: 'lab', namespace: 'workstation-alice', machine: 'alice-workstation', profile: 'trainer-v1', cpus: 8, memory: '64Gi', gpus: [], rootDisk: '80Gi' },
        {
          person: 'bob', fleet: 'lab', namespace: 'workstation-bob', machine: 'bob-workstation', profile: 'trainer-v1', cpus: 8, memory: '64Gi',
          gpus: ['nvidia.com/GA100_A100_PCIE_40GB', 'nvidia.com/GA100_A100_PCIE_40GB'], rootDisk: '150Gi', workspaceDisk: '1Ti', leaves: '2027-03-31',
        },
      ],
    });
  });

  test('CSV, safe for a spreadsheet', async () => {
    write('dist/a.yaml', ...TWO, space('=evil', 'a,"b"'));
    await expect(run(['people', '--format', 'csv'])).resolves.toBe(0);
    expect(terminal.out.split('\n')).toEqual([
      'fleet,person,namespace,machine,profile,cpus,memory,gpus,gpuDevices,rootDisk,workspaceDisk,leaves',
      "lab,'=evil,workstation-=evil,,,,,,,,,\"a,\"\"b\"\"\"",
      'lab,alice,workstation-alice,alice-workstation,trainer-v1,8,64Gi,0,,80Gi,,',
      'lab,bob,workstation-bob,bob-workstation,trainer-v1,8,64Gi,2,nvidia.com/GA100_A100_PCIE_40GB;nvidia.com/GA100_A100_PCIE_40GB,150Gi,1Ti,2027-03-31',
      '',
    ]);
  });

  test('the fleet stands before people of several', async () => {
    write('dist/a/a.yaml', space('bob', undefined, 'lab'), machine('bob', 0, 'lab'));
    write('dist/b/a.yaml', space('bob', undefined, 'annex'), machine('bob', 1, 'annex'));
    await expect(run(['people', 'dist'])).resolves.toBe(0);
    expect(terminal.out.split('\n').slice(0, 4)).toEqual([expect.stringMatching(/^fleet {2}person/), expect.stringMatching(/^annex {2}bob/), expect.stringMatching(/^lab {4}bob/), '2 people, 2 machines, 1 GPU']);
  });

  test('a column stands under its name, whatever letters are in it', async () => {
    write('dist/a.yaml', machine('alice'), machine('张美琳'), machine('zoe\u0301'));
    await run(['people']);
    const lines = terminal.out.split('\n').slice(0, 4);
    const starts = lines.map((line) => widthOf(line.slice(0, line.search(/namespace|workstation-/))));
    expect(new Set(starts).size).toBe(1);
  });

  test.each([
    ['text', "nobody has a machine in 'dist'\n"], ['json', '{\n  "people": []\n}\n'], ['csv', 'fleet,person,namespace,machine,profile,cpus,memory,gpus,gpuDevices,rootDisk,workspaceDisk,leaves\n'],
  ])('nobody, as %s', async (format, words) => {
    write('dist/a.yaml', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
    await expect(run(['people', '-f', format])).resolves.toBe(0);
    expect(terminal.out).toBe(words);
  });

  test('what cannot be read is said, and the rest is shown', async () => {
    write('dist/a.yaml', ...TWO);
    writeFileSync(join(terminal.folder, 'dist/b.yaml'), 'a: [\n');
    await expect(run(['people'])).resolves.toBe(1);
    expect(terminal.err).toMatch(/WS-READ-002 .*[^]*b\.yaml:\d+:\d+/);
    expect(terminal.out).toContain('bob-workstation');
  });
  test('a folder without manifests', async () => {
    mkdirSync(join(terminal.folder, 'dist'));
    await expect(run(['people'])).resolves.toBe(1);
    expect(terminal.err).toContain('WS-READ-005');
  });
  test.each([
    [['people', 'nowhere'], "'nowhere' is not there"], [['people', 'dits'], "did you mean 'dist'"], [['people'], "'other' is not there"], [['people', 'dist', '-f', 'jsno'], "did you mean 'json'"], [['peple'], 'Did you mean people'],
  ])('usage: %j', async (args, words) => {
    write('dist/a.yaml', ...TWO);
    writeFileSync(join(terminal.folder, 'cdk8s.yaml'), 'output: other\n');
    await expect(run(args)).resolves.toBe(2);
    expect(terminal.err).toContain(words);
    expect(terminal.err.split('\n').length).toBeLessThan(4);
  });
});

describe('peopleIn', () => {
  test('several machines of one person, and somebody without one', () => {
    expect(rowsOf(machine('bob', 0, 'lab', 'bob-b'), machine('bob', 0, 'lab', 'bob-a'), space('alice')).map(({ person, machine: name }) => [person, name])).toEqual([['alice', undefined], ['bob', 'bob-a'], ['bob', 'bob-b']]);
  });
  test('of a machine by instancetype, what that says; of a foreign one nothing', () => {
    const typed = (name: string, kind?: string) => ({ ...machine('bob'), spec: { instancetype: { name, ...(kind === undefined ? {} : { kind }) }, template: { spec: {} } } });
    const type = { apiVersion: 'instancetype.kubevirt.io/v1beta1', kind: 'VirtualMachineClusterInstancetype', metadata: { name: 'big' }, spec: { cpu: { guest: 8 }, memory: { guest: '32Gi' }, gpus: [{ name: 'g', deviceName: 'a/b' }] } };
    expect(rowsOf(typed('big'), type)[0]).toMatchObject({ cpus: 8, memory: '32Gi', gpus: ['a/b'] });
    expect(Object.keys(rowsOf(typed('other'), type)[0]!)).toEqual(['person', 'fleet', 'namespace', 'machine', 'profile']);
    const own = { ...type, kind: 'VirtualMachineInstancetype', metadata: { name: 'mine', namespace: 'workstation-bob' } };
    expect(rowsOf(typed('mine', 'VirtualMachineInstancetype'), own)[0]).toMatchObject({ cpus: 8 });
  });
  test('an adopted claim', () => {
    expect(rowsOf(machine('bob'), { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'bob-rootdisk', namespace: 'workstation-bob' }, spec: { resources: { requests: { storage: '7Gi' } } } })[0]).toMatchObject({ rootDisk: '7Gi' });
  });
  test('machines of somebody else are left out', () => {
    expect(rowsOf({ ...machine('bob'), metadata: { name: 'x', namespace: 'y' } })).toEqual([]);
  });
  test('answers anything', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.object({ key: fc.constantFrom('metadata', 'labels', 'spec', 'name', 'workstations.dev/owner'), maxDepth: 4 }), fc.anything(), fc.record({
      apiVersion: fc.constantFrom('kubevirt.io/v1', 'v1', 'batch/v1', 5), kind: fc.constantFrom('VirtualMachine', 'Namespace', 'Job', null),
      metadata: fc.oneof(fc.anything(), fc.record({ labels: fc.constant(labels('bob')), name: fc.anything() })), spec: fc.anything(),
    }))), (objects) => {
      expect(Array.isArray(rowsOf(...objects))).toBe(true);
    }));
  });
});

test('what a FleetApp writes for the people of a roster', async () => {
  process.env.WORKSTATIONS_QUIET = '1';
  const app = new FleetApp({ outdir: join(terminal.folder, 'dist') });
  const profile = Profile.of('office', { version: 2, cpus: 6, memory: Size.gibibytes(12) });
  new InstancetypeCatalog(new Chart(app, 'platform'), 'types', { profiles: [profile] });
  const roster = Roster.parse('name,profile,rootDisk,user,state,leaves\nalice,office,60Gi,oidc:alice,,\nbob,office,70Gi,oidc:bob,leaving,2027-03-31\n', 'people.csv');
  for (const person of roster.people) {
    const at = new UserSpace(app, person.name, { owner: person });
    const rootDisk = new RbdRootDisk(at, 'root', { image: IMAGE, storage: STORAGE, size: person.rootDisk });
    new Workstation(at, 'workstation', { profile, rootDisk, profileForm: person.name === 'bob' ? ProfileForm.INSTANCETYPE : ProfileForm.INLINE });
  }
  app.synth();
  await expect(run(['people', '--format', 'json'])).resolves.toBe(0);
  const of = (person: string) => ({ person, fleet: 'fleet', namespace: `workstation-${person}`, machine: `${person}-workstation`, profile: 'office-v2', cpus: 6, memory: '12Gi', gpus: [] });
  expect(JSON.parse(terminal.out)).toEqual({ people: [{ ...of('alice'), rootDisk: '60Gi' }, { ...of('bob'), rootDisk: '70Gi', leaves: '2027-03-31' }] });
});

test('widths of a terminal', () => {
  expect(['alice', '张美琳', 'zoe\u0301', '👩‍💻', 'ｱ', '한글', '', '\u200b'].map(widthOf)).toEqual([5, 6, 3, 2, 1, 4, 0, 0]);
  expect(table([['a', '张'], ['bb', 'c']])).toBe('a   张\nbb  c\n');
});
