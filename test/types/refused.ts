// What must not compile. `npm run typecheck` fails where an error that is expected here does not come.
import { Chart, Duration, Size } from 'cdk8s';
import type { V1VirtualMachine } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import {
  Acknowledge, Bootloader, CloudInit, FleetApp, GoldenImage, Gpu, GpuWorkstation, GuestService, ImageSource, ImageSpace, InstancetypeCatalog, Layers,
  MacAddress, Person, Power, Profile,
  ProfileSet,
  RbdDriver, RbdRootDisk, RbdStorage, RbdWorkspaceDisk, Readiness, Subject, UserSpace, WorkspaceFilesystem, Workstation,
} from '../../src/index';
import type { Plain } from '../fidelity/plain';

const app = new FleetApp();
const alice = new UserSpace(app, 'alice');
const images = new ImageSpace(app, 'vm-images');
const platform = new Chart(app, 'platform');
const storage = RbdStorage.fromClassName('ceph-rbd');
const size = Size.gibibytes(40);
const source = ImageSource.http('https://images.example.internal/a.qcow2', { sha256: '' });
const image = new GoldenImage(images, 'ubuntu', { source, size, storage });
const rootDisk = new RbdRootDisk(alice, 'root', { image, storage, size });
const profile = Profile.of('office', { version: 1, cpus: 4, memory: size });

// --- left out
// @ts-expect-error a machine has a profile
new Workstation(alice, 'w', { rootDisk });
// @ts-expect-error a machine has a root disk
new GpuWorkstation(alice, 'w', { profile });
// @ts-expect-error a machine has props
new Workstation(alice, 'w');
// @ts-expect-error a disk has a size
new RbdRootDisk(alice, 'r', { image, storage });
// @ts-expect-error a root disk has an image
new RbdRootDisk(alice, 'r', { storage, size });
// @ts-expect-error a workspace disk has storage
new RbdWorkspaceDisk(alice, 'r', { size });
// @ts-expect-error an image has a source
new GoldenImage(images, 'i', { size, storage });
// @ts-expect-error an image has a size
new GoldenImage(images, 'i', { source, storage });
// @ts-expect-error storage has a pool
new RbdStorage(platform, 's', { clusterId: 'rook-ceph' });
// @ts-expect-error a catalogue has profiles
new InstancetypeCatalog(platform, 'c', {});
// @ts-expect-error a profile has a version
Profile.of('office', { cpus: 4, memory: size });
// @ts-expect-error an image by HTTP has a digest
ImageSource.http('https://a/b', {});
// @ts-expect-error an acknowledgement has a reason
Acknowledge.of(app, 'WS-POWER-001');
// @ts-expect-error a plain ceph-csi has its Secret in a namespace
RbdDriver.cephCsi({});
// @ts-expect-error a DataSource has a namespace
GoldenImage.fromDataSource({ name: 'ubuntu' });

