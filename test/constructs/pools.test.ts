import type { Construct } from 'constructs';
import { notesOf } from '../../src/constructs/notes';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { ContainerGpuPool } from '../../src/constructs/pools/container-gpu-pool';
import { CpuNodePool, type CpuNodePoolProps } from '../../src/constructs/pools/cpu-node-pool';
import type { IMachinePool } from '../../src/constructs/pools/pool';
import { VfioNodePool, type VfioNodePoolProps } from '../../src/constructs/pools/vfio-node-pool';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation, type WorkstationProps } from '../../src/constructs/workstation';
import { CpuMode, DevicePlugin, Gpu, HugePages, Numa, type Profile, Quota, TaintEffect } from '../../src/values';
import { chart, codesBelow, faultsBelow, gi, manifestsOf, office, person, root, theOne, trainer } from '../support/fleet';

const four = Gpu.A100_PCIE_40GB.times(4);
const gpuPool = (platform: Construct, props: Partial<VfioNodePoolProps> = {}, id = 'vm-gpu-pci') => new VfioNodePool(platform, id, { nodes: 2, gpusPerNode: four, ...props });
const space = (platform: Construct, name = 'alice', quota?: Quota): UserSpace => new UserSpace(platform.node.root as Construct, name, { owner: person(name), ...(quota ? { quota } : {}) });
/** A machine with GPUs in a pool. */
const inPool = (platform: Construct, pool: IMachinePool | undefined, profile = trainer(), props: Partial<WorkstationProps> = {}, home = space(platform), machine = ''): GpuWorkstation =>
  new GpuWorkstation(home, `workstation${machine}`, { profile, rootDisk: root(home, `root${machine}`, { machine }), machine, ...(pool ? { pool } : {}), ...props });
const podOf = (machine: Construct) => theOne(machine, 'VirtualMachine').spec.template.spec;
const messages = (construct: Construct): string[] => faultsBelow(construct.node.root as Construct).filter(({ code }) => /POOL|GPU-002|APP/.test(code)).map(({ code, message }) => `${code} ${message}`);
const noteOf = (pool: Construct): string => notesOf(pool).map(({ text }) => text).join('');

describe('a machine in a pool', () => {
  it('selects its nodes and tolerates their taint', () => {
    const platform = chart();
    const spec = podOf(inPool(platform, gpuPool(platform)));
    expect(spec.nodeSelector).toEqual({ 'workstations.dev/pool': 'vm-gpu-pci' });
    expect(spec.tolerations).toEqual([{ key: 'workstations.dev/pool', operator: 'Equal', value: 'vm-gpu-pci', effect: 'NoSchedule' }]);
    expect(codesBelow(platform.node.root as Construct)).toEqual([]);
  });

  it('keeps what it says itself beside that', () => {
    const platform = chart();
    const pool = gpuPool(platform, { labels: { zone: 'a' }, taints: [{ key: 'gpu' }, { key: 'team', value: 'ai', effect: TaintEffect.NO_EXECUTE }] });
    const spec = podOf(inPool(platform, pool, trainer(), { nodeSelector: { rack: 'r1', zone: 'a' }, tolerations: [{ key: 'own' }] }));
    expect(spec.nodeSelector).toEqual({ zone: 'a', rack: 'r1' });
    expect(spec.tolerations).toEqual([
      { key: 'gpu', operator: 'Exists', effect: 'NoSchedule' }, { key: 'team', operator: 'Equal', value: 'ai', effect: 'NoExecute' }, { key: 'own', operator: 'Exists' },
    ]);
  });

  it('of CPU nodes tolerates nothing', () => {
    const platform = chart();
    const home = space(platform);
    const machine = new Workstation(home, 'workstation', { profile: office(), rootDisk: root(home), pool: new CpuNodePool(platform, 'vm-cpu', { nodes: 3 }) });
    expect([podOf(machine).nodeSelector, podOf(machine).tolerations]).toEqual([{ 'workstations.dev/pool': 'vm-cpu' }, undefined]);
  });

  it('writes nothing for the pool itself, and gives copies', () => {
    const platform = chart();
    const pool = gpuPool(platform);
    pool.nodeLabels.other = 'x';
    expect([manifestsOf(pool), pool.poolName, pool.nodeLabels]).toEqual([[], 'vm-gpu-pci', { 'workstations.dev/pool': 'vm-gpu-pci' }]);
  });
});

