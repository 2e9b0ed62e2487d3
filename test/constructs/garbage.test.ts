import { Duration, Size } from 'cdk8s';
import type { App, Chart } from 'cdk8s';
import { type Construct } from 'constructs';
import * as fc from 'fast-check';
import { Acknowledge } from '../../src/constructs/acknowledge';
import { GoldenImage } from '../../src/constructs/golden-image';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { ImageSpace } from '../../src/constructs/image-space';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { Layers } from '../../src/constructs/layers';
import { KubeVirtPlatform } from '../../src/constructs/platform/kubevirt-platform';
import { ContainerGpuPool } from '../../src/constructs/pools/container-gpu-pool';
import { CpuNodePool } from '../../src/constructs/pools/cpu-node-pool';
import type { IMachinePool } from '../../src/constructs/pools/pool';
import { VfioNodePool } from '../../src/constructs/pools/vfio-node-pool';
import { RbdQos } from '../../src/constructs/rbd-qos';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { renderFault } from '../../src/faults';
import { CloudInit, Gpu, GuestService, MacAddress, RbdDriver, RbdEncryption, Readiness, WorkspaceFilesystem } from '../../src/values';
import { schemaFaults } from '../fidelity/schema';
import { chart, faultsBelow, gi, HTTP, IMAGE, images, manifestsOf, office, person, plainApp, root, space, STORAGE, trainer, yamlOf } from '../support/fleet';
import { DEPLOYERS } from './cases';
import { UNFILLED } from '../support/holes';

/** What JavaScript may hand over: any plain data, also without a prototype, functions, and right things in the wrong place. */
const words = fc.constantFrom<unknown>(
  '', ' ', 'alice', 'Alice', 'a.b', 'default', '\u0000', '\n', '__proto__', 'constructor', 'x'.repeat(300), '${HOME}', '{got}', '{hole}',
  'Manual', 'Always', 'efi', 'inline', 'instancetype', 'none', '2', '0',
  0, -0, 1, 2, 3, -1, 1.5, NaN, Infinity, 2 ** 53, 1n, true, false, null, undefined, [], {}, [undefined], [null], Symbol('s'), () => 1, class A {}, new Date(0), /x/, new Map(), new Proxy({}, {}),
  Object.create(null), [Object.create(null)], { className: 'a' }, { className: {} }, { claimName: 'a' }, { claimName: 7 }, { name: 'a' }, { imageNamespace: 'a', dataSourceName: 'b' },
  { imageNamespace: 'a', dataSourceName: 'b', imageSize: 'c' }, { toKibibytes: 7 }, { toSeconds: 7 }, { a: Object.create(null) }, { key: 'a', value: Object.create(null) }, [{ key: Object.create(null) }],
  { sbom: Object.create(null) }, { replicas: 2 }, { replicas: Object.create(null) }, [{ version: 1 }], [{ version: Object.create(null) }],
  [Object.create(null), Object.create(null)],
  gi(40), Size.kibibytes(1.5), Duration.minutes(2), Duration.millis(1), person('bob'), office(), trainer(), [office(), office()], Gpu.A10_24GB, [Gpu.A10_24GB], HTTP, STORAGE, IMAGE,
  GuestService.ssh(), [GuestService.ssh()], Readiness.tcp(22), Readiness.none(),
  CloudInit.of({}), CloudInit.fromText(''), MacAddress.of('0a:00:00:00:00:01'), RbdDriver.rook(), RbdEncryption.kms('a'), WorkspaceFilesystem.none(),
);
const anything = fc.oneof(words, words,
  fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true }));

