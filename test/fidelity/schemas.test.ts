import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { Size } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { GoldenImage } from '../../src/constructs/golden-image';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { Workstation } from '../../src/constructs/workstation';
import { GPUS, KUBERNETES_RELEASES } from '../../src/facts';
import { Bootloader, CloneStrategy, CloudInit, CpuMode, DeletionPolicy, Gpu, HugePages, NetworkMatch, Numa, Power, type Profile, ProfileForm, RbdImageFeature, Readiness } from '../../src/values';
import { CASES } from '../constructs/cases';
import { chart, errorsBelow, gi, HTTP, idOf, images, type Manifest, manifestsOf, office, plainApp, root, space, STORAGE } from '../support/fleet';
import { schemaFaults } from './schema';

const DIST = join(__dirname, '../../dist');

describe.each([...KUBERNETES_RELEASES])('Kubernetes %s', (release) => {
  it.each(CASES)('takes $name', ({ build }) => {
    const manifests = manifestsOf(build().node.root);
    expect(manifests.length).toBeGreaterThan(0);
    expect(manifests.flatMap((one) => schemaFaults(one, release))).toEqual([]);
  });
});

it('the schemas refuse what is wrong', () => {
  const vm = manifestsOf(CASES.find(({ name }) => name === 'Workstation, smallest')!.build()).find((one) => one.kind === 'VirtualMachine');
  vm.spec.template.spec.domain.cpus = 3;
  expect(schemaFaults(vm)).toEqual([expect.stringContaining('additionalProperties')]);
  expect(schemaFaults({ apiVersion: 'v1', kind: 'Namespaces', metadata: {} })).toEqual([expect.stringContaining('no schema')]);
});

/** Every member of every choice, one machine each. */
describe('every choice', () => {
  const shapes: Profile[] = [CpuMode.SHARED, CpuMode.GUARANTEED, CpuMode.DEDICATED].flatMap((cpuMode) => [1, 2].flatMap((threadsPerCore) =>
    [undefined, HugePages.SIZE_2MI, HugePages.SIZE_1GI].map((hugepages) =>
      office({ cpuMode, threadsPerCore, ...(hugepages === undefined ? {} : { hugepages }) }))));
  const profiles = [
    ...shapes, office({ cpus: 512, memory: gi(4096) }), office({ cpus: 1, memory: gi(1) }),
    office({ cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI, numa: Numa.PASSTHROUGH, isolateEmulatorThread: true }),
    ...Object.keys(GPUS).map((name) => office({ gpus: Gpu.of(name).times(16) })),
  ];

  it('of a profile, in both forms', () => {
    for (const profile of profiles) {
      for (const profileForm of profile.cpuMode === CpuMode.GUARANTEED ? [ProfileForm.INLINE] : Object.values(ProfileForm)) {
        const app = plainApp();
        const alice = space(app);
        const Machine = profile.gpus.length > 0 ? GpuWorkstation : Workstation;
        if (profileForm === ProfileForm.INSTANCETYPE) {
          new InstancetypeCatalog(chart(app), 'profiles', { profiles: [profile] });
        }
        new Machine(alice, 'workstation', { profile, rootDisk: root(alice), profileForm });
        expect(errorsBelow(app)).toEqual([]);
        expect(manifestsOf(app).flatMap((one) => schemaFaults(one))).toEqual([]);
      }
    }
  });

  it('of a machine', () => {
    const choices = [
      ...Object.values(Power).map((power) => ({ power })), ...Object.values(Bootloader).map((bootloader) => ({ bootloader })),
      ...Object.values(NetworkMatch).map((networkMatch) => ({ networkMatch })),
      ...[Readiness.tcp(22), Readiness.http(22, '/'), Readiness.guestAgent(), Readiness.none()].map((readiness) => ({ readiness })), { graphics: false }, { services: [] },
      { cloudInit: CloudInit.of({ runCommands: ['x'.repeat(3000)] }) }, { cloudInit: CloudInit.fromText('#cloud-config\n{}\n') },
    ];
    for (const choice of choices) {
      const alice = space();
      new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), workspaceDisk: new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: gi(1), singlePod: true }), ...choice });
      expect(errorsBelow(alice)).toEqual([]);
      expect(manifestsOf(alice).flatMap((one) => schemaFaults(one))).toEqual([]);
    }
  });

  it('of a storage class', () => {
    const choices = [
      ...Object.values(CloneStrategy).map((cloneStrategy) => ({ cloneStrategy })), ...Object.values(DeletionPolicy).map((snapshotDeletionPolicy) => ({ snapshotDeletionPolicy })),
      { imageFeatures: Object.values(RbdImageFeature) }, ...[1, 2, 3, 10].map((replicas) => ({ blockPool: { replicas } })),
    ];
    for (const choice of choices) {
      const storage = new RbdStorage(chart(), 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'p', ...choice });
      expect(errorsBelow(storage)).toEqual([]);
      expect(manifestsOf(storage).flatMap((one) => schemaFaults(one))).toEqual([]);
    }
  });

  it('of a size, in whatever unit', () => {
    for (const kibibytes of [41943040, 41943041, 41944064, 1073741824]) {
      const image = new GoldenImage(images(), 'ubuntu', { source: HTTP, size: Size.kibibytes(kibibytes), storage: STORAGE });
      expect(errorsBelow(image)).toEqual([]);
      expect(manifestsOf(image).flatMap((one) => schemaFaults(one))).toEqual([]);
    }
  });
});

describe('the examples as they are committed', () => {
  const files = existsSync(DIST) ? readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name) && !/^[^/\\]*\.info[/\\]/.test(name)).sort() : [];

  it.each(files.length > 0 ? files : ['(none yet)'])('%s', (name) => {
    if (files.length === 0) {
      return;
    }
    const manifests: Manifest[] = parseAllDocuments(readFileSync(join(DIST, name), 'utf8')).map((one) => one.toJS());
    expect(manifests.length).toBeGreaterThan(0);
    expect(manifests.flatMap((one) => schemaFaults(one))).toEqual([]);
    expect(new Set(manifests.map(idOf)).size).toBe(manifests.length);
  });
});
