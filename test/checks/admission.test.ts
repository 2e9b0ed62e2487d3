import { check, codes, eachMachine, type Loose, machine, object } from './given';

const typed = (change?: (spec: Loose, vm: Loose) => void) => (spec: Loose, vm: Loose): void => {
  delete spec.domain.memory;
  delete spec.domain.cpu;
  vm.spec.instancetype = { name: 'trainer-v1' };
  change?.(spec, vm);
};

eachMachine('an instancetype', [
  ['accepts what the type may not say', typed()],
  ['accepts a GPU beside a type that is not here', typed((spec) => { spec.domain.cpu = { model: 'host-passthrough' }; })],
  ['rejects cores', typed((spec) => { spec.domain.cpu = { cores: 4 }; }), 'WS-SPEC-007'],
  ['rejects guest memory', typed((spec) => { spec.domain.memory = { guest: '8Gi' }; }), 'WS-SPEC-007'],
  ['rejects all of it in one fault', (spec, vm) => { vm.spec.instancetype = { name: 'a' }; spec.domain.cpu.model = 'x'; }, 'WS-SPEC-007'],
  ['rejects a request', typed((spec) => { spec.domain.resources = { requests: { cpu: '2' } }; }), 'WS-SPEC-007'],
]);

describe('an instancetype of the manifests', () => {
  const type = (spec: Loose, kind = 'VirtualMachineClusterInstancetype', namespace?: string): Loose => object('instancetype.kubevirt.io/v1beta1', kind, 'trainer-v1', namespace, { spec: { cpu: { guest: 8 }, memory: { guest: '64Gi' }, ...spec } });
  const gpus = { gpus: [{ name: 'gpu0', deviceName: 'nvidia.com/GA100_A100_PCIE_40GB' }] };
  test('rejects GPUs in both', () => expect(check([type(gpus), machine(typed())]).faults.map((fault) => fault.message)).toEqual(["'alice/desk' names an instancetype and says devices.gpus itself"]));
  test('rejects those of a type of the namespace', () => expect(codes([type(gpus, 'VirtualMachineInstancetype', 'alice'), machine(typed((_spec, vm) => { vm.spec.instancetype.kind = 'VirtualMachineInstancetype'; }))])).toContain('WS-SPEC-007'));
  test('rejects a node selector in both', () => expect(codes([type({ nodeSelector: { a: 'b' } }), machine(typed((spec) => { spec.nodeSelector = { c: 'd' }; }))])).toEqual(['WS-SPEC-007']));
  test('accepts what the type does not say', () => expect(codes([type({}), machine(typed((spec) => { spec.nodeSelector = { c: 'd' }; spec.domain.cpu = { model: 'host-passthrough' }; }))])).toEqual([]));
});

const claimed = (change?: (spec: Loose) => void) => (spec: Loose): void => {
  spec.resourceClaims = [{ name: 'cards', resourceClaimTemplateName: 'a100' }];
  spec.domain.devices.gpus = [{ name: 'gpu0', claimName: 'cards', requestName: 'one' }, { name: 'gpu1', claimName: 'cards', requestName: 'two' }];
  change?.(spec);
};

eachMachine('devices of resource claims', [
  ['accepts two requests of a claim', claimed()],
  ['rejects a mix', claimed((spec) => { spec.domain.devices.gpus[1] = { name: 'gpu1', deviceName: 'nvidia.com/GA100_A100_PCIE_40GB' }; }), 'WS-GPU-025'],
  ['rejects a claim that is not declared', claimed((spec) => { spec.domain.devices.gpus[1].claimName = 'other'; }), 'WS-GPU-025'],
  ['rejects one request twice', claimed((spec) => { spec.domain.devices.gpus[1].requestName = 'one'; }), 'WS-GPU-025'],
  ['rejects a claim without a source', claimed((spec) => { delete spec.resourceClaims[0].resourceClaimTemplateName; }), 'WS-GPU-025'],
  ['rejects one with two', claimed((spec) => { spec.resourceClaims[0].resourceClaimName = 'a'; }), 'WS-GPU-025'],
  ['rejects a name with a dot', claimed((spec) => { spec.resourceClaims.push({ name: 'a.b', resourceClaimName: 'a' }); }), 'WS-GPU-025'],
]);