// --- another type
// @ts-expect-error a size is a Size
new RbdRootDisk(alice, 'r', { image, storage, size: '40Gi' });
// @ts-expect-error a size is a Size, not a number
new RbdWorkspaceDisk(alice, 'r', { storage, size: 40 });
// @ts-expect-error memory is a Size
Profile.of('office', { version: 1, cpus: 4, memory: '16Gi' });
// @ts-expect-error a GPU is a Gpu, not a name
Profile.of('trainer', { version: 1, cpus: 4, memory: size, gpus: ['A100_PCIE_40GB'] });
// @ts-expect-error a list of GPUs, not a list of lists
Profile.of('trainer', { version: 1, cpus: 4, memory: size, gpus: [Gpu.A100_PCIE_40GB.times(2)] });
// @ts-expect-error a profile is a Profile, not its name
new Workstation(alice, 'w', { profile: 'office', rootDisk });
// @ts-expect-error a root disk is a disk, not its name
new Workstation(alice, 'w', { profile, rootDisk: 'alice-rootdisk' });
// @ts-expect-error storage is no root disk
new Workstation(alice, 'w', { profile, rootDisk: storage });
// @ts-expect-error power is a Power, not a word
new Workstation(alice, 'w', { profile, rootDisk, power: 'Manual' });
// @ts-expect-error a flag is no choice of firmware
new Workstation(alice, 'w', { profile, rootDisk, bootloader: true });
// @ts-expect-error a MAC address is a MacAddress
new Workstation(alice, 'w', { profile, rootDisk, mac: '0a:00:00:00:00:01' });
// @ts-expect-error a time is a Duration
new Workstation(alice, 'w', { profile, rootDisk, terminationGracePeriod: 120 });
// @ts-expect-error a service is a GuestService
new Workstation(alice, 'w', { profile, rootDisk, services: [22] });
// @ts-expect-error a probe is a Readiness
new Workstation(alice, 'w', { profile, rootDisk, readiness: 22 });
// @ts-expect-error cloud-init is a CloudInit
new Workstation(alice, 'w', { profile, rootDisk, cloudInit: '#cloud-config\n' });
// @ts-expect-error a label is a text
new Workstation(alice, 'w', { profile, rootDisk, nodeSelector: { gpu: true } });
// @ts-expect-error an owner is a Person
new UserSpace(app, 'bob', { owner: 'bob' });
// @ts-expect-error an image is an image, not its name
new RbdRootDisk(alice, 'r', { image: 'ubuntu', storage, size });
// @ts-expect-error storage is storage, not a class name
new RbdRootDisk(alice, 'r', { image, storage: 'ceph-rbd', size });
// @ts-expect-error an image is no storage
new RbdRootDisk(alice, 'r', { image, storage: image, size });
// @ts-expect-error a filesystem is a WorkspaceFilesystem
new RbdWorkspaceDisk(alice, 'r', { storage, size, filesystem: 'xfs' });
// @ts-expect-error a port is a number
Readiness.tcp('22');
// @ts-expect-error a version is a number
image.pinned('1');
// @ts-expect-error a file mode is a string
CloudInit.of({ files: [{ path: '/a', content: '', permissions: 0o644 }] });
// @ts-expect-error deployers are Subjects
new FleetApp({ deployers: { platform: 'a', people: 'b' } });
// @ts-expect-error a layer is a Layer
Layers.set(platform, '1-platform');
// @ts-expect-error a set is made of profiles
ProfileSet.of(['office']);

// --- unknown
// @ts-expect-error there is no such prop
new Workstation(alice, 'w', { profile, rootDisk, running: true });
// @ts-expect-error GPUs are a matter of the profile
new GpuWorkstation(alice, 'w', { profile, rootDisk, gpus: [Gpu.A10_24GB] });
// @ts-expect-error resources are a matter of the profile
new GpuWorkstation(alice, 'w', { profile, rootDisk, resources: { 'nvidia.com/gpu': 1 } });
// @ts-expect-error disks are always Block
new RbdRootDisk(alice, 'r', { image, storage, size, volumeMode: 'Filesystem' });
// @ts-expect-error only a workspace disk has a filesystem
new RbdRootDisk(alice, 'r', { image, storage, size, filesystem: WorkspaceFilesystem.none() });
// @ts-expect-error a workspace disk has no image
new RbdWorkspaceDisk(alice, 'r', { storage, size, image });
// @ts-expect-error storage is always kept
new RbdStorage(platform, 's', { clusterId: 'a', pool: 'b', reclaimPolicy: 'Delete' });
// @ts-expect-error NUMA is a matter of the profile's numa
Profile.of('office', { version: 1, cpus: 4, memory: size, guestMappingPassthrough: {} });
// @ts-expect-error only these choices
export const once = Power.ONCE;
// @ts-expect-error only these choices
export const legacy = Bootloader.LEGACY;
// @ts-expect-error there is no such card
export const card = Gpu.A100;

// --- what is read only
// @ts-expect-error a name is contract
rootDisk.claimName = 'other';
// @ts-expect-error an owner stays
alice.owner = Person.of('bob');

// --- what only a factory makes
// @ts-expect-error Person.of
new Person('alice');
// @ts-expect-error Profile.of
new Profile('office');
// @ts-expect-error MacAddress.of
new MacAddress('0a:00:00:00:00:01');
// @ts-expect-error Subject.user
new Subject('User', 'alice');
// @ts-expect-error GuestService.ssh
new GuestService({ name: 'ssh', port: 22 });

// --- and the second opinion has one
// @ts-expect-error a field that their model does not have
export const vm: Plain<V1VirtualMachine> = { spec: { template: { spec: { domain: { devices: {}, cpus: 3 } } } } };

// --- what TypeScript cannot tell, and the construct says instead: both disks are a claim
new Workstation(alice, 'w', { profile, rootDisk: new RbdWorkspaceDisk(alice, 'blank', { storage, size }), terminationGracePeriod: Duration.minutes(2) });