describe('what a pool cannot give', () => {
  const refused = (profile: Profile, props: Partial<VfioNodePoolProps> = {}, own: Partial<WorkstationProps> = {}): string[] => {
    const platform = chart();
    inPool(platform, gpuPool(platform, props), profile, own);
    return messages(platform);
  };
  const dedicated = (props = {}): Profile => trainer({ cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI, numa: Numa.PASSTHROUGH, ...props });

  it('WS-GPU-002: another card', () => {
    expect(refused(trainer({ gpus: [Gpu.A10_24GB] }))).toEqual(["WS-GPU-002 pool 'vm-gpu-pci' offers A100_PCIE_40GB, but profile 'trainer' v3 of 'alice-workstation' needs A10_24GB"]);
  });

  it('WS-GPU-002: cards of a pool without any', () => {
    const platform = chart();
    inPool(platform, new CpuNodePool(platform, 'vm-cpu', { nodes: 1 }));
    expect(messages(platform)).toEqual([expect.stringMatching(/^WS-GPU-002 pool 'vm-cpu' offers no GPU, but /)]);
  });

  it('WS-POOL-001: more cards than a node has', () => {
    expect(refused(trainer({ gpus: Gpu.A100_PCIE_40GB.times(5) }))).toEqual(["WS-POOL-001 'alice-workstation' with profile 'trainer-v3' asks for 5 × A100_PCIE_40GB, and a node of pool 'vm-gpu-pci' has 4 × A100_PCIE_40GB"]);
  });

  it('WS-POOL-003: CPUs of its own, huge pages', () => {
    expect(refused(dedicated())).toEqual([
      "WS-POOL-003 'alice-workstation' with profile 'trainer-v3' needs CPUs of its own, which pool 'vm-gpu-pci' does not declare",
      "WS-POOL-003 'alice-workstation' with profile 'trainer-v3' needs huge pages of 1Gi, which pool 'vm-gpu-pci' does not declare",
    ]);
    expect(refused(dedicated(), { dedicatedCpus: true, hugepages1Gi: gi(63) })).toEqual([expect.stringMatching(/needs 64Gi in huge pages, more than the 63Gi of a node/)]);
    expect(refused(dedicated(), { dedicatedCpus: true, hugepages1Gi: gi(64) })).toEqual([]);
    expect(refused(trainer({ hugepages: HugePages.SIZE_2MI }), { hugepages1Gi: gi(64) })).toEqual([expect.stringMatching(/needs huge pages of 2Mi/)]);
    expect(refused(trainer({ hugepages: HugePages.SIZE_2MI }), { hugepages2Mi: gi(64) })).toEqual([]);
  });

  it('WS-APP-002: another value for its label', () => {
    expect(refused(trainer(), {}, { nodeSelector: { 'workstations.dev/pool': 'other' } })).toEqual([expect.stringMatching(/^WS-APP-002 .*nodeSelector.workstations\.dev\/pool/)]);
  });

  it.each<[string, unknown]>([['a text', 'vm-gpu-pci'], ['a look-alike', { poolName: 'vm-gpu-pci', nodeLabels: {} }], ['a number', 3]])('WS-APP-002: %s in place of a pool', (_name, pool) => {
    const platform = chart();
    inPool(platform, pool as IMachinePool);
    expect(messages(platform)).toEqual([expect.stringMatching(/^WS-APP-002 .*pool/)]);
  });

  it('WS-APP-002: a pool of containers', () => {
    const platform = chart();
    inPool(platform, new ContainerGpuPool(platform, 'container-gpu', { nodes: 1, gpusPerNode: four }) as unknown as IMachinePool);
    expect(messages(platform)).toEqual([expect.stringMatching(/^WS-APP-002 .*ContainerGpuPool 'container-gpu'/)]);
  });
});