type Make = (app: App, props: never, id: string) => Construct | undefined;
const CONSTRUCTS: readonly { readonly name: string; readonly good: () => Record<string, unknown>; readonly optional: readonly string[]; readonly make: Make }[] = [
  { name: 'UserSpace', good: () => ({}), optional: ['owner', 'namespace', 'podSecurity', 'labels', 'quota', 'largestClaim', 'network'], make: (app, props, id) => new UserSpace(app, id, props) },
  { name: 'ImageSpace', good: () => ({}), optional: ['namespace', 'network'], make: (app, props, id) => new ImageSpace(app, id, props) },
  {
    name: 'RbdStorage', good: () => ({ clusterId: 'rook-ceph', pool: 'p' }), make: (app, props, id) => new RbdStorage(chart(app), id, props),
    optional: ['dataPool', 'driver', 'className', 'imageFeatures', 'mapOptions', 'unmapOptions', 'encryption', 'defaultSnapshotClass', 'snapshotDeletionPolicy', 'cloneStrategy', 'blockPool', 'modifiable'],
  },
  { name: 'RbdQos', good: () => ({ driver: RbdDriver.rook({ cephCsi: '3.18' }), maxReadIops: 1 }), optional: ['maxReadIops', 'maxWriteIops', 'maxReadPerSecond', 'maxWritePerSecond', 'className'], make: (app, props, id) => new RbdQos(chart(app), id, props) },
  { name: 'GoldenImage', good: () => ({ source: HTTP, size: gi(40), storage: STORAGE }), optional: ['version', 'retained', 'provenance'], make: (app, props, id) => new GoldenImage(images(app), id, props) },
  { name: 'RbdRootDisk', good: () => ({ image: IMAGE, storage: STORAGE, size: gi(150) }), optional: ['owner', 'machine', 'singlePod', 'name', 'grownTo', 'qos'], make: (app, props, id) => new RbdRootDisk(space(app), id, props) },
  { name: 'RbdWorkspaceDisk', good: () => ({ storage: STORAGE, size: gi(150) }), optional: ['owner', 'machine', 'singlePod', 'name', 'filesystem', 'grownTo', 'qos'], make: (app, props, id) => new RbdWorkspaceDisk(space(app), id, props) },
  ...[Workstation, GpuWorkstation].map((Machine) => ({
    name: Machine.name, good: () => ({ profile: Machine === Workstation ? office() : trainer(), rootDisk: { claimName: 'alice-rootdisk' } }),
    optional: ['workspaceDisk', 'owner', 'machine', 'power', 'services', 'graphics', 'bootloader', 'readiness', 'cloudInit', 'networkMatch', 'mac', 'uuid', 'serial', 'profileForm', 'pool', 'nodeSelector', 'tolerations',
      'priorityClass', 'terminationGracePeriod'],
    make: ((app, props, id) => new Machine(space(app), id, props)) as Make,
  })),
  {
    name: 'VfioNodePool', good: () => ({ nodes: 2, gpusPerNode: [Gpu.A10_24GB] }), optional: ['labels', 'taints', 'dedicatedCpus', 'hugepages1Gi', 'hugepages2Mi', 'devicePlugin'],
    make: (app, props, id) => withMachine(chart(app), (platform) => new VfioNodePool(platform, id, props)),
  },
  {
    name: 'CpuNodePool', good: () => ({ nodes: 2 }), optional: ['labels', 'taints', 'dedicatedCpus', 'hugepages1Gi', 'hugepages2Mi'],
    make: (app, props, id) => withMachine(chart(app), (platform) => new CpuNodePool(platform, id, props)),
  },
  { name: 'ContainerGpuPool', good: () => ({ nodes: 2, gpusPerNode: [Gpu.A10_24GB] }), optional: ['labels', 'taints', 'devicePlugin'], make: (app, props, id) => new ContainerGpuPool(chart(app), id, props) },
  {
    name: 'KubeVirtPlatform', good: () => ({}), optional: ['pools', 'featureGates', 'disabledFeatureGates', 'virtTemplate', 'scratchStorage', 'namespace'],
    make: (app, props, id) => new KubeVirtPlatform(chart(app), id, props),
  },
  { name: 'KubeVirtPlatform.fromExisting', good: () => ({}), optional: ['pools'], make: (app, props, id) => KubeVirtPlatform.fromExisting(chart(app), id, props) },
  { name: 'InstancetypeCatalog', good: () => ({ profiles: [office()] }), optional: [], make: (app, props, id) => new InstancetypeCatalog(chart(app), id, props) },
];