const size = (blockSize: Loose, bus = 'virtio') => (spec: Loose): void => { spec.domain.devices.disks[0].blockSize = blockSize; spec.domain.devices.disks[0].disk.bus = bus; };
eachMachine('block sizes', [
  ['accept custom ones', size({ custom: { logical: 512, physical: 4096, discardGranularity: 4096 } })],
  ['accept custom ones beside a match that is off', size({ custom: { logical: 512, physical: 512 }, matchVolume: { enabled: false } })],
  ['accept 512 on sata', size({ custom: { logical: 512, physical: 4096 } }, 'sata')],
  ['reject custom ones beside a match', size({ custom: { logical: 512, physical: 512 }, matchVolume: {} }), 'WS-VOLUME-011'],
  ['reject custom ones beside a match that is on', size({ custom: { logical: 512, physical: 512 }, matchVolume: { enabled: true } }), 'WS-VOLUME-011'],
  ['reject 4096 on sata', size({ custom: { logical: 4096, physical: 4096 } }, 'sata'), 'WS-VOLUME-011'],
  ['reject a discard granularity between', size({ custom: { logical: 4096, physical: 4096, discardGranularity: 6144 } }), 'WS-VOLUME-011'],
]);

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const nodes = (...matchExpressions: Loose[]) => (spec: Loose): void => { spec.affinity = { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions }] } } }; };
const pods = (term: Loose, weight?: number) => (spec: Loose): void => {
  spec.affinity = { podAntiAffinity: weight === undefined ? { [REQUIRED]: [term] } : { [PREFERRED]: [{ weight, podAffinityTerm: term }] } };
};
const TERM = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] } };
eachMachine('affinity', [
  ['accepts every operator of nodes', nodes({ key: 'a', operator: 'In', values: ['b'] }, { key: 'a', operator: 'Exists' }, { key: 'a', operator: 'Gt', values: ['3'] })],
  ['accepts the name of a node', (spec) => { spec.affinity = { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a1'] }] }] } } }; }],
  ['accepts pods', pods(TERM)],
  ['accepts preferred pods', pods(TERM, 100)],
  ['rejects an unknown operator', nodes({ key: 'a', operator: 'in', values: ['b'] }), 'WS-PLACEMENT-001'],
  ['rejects In without values', nodes({ key: 'a', operator: 'In' }), 'WS-PLACEMENT-001'],
  ['rejects Exists with some', nodes({ key: 'a', operator: 'Exists', values: ['b'] }), 'WS-PLACEMENT-001'],
  ['rejects Gt with two', nodes({ key: 'a', operator: 'Gt', values: ['1', '2'] }), 'WS-PLACEMENT-001'],
  ['rejects a malformed key', nodes({ key: 'a b', operator: 'Exists' }), 'WS-PLACEMENT-001'],
  ['rejects no terms', (spec) => { spec.affinity = { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } }; }, 'WS-PLACEMENT-001'],
  ['rejects another field of a node', (spec) => { spec.affinity = { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['a'] }] }] } } }; }, 'WS-PLACEMENT-001'],
  ['rejects a weight of 0', pods(TERM, 0), 'WS-PLACEMENT-001'],
  ['rejects a weight of 101', (spec) => { spec.affinity = { nodeAffinity: { [PREFERRED]: [{ weight: 101, preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }] } }; }, 'WS-PLACEMENT-001'],
  ['rejects Gt over pods', pods({ ...TERM, labelSelector: { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] } }), 'WS-PLACEMENT-001'],
  ['rejects a malformed topologyKey', pods({ ...TERM, topologyKey: 'a b' }), 'WS-PLACEMENT-001'],
  ['rejects an empty topologyKey', pods({ ...TERM, topologyKey: '' }), 'WS-SCHEMA-008'],
  ['rejects a label that none can have', pods({ ...TERM, labelSelector: { matchLabels: { a: 'b c' } } }), 'WS-PLACEMENT-001'],
]);

