import { type KubeObject } from './harness/client';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a machine is broken here in every way.
export type Loose = any;

/** A copy of a machine with something wrong. */
export function broken(machine: KubeObject, change: (spec: Loose, vm: Loose) => void): KubeObject {
  const copy = structuredClone(machine);
  change((copy.spec as Loose).template.spec, copy);
  return copy;
}

type Change = (spec: Loose, vm: Loose) => void;

/** Mistakes in a machine with a GPU that KubeVirt or Kubernetes refuse. */
export const MISTAKES: readonly (readonly [string, Change])[] = [
  ['a bus that is none', (spec) => { spec.domain.devices.disks[0].disk.bus = 'virtiooo'; }],
  ['a disk without a volume', (spec) => { spec.volumes.pop(); }],
  ['two disks of one name', (spec) => { spec.domain.devices.disks.push(structuredClone(spec.domain.devices.disks[0])); }],
  ['two volumes of one name', (spec) => { spec.volumes.push(structuredClone(spec.volumes[0])); }],
  ['two disks that start first', (spec) => { spec.domain.devices.disks[1].bootOrder = 1; }],
  ['a start order of zero', (spec) => { spec.domain.devices.disks[0].bootOrder = 0; }],
  ['a network without an interface', (spec) => { spec.networks.push({ name: 'second', multus: { networkName: 'net' } }); }],
  ['two networks of one name', (spec) => { spec.networks.push({ name: 'default', pod: {} }); }],
  ['two pod networks', (spec) => { spec.networks.push({ name: 'b', pod: {} }); spec.domain.devices.interfaces.push({ name: 'b', masquerade: {} }); }],
  ['two bindings of one interface', (spec) => { spec.domain.devices.interfaces[0].bridge = {}; }],
  ['a MAC address that is none', (spec) => { spec.domain.devices.interfaces[0].macAddress = 'no'; }],
  ['a port above 65535', (spec) => { spec.domain.devices.interfaces[0].ports[0].port = 70_000; }],
  ['two ports of one name', (spec) => { spec.domain.devices.interfaces[0].ports.push({ name: 'ssh', port: 2222 }); }],
  ['a request above its limit', (spec) => { spec.domain.resources.limits = { memory: '1Gi' }; }],
  ['memory that is no multiple of its pages', (spec) => { spec.domain.memory = { guest: '65537Mi', hugepages: { pageSize: '1Gi' } }; spec.domain.resources = {}; }],
  ['half a dedicated CPU', (spec) => { spec.domain.cpu.dedicatedCpuPlacement = true; spec.domain.resources.requests.cpu = '1500m'; }],
  ['a host name with a dot', (spec) => { spec.hostname = 'a.b'; }],
  ['an eviction strategy that is none', (spec) => { spec.evictionStrategy = 'Sometimes'; }],
  ['a run strategy that is none', (_spec, vm) => { vm.spec.runStrategy = 'Sometimes'; }],
  ['both ways to say when it runs', (_spec, vm) => { vm.spec.running = true; }],
  ['a serial with a blank', (spec) => { spec.domain.devices.disks[0].serial = 'a b'; }],
  ['secure boot without SMM', (spec) => { spec.domain.firmware.bootloader.efi = { secureBoot: true }; delete spec.domain.features.smm; }],
  ['two firmwares', (spec) => { spec.domain.firmware.bootloader.bios = {}; }],
  ['2,049 bytes of user data', (spec) => { spec.volumes.find((one: Loose) => one.cloudInitNoCloud).cloudInitNoCloud = { userData: 'x'.repeat(2049) }; }],
  ['user data given twice', (spec) => { spec.volumes.find((one: Loose) => one.cloudInitNoCloud).cloudInitNoCloud = { userData: 'x', secretRef: { name: 'y' } }; }],
  ['a probe of two kinds', (spec) => { spec.readinessProbe = { tcpSocket: { port: 22 }, httpGet: { port: 80 } }; }],
  ['a node label with a blank', (spec) => { spec.nodeSelector = { pool: 'a b' }; }],
  ["a feature of Hyper-V's without what it needs", (spec) => { spec.domain.features.hyperv = { synic: {}, vpindex: { enabled: false } }; }],
  ["Hyper-V's features chosen and passed through", (spec) => { spec.domain.features.hyperv = { vpindex: {} }; spec.domain.features.hypervPassthrough = {}; }],
  ['a template that knows its managers', (_spec, vm) => { vm.spec.template.metadata.managedFields = [{ manager: 'a' }]; }],
  ['a toleration of nothing', (spec) => { spec.tolerations = [{ operator: 'Equal', effect: 'NoSchedule' }]; }],
];

/** What KubeVirt's code lets pass: the schemas or our checks do not. */
export const OURS: readonly (readonly [string, Change])[] = [
  ['negative memory', (spec) => { spec.domain.memory.guest = '-1Gi'; }],
  ['a GPU without a name', (spec) => { spec.domain.devices.gpus[0].name = ''; }],
];
