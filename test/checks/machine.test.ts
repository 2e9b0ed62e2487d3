import { check, eachMachine, machine } from './given';

eachMachine('memory: accepts', [
  ['a request of the guest memory', (spec) => { spec.domain.resources = { requests: { memory: '64Gi' } }; }],
  ['a request in another unit', (spec) => { spec.domain.resources = { requests: { memory: '65536Mi' } }; }],
  ['a guaranteed pod', (spec) => { spec.domain.resources = { requests: { memory: '64Gi' }, limits: { memory: '64Gi' } }; }],
  ['huge pages', (spec) => { spec.domain.memory.hugepages = { pageSize: '1Gi' }; }],
  ['an instancetype in place of memory', (spec, vm) => { delete spec.domain.memory; delete spec.domain.cpu; vm.spec.instancetype = { name: 'trainer-v1' }; }],
]);

eachMachine('memory: rejects', [
  ['no memory', (spec) => { delete spec.domain.memory; }, 'WS-MEMORY-001'],
  ['BL-025 guest memory above the request, with a GPU', (spec) => { spec.domain.resources = { requests: { memory: '16Gi' } }; }, 'WS-MEMORY-002'],
  ['BL-025 the same without a GPU is a warning', (spec) => { delete spec.domain.devices.gpus; spec.domain.resources = { requests: { memory: '16Gi' } }; }, 'WS-MEMORY-003'],
  ['BL-026 a limit without room', (spec) => { spec.domain.resources = { limits: { memory: '64Gi' } }; }, 'WS-MEMORY-004'],
  ['BL-032 guest memory that is no multiple of its page', (spec) => { spec.domain.memory = { guest: '5632Mi', hugepages: { pageSize: '1Gi' } }; }, 'WS-MEMORY-005'],
  ['BL-032 less than a page', (spec) => { spec.domain.memory = { guest: '1Mi', hugepages: { pageSize: '2Mi' } }; }, 'WS-MEMORY-005'],
  ['BL-032 only the request is a multiple', (spec) => {
    delete spec.domain.devices.gpus; spec.domain.memory = { guest: '5632Mi', hugepages: { pageSize: '1Gi' } }; spec.domain.resources = { requests: { memory: '6Gi' } };
  }, 'WS-MEMORY-005'],
  ['a page size that is none', (spec) => { spec.domain.memory.hugepages = { pageSize: 'big' }; }, 'WS-MEMORY-006'],
  ['a request above its limit', (spec) => { spec.domain.resources = { requests: { memory: '80Gi' }, limits: { memory: '70Gi' } }; }, 'WS-MEMORY-006'],
]);

eachMachine('processors: accepts', [
  ['dedicated ones with NUMA passthrough', (spec) => {
    spec.domain.cpu = { cores: 8, dedicatedCpuPlacement: true, isolateEmulatorThread: true, numa: { guestMappingPassthrough: {} } };
    spec.domain.memory.hugepages = { pageSize: '1Gi' };
  }],
  ['BL-035 a smaller request with shared ones', (spec) => { spec.domain.resources = { requests: { cpu: '800m' } }; }],
]);

eachMachine('processors: rejects', [
  ['BL-028 NUMA passthrough alone', (spec) => { spec.domain.cpu.numa = { guestMappingPassthrough: {} }; }, 'WS-CPU-001'],
  ['isolateEmulatorThread alone', (spec) => { spec.domain.cpu.isolateEmulatorThread = true; }, 'WS-CPU-001'],
  ['BL-034 three threads on dedicated ones', (spec) => { spec.domain.cpu = { cores: 2, threads: 3, dedicatedCpuPlacement: true }; }, 'WS-CPU-001'],
  ['half a dedicated one', (spec) => { spec.domain.cpu = { dedicatedCpuPlacement: true }; spec.domain.resources = { requests: { cpu: '1500m' } }; }, 'WS-CPU-001'],
  ['dedicated ones with unequal request and limit', (spec) => {
    spec.domain.cpu = { dedicatedCpuPlacement: true }; spec.domain.resources = { requests: { cpu: 4 }, limits: { cpu: 8 } };
  }, 'WS-CPU-001'],
  ['BL-031 dedicated ones with unequal memory', (spec) => {
    spec.domain.cpu = { cores: 4, dedicatedCpuPlacement: true }; spec.domain.resources = { requests: { memory: '64Gi' }, limits: { memory: '70Gi' } };
  }, 'WS-CPU-001'],
  ['BL-035 topology and request that differ, dedicated', (spec) => {
    spec.domain.cpu = { cores: 4, dedicatedCpuPlacement: true }; spec.domain.resources = { requests: { cpu: '8' } };
  }, 'WS-CPU-002'],
  ['realtime alone', (spec) => { spec.domain.cpu.realtime = {}; }, 'WS-CPU-001'],
  ['an unknown feature policy', (spec) => { spec.domain.cpu.features = [{ name: 'vmx', policy: 'requires' }]; }, 'WS-SPEC-001'],
]);