const SPREAD = { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { a: 'b' } } };
const spread = (...constraints: Loose[]) => (spec: Loose): void => { spec.topologySpreadConstraints = constraints; };
eachMachine('spreading', [
  ['accepts two keys', spread(SPREAD, { ...SPREAD, topologyKey: 'topology.kubernetes.io/zone', minDomains: 2 }, { ...SPREAD, whenUnsatisfiable: 'ScheduleAnyway' })],
  ['rejects maxSkew 0', spread({ ...SPREAD, maxSkew: 0 }), 'WS-PLACEMENT-001'],
  ['rejects another whenUnsatisfiable', spread({ ...SPREAD, whenUnsatisfiable: 'Never' }), 'WS-PLACEMENT-001'],
  ['rejects one pair twice', spread(SPREAD, SPREAD), 'WS-PLACEMENT-001', 'WS-SCHEMA-007'],
  ['rejects minDomains with ScheduleAnyway', spread({ ...SPREAD, whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }), 'WS-PLACEMENT-001'],
]);

eachMachine('probes', [
  ['accept https', (spec) => { spec.readinessProbe = { httpGet: { port: 8888, scheme: 'HTTPS' }, successThreshold: 2 }; }],
  ['accept one success of a liveness probe', (spec) => { spec.livenessProbe = { guestAgentPing: {}, successThreshold: 1 }; }, 'WS-PROBE-003'],
  ['reject https in small letters', (spec) => { spec.readinessProbe = { httpGet: { port: 8888, scheme: 'https' } }; }, 'WS-PROBE-005'],
  ['reject two successes of a liveness probe', (spec) => { spec.livenessProbe = { guestAgentPing: {}, successThreshold: 2 }; }, 'WS-PROBE-003', 'WS-PROBE-005'],
]);

const source = { secret: { secretName: 'keys' } };
const access = (...credentials: Loose[]) => (spec: Loose): void => { spec.accessCredentials = credentials; };
eachMachine('access credentials', [
  ['accept both kinds', access({ sshPublicKey: { source, propagationMethod: { qemuGuestAgent: { users: ['alice'] } } } }, { userPassword: { source, propagationMethod: { qemuGuestAgent: {} } } })],
  ['accept a key by cloud-init', access({ sshPublicKey: { source, propagationMethod: { noCloud: {} } } })],
  ['reject none', access({}), 'WS-ACCESS-001'],
  ['reject two kinds', access({ sshPublicKey: { source, propagationMethod: { noCloud: {} } }, userPassword: { source, propagationMethod: { qemuGuestAgent: {} } } }), 'WS-ACCESS-001'],
  ['reject no source', access({ sshPublicKey: { source: {}, propagationMethod: { noCloud: {} } } }), 'WS-ACCESS-001'],
  ['reject no way', access({ sshPublicKey: { source, propagationMethod: {} } }), 'WS-ACCESS-001'],
  ['reject two ways', access({ sshPublicKey: { source, propagationMethod: { noCloud: {}, configDrive: {} } } }), 'WS-ACCESS-001'],
  ['reject a volume that is not there', access({ sshPublicKey: { source, propagationMethod: { configDrive: {} } } }), 'WS-ACCESS-001'],
  ['reject the agent for nobody', access({ sshPublicKey: { source, propagationMethod: { qemuGuestAgent: { users: [] } } } }), 'WS-ACCESS-001'],
]);