describe('WS-POOL-002: more cards asked than there are', () => {
  const fleet = (people: number, quota?: Quota, props: Partial<VfioNodePoolProps> = {}, machines = 1): string[] => {
    const platform = chart();
    const pool = gpuPool(platform, props);
    for (let index = 0; index < people; index += 1) {
      const home = space(platform, `p${index}`, quota);
      for (let machine = 0; machine < machines; machine += 1) {
        inPool(platform, pool, trainer({ gpus: Gpu.A100_PCIE_40GB.times(2) }), {}, home, machine === 0 ? '' : `m${machine}`);
      }
    }
    return messages(platform);
  };

  it('as many as there are', () => expect(fleet(4)).toEqual([]));
  it('one machine more', () => expect(fleet(5)).toEqual(["WS-POOL-002 the machines of pool 'vm-gpu-pci' ask for 10 × A100_PCIE_40GB, and its 2 nodes have 8"]));
  it('that do not run at once', () => {
    expect(fleet(4, undefined, {}, 2)).toEqual([expect.stringMatching(/ask for 16 × A100_PCIE_40GB/)]);
    expect(fleet(4, Quota.asDeclared({ runningAtOnce: 1 }), {}, 2)).toEqual([]);
  });
  it('is a warning', () => {
    const platform = chart();
    inPool(platform, gpuPool(platform, { nodes: 1, gpusPerNode: [Gpu.A100_PCIE_40GB] }), trainer(), {}, space(platform, 'a'));
    inPool(platform, new VfioNodePool(platform, 'other', { nodes: 1, gpusPerNode: [Gpu.A100_PCIE_40GB] }), trainer(), {}, space(platform, 'b'));
    expect(faultsBelow(platform.node.root as Construct).map(({ code, severity }) => `${code} ${severity}`)).toEqual([]);
  });
});

describe('pools among each other', () => {
  it.each<[string, CpuNodePoolProps | undefined, boolean]>([
    ['labels of their own', undefined, true],
    ['the same labels', { nodes: 1, labels: { 'workstations.dev/pool': 'vm-gpu-pci' } }, false],
    ['labels that are some of the others', { nodes: 1, labels: { 'workstations.dev/pool': 'vm-gpu-pci', 'rack': 'a' } }, false],
    ['another value', { nodes: 1, labels: { 'workstations.dev/pool': 'other' } }, true],
  ])('WS-POOL-004: %s', (_name, props, fine) => {
    const platform = chart();
    gpuPool(platform);
    new CpuNodePool(platform, 'vm-cpu', props ?? { nodes: 1 });
    expect(messages(platform)).toEqual(fine ? [] : [expect.stringMatching(/^WS-POOL-004 the labels of pool 'vm-cpu' .* of pool 'vm-gpu-pci'$/)]);
  });

  it('WS-POOL-006: a machine that names none', () => {
    const platform = chart();
    gpuPool(platform);
    inPool(platform, undefined);
    inPool(platform, undefined, trainer({ gpus: [Gpu.A10_24GB] }), {}, space(platform, 'bob'));
    expect(messages(platform)).toEqual(["WS-POOL-006 'alice-workstation' takes GPUs and names no pool, although the fleet has 'vm-gpu-pci'"]);
  });

  it('WS-POOL-005: a card without a PCI id', () => {
    const platform = chart();
    gpuPool(platform, { gpusPerNode: [Gpu.custom({ name: 'MI210', deviceName: 'amd.com/MI210' })] });
    expect(messages(platform)).toEqual(["WS-POOL-005 GPU 'MI210' of pool 'vm-gpu-pci' has no PCI id"]);
    gpuPool(platform, { gpusPerNode: [Gpu.custom({ name: 'MI210', deviceName: 'amd.com/MI210', pciIds: ['1002:740F'] })] }, 'amd');
    expect(messages(platform)).toHaveLength(1);
  });
});

