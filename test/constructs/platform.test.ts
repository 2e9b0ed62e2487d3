import { App } from 'cdk8s';
import type { Construct } from 'constructs';
import { expectationsOf } from '../../src/constructs/expectations';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { notesOf } from '../../src/constructs/notes';
import { KubeVirtPlatform, type KubeVirtPlatformProps } from '../../src/constructs/platform/kubevirt-platform';
import { ContainerGpuPool } from '../../src/constructs/pools/container-gpu-pool';
import { CpuNodePool } from '../../src/constructs/pools/cpu-node-pool';
import { VfioNodePool } from '../../src/constructs/pools/vfio-node-pool';
import { UserSpace } from '../../src/constructs/user-space';
import { layerOf } from '../../src/constructs/layers';
import { CpuMode, DevicePlugin, Gpu, type Target } from '../../src/values';
import { chart, codesBelow, faultsBelow, manifestsOf, person, plainApp, root, STORAGE, theOne, trainer } from '../support/fleet';

const TARGETS = { '1.7': { kubevirt: '1.7', kubernetes: '1.34' }, '1.8': { kubevirt: '1.8', kubernetes: '1.35' }, '1.9': { kubevirt: '1.9', kubernetes: '1.36' } } as const;
const platformFor = (target: Target = TARGETS['1.9']): Construct => chart(plainApp({ target: { cdi: '1.66', ...target } }));
const kubevirtOf = (construct: Construct) => theOne(construct, 'KubeVirt').spec;
const made = (props: KubeVirtPlatformProps = {}, target?: Target): Construct => new KubeVirtPlatform(platformFor(target), 'kubevirt', props);
const a100 = (platform: Construct, props = {}) => new VfioNodePool(platform, 'vm-gpu-pci', { nodes: 1, gpusPerNode: Gpu.A100_PCIE_40GB.times(4), ...props });

describe('the KubeVirt object', () => {
  it('of no pool', () => {
    expect(kubevirtOf(made())).toEqual({
      uninstallStrategy: 'BlockUninstallIfWorkloadsExist', workloadUpdateStrategy: { workloadUpdateMethods: [] },
      configuration: { evictionStrategy: 'None', virtTemplateDeployment: { enabled: false } },
    });
  });

  it('is kept, lies before all else, and says its release', () => {
    const platform = made();
    const { metadata } = theOne(platform, 'KubeVirt');
    expect(metadata).toMatchObject({
      name: 'kubevirt', namespace: 'kubevirt', labels: { 'workstations.dev/keep': 'true' },
      annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false', 'kustomize.toolkit.fluxcd.io/prune': 'disabled', 'workstations.dev/release': '1.9' },
    });
    expect(layerOf(platform)).toBe('0-operators');
  });

  it('permits the cards of the pools, by every PCI id, and tolerates their taints', () => {
    const scope = platformFor();
    const pools = [a100(scope), new VfioNodePool(scope, 'amd', {
      nodes: 1, gpusPerNode: [Gpu.custom({ name: 'MI210', deviceName: 'amd.com/MI210', pciIds: ['1002:740f'] })], devicePlugin: DevicePlugin.KUBEVIRT, taints: [{ key: 'amd' }],
    }), new CpuNodePool(scope, 'vm-cpu', { nodes: 1 })];
    const spec = kubevirtOf(new KubeVirtPlatform(scope, 'kubevirt', { pools }));
    expect(spec.configuration.permittedHostDevices).toEqual({
      pciHostDevices: [
        { pciVendorSelector: '1002:740F', resourceName: 'amd.com/MI210' },
        { pciVendorSelector: '10DE:20B1', resourceName: 'nvidia.com/GA100_A100_PCIE_40GB', externalResourceProvider: true },
        { pciVendorSelector: '10DE:20F1', resourceName: 'nvidia.com/GA100_A100_PCIE_40GB', externalResourceProvider: true },
      ],
    });
    expect(spec.workloads.nodePlacement.tolerations).toEqual([
      { key: 'workstations.dev/pool', operator: 'Equal', value: 'vm-gpu-pci', effect: 'NoSchedule' }, { key: 'amd', operator: 'Exists', effect: 'NoSchedule' },
    ]);
    expect(codesBelow(scope)).toEqual([]);
  });

  it.each<[keyof typeof TARGETS, string[], unknown]>([
    ['1.7', ['CPUManager', 'ExpandDisks', 'Snapshot'], undefined],
    ['1.8', ['CPUManager', 'ExpandDisks', 'Snapshot'], undefined],
    ['1.9', ['CPUManager'], { enabled: false }],
  ])('lists for %s what is off there by itself', (release, gates, template) => {
    const scope = platformFor(TARGETS[release]);
    const { configuration } = kubevirtOf(new KubeVirtPlatform(scope, 'kubevirt', { pools: [a100(scope, { dedicatedCpus: true })] }));
    expect([configuration.developerConfiguration, configuration.virtTemplateDeployment]).toEqual([{ featureGates: gates }, template]);
  });

  it('turns image volumes off where Kubernetes drops them', () => {
    expect(kubevirtOf(made({}, { kubevirt: '1.9', kubernetes: '1.34' })).configuration.developerConfiguration).toEqual({ disabledFeatureGates: ['ImageVolume'] });
    expect(kubevirtOf(made({}, { kubevirt: '1.8', kubernetes: '1.34' })).configuration.developerConfiguration.disabledFeatureGates).toBeUndefined();
  });

  it('takes what the platform team adds', () => {
    const spec = kubevirtOf(made({ featureGates: ['HostDevices', 'VSOCK', 'HostDevices'], disabledFeatureGates: ['ExternalNetResourceInjection'], virtTemplate: true, namespace: 'kubevirt-system' }));
    expect(spec.configuration).toMatchObject({
      developerConfiguration: { featureGates: ['HostDevices', 'VSOCK'], disabledFeatureGates: ['ExternalNetResourceInjection'] }, virtTemplateDeployment: { enabled: true },
    });
  });
});

