import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { Workstation } from '../../src/constructs/workstation';
import { CpuMode, Gpu, HugePages, Numa, type Profile, ProfileForm } from '../../src/values';
import { chart, codesBelow, gi, idOf, type Manifest, manifestsOf, office, plainApp, root, space, theOne, trainer } from '../support/fleet';

describe('InstancetypeCatalog', () => {
  it('writes a pair for each profile, without a namespace', () => {
    const catalog = new InstancetypeCatalog(chart(), 'profiles', { profiles: [office(), trainer()] });
    expect(manifestsOf(catalog).map(idOf)).toEqual([
      'VirtualMachineClusterInstancetype office-v1', 'VirtualMachineClusterPreference office-v1', 'VirtualMachineClusterInstancetype trainer-v3', 'VirtualMachineClusterPreference trainer-v3',
    ]);
    expect(codesBelow(catalog)).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', { profiles: [] }, []],
    ['no props', undefined, []],
    ['one version twice', { profiles: [office(), office()] }, ['WS-PROFILE-008']],
    ['two versions', { profiles: [office(), office({ version: 2 })] }, []],
    ['a guaranteed profile', { profiles: [office({ cpuMode: CpuMode.GUARANTEED })] }, ['WS-PROFILE-010']],
    ['what is no profile', { profiles: ['office', null, {}] }, ['WS-APP-002', 'WS-APP-002', 'WS-APP-002']],
    ['what is no list', { profiles: office() }, ['WS-APP-002']],
  ])('records %s', (_, props, codes) => {
    expect(codesBelow(new InstancetypeCatalog(chart(), 'profiles', props as never))).toEqual(codes);
  });

  it('may be split, but says each profile once in an app', () => {
    const app = plainApp();
    new InstancetypeCatalog(chart(app, 'a'), 'profiles', { profiles: [office()] });
    new InstancetypeCatalog(chart(app, 'b'), 'profiles', { profiles: [office(), trainer()] });
    expect(codesBelow(app)).toEqual(['WS-PROFILE-008']);
    expect(manifestsOf(app)).toHaveLength(4);
  });

  it('may stand behind the machine that names it', () => {
    const app = plainApp();
    const alice = space(app);
    new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), profileForm: ProfileForm.INSTANCETYPE });
    expect(codesBelow(app)).toEqual(['WS-PROFILE-011']);
    new InstancetypeCatalog(chart(app), 'profiles', { profiles: [office()] });
    expect(codesBelow(app)).toEqual([]);
  });
});

/** What KubeVirt starts from a VirtualMachine, as pkg/instancetype/apply and pkg/defaults (v1.9) make it. */
function effective(vm: Manifest, instancetype?: Manifest, preference?: Manifest): Manifest {
  const { cpu = {}, memory, devices, resources = {} } = vm.spec.template.spec.domain;
  if (instancetype === undefined) {
    return {
      cpu: { sockets: cpu.sockets ?? 1, cores: cpu.cores ?? 1, threads: cpu.threads ?? 1 },
      dedicated: cpu.dedicatedCpuPlacement ?? false, isolated: cpu.isolateEmulatorThread ?? false,
      numa: cpu.numa, guest: memory.guest, hugepages: memory.hugepages, gpus: devices.gpus,
      // Dedicated CPUs: KubeVirt asks for the vCPUs and the memory, as requests and as limits (renderresources.go:319-360).
      memoryLimit: cpu.dedicatedCpuPlacement ? memory.guest : resources.limits?.memory,
    };
  }
  const { spec } = instancetype;
  // What an instancetype sets may not be set by the machine too (facts 1.8, conflicts).
  expect([cpu, memory, devices.gpus, vm.spec.template.spec.domain.resources]).toEqual([{}, undefined, undefined, undefined]);
  expect([vm.spec.instancetype, vm.spec.preference].map((one) => `${one.kind} ${one.name}`)).toEqual([idOf(instancetype), idOf(preference)]);
  return {
    cpu: spread(spec.cpu.guest, preference.spec.cpu), dedicated: spec.cpu.dedicatedCPUPlacement ?? false, isolated: spec.cpu.isolateEmulatorThread ?? false, numa: spec.cpu.numa,
    guest: spec.memory.guest, hugepages: spec.memory.hugepages, gpus: spec.gpus, memoryLimit: spec.cpu.dedicatedCPUPlacement ? spec.memory.guest : undefined,
  };
}

/** pkg/instancetype/apply/cpu.go: the default topology is sockets. */
function spread(vCpus: number, cpu: Manifest): Manifest {
  switch (cpu?.preferredCPUTopology ?? 'sockets') {
    case 'cores':
      return { sockets: 1, cores: vCpus, threads: 1 };
    case 'threads':
      return { sockets: 1, cores: 1, threads: vCpus };
    case 'spread': {
      const { across = 'SocketsCores', ratio = 2 } = cpu.spreadOptions ?? {};
      return across === 'CoresThreads' ? { sockets: 1, cores: vCpus / ratio, threads: ratio } : { sockets: vCpus / ratio, cores: ratio, threads: 1 };
    }
    default:
      return { sockets: vCpus, cores: 1, threads: 1 };
  }
}

describe('a machine in instancetype form is the machine in inline form', () => {
  it.each<[string, Profile]>([
    ['shared', office()],
    ['shared, two threads', office({ cpus: 6, threadsPerCore: 2 })],
    ['shared, huge pages', office({ hugepages: HugePages.SIZE_2MI })],
    ['shared, GPUs', trainer({ gpus: Gpu.L40S_48GB.times(2) })],
    ['dedicated', office({ cpuMode: CpuMode.DEDICATED })],
    ['dedicated, two threads, isolated', office({ cpuMode: CpuMode.DEDICATED, threadsPerCore: 2, isolateEmulatorThread: true })],
    ['dedicated, huge pages, NUMA, GPUs', trainer({ cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI, numa: Numa.PASSTHROUGH, memory: gi(96) })],
  ])('%s', (_, profile) => {
    const machine = (profileForm: ProfileForm) => {
      const app = plainApp();
      const catalog = new InstancetypeCatalog(chart(app), 'profiles', { profiles: [profile] });
      const alice = space(app);
      const Machine = profile.gpus.length > 0 ? GpuWorkstation : Workstation;
      const workstation = new Machine(alice, 'workstation', { profile, rootDisk: root(alice), profileForm });
      expect(codesBelow(app)).toEqual([]);
      return { vm: theOne(workstation, 'VirtualMachine'), instancetype: theOne(catalog, 'VirtualMachineClusterInstancetype'), preference: theOne(catalog, 'VirtualMachineClusterPreference') };
    };
    const inline = machine(ProfileForm.INLINE);
    const named = machine(ProfileForm.INSTANCETYPE);
    expect(effective(named.vm, named.instancetype, named.preference)).toEqual(effective(inline.vm));
    // All else is the same manifest.
    const rest = ({ spec: { instancetype: __, preference: ___, ...spec }, ...vm }: Manifest): Manifest => {
      const { cpu: a, memory: b, resources: c, ...domain } = spec.template.spec.domain;
      const { gpus: d, ...devices } = domain.devices;
      void [a, b, c, d];
      return { ...vm, spec: { ...spec, template: { ...spec.template, spec: { ...spec.template.spec, domain: { ...domain, devices } } } } };
    };
    expect(rest(named.vm)).toEqual(rest(inline.vm));
  });
});
