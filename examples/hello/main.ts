import { Size } from 'cdk8s';
import { FleetApp, GoldenImage, Gpu, GpuWorkstation, Profile, RbdRootDisk, RbdStorage, UserSpace } from 'cdk8s-workstations';

const app = new FleetApp({ fleet: 'our-lab' });
const alice = new UserSpace(app, 'alice');
const storage = RbdStorage.fromClassName('ceph-rbd');
const image = GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu-24-04-cuda', size: Size.gibibytes(40) });
const profile = Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [Gpu.A100_PCIE_40GB] });
const rootDisk = new RbdRootDisk(alice, 'root', { image, storage, size: Size.gibibytes(150) });
new GpuWorkstation(alice, 'workstation', { profile, rootDisk });
app.synth();