describe('the CDI object', () => {
  it('is read by CDI, honours binding modes, and blocks its own removal', () => {
    const { metadata, spec } = theOne(made(), 'CDI');
    expect(metadata.namespace).toBeUndefined();
    expect(metadata.annotations['cdi.kubevirt.io/configAuthority']).toBe('');
    expect(spec).toEqual({
      uninstallStrategy: 'BlockUninstallIfWorkloadsExist', config: { featureGates: ['HonorWaitForFirstConsumer'] },
      infra: { nodeSelector: { 'kubernetes.io/os': 'linux' }, tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }] },
      workload: { nodeSelector: { 'kubernetes.io/os': 'linux' } },
    });
  });

  it('has a class for scratch space, and tolerates the taints', () => {
    const scope = platformFor();
    const platform = new KubeVirtPlatform(scope, 'kubevirt', { scratchStorage: STORAGE, pools: [a100(scope)] });
    const { spec } = theOne(platform, 'CDI');
    expect(spec.config.scratchSpaceStorageClass).toBe('ceph-rbd');
    expect(spec.workload.tolerations).toHaveLength(1);
    expect(expectationsOf(platform).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['storageClass ceph-rbd', 'namespace kubevirt', 'right virt-operator', 'right cdi-operator']);
  });
});

describe('gates', () => {
  it.each<[string, KubeVirtPlatformProps, Target, string]>([
    ['unknown', { featureGates: ['CpuManager'] }, TARGETS['1.9'], "the feature gate 'CpuManager' in 'featureGates' of platform 'kubevirt' does not exist (did you mean 'CPUManager'?)"],
    ['always on', { featureGates: ['GPU'] }, TARGETS['1.9'], 'is GA in KubeVirt 1.9, and on by itself'],
    ['on by itself', { featureGates: ['Snapshot'] }, TARGETS['1.9'], 'is Beta in KubeVirt 1.9, and on by itself'],
    ['discontinued', { featureGates: ['Macvtap'] }, TARGETS['1.9'], 'is discontinued in KubeVirt 1.9'],
    ['deprecated', { featureGates: ['HotplugVolumes'] }, TARGETS['1.9'], 'is deprecated in KubeVirt 1.9'],
    ['of a later release', { featureGates: ['PortRangesSpec'] }, TARGETS['1.8'], 'is not known to KubeVirt 1.8'],
    ['on and off', { featureGates: ['HostDisk'], disabledFeatureGates: ['HostDisk'] }, TARGETS['1.9'], 'stands in disabledFeatureGates, too'],
    ['off anyway', { disabledFeatureGates: ['HostDisk'] }, TARGETS['1.9'], 'is off anyway'],
    ['cannot be turned off', { disabledFeatureGates: ['VMExport'] }, TARGETS['1.9'], 'is always on'],
    ['before there was a list', { disabledFeatureGates: ['Snapshot'] }, TARGETS['1.7'], 'KubeVirt 1.7 has no such list'],
  ])('WS-PLATFORM-002: %s', (_name, props, target, message) => {
    const found = faultsBelow(made(props, target));
    expect(found.map(({ code }) => code)).toEqual(['WS-PLATFORM-002']);
    expect(found[0]?.message).toContain(message);
  });

  it.each<[string, KubeVirtPlatformProps, Target]>([
    ['Alpha', { featureGates: ['HostDevices'] }, TARGETS['1.9']], ['Beta before 1.9', { featureGates: ['VMExport'] }, TARGETS['1.8']],
    ['Beta that is turned off', { disabledFeatureGates: ['Template'] }, TARGETS['1.9']],
  ])('accepts %s', (_name, props, target) => expect(codesBelow(made(props, target))).toEqual([]));
});