eachMachine('GPUs: accepts', [
  ['host devices beside GPUs, but for their gate', (spec) => { spec.domain.devices.hostDevices = [{ name: 'audio', deviceName: 'nvidia.com/GA102_HIGH_DEFINITION_AUDIO' }]; }, 'WS-GATE-001'],
  ['a claim (DRA)', (spec) => { spec.domain.devices.gpus = [{ name: 'gpu0', claimName: 'gpu', requestName: 'gpu' }]; spec.resourceClaims = [{ name: 'gpu', resourceClaimName: 'x' }]; }],
]);

eachMachine('GPUs: rejects', [
  ['BL-019 a name with blanks', (spec) => { spec.domain.devices.gpus[0].deviceName = 'A100 80GB'; }, 'WS-GPU-003'],
  ['BL-019 a name without a vendor', (spec) => { spec.domain.devices.gpus[0].deviceName = 'A100'; }, 'WS-GPU-003'],
  ['BL-020 a GPU as a resource of the pod', (spec) => { spec.domain.resources = { limits: { 'nvidia.com/gpu': 1 } }; }, 'WS-GPU-020'],
  ['BL-023 one name twice, over both lists', (spec) => { spec.domain.devices.hostDevices = [{ name: 'gpu0', deviceName: 'nvidia.com/AUDIO' }]; }, 'WS-GPU-021', 'WS-GATE-001'],
  ['neither device nor claim', (spec) => { spec.domain.devices.gpus[0] = { name: 'gpu0' }; }, 'WS-GPU-022'],
  ['half a claim', (spec) => { spec.domain.devices.gpus[0] = { name: 'gpu0', claimName: 'x' }; }, 'WS-GPU-022'],
  ['an empty name, which KubeVirt accepts', (spec) => { spec.domain.devices.gpus[0].name = ''; }, 'WS-SCHEMA-008'],
  ['two displays', (spec) => {
    spec.domain.devices.gpus = ['a', 'b'].map((name) => ({ name, deviceName: 'nvidia.com/GRID_A100', virtualGPUOptions: { display: {} } }));
  }, 'WS-GPU-023'],
  ['live migration', (spec) => { spec.evictionStrategy = 'LiveMigrate'; }, 'WS-GPU-024'],
]);

eachMachine('inputs and graphics', [
  ['BL-046 accepts a virtio tablet', (spec) => { spec.domain.devices.inputs[0].bus = 'virtio'; }],
  ['BL-046 rejects a ps2 one', (spec) => { spec.domain.devices.inputs[0].bus = 'ps2'; }, 'WS-SPEC-001'],
  ['BL-046 rejects a keyboard', (spec) => { spec.domain.devices.inputs[0].type = 'keyboard'; }, 'WS-SPEC-001'],
  ['rejects video without graphics', (spec) => { spec.domain.devices.video = { type: 'virtio' }; spec.domain.devices.autoattachGraphicsDevice = false; }, 'WS-SPEC-001'],
  ['rejects an unknown video type', (spec) => { spec.domain.devices.video = { type: 'qxl' }; }, 'WS-SPEC-001'],
  ['rejects a watchdog of another architecture', (spec) => { spec.domain.devices.watchdog = { name: 'w', diag288: { action: 'reset' } }; }, 'WS-SPEC-001'],
]);

eachMachine('firmware', [
  ['accepts secure boot with SMM', (spec) => { spec.domain.firmware.bootloader.efi = {}; spec.domain.features = { smm: {} }; }],
  ['BL-043 rejects efi alone, which means secure boot', (spec) => { spec.domain.firmware.bootloader.efi = {}; }, 'WS-FIRMWARE-001'],
  ['rejects SMM switched off', (spec) => { spec.domain.firmware.bootloader.efi = {}; spec.domain.features = { smm: { enabled: false } }; }, 'WS-FIRMWARE-001'],
  ['rejects two bootloaders', (spec) => { spec.domain.firmware.bootloader.bios = {}; }, 'WS-FIRMWARE-002'],
  ['rejects a malformed uuid, which KubeVirt accepts', (spec) => { spec.domain.firmware.uuid = 'desk'; }, 'WS-VM-001'],
]);

