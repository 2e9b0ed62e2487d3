import { type Chart, Duration, Size } from 'cdk8s';
import type { App } from 'cdk8s';
import { type Construct } from 'constructs';
import { GoldenImage } from '../../src/constructs/golden-image';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { ImageSpace } from '../../src/constructs/image-space';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { KubeVirtPlatform } from '../../src/constructs/platform/kubevirt-platform';
import { VfioNodePool } from '../../src/constructs/pools/vfio-node-pool';
import { RbdQos } from '../../src/constructs/rbd-qos';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import {
  Bootloader, CloneStrategy, CloudInit, CpuMode, DeletionPolicy, DevicePlugin, FilesystemType, Gpu, GuestService, HugePages, ImageSource, MacAddress,
  NetworkIsolation, NetworkMatch, Numa, Person, PodSecurity, Power, ProfileForm, PullMethod, Quota, RbdDriver, RbdEncryption, RbdImageFeature, Readiness, Subject, TaintEffect,
  WorkspaceFilesystem,
} from '../../src/values';
import { chart, gi, HTTP, IMAGE, images, key, office, plainApp, root, SHA, space, STORAGE, trainer } from '../support/fleet';

/** One use of one construct; the construct whose manifests are looked at comes back. */
export interface Case {
  readonly name: string;
  readonly build: () => Construct;
}

export const DEPLOYERS = { platform: Subject.user('platform'), people: Subject.serviceAccount('argocd', 'people') };
const deploying = (): App => plainApp({ deployers: DEPLOYERS, fleet: 'ai-prod', kubectlImage: `registry.k8s.io/kubectl@sha256:${SHA}` });