describe('a platform and its fleet', () => {
  const machine = (scope: Construct, profile = trainer(), pool?: VfioNodePool): void => {
    const home = new UserSpace(scope.node.root as Construct, 'alice', { owner: person() });
    new GpuWorkstation(home, 'workstation', { profile, rootDisk: root(home), ...(pool ? { pool } : {}) });
  };

  it('WS-PLATFORM-001: a card that no pool brings', () => {
    const scope = platformFor();
    new KubeVirtPlatform(scope, 'kubevirt', { pools: [a100(scope)] });
    machine(scope, trainer({ gpus: [Gpu.T4_16GB] }));
    expect(faultsBelow(scope.node.root as Construct).map(({ message }) => message)).toEqual(["'alice-workstation' needs the card T4_16GB (nvidia.com/TU104GL_TESLA_T4), which no pool of platform 'kubevirt' brings"]);
  });

  it('WS-PLATFORM-001: CPUs of its own, in whichever order the two are made', () => {
    const scope = platformFor();
    const pool = a100(scope);
    machine(scope, trainer({ cpuMode: CpuMode.DEDICATED }));
    new KubeVirtPlatform(scope, 'kubevirt', { pools: [pool] });
    expect(codesBelow(scope.node.root as Construct)).toEqual(['WS-PLATFORM-001', 'WS-POOL-006']);
  });

  it('is not asked in an app without one', () => {
    const scope = platformFor();
    machine(scope, trainer({ cpuMode: CpuMode.DEDICATED, gpus: [Gpu.T4_16GB] }));
    expect(codesBelow(scope.node.root as Construct)).toEqual([]);
  });

  it('WS-PLATFORM-003: a pool that it does not know, save for containers', () => {
    const scope = platformFor();
    a100(scope);
    new ContainerGpuPool(scope, 'container-gpu', { nodes: 1, gpusPerNode: [Gpu.A10_24GB] });
    new KubeVirtPlatform(scope, 'kubevirt');
    expect(faultsBelow(scope).map(({ message }) => message)).toEqual(["pool 'vm-gpu-pci' is declared, and not among the pools of platform 'kubevirt'"]);
  });

  it('WS-PLATFORM-010: a card that two pools say otherwise', () => {
    const scope = platformFor();
    const [l4, other] = [[Gpu.L4_24GB], [Gpu.custom({ name: 'B', deviceName: 'a.com/B', pciIds: ['10de:27b8'] })]];
    const pool = (id: string, gpusPerNode: Gpu[], devicePlugin = DevicePlugin.NVIDIA) => new VfioNodePool(scope, id, { nodes: 1, gpusPerNode, devicePlugin });
    new KubeVirtPlatform(scope, 'kubevirt', { pools: [pool('p', l4), pool('same', l4, DevicePlugin.GPU_OPERATOR), pool('q', l4, DevicePlugin.KUBEVIRT), pool('r', other)] });
    expect(faultsBelow(scope).map(({ message }) => message)).toEqual([
      "the card 10de:27b8 is nvidia.com/AD104GL_L4, advertised by a device plugin in pool 'p' of platform 'kubevirt', and nvidia.com/AD104GL_L4, advertised by KubeVirt in pool 'q'",
      "the card 10de:27b8 is nvidia.com/AD104GL_L4, advertised by a device plugin in pool 'p' of platform 'kubevirt', and a.com/B, advertised by a device plugin in pool 'r'",
    ]);
  });

  it('WS-PLATFORM-004: a second one', () => {
    const scope = platformFor();
    new KubeVirtPlatform(scope, 'kubevirt');
    KubeVirtPlatform.fromExisting(scope, 'other');
    expect(codesBelow(scope)).toEqual(['WS-PLATFORM-004']);
  });
});