eachMachine('power and identity', [
  ['accepts RerunOnFailure', (_spec, vm) => { vm.spec.runStrategy = 'RerunOnFailure'; }],
  ['rejects an unknown strategy, which the CRD does not', (_spec, vm) => { vm.spec.runStrategy = 'manual'; }, 'WS-POWER-010'],
  ['BL-050 rejects running beside it', (_spec, vm) => { vm.spec.running = false; }, 'WS-POWER-011'],
  ['rejects none', (_spec, vm) => { delete vm.spec.runStrategy; }, 'WS-POWER-011'],
  ['BL-202 warns of Halted', (_spec, vm) => { vm.spec.runStrategy = 'Halted'; }, 'WS-POWER-001'],
  ['BL-202 warns of Always', (_spec, vm) => { vm.spec.runStrategy = 'Always'; }, 'WS-POWER-001'],
  ['BL-202 warns of Once', (_spec, vm) => { vm.spec.runStrategy = 'Once'; }, 'WS-POWER-001'],
  ['rejects an unknown eviction strategy', (spec) => { spec.evictionStrategy = 'Migrate'; }, 'WS-SPEC-001'],
  ['rejects a negative grace period', (spec) => { spec.terminationGracePeriodSeconds = -1; }, 'WS-VM-003'],
  ['BL-052 warns of no grace period', (spec) => { spec.terminationGracePeriodSeconds = 0; }, 'WS-SPEC-003'],
  ['rejects i440fx', (spec) => { spec.domain.machine.type = 'pc-i440fx-9.0'; }, 'WS-SPEC-001'],
  ['BL-037 rejects a name with dots', (_spec, vm) => { vm.metadata.name = 'ws.user.name'; }, 'WS-OBJECT-007'],
  ['BL-037 rejects a name of 70 characters', (_spec, vm) => { vm.metadata.name = 'a'.repeat(70); }, 'WS-OBJECT-007'],
  ['BL-037 accepts it with a hostname', (spec, vm) => { vm.metadata.name = 'ws.user.name'; spec.hostname = 'ws'; }],
  ['rejects a hostname with dots', (spec) => { spec.hostname = 'ws.example'; }, 'WS-SPEC-002'],
  ['rejects no template', (_spec, vm) => { delete vm.spec.template; }, 'WS-SCHEMA-004', 'WS-SPEC-005'],
]);

eachMachine('placement', [
  ['accepts tolerations and selectors', (spec) => {
    spec.nodeSelector = { 'kubernetes.io/hostname': 'a1' };
    spec.tolerations = [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }, { key: 'a', operator: 'Equal', value: 'b' }, { operator: 'Exists' }];
  }],
  ['rejects a bad key', (spec) => { spec.tolerations = [{ key: 'no blank', operator: 'Exists' }]; }, 'WS-VM-002'],
  ['rejects Exists with a value', (spec) => { spec.tolerations = [{ key: 'a', operator: 'Exists', value: 'b' }]; }, 'WS-VM-002'],
  ['rejects an unknown effect', (spec) => { spec.tolerations = [{ key: 'a', operator: 'Exists', effect: 'NoSchedul' }]; }, 'WS-VM-002'],
  ['rejects a bad node selector', (spec) => { spec.nodeSelector = { gpu: 'A100 80GB' }; }, 'WS-NAME-004'],
  ['rejects a bad template label', (_spec, vm) => { vm.spec.template.metadata.labels.team = 'a b'; }, 'WS-NAME-004'],
  ['rejects a template label of KubeVirt', (_spec, vm) => { vm.spec.template.metadata.labels['kubevirt.io/nodeName'] = 'a'; }, 'WS-SPEC-006'],
  ['rejects a malformed template annotation', (_spec, vm) => { vm.spec.template.metadata.annotations = { 'a b': 'c' }; }, 'WS-SPEC-004'],
]);

eachMachine('DNS', [
  ['accepts None with a nameserver', (spec) => { spec.dnsPolicy = 'None'; spec.dnsConfig = { nameservers: ['10.0.0.10', 'fd00::10'], searches: ['example.org'] }; }],
  ['rejects None alone', (spec) => { spec.dnsPolicy = 'None'; }, 'WS-DNS-001'],
  ['rejects an unknown policy', (spec) => { spec.dnsPolicy = 'Clusterfirst'; }, 'WS-DNS-001'],
  ['rejects four nameservers', (spec) => { spec.dnsConfig = { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] }; }, 'WS-DNS-001'],
  ['rejects a nameserver that is no address', (spec) => { spec.dnsConfig = { nameservers: ['dns.example.org'] }; }, 'WS-DNS-001'],
  ['rejects seven search domains', (spec) => { spec.dnsConfig = { searches: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }; }, 'WS-DNS-001'],
  ['rejects search domains of 300 characters', (spec) => { spec.dnsConfig = { searches: [1, 2, 3, 4, 5].map((n) => `${'a'.repeat(58)}${n}.b`) }; }, 'WS-DNS-001'],
]);

test('the words name the machine, the value and the way out', () => {
  const [fault] = check([machine((_spec, vm) => { vm.spec.runStrategy = 'Manul'; })]).faults;
  expect(fault).toMatchObject({ code: 'WS-POWER-010', got: "'Manul'", field: '/spec/runStrategy', stage: 'admission' });
  expect(fault?.message).toBe("the run strategy of 'alice/desk' is 'Manul' (did you mean 'Manual'?)");
});