/** A pool with a machine in it, and a platform that has it. */
function withMachine(platform: Chart, make: (platform: Chart) => IMachinePool & Construct): Construct {
  const pool = make(platform);
  new KubeVirtPlatform(platform, 'the-platform', { pools: [pool] });
  new GpuWorkstation(space(platform.node.root as App), 'machine', { profile: trainer({ gpus: [Gpu.A10_24GB] }), rootDisk: { claimName: 'alice-rootdisk' }, pool });
  return pool;
}

/** Nothing throws; whatever is not a fault is a manifest that the API server's schema accepts. */
function judge(app: App): void {
  const faults = faultsBelow(app);
  // `{got}` is one of the values that are tried.
  expect(faults.map(renderFault).filter((words) => UNFILLED.test(words.replace(/\{got\}/g, '')))).toEqual([]);
  const manifests = manifestsOf(app);
  expect(new Set(manifests.map((one) => `${one.kind}/${one.metadata.namespace}/${one.metadata.name}`)).size).toBe(manifests.length);
  expect(manifests.flatMap((one) => schemaFaults(one))).toEqual([]);
}

describe.each(CONSTRUCTS)('$name', ({ good, optional, make }) => {
  const settings = { deployers: DEPLOYERS };

  it.each([...Object.keys(good()), ...optional])('takes anything as %s', (prop) => {
    fc.assert(fc.property(anything, (value) => {
      const app = plainApp(settings);
      make(app, { ...good(), [prop]: value } as never, 'thing');
      judge(app);
    }), { numRuns: 40 });
  });

  it('takes anything as all of its props', () => {
    fc.assert(fc.property(fc.oneof(anything, fc.record(Object.fromEntries([...Object.keys(good()), ...optional].map((prop) => [prop, anything])),
      { requiredKeys: [] })), (props) => {
      const app = plainApp(settings);
      make(app, props as never, 'thing');
      judge(app);
    }), { numRuns: 60 });
  });

  it('takes any id that constructs takes', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.constantFrom('A', 'a.b', 'vm', 'x'.repeat(100))), (id) => {
      fc.pre(id !== '' && !(id in {})); // constructs itself refuses these
      const app = plainApp(settings);
      make(app, good() as never, id);
      judge(app);
    }), { numRuns: 30 });
  });
});

describe('references and words', () => {
  it('fromDataSource, fromClassName and fromClaim take anything', () => {
    fc.assert(fc.property(anything, anything, (a, b) => {
      const app = plainApp({ deployers: DEPLOYERS });
      const alice = space(app);
      root(alice, 'root', { image: GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: a, claimName: b } as never), storage: RbdStorage.fromClassName(a as never) });
      root(alice, 'other', { image: GoldenImage.fromDataSource(a as never), machine: 'other' });
      root(alice, 'third', { image: GoldenImage.fromDataSource({ namespace: a, name: b } as never), machine: 'third' });
      new Workstation(alice, 'w', { profile: office(), rootDisk: RbdRootDisk.fromClaim(a as never), workspaceDisk: RbdWorkspaceDisk.fromClaim(b as never, { filesystem: a } as never) });
      judge(app);
    }), { numRuns: 80 });
  });

  it('Acknowledge.of, Layers.set and pinned take anything', () => {
    fc.assert(fc.property(anything, anything, (a, b) => {
      const app = plainApp();
      const image = new GoldenImage(images(app), 'ubuntu', { source: HTTP, size: gi(40), storage: STORAGE });
      Acknowledge.of(app, a as never, b as never);
      Layers.set(image, a as never);
      image.pinned(a as never);
      judge(app);
    }), { numRuns: 60 });
  });

  it('the context of a plain App may hold anything', () => {
    fc.assert(fc.property(anything, anything, anything, (fleet, target, deployers) => {
      const app = plainApp({ fleet, target, deployers });
      new GoldenImage(images(app), 'ubuntu', { source: HTTP, size: gi(40), storage: STORAGE });
      const alice = space(app);
      new Workstation(alice, 'w', { profile: office(), rootDisk: root(alice) });
      faultsBelow(app).forEach(renderFault);
      yamlOf(manifestsOf(app));
    }), { numRuns: 30 });
  });
});