describe('KubeVirtPlatform.fromExisting', () => {
  it('writes no object, and says which lines the cluster needs', () => {
    const scope = platformFor();
    const existing = KubeVirtPlatform.fromExisting(scope, 'kubevirt', { pools: [a100(scope, { dedicatedCpus: true })] });
    expect(manifestsOf(scope)).toEqual([]);
    const text = notesOf(existing).map((note) => note.text).join('');
    expect(text).toContain(`\`\`\`yaml
spec:
  configuration:
    developerConfiguration:
      featureGates:
        - CPUManager
    permittedHostDevices:
      pciHostDevices:
        - pciVendorSelector: 10DE:20B1
          resourceName: nvidia.com/GA100_A100_PCIE_40GB
          externalResourceProvider: true
`);
    expect(text).toMatch(/workloads:\n {4}nodePlacement:\n {6}tolerations:\n/);
    expect(text).toContain("| CPUManager | on | Alpha | CPUs of their own for machines in pool 'vm-gpu-pci' |");
    expect(expectationsOf(existing).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['gate CPUManager']);
  });

  it('of nothing asks for nothing', () => {
    const existing = KubeVirtPlatform.fromExisting(platformFor(), 'kubevirt');
    expect(notesOf(existing).map((note) => note.text).join('')).toMatch(/needs nothing of its object\.\n\n## Feature gates\n\nNone is listed/);
  });
});

it.each<[string, Record<string, unknown>]>([
  ['pools[0]', { pools: ['vm-gpu-pci'] }], ['pools', { pools: 'all' }], ['featureGates', { featureGates: 'all' }], ['featureGates[0]', { featureGates: [3] }],
  ['virtTemplate', { virtTemplate: 'no' }], ['scratchStorage', { scratchStorage: 'ceph-rbd' }], ['namespace', { namespace: 'Kube Virt' }], ['pool', { pool: [] }],
  ['virtTemplate', { virtTemplate: true, disabledFeatureGates: ['Template'] }],
])('odd: %s', (field, props) => {
  expect(faultsBelow(made(props)).map((fault) => fault.field)).toContain(field);
});

it('odd: templates before 1.9; no chart; null', () => {
  expect(codesBelow(made({ virtTemplate: true }, TARGETS['1.8']))).toEqual(['WS-APP-002']);
  expect(codesBelow(new KubeVirtPlatform(new App(), 'kubevirt'))).toEqual(['WS-APP-006', 'WS-APP-006']);
  expect(codesBelow(new KubeVirtPlatform(platformFor(), 'kubevirt', null as unknown as KubeVirtPlatformProps))).toEqual([]);
});
