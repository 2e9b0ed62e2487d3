import { check, codes, eachMachine, type Loose, machine, object } from './given';

// What KubeVirt's and Kubernetes' own code was seen to refuse, by random changes of machines (test/cluster/judges.test.ts).

eachMachine('names and addresses of hardware', [
  ['accept the PCI addresses of a disk and an interface', (spec) => { spec.domain.devices.disks[0].disk.pciAddress = '0000:81:01.0'; spec.domain.devices.interfaces[0].pciAddress = '0000:81:01.1'; }],
  ['reject that of a disk', (spec) => { spec.domain.devices.disks[0].disk.pciAddress = '81:01.0'; }, 'WS-SPEC-008'],
  ['reject that of an interface', (spec) => { spec.domain.devices.interfaces[0].pciAddress = '0000:81:01.8'; }, 'WS-SPEC-008'],
  ['reject a processor model that no label holds', (spec) => { spec.domain.cpu.model = 'A b'; }, 'WS-CPU-001'],
  ['reject a processor feature of that kind', (spec) => { spec.domain.cpu.features = [{ name: '/path' }]; }, 'WS-CPU-001'],
  ['reject an empty error policy', (spec) => { spec.domain.devices.disks[0].errorPolicy = ''; }, 'WS-SPEC-001'],
  ['reject a resource without a domain', (spec) => { spec.domain.resources = { requests: { gpu: '1' } }; }, 'WS-CPU-001'],
  ['reject half a device', (spec) => { spec.domain.resources = { limits: { 'example.com/device': '500m' } }; }, 'WS-CPU-001', 'WS-GPU-020'],
  ['reject an architecture that KubeVirt does not start', (spec) => { spec.architecture = 'riscv64'; }, 'WS-SPEC-001'],
]);

eachMachine("Hyper-V's features", [
  ['accept what KubeVirt turns on itself', (spec) => { spec.domain.features = { hyperv: { synictimer: {} } }; }],
  ['accept both turned off', (spec) => { spec.domain.features = { hyperv: { ipi: { enabled: false }, vpindex: { enabled: false } } }; }],
  ['reject one without what it needs', (spec) => { spec.domain.features = { hyperv: { synictimer: {}, synic: { enabled: false } } }; }, 'WS-SPEC-008'],
  ['reject two ways at once', (spec) => { spec.domain.features = { hyperv: {}, hypervPassthrough: {} }; }, 'WS-SPEC-008'],
]);

eachMachine('DHCP', [
  ['accepts servers and options', (spec) => { spec.domain.devices.interfaces[0].dhcpOptions = { ntpServers: ['10.0.0.1'], privateOptions: [{ option: 240, value: 'a' }, { option: 241, value: 'b' }] }; }],
  ['rejects a server by name', (spec) => { spec.domain.devices.interfaces[0].dhcpOptions = { ntpServers: ['ntp.example'] }; }, 'WS-SPEC-008'],
  ['rejects a server of IPv6', (spec) => { spec.domain.devices.interfaces[0].dhcpOptions = { ntpServers: ['fd00::1'] }; }, 'WS-SPEC-008'],
  ['rejects an option outside the private ones', (spec) => { spec.domain.devices.interfaces[0].dhcpOptions = { privateOptions: [{ option: 66, value: 'a' }] }; }, 'WS-SPEC-008'],
  ['rejects an option twice', (spec) => { spec.domain.devices.interfaces[0].dhcpOptions = { privateOptions: [{ option: 240, value: 'a' }, { option: 240, value: 'b' }] }; }, 'WS-SPEC-008'],
]);

const guarded = (change: (spec: Loose) => void) => (spec: Loose): void => {
  spec.domain.firmware = { ...spec.domain.firmware, bootloader: { efi: { secureBoot: false } } };
  spec.domain.launchSecurity = { snp: {} };
  change(spec);
};

eachMachine('encrypted memory', [
  ['accepts SNP', guarded(() => {})],
  ['rejects no kind', guarded((spec) => { spec.domain.launchSecurity = {}; }), 'WS-FIRMWARE-004'],
  ['rejects two kinds', guarded((spec) => { spec.domain.launchSecurity.sev = {}; }), 'WS-FIRMWARE-004'],
  ['rejects secure boot with SNP', guarded((spec) => { spec.domain.firmware.bootloader.efi = { secureBoot: true }; spec.domain.features = { smm: {} }; }), 'WS-FIRMWARE-004'],
  ['rejects variables that persist', guarded((spec) => { spec.domain.firmware.bootloader.efi.persistent = true; }), 'WS-FIRMWARE-004'],
  ['rejects a start from an interface', guarded((spec) => { spec.domain.devices.interfaces[0].bootOrder = 3; }), 'WS-FIRMWARE-004'],
  ['rejects TDX with SMM', guarded((spec) => { spec.domain.launchSecurity = { tdx: {} }; spec.domain.features = { smm: {} }; }), 'WS-FIRMWARE-004', 'WS-GATE-001'],
]);

const firmware = (more: Loose) => (spec: Loose): void => { spec.domain.firmware = { ...spec.domain.firmware, ...more }; };

