import { Chart, Size } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { faultsOf } from '../../src/constructs/fault-record';
import { GoldenImage } from '../../src/constructs/golden-image';
import { ImageSpace } from '../../src/constructs/image-space';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { KubeVirtPlatform } from '../../src/constructs/platform/kubevirt-platform';
import { ContainerGpuPool } from '../../src/constructs/pools/container-gpu-pool';
import { CpuNodePool } from '../../src/constructs/pools/cpu-node-pool';
import { VfioNodePool } from '../../src/constructs/pools/vfio-node-pool';
import { RbdQos } from '../../src/constructs/rbd-qos';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { Gpu, ImageSource, Profile, RbdDriver } from '../../src/values';
import { plainApp } from '../support/fleet';

const anything = (props: object): never => props as never;
const storage = RbdStorage.fromClassName('ceph-rbd');
const size = Size.gibibytes(40);
const profile = Profile.of('office', { version: 1, cpus: 4, memory: Size.gibibytes(16) });
const alice = () => new UserSpace(plainApp(), 'alice');

const CASES: readonly (readonly [string, () => IConstruct, string])[] = [
  ['UserSpace', () => new UserSpace(plainApp(), 'alice', anything({ podsecurity: 'baseline' })), 'podsecurity'],
  ['ImageSpace', () => new ImageSpace(plainApp(), 'images', anything({ namespaces: 'x' })), 'namespaces'],
  ['RbdStorage', () => new RbdStorage(new Chart(plainApp(), 'c'), 's', anything({ clusterId: 'a', pool: 'b', clusterID: 'a' })), 'clusterID'],
  ['RbdStorage, its pool', () => new RbdStorage(new Chart(plainApp(), 'c'), 's', { clusterId: 'a', pool: 'b', blockPool: anything({ replica: 3 }) }), 'replica'],
  ['RbdQos', () => new RbdQos(new Chart(plainApp(), 'c'), 'q', anything({ driver: RbdDriver.rook({ cephCsi: '3.18' }), maxReadIops: 1, maxIops: 1 })), 'maxIops'],
  ['GoldenImage', () => new GoldenImage(new ImageSpace(plainApp(), 'images'), 'i', anything({ source: ImageSource.claim('a'), size, storage, retain: [] })), 'retain'],
  ['RbdRootDisk', () => new RbdRootDisk(alice(), 'r', anything({ image: GoldenImage.fromDataSource({ namespace: 'a', name: 'b', size }), size, storage, singlepod: true })), 'singlepod'],
  ['RbdWorkspaceDisk', () => new RbdWorkspaceDisk(alice(), 'w', anything({ size, storage, fileSystem: 1 })), 'fileSystem'],
  ['Workstation', () => new Workstation(alice(), 'w', anything({ profile, rootDisk: RbdRootDisk.fromClaim('a'), workspceDisk: 1 })), 'workspceDisk'],
  ['VfioNodePool', () => new VfioNodePool(new Chart(plainApp(), 'c'), 'p', anything({ nodes: 1, gpusPerNode: [Gpu.A10_24GB], plugin: 'nvidia' })), 'plugin'],
  ['CpuNodePool', () => new CpuNodePool(new Chart(plainApp(), 'c'), 'p', anything({ nodes: 1, gpusPerNode: [] })), 'gpusPerNode'],
  ['ContainerGpuPool', () => new ContainerGpuPool(new Chart(plainApp(), 'c'), 'p', anything({ nodes: 1, gpusPerNode: [Gpu.A10_24GB], dedicatedCpus: true })), 'dedicatedCpus'],
  ['KubeVirtPlatform', () => new KubeVirtPlatform(new Chart(plainApp(), 'c'), 'p', anything({ featuregates: [] })), 'featuregates'],
  ['KubeVirtPlatform.fromExisting', () => KubeVirtPlatform.fromExisting(new Chart(plainApp(), 'c'), 'p', anything({ featureGates: [] })), 'featureGates'],
  ['InstancetypeCatalog', () => new InstancetypeCatalog(new Chart(plainApp(), 'c'), 'p', anything({ profiles: [profile], profile })), 'profile'],
];

describe('BL-194: a misspelt prop of a construct is a fault, never an option that does nothing', () => {
  it.each(CASES)('%s', (_name, make, field) => {
    expect(faultsOf(make()).filter(({ severity }) => severity === 'error')).toMatchObject([{ code: 'WS-APP-007', field }]);
  });
});
