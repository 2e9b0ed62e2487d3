import { Size } from 'cdk8s';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import {
  CpuMode, FleetApp, type FleetAppProps, GoldenImage, Gpu, GpuWorkstation, HugePages, InstancetypeCatalog, Numa, Profile, type ProfileProps,
  RbdRootDisk, RbdStorage, UserSpace, Workstation,
} from '../../src';
import { FaultError } from '../../src/faults';
import { newChart, newFolder, synthWith } from './apps';

const newLock = (): string => join(mkdtempSync(join(tmpdir(), 'workstations-test-')), 'profiles.lock.json');

const office = (props: Partial<ProfileProps> = {}, name = 'office'): Profile => Profile.of(name, { version: 1, cpus: 4, memory: Size.gibibytes(16), ...props });

const FULL: ProfileProps = {
  version: 3, cpus: 16, memory: Size.gibibytes(128), gpus: Gpu.A100_PCIE_40GB.times(2), cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI,
  numa: Numa.PASSTHROUGH, threadsPerCore: 2, isolateEmulatorThread: true,
};

/** A fleet with one machine for each profile. */
function fleet(profiles: readonly Profile[], props: FleetAppProps = {}): FleetApp {
  const app = new FleetApp({ outdir: newFolder(), ...props });
  const storage = RbdStorage.fromClassName('ceph-rbd');
  const image = GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: Size.gibibytes(10) });
  profiles.forEach((profile, index) => {
    const home = new UserSpace(app, `p${index}`);
    const rootDisk = new RbdRootDisk(home, 'root', { image, storage, size: Size.gibibytes(20) });
    new (profile.gpus.length > 0 ? GpuWorkstation : Workstation)(home, 'workstation', { profile, rootDisk });
  });
  return app;
}

const faults = (app: FleetApp) => app._synthesize().faults.filter(({ code }) => code.startsWith('WS-PROFILE-'));
const messages = (app: FleetApp) => faults(app).map(({ code, message }) => `${code} ${message}`);

/** As `workstations lock` runs it. */
const publish = (app: FleetApp): void => synthWith('WORKSTATIONS_LOCK', app);

test('without a lock file nothing is said', () => {
  expect(messages(fleet([office()]))).toEqual([]);
});

test('WS-PROFILE-014: what is not published yet is named, in one warning', () => {
  const profilesLock = newLock();
  expect(messages(fleet([office(), Profile.of('trainer', FULL)], { profilesLock }))).toEqual([
    "WS-PROFILE-014 'office' version 1, 'trainer' version 3 are not in the lock file profiles.lock.json yet, so a later change would go unseen",
  ]);
});

test('lock publishes what machines and catalogues use, and writes no manifest', () => {
  const profilesLock = newLock();
  const app = fleet([office(), office()], { profilesLock });
  new InstancetypeCatalog(newChart(app, 'catalogue'), 'profiles', { profiles: [office({ version: 10 }), office({ version: 2 }), Profile.of('trainer', FULL)] });
  publish(app);
  expect(readFileSync(profilesLock, 'utf8')).toBe(`{
  "profiles": {
    "office-v1": {"cpus": 4, "memory": "16Gi"},
    "office-v2": {"cpus": 4, "memory": "16Gi"},
    "office-v10": {"cpus": 4, "memory": "16Gi"},
    "trainer-v3": {"cpus": 16, "memory": "128Gi", "gpus": ["nvidia.com/GA100_A100_PCIE_40GB", "nvidia.com/GA100_A100_PCIE_40GB"], "cpuMode": "dedicated", "threadsPerCore": 2, "hugepages": "1Gi", "numa": "passthrough", "isolateEmulatorThread": true}
  }
}
`);
  expect(() => readFileSync(join(app.outdir, 'index.json'))).toThrow(/ENOENT/);
  expect(messages(fleet([office(), Profile.of('trainer', FULL)], { profilesLock }))).toEqual([]);
});