describe('odd props', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nodes', { nodes: 0 }], ['nodes', { nodes: 1.5 }], ['nodes', { nodes: '3' }], ['nodes', { nodes: 5001 }],
    ['gpusPerNode', { gpusPerNode: undefined }], ['gpusPerNode', { gpusPerNode: [] }], ['gpusPerNode', { gpusPerNode: Gpu.A100_PCIE_40GB }], ['gpusPerNode[0]', { gpusPerNode: ['A100'] }],
    ['gpusPerNode', { gpusPerNode: [...Gpu.A10_24GB.times(16), Gpu.A10_24GB] }],
    ['devicePlugin', { devicePlugin: 'amd' }], ['labels', { labels: {} }], ['labels', { labels: 'a' }], ['taints', { taints: 'a' }],
    ['taints[0].key', { taints: [{ key: 'a b' }] }], ['taints[0].value', { taints: [{ key: 'a', value: 'b c' }] }], ['taints[0].effect', { taints: [{ key: 'a', effect: 'Never' }] }],
    ['taints[0].key', { taints: [null] }], ['taints[0]', { taints: ['a'] }],
    ['dedicatedCpus', { dedicatedCpus: 'yes' }], ['hugepages1Gi', { hugepages1Gi: '64Gi' }], ['hugepages1Gi', { hugepages1Gi: gi(0.5) }],
  ])('%s', (field, props) => {
    const platform = chart();
    gpuPool(platform, props as Partial<VfioNodePoolProps>);
    const found = faultsBelow(platform);
    expect(found.map((fault) => fault.field)).toContain(field);
    expect(found.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
  });

  it.each(['gpu/pool', 'a\nb', '-a', 'a-', 'ä', 'x'.repeat(64)])('the id %j is refused once, at the pool', (id) => {
    const platform = chart();
    const pool = gpuPool(platform, {}, id);
    inPool(platform, pool);
    expect(faultsBelow(platform.node.root as Construct).map(({ code, field }) => `${code} ${field}`)).toEqual(['WS-APP-002 id']);
  });

  it('an id that no label can have, and a prop that is none', () => {
    const platform = chart();
    gpuPool(platform, { tainted: true } as Partial<VfioNodePoolProps>, 'GPU nodes');
    expect(codesBelow(platform)).toEqual(['WS-APP-002', 'WS-APP-007']);
  });

  it('KubeVirt as the plugin of containers', () => {
    const platform = chart();
    new ContainerGpuPool(platform, 'container-gpu', { nodes: 1, gpusPerNode: four, devicePlugin: DevicePlugin.KUBEVIRT });
    expect(codesBelow(platform)).toEqual(['WS-APP-002']);
  });
});

describe('nodes.md', () => {
  it('has the lines of a pool with everything', () => {
    const platform = chart();
    const text = noteOf(gpuPool(platform, { devicePlugin: DevicePlugin.GPU_OPERATOR, dedicatedCpus: true, hugepages1Gi: gi(256), hugepages2Mi: gi(1) }));
    expect(text).toContain('## vm-gpu-pci (vm-gpu-pci): 2 nodes, each with 4 × A100_PCIE_40GB\n');
    expect(text).toContain('kubectl label node NODE workstations.dev/pool=vm-gpu-pci nvidia.com/gpu.workload.config=vm-passthrough\nkubectl taint node NODE workstations.dev/pool=vm-gpu-pci:NoSchedule\n');
    expect(text).toContain('hugepagesz=1G hugepages=256 hugepagesz=2M hugepages=512\n');
    expect(text).toContain('cpuManagerPolicy: static\n');
    expect(text).toContain('GA100_A100_PCIE_40GB:.status.allocatable.nvidia\\.com/GA100_A100_PCIE_40GB');
  });

  it.each<[DevicePlugin, RegExp, RegExp]>([
    [DevicePlugin.NVIDIA, /kubevirt-gpu-device-plugin advertises them/, /gpu\.workload\.config/],
    [DevicePlugin.KUBEVIRT, /KubeVirt advertises them itself: no device plugin/, /gpu\.workload\.config/],
    [DevicePlugin.GPU_OPERATOR, /sandboxWorkloads\.enabled=true/, /bound to vfio-pci when/],
  ])('says who advertises the cards: %s', (devicePlugin, has, hasNot) => {
    const text = noteOf(gpuPool(chart(), { devicePlugin }));
    expect(text).toMatch(has);
    expect(text).not.toMatch(hasNot);
    expect(text).not.toMatch(/KubeletConfiguration|hugepagesz/);
  });

  it('of containers and of CPU nodes', () => {
    const platform = chart();
    expect(noteOf(new ContainerGpuPool(platform, 'container-gpu', { nodes: 2, gpusPerNode: four }))).toContain('workstations.dev/pool=container-gpu nvidia.com/gpu.workload.config=container\n');
    expect(noteOf(new CpuNodePool(platform, 'vm-cpu', { nodes: 1, taints: [{ key: 'vm' }] }))).toMatch(/1 node\n[^]*kubectl taint node NODE vm:NoSchedule\n[^]*this should show 1 node:/);
  });
});