/** Each construct in its smallest and in its fullest use. */
export const CASES: readonly Case[] = [
  { name: 'UserSpace, smallest', build: () => new UserSpace(plainApp(), 'alice') },
  {
    name: 'UserSpace, fullest',
    build: () => new UserSpace(deploying(), 'space', {
      owner: Person.of('alice', { identity: 'a1b2', user: 'oidc:alice', sshKeys: [key()] }), namespace: 'team-vision-alice', podSecurity: PodSecurity.PRIVILEGED, quota: Quota.asDeclared({ spareStorage: gi(200) }), largestClaim: Size.tebibytes(1), network: NetworkIsolation.cilium(), labels: { 'team': 'vision', 'example.com/cost': '42' },
    }),
  },
  { name: 'ImageSpace, smallest', build: () => new ImageSpace(plainApp(), 'vm-images') },
  { name: 'ImageSpace, fullest', build: () => new ImageSpace(deploying(), 'images', { namespace: 'golden', network: NetworkIsolation.networkPolicy({ clusterCidrs: ['10.42.0.0/16'] }) }) },
  { name: 'RbdStorage, smallest', build: () => new RbdStorage(chart(), 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'workstations' }) },
  {
    name: 'RbdStorage, fullest',
    build: () => new RbdStorage(chart(deploying()), 'storage', {
      clusterId: 'rook-external', pool: 'workstations-meta', dataPool: 'workstations-ec', driver: RbdDriver.rook({ operatorNamespace: 'rook', clusterNamespace: 'rook-external' }),
      className: 'ceph-rbd-windows', imageFeatures: [RbdImageFeature.LAYERING, RbdImageFeature.EXCLUSIVE_LOCK], mapOptions: ['krbd:rxbounce', 'lock_on_read'], unmapOptions: ['force'],
      encryption: RbdEncryption.kms('vault-tokens'), defaultSnapshotClass: false, snapshotDeletionPolicy: DeletionPolicy.RETAIN, cloneStrategy: CloneStrategy.SNAPSHOT,
      blockPool: { replicas: 2, failureDomain: 'rack', deviceClass: 'nvme' },
    }),
  },
  {
    name: 'RbdStorage, plain ceph-csi',
    build: () => new RbdStorage(chart(), 'ceph-rbd', { clusterId: 'b9127830-b0cc-4e34-aa47-9d1a2e9949a8', pool: 'rbd', driver: RbdDriver.cephCsi({ secretNamespace: 'ceph-csi' }) }),
  },
  { name: 'RbdQos', build: () => new RbdQos(chart(deploying()), 'bronze', { driver: RbdDriver.rook({ cephCsi: '3.18' }), maxReadIops: 5000, maxWriteIops: 2000, maxReadPerSecond: Size.mebibytes(400), maxWritePerSecond: Size.mebibytes(200) }) },
  { name: 'KubeVirtPlatform, smallest', build: () => new KubeVirtPlatform(chart(), 'kubevirt') },
  {
    name: 'KubeVirtPlatform, fullest',
    build: () => {
      const platform = chart(plainApp({ fleet: 'ai-prod', target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.34' } }));
      const pools = [
        new VfioNodePool(platform, 'vm-gpu-pci', { nodes: 6, gpusPerNode: Gpu.A100_PCIE_40GB.times(4), dedicatedCpus: true }),
        new VfioNodePool(platform, 'amd', {
          nodes: 1, gpusPerNode: [Gpu.custom({ name: 'MI210', deviceName: 'amd.com/MI210', pciIds: ['1002:740f'] })], devicePlugin: DevicePlugin.KUBEVIRT, taints: [{ key: 'example.com/amd' }],
        }),
      ];
      return new KubeVirtPlatform(platform, 'kubevirt', {
        pools, featureGates: ['HostDevices'], disabledFeatureGates: ['ExternalNetResourceInjection'], virtTemplate: true, scratchStorage: STORAGE, namespace: 'kubevirt-system',
      });
    },
  },
  { name: 'GoldenImage, smallest', build: () => new GoldenImage(images(), 'ubuntu', { source: HTTP, size: gi(40), storage: STORAGE }) },
  {
    name: 'GoldenImage, fullest',
    build: () => new GoldenImage(images(deploying()), 'ubuntu', {
      source: ImageSource.http('https://images.example.internal/ubuntu.qcow2', { sha256: SHA, credentials: 'image-server', caBundle: 'internal-ca' }),
      size: gi(60), storage: STORAGE, version: 4,
      retained: [
        { version: 1, source: HTTP, size: gi(40) },
        { version: 2, source: ImageSource.registry(`docker://registry.example.internal/images/ubuntu:24.04@sha256:${SHA}`, { credentials: 'registry', caBundle: 'internal-ca', pullMethod: PullMethod.NODE }), size: gi(50), storage: RbdStorage.fromClassName('old-rbd'), provenance: { revision: '9b1e0c7' } },
        { version: 3, source: ImageSource.claim('ubuntu-by-hand'), size: gi(60) },
      ],
      provenance: { sbom: 'https://images.example.internal/ubuntu.spdx.json', buildDate: '2026-11-30', revision: '4f2c1d9' },
    }),
  },
  {
    name: 'GoldenImage, uploaded and from a snapshot',
    build: () => new GoldenImage(images(), 'ubuntu', {
      source: ImageSource.upload({ sha256: SHA }), size: gi(40), storage: STORAGE, version: 2, retained: [{ version: 1, source: ImageSource.snapshot('sealed'), size: gi(40) }],
    }),
  },
  { name: 'RbdRootDisk, smallest', build: () => root(space()) },
  {
    name: 'RbdRootDisk, fullest',
    build: () => new RbdRootDisk(chart(deploying(), 'vision'), 'root', {
      image: IMAGE, storage: STORAGE, size: Size.mebibytes(61441), grownTo: gi(300), owner: Person.of('bob'), machine: 'second', singlePod: true, name: 'vm-bob-7-boot',
    }),
  },
  { name: 'RbdWorkspaceDisk, smallest', build: () => new RbdWorkspaceDisk(space(), 'work', { storage: STORAGE, size: gi(500) }) },
  {
    name: 'RbdWorkspaceDisk, fullest',
    build: () => new RbdWorkspaceDisk(chart(deploying(), 'vision'), 'work', {
      storage: STORAGE, size: Size.tebibytes(2), grownTo: Size.tebibytes(3), owner: Person.of('bob'), machine: 'second', singlePod: true, name: 'bob-datasets', filesystem: WorkspaceFilesystem.of({ type: FilesystemType.XFS, mountPath: '/data', label: 'data' }),
    }),
  },
  {
    name: 'Workstation, smallest',
    build: () => {
      const alice = space();
      return new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice) });
    },
  },
  {
    name: 'Workstation, fullest',
    build: () => {
      const alice = space(deploying());
      return new Workstation(alice, 'workstation', {
        profile: office({ cpus: 16, cpuMode: CpuMode.GUARANTEED, threadsPerCore: 2, hugepages: HugePages.SIZE_2MI }),
        rootDisk: root(alice, 'root', { machine: 'second' }),
        workspaceDisk: new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: gi(500), machine: 'second', filesystem: WorkspaceFilesystem.of({ type: FilesystemType.XFS, mountPath: '/data' }) }),
        owner: alice.owner, machine: 'second', power: Power.RERUN_ON_FAILURE, services: [GuestService.ssh({ authorizedKeys: [key('pair')], user: 'dev' })], graphics: false,
        bootloader: Bootloader.EFI_SECURE_BOOT, readiness: Readiness.http(22, '/healthz'),
        cloudInit: CloudInit.of({
          packages: ['build-essential'], runCommands: ['echo "${HOME}" > /root/home'],
          files: [{ path: '/etc/motd', content: 'yes\n', permissions: '0644' }], settings: { timezone: 'Asia/Shanghai', power_state: { mode: 'reboot', condition: 'no' } },
        }),
        networkMatch: NetworkMatch.NAME, mac: MacAddress.of('0A-1B-2C-3D-4E-5F'), uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', serial: 'SN-0042',
        profileForm: ProfileForm.INLINE, nodeSelector: { 'example.com/rack': 'r1' }, tolerations: [{ key: 'dedicated', value: 'vm', effect: TaintEffect.NO_SCHEDULE }, { key: 'nvidia.com/gpu' }],
        priorityClass: 'workstations', terminationGracePeriod: Duration.minutes(5),
      });
    },
  },
  {
    name: 'Workstation, BIOS, guest agent, no service',
    build: () => {
      const alice = space();
      return new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), services: [], readiness: Readiness.guestAgent(), bootloader: Bootloader.BIOS });
    },
  },
  {
    name: 'Workstation, user data in a Secret',
    build: () => {
      const home = space();
      return new Workstation(home, 'workstation', { profile: office(), rootDisk: root(home), cloudInit: CloudInit.of({ runCommands: [`echo ${'x'.repeat(2100)}`] }) });
    },
  },
  {
    name: 'Workstation, instancetype',
    build: () => {
      const app = plainApp();
      new InstancetypeCatalog(chart(app), 'profiles', { profiles: [office()] });
      const alice = space(app);
      return new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), profileForm: ProfileForm.INSTANCETYPE });
    },
  },
  {
    name: 'GpuWorkstation, smallest',
    build: () => {
      const alice = space();
      return new GpuWorkstation(alice, 'workstation', { profile: trainer(), rootDisk: root(alice) });
    },
  },
  {
    name: 'GpuWorkstation, fullest',
    build: () => {
      const alice = space(deploying());
      return new GpuWorkstation(alice, 'workstation', {
        profile: trainer({
          cpus: 32, memory: gi(256), gpus: [...Gpu.A100_PCIE_40GB.times(2), Gpu.custom({ name: 'MI210', deviceName: 'amd.com/MI210' })],
          cpuMode: CpuMode.DEDICATED, threadsPerCore: 2, hugepages: HugePages.SIZE_1GI, numa: Numa.PASSTHROUGH, isolateEmulatorThread: true,
        }),
        rootDisk: root(alice), workspaceDisk: new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: gi(500) }),
        tolerations: [{ key: 'nvidia.com/gpu' }],
      });
    },
  },
  {
    name: 'InstancetypeCatalog, smallest',
    build: () => new InstancetypeCatalog(chart(), 'profiles', { profiles: [office()] }),
  },
  {
    name: 'InstancetypeCatalog, fullest',
    build: () => new InstancetypeCatalog(chart(deploying()), 'profiles', {
      profiles: [
        office(), office({ version: 2, cpus: 6, threadsPerCore: 2 }),
        trainer({ cpuMode: CpuMode.DEDICATED, threadsPerCore: 2,
          hugepages: HugePages.SIZE_1GI, numa: Numa.PASSTHROUGH, isolateEmulatorThread: true, gpus: Gpu.H100_SXM5_80GB.times(2) }),
      ],
    }),
  },
  {
    name: 'clone right for an image of somebody else',
    build: () => {
      const app = deploying();
      root(space(app), 'root', { image: GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: gi(40), claimName: 'ubuntu-2026-11' }) });
      return app.node.findChild('clone-rights') as Chart;
    },
  },
];