test.each<[string, Partial<ProfileProps>]>([
  ['cpus 16 → 8', { cpus: 8 }],
  ['memory 128Gi → 64Gi', { memory: Size.gibibytes(64) }],
  ['gpus 2 × nvidia.com/GA100_A100_PCIE_40GB → 1 × nvidia.com/GA100_A100_PCIE_40GB', { gpus: [Gpu.A100_PCIE_40GB] }],
  ['gpus 2 × nvidia.com/GA100_A100_PCIE_40GB → none', { gpus: [] }],
  ['cpuMode dedicated → shared, numa passthrough → none, isolateEmulatorThread true → false', { cpuMode: CpuMode.SHARED, numa: Numa.NONE, isolateEmulatorThread: false }],
  ['threadsPerCore 2 → 1', { threadsPerCore: 1 }],
  ['hugepages 1Gi → 2Mi', { hugepages: HugePages.SIZE_2MI }],
])('WS-PROFILE-013: %s', (changes, props) => {
  const profilesLock = newLock();
  publish(fleet([Profile.of('trainer', FULL), Profile.of('trainer', { ...FULL, version: 7 })], { profilesLock }));
  const before = readFileSync(profilesLock, 'utf8');
  const app = fleet([Profile.of('trainer', { ...FULL, ...props })], { profilesLock });
  expect(faults(app)).toMatchObject([{
    code: 'WS-PROFILE-013', severity: 'error', message: `profile 'trainer' was published in version 3, and has been changed: ${changes}`,
    fix: 'put the old values back, and write what you want as version 8 beside it',
  }]);
  expect(() => publish(app)).toThrow(FaultError);
  expect(readFileSync(profilesLock, 'utf8')).toBe(before);
});

test('the order of cards, and a version that nobody uses any more, are no change', () => {
  const profilesLock = newLock();
  const both = [Gpu.A100_PCIE_40GB, Gpu.A10_24GB];
  publish(fleet([Profile.of('mixed', { ...FULL, gpus: both }), office()], { profilesLock }));
  expect(messages(fleet([Profile.of('mixed', { ...FULL, gpus: both.reverse() })], { profilesLock }))).toEqual([]);
  publish(fleet([office({ version: 2 })], { profilesLock }));
  expect(Object.keys((JSON.parse(readFileSync(profilesLock, 'utf8')) as { profiles: object }).profiles)).toEqual(['mixed-v3', 'office-v1', 'office-v2']);
});

test('WS-PROFILE-012: one version with two meanings, in one app', () => {
  expect(faults(fleet([office(), office(), office({ cpus: 6 })]))).toMatchObject([{
    code: 'WS-PROFILE-012', construct: 'p2/workstation', message: "profile 'office' has two meanings in version 1: cpus 4 → 6",
  }]);
  expect(faults(fleet([office()]))).toEqual([]);
});

test.each<[string, string]>([
  ['it is no JSON', '{'],
  ["it has no map 'profiles'", '[]'],
  ["it has no map 'profiles'", '{"profiles": 3}'],
  ["'office' is no profile and version, such as trainer-v3", '{"profiles": {"office": {}}}'],
  ["'office-v1' is no map", '{"profiles": {"office-v1": null}}'],
  ["'office-v1' has 'colour', which this release of the library does not know", '{"profiles": {"office-v1": {"cpus": 4, "memory": "16Gi", "colour": 1}}}'],
  ["'office-v1' has '__proto__', which this release of the library does not know", '{"profiles": {"office-v1": {"__proto__": 4}}}'],
  ["'office-v1' has cpus '4'", '{"profiles": {"office-v1": {"cpus": "4", "memory": "16Gi"}}}'],
  ["'office-v1' has gpus a list of 1", '{"profiles": {"office-v1": {"cpus": 4, "memory": "16Gi", "gpus": [1]}}}'],
  ["'office-v1' has no cpus or no memory", '{"profiles": {"office-v1": {"cpus": 4}}}'],
])('WS-PROFILE-015: %s', (reason, text) => {
  const profilesLock = newLock();
  writeFileSync(profilesLock, text);
  const app = fleet([office()], { profilesLock });
  expect(messages(app)).toEqual([`WS-PROFILE-015 the lock file 'profiles.lock.json' cannot be used: ${reason}`]);
  expect(() => publish(app)).toThrow(FaultError);
  expect(readFileSync(profilesLock, 'utf8')).toBe(text);
});

test('WS-PROFILE-015: a folder, and a place where nothing can be written', () => {
  const profilesLock = newLock();
  mkdirSync(profilesLock);
  expect(messages(fleet([office()], { profilesLock }))).toEqual(["WS-PROFILE-015 the lock file 'profiles.lock.json' cannot be used: it cannot be read (EISDIR)"]);
  const nowhere = join(__filename, 'profiles.lock.json');
  expect(() => publish(fleet([office()], { profilesLock: nowhere }))).toThrow(/WS-PROFILE-015/);
});

test('WS-APP-002: a path that is none', () => {
  const app = new FleetApp({ outdir: newFolder(), profilesLock: 3 as unknown as string });
  expect(app._synthesize().faults).toMatchObject([{ code: 'WS-APP-002', field: 'profilesLock' }]);
});
