import { ApiObject, type App, type Chart, Duration, JsonPatch } from 'cdk8s';
import { expectationsOf } from '../../src/constructs/expectations';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { notesOf } from '../../src/constructs/notes';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { Workstation, type WorkstationProps } from '../../src/constructs/workstation';
import {
  Bootloader, CloudInit, CpuMode, FilesystemType, Gpu, GuestService, HugePages, MacAddress, NetworkMatch, Numa, Person, Power,
  Profile, ProfileForm, Readiness, TaintEffect, WorkspaceFilesystem,
} from '../../src/values';
import { changes, chart, codesBelow, errorsBelow, faultsBelow, gi, key, type Manifest, manifestsOf, office, root, space, STORAGE, theOne, trainer } from '../support/fleet';

const made = (props: Partial<WorkstationProps> = {}, alice: Chart = space()) => new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), ...props });
const vmOf = (workstation: Workstation): Manifest => theOne(workstation, 'VirtualMachine');
const work = (alice: Chart, props: Partial<ConstructorParameters<typeof RbdWorkspaceDisk>[2]> = {}) => new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: gi(500), ...props });
const BIG = 'x'.repeat(2100);

const S = '/spec/template/spec';
const D = `${S}/domain`;
const NO_TEXT = (key_: string) => !key_.includes('cloudInitNoCloud');