const account = (spec: Loose, ...names: string[]): void => names.forEach((serviceAccountName, index) => {
  spec.volumes.push({ name: `account${index}`, serviceAccount: { serviceAccountName } });
  spec.domain.devices.disks.push({ name: `account${index}`, disk: { bus: 'virtio' } });
});
eachMachine('names of the pod', [
  ['accept an account in both places', (spec) => { account(spec, 'a'); spec.serviceAccountName = 'a'; spec.priorityClassName = 'workstations'; }],
  ['reject two accounts', (spec) => { account(spec, 'a', 'b'); }, 'WS-SPEC-008'],
  ['reject two names of it', (spec) => { account(spec, 'a'); spec.serviceAccountName = 'b'; }, 'WS-SPEC-008'],
  ['reject a malformed account', (spec) => { spec.serviceAccountName = 'A_b'; }, 'WS-SPEC-008'],
  ['reject a malformed class', (spec) => { spec.priorityClassName = 'High'; }, 'WS-SPEC-008'],
  ['reject utility volumes', (spec) => { spec.utilityVolumes = [{ name: 'a', claimName: 'b' }]; }, 'WS-SPEC-008'],
]);

eachMachine('threads, panic devices and interface states', [
  ['accept a pool', (spec) => { spec.domain.ioThreadsPolicy = 'supplementalPool'; spec.domain.ioThreads = { supplementalPoolThreadCount: 4 }; }],
  ['accept auto', (spec) => { spec.domain.ioThreadsPolicy = 'auto'; }],
  ['reject another policy', (spec) => { spec.domain.ioThreadsPolicy = 'dedicated'; }, 'WS-SPEC-001'],
  ['reject an empty pool', (spec) => { spec.domain.ioThreadsPolicy = 'supplementalPool'; }, 'WS-CPU-001'],
  ['accept a panic device', (spec) => { spec.domain.devices.panicDevices = [{ model: 'pvpanic' }]; }],
  ['reject another model', (spec) => { spec.domain.devices.panicDevices = [{ model: 'panic' }]; }, 'WS-SPEC-001'],
  ['accept a link that is down', (spec) => { spec.domain.devices.interfaces[0].state = 'down'; }],
  ['accept an unplugged bridge', (spec) => { spec.networks.push({ name: 'b', multus: { networkName: 'b' } }); spec.domain.devices.interfaces.push({ name: 'b', bridge: {}, state: 'absent' }); }],
  ['reject another state', (spec) => { spec.domain.devices.interfaces[0].state = 'off'; }, 'WS-NET-013'],
  ['reject unplugging masquerade', (spec) => { spec.domain.devices.interfaces[0].state = 'absent'; }, 'WS-NET-013'],
  ['reject unplugging the default network', (spec) => { spec.domain.devices.interfaces[0] = { ...spec.domain.devices.interfaces[0], masquerade: undefined, bridge: {}, state: 'absent' }; }, 'WS-NET-013'],
  ['reject a state of SR-IOV', (spec) => { spec.networks.push({ name: 'b', multus: { networkName: 'b' } }); spec.domain.devices.interfaces.push({ name: 'b', sriov: {}, state: 'down' }); }, 'WS-NET-013'],
]);

eachMachine('encrypted memory', [
  ['accepts sev with EFI', (spec) => { spec.domain.launchSecurity = { sev: {} }; }],
  ['accepts sev whose EFI may come by a preference', (spec, vm) => { spec.domain.launchSecurity = { sev: {} }; delete spec.domain.firmware.bootloader; vm.spec.preference = { name: 'a' }; }],
  ['rejects sev without', (spec) => { spec.domain.launchSecurity = { sev: {} }; delete spec.domain.firmware.bootloader; }, 'WS-FIRMWARE-004'],
  ['rejects secure boot', (spec) => { spec.domain.launchSecurity = { sev: {} }; spec.domain.firmware.bootloader.efi = {}; spec.domain.features = { smm: {} }; }, 'WS-FIRMWARE-004'],
  ['rejects attestation that does not wait', (spec) => { spec.domain.launchSecurity = { sev: { attestation: {} } }; }, 'WS-FIRMWARE-004'],
  ['rejects boot from the network', (spec) => { spec.domain.launchSecurity = { sev: {} }; spec.domain.devices.interfaces[0].bootOrder = 2; }, 'WS-FIRMWARE-004'],
]);

