import { join } from 'path';
import { Chart, Size } from 'cdk8s';
import {
  CpuMode, CpuNodePool, FleetApp, GoldenImage, Gpu, GpuWorkstation, HugePages, ImageSource, ImageSpace, KubeVirtPlatform, NetworkIsolation, NetworkPeer, NetworkPort,
  Numa, Profile, ProfileSet, Quota, RbdRootDisk, RbdStorage, RbdWorkspaceDisk, Roster, Subject, UserSpace, VfioNodePool, Workstation,
} from 'cdk8s-workstations';

const app = new FleetApp({
  fleet: 'ai-lab',
  target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' },
  deployers: {
    platform: Subject.serviceAccount('argocd', 'workstations-platform'),
    people: Subject.serviceAccount('argocd', 'workstations-people'),
  },
  profilesLock: join(__dirname, 'profiles.lock.json'),
  // Grows claims; a digest of your own registry's image.
  kubectlImage: 'registry.example.internal/k8s/kubectl@sha256:5b1e7d0c9a8f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988776655',
});

// The cluster, as the platform team runs it.
const platform = new Chart(app, 'platform', { namespace: 'workstations' });
const gpuNodes = new VfioNodePool(platform, 'vm-gpu-pci', {
  nodes: 5,
  gpusPerNode: Gpu.A100_PCIE_40GB.times(4),
  dedicatedCpus: true,
  hugepages1Gi: Size.gibibytes(256),
});
const cpuNodes = new CpuNodePool(platform, 'vm-cpu', { nodes: 3 });
new KubeVirtPlatform(platform, 'kubevirt', { pools: [gpuNodes, cpuNodes] });
const storage = new RbdStorage(platform, 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'workstations', blockPool: { deviceClass: 'nvme' } });

// What passes: everything else is closed, also between people.
const web = [NetworkPort.tcp(80), NetworkPort.tcp(443)];
const network = NetworkIsolation.cilium({
  gateway: NetworkPeer.pods({ namespace: 'envoy-gateway-system', labels: { 'app.kubernetes.io/component': 'proxy' } }),
  egress: [{ peer: NetworkPeer.fqdn('mirror.example.internal'), ports: web }, { peer: NetworkPeer.fqdn('s3.example.internal'), ports: web }],
});
const images = new ImageSpace(app, 'vm-images', { network: NetworkIsolation.cilium() });
const ubuntu = new GoldenImage(images, 'ubuntu-24-04-cuda', {
  source: ImageSource.http('https://images.example.internal/ubuntu-24.04-cuda-2.qcow2', {
    sha256: '9f2c1d7e5a8b4630c1f0e9d8b7a6958473625140f3e2d1c0b9a8978685746352',
    caBundle: 'internal-ca',
  }),
  size: Size.gibibytes(40),
  storage,
  version: 2,
  retained: [{
    version: 1,
    size: Size.gibibytes(40),
    source: ImageSource.registry('docker://registry.example.internal/images/ubuntu-cuda@sha256:4c7b1e0d9f8a6b5c3d2e1f00112233445566778899aabbccddeeff0011223344'),
  }],
  provenance: { sbom: 'https://images.example.internal/ubuntu-24.04-cuda-2.spdx.json', revision: 'packer-images@5d1f0c2' },
});

// What a person may ask for. A published version never changes: profiles.lock.json has what it is.
const profiles = ProfileSet.of([
  Profile.of('office', { version: 1, cpus: 4, memory: Size.gibibytes(16) }),
  Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [Gpu.A100_PCIE_40GB] }),
  Profile.of('cruncher', {
    version: 1,
    cpus: 16,
    memory: Size.gibibytes(128),
    gpus: Gpu.A100_PCIE_40GB.times(2),
    cpuMode: CpuMode.DEDICATED,
    hugepages: HugePages.SIZE_1GI,
    numa: Numa.PASSTHROUGH,
  }),
]);

// Who has one.
for (const person of Roster.fromFile(join(__dirname, 'people.yaml'), { profiles }).people) {
  const home = new UserSpace(app, person.name, { owner: person, quota: Quota.asDeclared(), largestClaim: Size.tebibytes(2), network });
  const rootDisk = new RbdRootDisk(home, 'root', { image: ubuntu, storage, size: person.rootDisk, grownTo: person.rootDiskGrownTo });
  const workspaceDisk = person.workspaceDisk ? new RbdWorkspaceDisk(home, 'work', { storage, size: person.workspaceDisk, grownTo: person.workspaceDiskGrownTo }) : undefined;
  const profile = profiles.named(person.profile);
  const machine = { profile, rootDisk, workspaceDisk, mac: person.mac };
  if (profile.gpus.length > 0) {
    new GpuWorkstation(home, 'workstation', { ...machine, pool: gpuNodes });
  } else {
    new Workstation(home, 'workstation', { ...machine, pool: cpuNodes });
  }
}
app.synth();