eachMachine('tables and kernels of the firmware', [
  ['reject a table from a volume that is no Secret', firmware({ acpi: { slicNameRef: 'rootdisk' } }), 'WS-SPEC-008'],
  ['reject no table', firmware({ acpi: {} }), 'WS-SPEC-008'],
  ['accept a kernel', firmware({ kernelBoot: { kernelArgs: 'a=b', container: { image: 'a', kernelPath: '/boot/vmlinuz' } } })],
  ['reject arguments without a kernel', firmware({ kernelBoot: { kernelArgs: 'a=b' } }), 'WS-SPEC-008'],
  ['reject a kernel without a path', firmware({ kernelBoot: { container: { image: 'a' } } }), 'WS-SPEC-008'],
  ['reject a path that climbs', firmware({ kernelBoot: { container: { image: 'a', kernelPath: '/boot/../vmlinuz' } } }), 'WS-SPEC-008'],
]);

eachMachine('memory that may grow', [
  ['accepts it in pages', (spec) => { spec.domain.memory = { guest: '2Gi', maxGuest: '8Gi' }; }],
  ['rejects less than there is', (spec) => { spec.domain.memory = { guest: '2Gi', maxGuest: '1Gi' }; }, 'WS-MEMORY-006'],
  ['rejects a part of a page', (spec) => { spec.domain.memory = { guest: '2Gi', maxGuest: '2049Mi' }; }, 'WS-MEMORY-006'],
]);

eachMachine('what the template and its texts say', [
  ['rejects a finalizer that is no name', (_spec, vm) => { vm.spec.template.metadata = { ...vm.spec.template.metadata, finalizers: ['A b'] }; }, 'WS-SPEC-008'],
  ['rejects what the API server keeps', (_spec, vm) => { vm.spec.template.metadata = { ...vm.spec.template.metadata, managedFields: [] , generation: -1 }; }, 'WS-SPEC-008'],
  ['rejects a subdomain with a dot', (spec) => { spec.subdomain = 'a.b'; }, 'WS-DNS-001'],
  ['rejects a toleration with an empty effect', (spec) => { spec.tolerations = [{ key: 'a', operator: 'Exists', effect: '' }]; }, 'WS-VM-002'],
  ['rejects an empty eviction strategy', (spec) => { spec.evictionStrategy = ''; }, 'WS-SPEC-001'],
  ['rejects exec without a command', (spec) => { spec.readinessProbe = { exec: { command: [] } }; }, 'WS-PROBE-005'],
  ['rejects a Secret without a name', (spec) => { spec.volumes[1].cloudInitNoCloud = { secretRef: {} }; }, 'WS-VOLUME-012'],
  ['rejects keys of labels without a selector', (spec) => {
    spec.affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname', matchLabelKeys: ['a'] }] } };
  }, 'WS-PLACEMENT-001'],
]);

eachMachine('how a type is named', [
  ['rejects no name', (_spec, vm) => { vm.spec.preference = { kind: 'VirtualMachinePreference' }; }, 'WS-SPEC-008'],
  ['rejects a name beside a volume', (_spec, vm) => { vm.spec.preference = { name: 'a', inferFromVolume: 'rootdisk' }; }, 'WS-SPEC-008'],
  ['rejects a volume that is not there', (_spec, vm) => { vm.spec.preference = { inferFromVolume: 'none' }; }, 'WS-SPEC-008'],
  ['accepts one that may fail', (_spec, vm) => { vm.spec.preference = { inferFromVolume: 'none', inferFromVolumeFailurePolicy: 'Ignore' }; }],
  ['rejects a policy that is none', (_spec, vm) => { vm.spec.preference = { name: 'a', inferFromVolumeFailurePolicy: 'Sometimes' }; }, 'WS-SPEC-008'],
]);

describe('a probe of a host', () => {
  const space = (level: string): Loose => object('v1', 'Namespace', 'alice', undefined, { metadata: { name: 'alice', labels: { 'pod-security.kubernetes.io/enforce': level } } });
  const asks = machine((spec: Loose) => { spec.readinessProbe = { tcpSocket: { port: 22, host: '10.0.0.1' } }; });
  test('is rejected where Pod Security forbids it', () => expect(codes([space('baseline'), asks])).toContain('WS-PROBE-005'));
  test('is accepted where it does not', () => expect(codes([space('privileged'), asks])).not.toContain('WS-PROBE-005'));
  test('is accepted where nobody says the level', () => expect(codes([asks])).not.toContain('WS-PROBE-005'));
});

test('NUMA beside a type without dedicated processors and huge pages', () => {
  const type = object('instancetype.kubevirt.io/v1beta1', 'VirtualMachineClusterInstancetype', 'small', undefined, { spec: { cpu: { guest: 2 }, memory: { guest: '4Gi' } } });
  const asks = machine((spec: Loose, vm: Loose) => { vm.spec.instancetype = { name: 'small' }; delete spec.domain.memory; spec.domain.cpu = { numa: { guestMappingPassthrough: {} } }; });
  expect(check([type, asks]).faults.map(({ message }) => message)).toEqual([expect.stringMatching(/NUMA passthrough with an instancetype without dedicated processors and huge pages/)]);
});