const volume = (spec: Loose, made: Loose, as: 'disks' | 'filesystems' = 'disks'): void => {
  spec.volumes.push({ name: 'extra', ...made });
  spec.domain.devices[as] = [...spec.domain.devices[as] ?? [], as === 'disks' ? { name: 'extra', disk: { bus: 'virtio' } } : { name: 'extra', virtiofs: {} }];
};
const GATED: [string, (spec: Loose, vm: Loose) => void][] = [
  ['ExperimentalIgnitionSupport', (_spec, vm) => { vm.spec.template.metadata.annotations = { 'kubevirt.io/ignitiondata': '{}' }; }],
  ['Sidecar', (_spec, vm) => { vm.spec.template.metadata.annotations = { 'hooks.kubevirt.io/hookSidecars': '[]' }; }],
  ['HostDevices', (spec) => { spec.domain.devices.hostDevices = [{ name: 'usb', deviceName: 'example.org/usb' }]; }],
  ['VSOCK', (spec) => { spec.domain.devices.autoattachVSOCK = true; }],
  ['DownwardMetrics', (spec) => { spec.domain.devices.downwardMetrics = {}; }],
  ['DownwardMetrics', (spec) => { spec.volumes.push({ name: 'extra', downwardMetrics: {} }); }],
  ['ReservedOverheadMemlock', (spec) => { spec.domain.memory.reservedOverhead = { addedOverhead: '1Gi' }; }],
  ['PortRangesSpec', (spec) => { delete spec.domain.devices.interfaces[0].ports; spec.domain.devices.interfaces[0].portRanges = [{ start: 1, end: 9, protocol: 'TCP' }]; }],
  ['HostDisk', (spec) => { volume(spec, { hostDisk: { path: '/a', type: 'Disk' } }); }],
  ['EnableVirtioFsStorageVolumes', (spec) => { volume(spec, { persistentVolumeClaim: { claimName: 'shared' } }, 'filesystems'); }],
];

describe('feature gates that are off', () => {
  test.each(GATED)('%s', (gate, change) => {
    const { faults } = check([machine(change)]);
    expect(faults.map((fault) => [fault.code, fault.severity])).toEqual([['WS-GATE-001', 'warning']]);
    expect(faults[0]?.message).toContain(`KubeVirt 1.9 needs the feature gate ${gate}: Alpha there, and off unless listed`);
  });

  test('a Beta one is off before 1.9, and an older release may not know it', () => {
    const claims = [machine(claimed())];
    expect(codes(claims)).toEqual([]);
    expect(codes(claims, { target: { kubevirt: '1.8' } })).toEqual(['WS-GATE-001']);
    const [passt] = check([machine((spec) => { delete spec.domain.devices.interfaces[0].masquerade; spec.domain.devices.interfaces[0].passtBinding = {}; })], { target: { kubevirt: '1.7' } }).faults;
    expect(passt?.message).toContain('PasstBinding: unknown there');
  });

  test('an empty list of host devices needs none', () => expect(codes([machine((spec) => { spec.domain.devices.hostDevices = []; })])).toEqual([]));
  test('can be accepted with a reason', () => {
    const [fault] = check([machine((spec, vm) => { spec.domain.devices.autoattachVSOCK = true; vm.metadata.annotations['workstations.dev/acknowledged'] = '{"WS-GATE-001":"listed"}'; })]).faults;
    expect(fault?.acknowledged).toBe('listed');
  });
});