describe('Workstation', () => {
  it('WS-DISK-007: takes a disk of the app itself, not its claim by name', () => {
    const home = space();
    const made = new GpuWorkstation(home, 'early', { profile: trainer(), rootDisk: RbdRootDisk.fromClaim('alice-rootdisk'), machine: 'early' });
    expect(errorsBelow(made)).toEqual([]);
    root(home);
    expect(faultsBelow(made).filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`)).toEqual([
      "WS-DISK-007 the disk 'alice/root' and 'rootDisk' of machine 'alice-early-workstation', by fromClaim, lead to one claim 'alice-rootdisk'",
    ]);
    const bob = space(home.node.root as App, 'bob');
    expect(errorsBelow(new GpuWorkstation(bob, 'workstation', { profile: trainer(), rootDisk: RbdRootDisk.fromClaim('alice-rootdisk') }))).toEqual([]);
  });

  it('needs a profile and a root disk only', () => {
    const workstation = made();
    expect(codesBelow(workstation)).toEqual([]);
    expect([workstation.name, workstation.namespace, workstation.claimNames, workstation.machine, workstation.owner?.name])
      .toEqual(['alice-workstation', 'workstation-alice', ['alice-rootdisk'], '', 'alice']);
    expect(manifestsOf(workstation).map(({ kind }) => kind as string)).toEqual(['VirtualMachine', 'Role', 'RoleBinding']);
  });

  it('has these defaults', () => {
    const { spec } = vmOf(made());
    expect(spec.runStrategy).toBe('Manual');
    expect(Object.keys(spec).sort()).toEqual(['runStrategy', 'template']);
    expect(spec.template.spec).toMatchObject({
      architecture: 'amd64', hostname: 'alice-workstation', evictionStrategy: 'None', terminationGracePeriodSeconds: 120, networks: [{ name: 'default', pod: {} }],
      readinessProbe: { tcpSocket: { port: 22 }, initialDelaySeconds: 10, periodSeconds: 10, timeoutSeconds: 5, successThreshold: 1, failureThreshold: 3 },
    });
    expect(Object.keys(spec.template.spec)).not.toEqual(expect.arrayContaining(['livenessProbe', 'nodeSelector', 'tolerations']));
    expect(spec.template.spec.domain).toMatchObject({
      cpu: { sockets: 1, cores: 4, threads: 1 }, memory: { guest: '16Gi' }, machine: { type: 'q35' }, features: { acpi: { enabled: true } },
      firmware: { bootloader: { efi: { secureBoot: false } } },
      devices: {
        autoattachGraphicsDevice: true, blockMultiQueue: true, networkInterfaceMultiqueue: true, rng: {}, inputs: [{ name: 'tablet', type: 'tablet', bus: 'usb' }],
        interfaces: [{ name: 'default', model: 'virtio', masquerade: {}, ports: [{ name: 'ssh', port: 22, protocol: 'TCP' }] }],
        disks: [{ name: 'rootdisk', disk: { bus: 'virtio' }, bootOrder: 1 }, { name: 'cloudinit', disk: { bus: 'virtio' } }],
      },
    });
    expect(spec.template.spec.domain).not.toHaveProperty('resources');
    expect(spec.template.spec.domain.devices).not.toHaveProperty('gpus');
    expect(spec.template.spec.volumes.map((one: Manifest) => one.persistentVolumeClaim)).toEqual([{ claimName: 'alice-rootdisk' }, undefined]);
  });

  it.each<[string, Partial<WorkstationProps>, Record<string, [unknown, unknown]>]>([
    ['power', { power: Power.RERUN_ON_FAILURE }, { '/spec/runStrategy': ['Manual', 'RerunOnFailure'] }],
    ['graphics', { graphics: false }, { [`${D}/devices/autoattachGraphicsDevice`]: [true, false], [`${D}/devices/inputs`]: [[expect.anything()], undefined] }],
    ['bootloader BIOS', { bootloader: Bootloader.BIOS }, { [`${D}/firmware/bootloader/efi`]: [{ secureBoot: false }, undefined], [`${D}/firmware/bootloader/bios`]: [undefined, {}] }],
    ['bootloader with secure boot', { bootloader: Bootloader.EFI_SECURE_BOOT }, { [`${D}/firmware/bootloader/efi/secureBoot`]: [false, true], [`${D}/features/smm`]: [undefined, { enabled: true }] }],
    ['readiness none', { readiness: Readiness.none() }, { [`${S}/readinessProbe`]: [expect.anything(), undefined] }],
    ['readiness by agent', { readiness: Readiness.guestAgent() }, { [`${S}/readinessProbe/tcpSocket`]: [{ port: 22 }, undefined], [`${S}/readinessProbe/guestAgentPing`]: [undefined, {}] }],
    ['readiness by HTTP', { readiness: Readiness.http(22, '/z') }, { [`${S}/readinessProbe/tcpSocket`]: [{ port: 22 }, undefined], [`${S}/readinessProbe/httpGet`]: [undefined, { port: 22, path: '/z' }] }],
    ['services', { services: [], readiness: Readiness.none() }, { [`${D}/devices/interfaces/0/ports`]: [[expect.anything()], undefined], [`${S}/readinessProbe`]: [expect.anything(), undefined] }],
    ['uuid', { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223' }, { [`${D}/firmware/uuid`]: [expect.any(String), '5d307ca9-b3ef-428c-8861-06e72d69f223'] }],
    ['serial', { serial: 'A.b_c+d-1' }, { [`${D}/firmware/serial`]: [expect.any(String), 'A.b_c+d-1'] }],
    ['mac', { mac: MacAddress.of('0A:1B:2C:3D:4E:5F') }, { [`${D}/devices/interfaces/0/macAddress`]: [expect.stringMatching(/^0a:/), '0a:1b:2c:3d:4e:5f'] }],
    ['nodeSelector', { nodeSelector: { rack: 'r1' } }, { [`${S}/nodeSelector`]: [undefined, { rack: 'r1' }] }],
    ['tolerations', { tolerations: [{ key: 'gpu' }, { key: 'a/b', value: 'v', effect: TaintEffect.NO_EXECUTE }] }, {
      [`${S}/tolerations`]: [undefined, [{ key: 'gpu', operator: 'Exists' }, { key: 'a/b', operator: 'Equal', value: 'v', effect: 'NoExecute' }]],
    }],
    ['priorityClass', { priorityClass: 'workstations' }, { [`${S}/priorityClassName`]: [undefined, 'workstations'] }],
    ['terminationGracePeriod', { terminationGracePeriod: Duration.minutes(10) }, { [`${S}/terminationGracePeriodSeconds`]: [120, 600] }],
    ['machine', { machine: 'second' }, {
      '/metadata/name': ['alice-workstation', 'alice-second-workstation'], [`${S}/hostname`]: ['alice-workstation', 'alice-second-workstation'],
      '/metadata/labels/workstations.dev~1workstation': ['alice-workstation', 'alice-second-workstation'],
      '/spec/template/metadata/labels/workstations.dev~1workstation': ['alice-workstation', 'alice-second-workstation'],
      [`${D}/firmware/uuid`]: [expect.any(String), expect.any(String)], [`${D}/firmware/serial`]: [expect.any(String), expect.any(String)],
      [`${D}/devices/interfaces/0/macAddress`]: [expect.any(String), expect.any(String)],
    }],
    ['a profile that is larger', { profile: office({ version: 2, cpus: 6, memory: gi(32), threadsPerCore: 2 }) }, {
      '/metadata/labels/workstations.dev~1profile': ['office-v1', 'office-v2'], [`${D}/cpu/cores`]: [4, 3], [`${D}/cpu/threads`]: [1, 2], [`${D}/memory/guest`]: ['16Gi', '32Gi'],
    }],
    ['guaranteed CPUs', { profile: office({ cpuMode: CpuMode.GUARANTEED }) }, {
      [`${D}/resources`]: [undefined, { requests: { cpu: '4', memory: '16Gi' }, limits: { cpu: '4', memory: '16Gi' } }],
    }],
    ['dedicated CPUs', { profile: office({ cpuMode: CpuMode.DEDICATED, isolateEmulatorThread: true }) }, {
      [`${D}/cpu/dedicatedCpuPlacement`]: [undefined, true], [`${D}/cpu/isolateEmulatorThread`]: [undefined, true],
      [`${D}/resources`]: [undefined, { requests: { memory: '16Gi' }, limits: { memory: '16Gi' } }],
    }],
    ['huge pages and NUMA', { profile: office({ cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI, numa: Numa.PASSTHROUGH }) }, {
      [`${D}/cpu/dedicatedCpuPlacement`]: [undefined, true], [`${D}/cpu/numa`]: [undefined, { guestMappingPassthrough: {} }], [`${D}/memory/hugepages`]: [undefined, { pageSize: '1Gi' }],
      [`${D}/resources`]: [undefined, expect.anything()],
    }],
    ['null', Object.fromEntries(['workspaceDisk', 'owner', 'machine', 'power', 'services', 'graphics', 'bootloader', 'readiness', 'cloudInit', 'networkMatch', 'mac', 'uuid', 'serial',
      'profileForm', 'pool', 'nodeSelector', 'tolerations', 'priorityClass', 'terminationGracePeriod'].map((prop) => [prop, null])), {}],
  ])('%s changes this only', (_, props, expected) => {
    const changed = made(props);
    expect(errorsBelow(changed)).toEqual([]);
    const found = Object.fromEntries(Object.entries(changes(vmOf(made()), vmOf(changed))).filter(([at]) => NO_TEXT(at)));
    expect(found).toEqual(expected);
  });

  describe('disks', () => {
    it('opens a workspace disk beside the root disk, by its serial', () => {
      const alice = space();
      const workstation = made({ workspaceDisk: work(alice) }, alice);
      expect(workstation.claimNames).toEqual(['alice-rootdisk', 'alice-workspace']);
      const { domain, volumes } = vmOf(workstation).spec.template.spec;
      expect(domain.devices.disks[1]).toEqual({ name: 'workspace', disk: { bus: 'virtio' }, serial: 'workspace' });
      expect(volumes[1]).toEqual({ name: 'workspace', persistentVolumeClaim: { claimName: 'alice-workspace' } });
      expect(volumes[2].cloudInitNoCloud.userData).toContain('/dev/disk/by-id/virtio-workspace ext4 workspace /workspace alice');
    });

    it('does with the workspace what the disk says', () => {
      const alice = space();
      const filesystem = WorkspaceFilesystem.of({ type: FilesystemType.XFS, mountPath: '/data', label: 'data' });
      expect(JSON.stringify(vmOf(made({ workspaceDisk: work(alice, { filesystem }) }, alice)))).toContain('virtio-workspace xfs data /data alice');
      const bob = space();
      expect(JSON.stringify(vmOf(made({ workspaceDisk: RbdWorkspaceDisk.fromClaim('old', { filesystem }) }, bob)))).toContain('virtio-workspace xfs data /data alice');
      const carol = space();
      expect(JSON.stringify(vmOf(made({ workspaceDisk: work(carol, { filesystem: WorkspaceFilesystem.none() }) }, carol)))).not.toContain('workstation-workspace');
    });

    it('takes claims that exist, and says so', () => {
      const workstation = made({ rootDisk: RbdRootDisk.fromClaim('old-root'), workspaceDisk: RbdWorkspaceDisk.fromClaim('old.work') });
      expect(codesBelow(workstation)).toEqual([]);
      expect(workstation.claimNames).toEqual(['old-root', 'old.work']);
      expect(expectationsOf(workstation).map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`)).toEqual(['claim workstation-alice/old-root', 'claim workstation-alice/old.work']);
    });

    it('gives its claims as a copy', () => {
      const workstation = made();
      workstation.claimNames.push('x');
      expect(workstation.claimNames).toEqual(['alice-rootdisk']);
    });

    it.each<[string, (alice: Chart) => unknown, string[]]>([
      ['a disk of another namespace', (alice) => ({ rootDisk: root(chart(alice.node.root as never), 'r', { owner: Person.of('alice') }) }), ['WS-DISK-005']],
      ['a disk of another person', (alice) => ({ rootDisk: root(alice, 'r', { owner: Person.of('bob') }) }), ['WS-DISK-008']],
      ['a workspace disk of another person', (alice) => ({ workspaceDisk: work(alice, { owner: Person.of('bob') }) }), ['WS-DISK-008']],
      ['both at once', (alice) => ({ rootDisk: root(chart(alice.node.root as never), 'r', { owner: Person.of('bob') }) }), ['WS-DISK-005', 'WS-DISK-008']],
      ['a blank disk to start from', (alice) => ({ rootDisk: work(alice) }), ['WS-APP-002']],
      ['a root disk for work', (alice) => ({ workspaceDisk: root(alice, 'second', { machine: 'second' }) }), ['WS-APP-002']],
      ['one claim for both', () => ({ rootDisk: RbdRootDisk.fromClaim('one'), workspaceDisk: RbdWorkspaceDisk.fromClaim('one') }), ['WS-APP-002']],
      ['no root disk', () => ({ rootDisk: undefined }), ['WS-APP-002']],
      ['a root disk that is a text', () => ({ rootDisk: 'alice-rootdisk' }), ['WS-APP-002']],
      ['a claim without a name', () => ({ rootDisk: RbdRootDisk.fromClaim(undefined as never), workspaceDisk: RbdWorkspaceDisk.fromClaim('') }), ['WS-APP-002', 'WS-APP-002']],
      ['a filesystem in words', () => ({ workspaceDisk: RbdWorkspaceDisk.fromClaim('one', { filesystem: 'xfs' as never }) }), ['WS-APP-002']],
    ])('records %s', (_, props, codes) => {
      const alice = space();
      const workstation = made(props(alice) as never, alice);
      expect(codesBelow(workstation)).toEqual(codes);
      expect(faultsBelow(workstation).every((fault) => fault.construct === 'alice/workstation')).toBe(true);
    });
  });

  describe('cloud-init', () => {
    it('matches the interface by MAC, or by name', () => {
      const text = (props: Partial<WorkstationProps>) => vmOf(made(props)).spec.template.spec.volumes[1].cloudInitNoCloud.networkData;
      expect(text({ mac: MacAddress.of('0a:1b:2c:3d:4e:5f') })).toContain("macaddress: '0a:1b:2c:3d:4e:5f'");
      expect(text({ networkMatch: NetworkMatch.NAME })).not.toContain('macaddress');
    });

    it('moves into a Secret above 2,048 bytes, with the keys that KubeVirt reads', () => {
      const workstation = made({ cloudInit: CloudInit.of({ runCommands: [BIG] }) });
      const { cloudInitNoCloud } = vmOf(workstation).spec.template.spec.volumes[1];
      expect(cloudInitNoCloud).toEqual({ secretRef: { name: 'alice-workstation-cloudinit' }, networkData: expect.any(String) });
      const secret = theOne(workstation, 'Secret');
      expect(secret).toMatchObject({ type: 'Opaque', metadata: { name: 'alice-workstation-cloudinit', namespace: 'workstation-alice', annotations: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' } } });
      expect(Object.keys(secret.data)).toEqual(['userdata']);
      expect(Buffer.from(secret.data.userdata, 'base64').toString()).toMatch(/^#cloud-config\n/);
      expect(notesOf(workstation).filter(({ path }) => path !== 'access.md')).toEqual([{ path: 'cloud-init/workstation-alice/alice-workstation.userdata', text: expect.stringContaining(BIG) }]);
    });

    it('turns Flux’s substitution off where a text would be changed by it', () => {
      expect(vmOf(made()).metadata.annotations).toBeUndefined();
      expect(vmOf(made({ cloudInit: CloudInit.of({ runCommands: ['echo ${HOME}'] }) })).metadata.annotations).toEqual({ 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' });
    });

    it('gives the keys and the login of the SSH service', () => {
      const text = (workstation: Workstation) => vmOf(workstation).spec.template.spec.volumes[1].cloudInitNoCloud.userData;
      expect(text(made({ services: [GuestService.ssh({ user: 'dev', authorizedKeys: [key('pair')] })] }))).toMatch(/name: dev[\s\S]*GKJl pair/);
      expect(text(made({ services: [] }))).not.toContain('ssh_authorized_keys');
    });

    it.each<[string, unknown, string[]]>([
      ['a login that is a group of the guest', { services: [GuestService.ssh({ user: 'sudo', authorizedKeys: [key()] })] }, ['WS-GUEST-012']],
      ['a person who is called like an account', { owner: Person.of('daemon', { sshKeys: [key()], user: 'a' }) }, ['WS-DISK-008', 'WS-GUEST-012']],
      ['that person with another login', { owner: Person.of('daemon', { sshKeys: [key()], user: 'a' }), services: [GuestService.ssh({ user: 'dee' })] }, ['WS-DISK-008']],
      ['no key at all', { owner: Person.of('alice') }, ['WS-SSH-001']],
      ['an empty list of keys', { services: [GuestService.ssh({ authorizedKeys: [] })] }, ['WS-SSH-001']],
      ['an empty text', { cloudInit: CloudInit.fromText('') }, ['WS-GUEST-001', 'WS-GUEST-007']],
      ['a text without a header', { cloudInit: CloudInit.fromText('users: []\n') }, ['WS-GUEST-002', 'WS-GUEST-007']],
      ['a text with the keys', { cloudInit: CloudInit.fromText(`#cloud-config\nssh_authorized_keys: ['${key()}']\n`) }, []],
      ['a password', { cloudInit: CloudInit.of({ runCommands: ['echo alice:hunter2222 | chpasswd'] }) }, ['WS-SECRET-001']],
      ['a text of 1 MiB', { cloudInit: CloudInit.of({ files: [{ path: '/a', content: `${BIG}\n`.repeat(500) }] }) }, ['WS-GUEST-009']],
    ])('records %s', (_, props, codes) => {
      expect(codesBelow(made(props as Partial<WorkstationProps>))).toEqual(codes);
    });
  });

  it.each<[string, unknown, string[]]>([
    ['no profile', { profile: undefined }, ['WS-APP-002']],
    ['a profile with GPUs', { profile: trainer() }, ['WS-GPU-004']],
    ['power Halted', { power: Power.HALTED }, ['WS-POWER-001']],
    ['power Always', { power: Power.ALWAYS }, ['WS-POWER-001']],
    ['power RerunOnFailure', { power: Power.RERUN_ON_FAILURE }, ['WS-POWER-002']],
    ['power Once', { power: 'Once' }, ['WS-APP-002']],
    ['one service twice', { services: [GuestService.ssh(), GuestService.ssh()] }, ['WS-GUEST-004']],
    ['a service that is a port', { services: [22] }, ['WS-APP-002']],
    ['a probe on a closed port', { readiness: Readiness.tcp(8888) }, ['WS-GUEST-005']],
    ['a probe where nothing is open', { services: [], readiness: Readiness.http(80, '/') }, ['WS-GUEST-005', 'WS-GUEST-011']],
    ['a uuid in capitals', { uuid: '5D307CA9-B3EF-428C-8861-06E72D69F223' }, ['WS-VM-001']],
    ['an empty uuid', { uuid: '' }, ['WS-VM-001']],
    ['a serial with a blank', { serial: 'a b' }, ['WS-VM-001']],
    ['an empty serial', { serial: '' }, ['WS-VM-001']],
    ['a serial of 257 characters', { serial: 's'.repeat(257) }, ['WS-VM-001']],
    ['a MAC that is a text', { mac: '0a:1b:2c:3d:4e:5f' }, ['WS-APP-002']],
    ['a node label with a blank', { nodeSelector: { 'a b': 'x' } }, ['WS-NAME-004']],
    ['a node label that is a flag', { nodeSelector: { gpu: true } }, ['WS-APP-002']],
    ['tolerations', { tolerations: [{ key: 'a b' }, { key: 'a', operator: 'Exists', value: 'x' }, { key: 'a', effect: 'Never' }, {}, null] }, Array(5).fill('WS-VM-002')],
    ['a priority class that is none', { priorityClass: 'High Priority' }, ['WS-APP-002']],
    ['half a second', { terminationGracePeriod: Duration.millis(10500) }, ['WS-VM-003']],
    ['too short a time', { terminationGracePeriod: Duration.seconds(9) }, ['WS-VM-003']],
    ['a time that is a number', { terminationGracePeriod: 120 }, ['WS-VM-003']],
    ['a machine in capitals', { machine: 'B' }, ['WS-NAME-001']],
    ['a machine that makes the name too long', { machine: 'm'.repeat(46) }, ['WS-NAME-005']],
    ['an owner that is a text', { owner: 'alice' }, ['WS-APP-002']],
    ['a guaranteed profile as an instancetype', { profileForm: ProfileForm.INSTANCETYPE, profile: office({ cpuMode: CpuMode.GUARANTEED }) }, ['WS-PROFILE-010']],
    ['an instancetype that nobody writes', { profileForm: ProfileForm.INSTANCETYPE }, ['WS-PROFILE-011']],
    ['all at once', { profile: trainer(), rootDisk: 1, services: 1, readiness: 1, uuid: 1, serial: 1, mac: 1, nodeSelector: 1, tolerations: 1, terminationGracePeriod: 1, power: 1,
      profileForm: 1, bootloader: 1, graphics: 1, cloudInit: 1, networkMatch: 1 },
    [...Array(12).fill('WS-APP-002'), 'WS-GPU-004', 'WS-VM-001', 'WS-VM-001', 'WS-VM-003']],
  ])('records %s', (_, props, codes) => {
    const workstation = made(props as Partial<WorkstationProps>);
    expect(codesBelow(workstation)).toEqual(codes);
    expect(faultsBelow(workstation).every((fault) => fault.construct === 'alice/workstation')).toBe(true);
  });

  it('has no owner outside of a UserSpace', () => {
    expect(codesBelow(new Workstation(chart(), 'workstation', { profile: office(), rootDisk: RbdRootDisk.fromClaim('a') }))).toEqual(['WS-DISK-001']);
  });

  it('lets patches through to the manifest', () => {
    const workstation = made();
    workstation.virtualMachine?.addJsonPatch(JsonPatch.add('/spec/template/spec/dnsPolicy', 'Default'));
    expect(ApiObject.isApiObject(workstation.virtualMachine)).toBe(true);
    expect(vmOf(workstation).spec.template.spec.dnsPolicy).toBe('Default');
    expect(made({ profile: undefined as never }).virtualMachine).toBeUndefined();
  });
});

describe('GpuWorkstation', () => {
  const gpu = (props: Partial<WorkstationProps> = {}, alice = space()) => new GpuWorkstation(alice, 'workstation', { profile: trainer(), rootDisk: root(alice), ...props });

  it('is a Workstation with devices and with all of its memory requested', () => {
    const workstation = gpu();
    expect(codesBelow(workstation)).toEqual([]);
    const { domain } = vmOf(workstation).spec.template.spec;
    expect(domain.devices.gpus).toEqual([{ name: 'gpu0', deviceName: 'nvidia.com/GA100_A100_PCIE_40GB' }]);
    expect(domain.resources).toEqual({ requests: { memory: '64Gi' } });
    expect(expectationsOf(workstation)).toContainEqual(expect.objectContaining({ kind: 'device', name: 'nvidia.com/GA100_A100_PCIE_40GB' }));
    const plain = changes(vmOf(made({ profile: office({ cpus: 8, memory: gi(64) }) })), vmOf(workstation));
    expect(Object.keys(plain)).toEqual(['/metadata/labels/workstations.dev~1profile', `${D}/devices/gpus`, `${D}/resources`]);
  });

  it('names each of several cards', () => {
    expect(vmOf(gpu({ profile: trainer({ gpus: [...Gpu.A10_24GB.times(2), Gpu.L40S_48GB] }) })).spec.template.spec.domain.devices.gpus).toEqual([
      { name: 'gpu0', deviceName: 'nvidia.com/GA102GL_A10' }, { name: 'gpu1', deviceName: 'nvidia.com/GA102GL_A10' }, { name: 'gpu2', deviceName: 'nvidia.com/AD102GL_L40S' },
    ]);
  });

  it('needs a profile with a GPU', () => {
    expect(codesBelow(gpu({ profile: office() }))).toEqual(['WS-GPU-004']);
  });

  it('expects the gate of dedicated CPUs', () => {
    expect(expectationsOf(gpu({ profile: trainer({ cpuMode: CpuMode.DEDICATED }) })).map((one) => one.name)).toContain('CPUManager');
  });
});

describe('what a machine expects of the cluster', () => {
  it('names the lines by which the KubeVirt object permits its card, and the huge pages', () => {
    const profile = Profile.of('cruncher', {
      version: 1, cpus: 4, memory: gi(8), gpus: [Gpu.A100_PCIE_40GB], cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI,
    });
    const machine = new GpuWorkstation(space(), 'w', { profile, rootDisk: RbdRootDisk.fromClaim('a') });
    expect(expectationsOf(machine)).toEqual(expect.arrayContaining([
      expect.objectContaining({
        kind: 'device', name: 'nvidia.com/GA100_A100_PCIE_40GB',
        must: expect.stringContaining('pciVendorSelector 10DE:20F1 or pciVendorSelector 10DE:20B1, resourceName nvidia.com/GA100_A100_PCIE_40GB'),
      }),
      expect.objectContaining({ kind: 'device', name: 'hugepages-1Gi' }),
    ]));
  });
});
