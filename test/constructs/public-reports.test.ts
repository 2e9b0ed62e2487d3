// What went wrong for others, by the ids of our list of public reports: each row that the constructs decide.
import { readdirSync, readFileSync } from 'fs';
import { dirname, join } from 'path';
import { type App, Chart, JsonPatch, Size, Yaml } from 'cdk8s';
import { parse } from 'yaml';
import { GoldenImage } from '../../src/constructs/golden-image';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage, type RbdStorageProps } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation, type WorkstationProps } from '../../src/constructs/workstation';
import { applyRank, groupOf } from '../../src/facts';
import { FleetApp } from '../../src/index';
import { Bootloader, CloudInit, CpuMode, Gpu, GuestService, HugePages, ImageSource, Numa, Power, Profile, RbdEncryption, Readiness, Subject } from '../../src/values';
import {
  chart, codesBelow, errorsBelow, faultsBelow, gi, HTTP, idOf, IMAGE, images, type Manifest, manifestsOf, office, person, plainApp,
  root, SHA, space, STORAGE, theOne, trainer, yamlOf,
} from '../support/fleet';
import { ROOT } from '../support/snippets';
import { CASES, DEPLOYERS } from './cases';

const machine = (props: Partial<WorkstationProps> = {}, alice: Chart = space()) => new Workstation(alice, 'workstation', { profile: office(), ...props, rootDisk: props.rootDisk ?? root(alice) });
const gpuMachine = (props: Partial<WorkstationProps> = {}, alice: Chart = space()) => new GpuWorkstation(alice, 'workstation', { profile: trainer(), ...props, rootDisk: props.rootDisk ?? root(alice) });
const vmOf = (workstation: Workstation): Manifest => theOne(workstation, 'VirtualMachine');
const specOf = (workstation: Workstation): Manifest => vmOf(workstation).spec.template.spec;
const domainOf = (workstation: Workstation): Manifest => specOf(workstation).domain;
const storage = (props: Partial<RbdStorageProps> = {}, app: App = plainApp()) => new RbdStorage(chart(app), 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'p', ...props });
const golden = (source: ImageSource, app: App = plainApp()) => new GoldenImage(images(app), 'ubuntu', { source, size: gi(40), storage: STORAGE });
const userDataOf = (workstation: Workstation): string => specOf(workstation).volumes.at(-1).cloudInitNoCloud.userData;
const codesThrown = (make: () => unknown): string[] => {
  try {
    make();
    return [];
  } catch (error) {
    return (error as { faults: { code: string }[] }).faults.map((one) => one.code);
  }
};
const gitopsPage = (): string => readFileSync(join(ROOT, 'docs/gitops.md'), 'utf8');
const everything = CASES.flatMap(({ build }) => manifestsOf(build().node.root));
const ofKind = (...kinds: string[]) => everything.filter((one) => kinds.includes(one.kind));

describe('KubeVirt', () => {
  it('BL-001: cloud-init moves into a Secret just above 2,048 bytes, counted in UTF-8', () => {
    const bytesOf = (filler: string): number => Buffer.byteLength(userDataOf(machine({ cloudInit: CloudInit.fromText(`#cloud-config\n#${filler}\n`) })) ?? '');
    const empty = bytesOf('');
    expect(bytesOf('x'.repeat(2048 - empty))).toBe(2048);
    expect(bytesOf('x'.repeat(2049 - empty))).toBe(0);
    expect(bytesOf('é'.repeat(Math.ceil((2049 - empty) / 2)))).toBe(0);
  });
  it('BL-002: an empty user data is refused, not waited for', () => {
    expect(errorsBelow(machine({ cloudInit: CloudInit.fromText('') }))).toContain('WS-GUEST-001');
    expect(errorsBelow(machine({ cloudInit: CloudInit.fromText(' \n\t') }))).toContain('WS-GUEST-001');
  });
  it('BL-004: network data matches the MAC that the interface has', () => {
    for (const workstation of [machine(), gpuMachine({ machine: 'second' })]) {
      const { networkData } = specOf(workstation).volumes.at(-1).cloudInitNoCloud;
      expect(parse(networkData).ethernets.enp1s0.match.macaddress).toBe(domainOf(workstation).devices.interfaces[0].macAddress);
    }
  });
  it('BL-007, BL-010: network data for NoCloud begins with its version', () => {
    expect(specOf(machine()).volumes.at(-1)).toHaveProperty('cloudInitNoCloud');
    expect(Object.keys(parse(specOf(machine()).volumes.at(-1).cloudInitNoCloud.networkData))).toEqual(['version', 'ethernets']);
  });
  it('BL-008: a Secret of ours has the keys that KubeVirt reads and the name that the machine gives', () => {
    const workstation = machine({ cloudInit: CloudInit.of({ runCommands: ['x'.repeat(2100)] }) });
    expect(Object.keys(theOne(workstation, 'Secret', specOf(workstation).volumes.at(-1).cloudInitNoCloud.secretRef.name).data)).toEqual(['userdata']);
  });
  it('BL-017: an edit of the user data leaves name and identity alone', () => {
    const [before, after] = [machine(), machine({ cloudInit: CloudInit.of({ packages: ['git'] }) })].map((one) => [vmOf(one).metadata, domainOf(one).firmware, domainOf(one).devices]);
    expect(after).toEqual(before);
  });
  it('BL-019: a device name is written as it was given, and cannot be a name for people', () => {
    expect(codesThrown(() => Gpu.custom({ name: 'A100', deviceName: 'A100 80GB' }))).toEqual(['WS-GPU-003']);
    expect(codesThrown(() => Gpu.custom({ name: 'A100', deviceName: 'A100' }))).toEqual(['WS-GPU-003']);
    expect(domainOf(gpuMachine({ profile: trainer({ gpus: [Gpu.custom({ name: 'x', deviceName: 'amd.com/MI210_64GB' })] }) })).devices.gpus[0].deviceName).toBe('amd.com/MI210_64GB');
  });
  it('BL-020: a GPU is a device, never a resource', () => {
    const { domain } = specOf(gpuMachine({ profile: trainer({ cpuMode: CpuMode.DEDICATED }) }));
    expect(domain.devices.gpus).toHaveLength(1);
    expect(Object.values(domain.resources).flatMap((one) => Object.keys(one as object))).toEqual(['memory', 'memory']);
  });
  it('BL-022: only the placement that was asked for', () => {
    expect(specOf(gpuMachine())).not.toHaveProperty('nodeSelector');
    expect(specOf(gpuMachine())).not.toHaveProperty('affinity');
  });
  it('BL-023: names of devices are unique', () => {
    const names = domainOf(gpuMachine({ profile: trainer({ gpus: [...Gpu.A100_PCIE_40GB.times(4), ...Gpu.L40S_48GB.times(4)] }) })).devices.gpus.map((one: Manifest) => one.name);
    expect(new Set(names).size).toBe(8);
  });
  it('BL-025: with GPUs the pod asks for all of the guest’s memory', () => {
    for (const cpuMode of Object.values(CpuMode)) {
      const { memory, resources } = domainOf(gpuMachine({ profile: trainer({ cpuMode }) }));
      expect(resources.requests.memory).toBe(memory.guest);
    }
    expect(domainOf(machine())).not.toHaveProperty('resources');
  });
  it('BL-026: no memory limit without dedicated or guaranteed CPUs', () => {
    expect(domainOf(gpuMachine({ profile: trainer({ gpus: Gpu.A100_PCIE_40GB.times(8) }) })).resources).toEqual({ requests: { memory: '64Gi' } });
  });
  it('BL-028, BL-029: NUMA stands under the CPU, with an empty object, and has what it needs', () => {
    const profile = trainer({ cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI, numa: Numa.PASSTHROUGH });
    expect(domainOf(gpuMachine({ profile })).cpu.numa).toEqual({ guestMappingPassthrough: {} });
    expect(yamlOf([vmOf(gpuMachine({ profile }))])).toContain('guestMappingPassthrough: {}');
    expect(codesThrown(() => trainer({ numa: Numa.PASSTHROUGH }))).toEqual(['WS-PROFILE-006']);
  });
  it('BL-031: dedicated CPUs come with equal request and limit of memory', () => {
    expect(domainOf(machine({ profile: office({ cpuMode: CpuMode.DEDICATED }) })).resources).toEqual({ requests: { memory: '16Gi' }, limits: { memory: '16Gi' } });
  });
  it('BL-032: memory is a multiple of the huge page, whatever the unit', () => {
    expect(codesThrown(() => office({ memory: Size.mebibytes(5632), hugepages: HugePages.SIZE_1GI }))).toEqual(['WS-PROFILE-005']);
    expect(codesThrown(() => office({ memory: Size.mebibytes(129), hugepages: HugePages.SIZE_2MI }))).toEqual(['WS-PROFILE-005']);
    expect(codesThrown(() => office({ memory: Size.mebibytes(5120), hugepages: HugePages.SIZE_1GI }))).toEqual([]);
  });
  it('BL-034: one thread a core, two at most', () => {
    expect(domainOf(machine()).cpu.threads).toBe(1);
    expect(codesThrown(() => office({ cpus: 9, threadsPerCore: 3 }))).toEqual(['WS-PROFILE-004']);
  });
  it('BL-035: vCPUs are cores of one socket, in both forms', () => {
    expect(domainOf(machine({ profile: office({ cpus: 8 }) })).cpu).toEqual({ cores: 8, sockets: 1, threads: 1 });
    expect(theOne(new InstancetypeCatalog(chart(), 'c', { profiles: [office()] }), 'VirtualMachineClusterPreference').spec.cpu).toEqual({ preferredCPUTopology: 'cores' });
  });
  it('BL-037: a machine’s name is a host name', () => {
    expect(codesThrown(() => person('user.name'))).toEqual(['WS-PERSON-001']);
    expect(codesBelow(machine({ machine: 'a.b' }))).toEqual(['WS-NAME-001']);
    expect(codesBelow(machine({ machine: 'm'.repeat(45) }))).toEqual([]);
    expect(codesBelow(machine({ machine: 'm'.repeat(46) }))).toEqual(['WS-NAME-005']);
    expect(specOf(machine()).hostname).toBe(vmOf(machine()).metadata.name);
  });
  it('BL-038, BL-088: every label value and every name of a disk keeps within 63 characters', () => {
    const alice = space(plainApp({ fleet: 'f'.repeat(30) }), 'a'.repeat(32));
    const workstation = gpuMachine({ machine: 'm'.repeat(18), profile: Profile.of('p'.repeat(40), { version: 9999, cpus: 1, memory: gi(1), gpus: [Gpu.A10_24GB] }), rootDisk: root(alice, 'root', { machine: 'm'.repeat(18) }),
      cloudInit: CloudInit.of({ runCommands: ['x'.repeat(2100)] }) }, alice);
    expect(codesBelow(alice)).toEqual([]);
    expect(workstation.name).toHaveLength(63);
    for (const manifest of manifestsOf(alice)) {
      expect(Object.values<string>({ ...manifest.metadata.labels, ...manifest.spec?.template?.metadata.labels }).filter((one) => one.length > 63)).toEqual([]);
    }
    expect(codesBelow(root(space(plainApp(), 'a'.repeat(32)), 'r', { machine: 'm'.repeat(22) }))).toEqual(['WS-NAME-005']);
  });
  it('BL-040, BL-041: every volume has its disk and one source', () => {
    for (const vm of ofKind('VirtualMachine')) {
      const { domain: { devices }, volumes } = vm.spec.template.spec;
      expect(devices.disks.map((one: Manifest) => one.name)).toEqual(volumes.map((one: Manifest) => one.name));
      expect(volumes.map((one: Manifest) => Object.keys(one).length)).toEqual(volumes.map(() => 2));
    }
  });
  it('BL-043: EFI is written in full', () => {
    expect(domainOf(gpuMachine()).firmware.bootloader).toEqual({ efi: { secureBoot: false } });
    expect(domainOf(gpuMachine({ bootloader: Bootloader.EFI_SECURE_BOOT })).features.smm).toEqual({ enabled: true });
  });
  it('BL-046: a machine with a screen has a tablet', () => {
    expect(domainOf(machine()).devices.inputs).toEqual([{ type: 'tablet', bus: 'usb', name: 'tablet' }]);
    expect(domainOf(machine({ graphics: false })).devices).not.toHaveProperty('inputs');
  });
  it('BL-049, BL-202: a power that GitOps and people would fight over is a warning, the default is none of these', () => {
    expect(vmOf(machine()).spec.runStrategy).toBe('Manual');
    for (const power of [Power.ALWAYS, Power.HALTED]) {
      expect(faultsBelow(machine({ power })).map((fault) => [fault.code, fault.severity])).toEqual([['WS-POWER-001', 'warning']]);
    }
  });
  it('BL-050: runStrategy only', () => {
    expect(ofKind('VirtualMachine').map((one) => [Object.hasOwn(one.spec, 'running'), typeof one.spec.runStrategy])).toEqual(ofKind('VirtualMachine').map(() => [false, 'string']));
  });
  it('BL-052: nobody is killed at once', () => {
    expect(ofKind('VirtualMachine').every((one) => one.spec.template.spec.terminationGracePeriodSeconds >= 10)).toBe(true);
    expect(codesBelow(machine({ terminationGracePeriod: 0 as never }))).toEqual(['WS-VM-003']);
  });
  it('BL-053: size, image and power leave the labels of the launcher pod alone', () => {
    const labels = (workstation: Workstation) => vmOf(workstation).spec.template.metadata.labels;
    const alice = space();
    const changed = machine({ profile: office({ version: 2, cpus: 32 }), power: Power.HALTED, rootDisk: root(alice, 'r', { image: GoldenImage.fromDataSource({ namespace: 'x', name: 'y', size: gi(1) }) }) }, alice);
    expect(labels(changed)).toEqual(labels(machine()));
    expect(labels(changed)).toMatchObject({ 'workstations.dev/workstation': 'alice-workstation' });
    expect(JSON.stringify(labels(changed))).not.toContain('profile');
  });
  it('BL-056, BL-059: exactly one readiness probe with a number as its port, and no other probe', () => {
    for (const readiness of [Readiness.tcp(22), Readiness.http(22, '/'), Readiness.guestAgent()]) {
      const spec = specOf(machine({ readiness }));
      expect(['exec', 'httpGet', 'tcpSocket', 'guestAgentPing'].filter((kind) => spec.readinessProbe[kind] !== undefined)).toHaveLength(1);
      expect(spec).not.toHaveProperty('livenessProbe');
    }
    expect(yamlOf([vmOf(machine())])).toMatch(/tcpSocket:\n\s+port: 22\n/);
    expect(codesThrown(() => Readiness.tcp('6080' as never))).toEqual(['WS-SERVICE-001']);
  });
});

describe('CDI', () => {
  it('BL-062: a Secret or ConfigMap is named without a namespace', () => {
    expect(codesThrown(() => ImageSource.http('https://a/b', { sha256: SHA, credentials: 'other/creds', caBundle: 'other/ca' }))).toEqual(['WS-IMAGE-007', 'WS-IMAGE-007']);
  });
  it('BL-064, BL-086: `storage`, one access mode, a volume mode and a class, always', () => {
    for (const { spec } of ofKind('DataVolume')) {
      expect(Object.keys(spec).sort()).toEqual([spec.source === undefined ? 'sourceRef' : 'source', 'storage'].sort());
      expect(spec.storage.accessModes).toHaveLength(1);
      expect(Object.keys(spec.storage).sort()).toEqual(['accessModes', 'resources', 'storageClassName', 'volumeMode']);
    }
  });
  it('BL-065: sizes stay as they were given, and are compared as bytes', () => {
    for (const [size, text] of [[gi(150), '150Gi'], [Size.mebibytes(153600), '153600Mi'], [Size.kibibytes(157286401), '157286401Ki'], [Size.tebibytes(1.5), '1536Gi']] as const) {
      expect(theOne(root(space(), 'root', { size }), 'DataVolume').spec.storage.resources.requests.storage).toBe(text);
    }
    expect(codesBelow(root(space(), 'root', { size: Size.mebibytes(40959) }))).toEqual(['WS-DISK-004']);
  });
  it('BL-068: a disk is cloned from an image only', () => {
    const alice = space();
    expect(codesBelow(root(alice, 'second', { image: root(alice) as never, machine: 'second' }))).toEqual(['WS-APP-002']);
  });
  it('BL-070: immediate binding is asked for in words', () => {
    expect(ofKind('DataVolume').map((one) => one.metadata.annotations['cdi.kubevirt.io/storage.bind.immediate.requested'])).toEqual(ofKind('DataVolume').map(() => 'true'));
    expect(yamlOf(ofKind('DataVolume').slice(0, 1))).toContain('immediate.requested: "true"');
  });
  it('BL-071: a clone strategy is one of three', () => {
    expect(codesBelow(storage({ cloneStrategy: 'smart-clone' as never }))).toEqual(['WS-APP-002']);
    expect(theOne(storage(), 'StorageProfile').spec.cloneStrategy).toBe('csi-clone');
    expect(theOne(storage(), 'VolumeSnapshotClass').driver).toBe(theOne(storage(), 'StorageClass').provisioner);
  });
  it('BL-073, BL-074: images and disks are Block, explicitly', () => {
    expect(new Set(ofKind('DataVolume').map((one) => one.spec.storage.volumeMode))).toEqual(new Set(['Block']));
    expect(theOne(storage(), 'StorageProfile').spec.claimPropertySets).toEqual([{ accessModes: ['ReadWriteOnce'], volumeMode: 'Block' }]);
  });
  it('BL-076, BL-208: nothing relies on the collection of finished DataVolumes, and no tool prunes them', () => {
    expect(JSON.stringify(everything)).not.toContain('deleteAfterCompletion');
    expect(ofKind('DataVolume').every((one) => one.metadata.annotations['argocd.argoproj.io/sync-options'].includes('Prune=false'))).toBe(true);
    expect(JSON.stringify(ofKind('VirtualMachine'))).not.toContain('"dataVolume"');
  });
  it('BL-077: no disk belongs to a machine', () => {
    expect(JSON.stringify(everything)).not.toMatch(/dataVolumeTemplates|ownerReferences/);
  });
  it('BL-082: an image is checked by a whole SHA-256 with its algorithm', () => {
    expect(theOne(golden(ImageSource.http('https://a/b', { sha256: SHA.toUpperCase() })), 'DataVolume').spec.source.http.checksum).toBe(`sha256:${SHA}`);
    for (const sha256 of [SHA.slice(1), `sha256:${SHA}`, `g${SHA.slice(1)}`, '', undefined]) {
      expect(codesThrown(() => ImageSource.http('https://a/b', { sha256 } as never))).toEqual(['WS-IMAGE-001']);
    }
    expect(codesBelow(golden(HTTP, plainApp({ target: { cdi: '1.64' } })))).toEqual(['WS-IMAGE-006']);
  });
  it('BL-080: a registry source is pinned by one digest', () => {
    const url = `docker://r.example.internal/a:1@sha256:${SHA}`;
    expect(theOne(golden(ImageSource.registry(url)), 'DataVolume').spec.source.registry.url).toBe(url);
    expect(codesThrown(() => ImageSource.registry('docker://r.example.internal/a:1'))).toEqual(['WS-IMAGE-003']);
    expect(codesThrown(() => ImageSource.registry(`${url}@sha256:${SHA}`))).toEqual(['WS-IMAGE-003']);
  });
  it("BL-083: where a policy closes a namespace, others let CDI's workers through", () => {
    const closed = ofKind('NetworkPolicy').filter(({ metadata }) => metadata.name === 'default-deny').map(({ metadata }) => metadata.namespace as string);
    expect(closed).toEqual(['golden']);
    expect(ofKind('NetworkPolicy').filter(({ metadata }) => metadata.namespace === 'golden').map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['cdi-clone-source', 'cdi-upload-server', 'cdi-worker']));
  });
  it('BL-085: the guest’s filesystem grows with its disk', () => {
    expect(parse(userDataOf(machine()))).toMatchObject({ growpart: { mode: 'auto', devices: ['/'] }, resize_rootfs: true });
  });
  it('BL-091: one default snapshot class a driver', () => {
    const app = new FleetApp();
    const platform = new Chart(app, 'platform');
    for (const id of ['a', 'b']) {
      new RbdStorage(platform, id, { clusterId: 'rook-ceph', pool: id });
    }
    expect(app._synthesize().faults.map((fault) => fault.code)).toContain('WS-STORAGE-006');
    expect(theOne(storage(), 'VolumeSnapshotClass').metadata.annotations['snapshot.storage.kubernetes.io/is-default-class']).toBe('true');
  });
  it('BL-092: storage keeps what it was given', () => {
    expect(ofKind('StorageClass').every((one) => one.reclaimPolicy === 'Retain')).toBe(true);
  });
  it('BL-097, BL-157: every parameter of a driver is a text', () => {
    const parameters = theOne(storage({ encryption: RbdEncryption.kms('0x1F'), pool: '1e3', clusterId: '007' }), 'StorageClass');
    expect(Object.values(parameters.parameters).every((one) => typeof one === 'string')).toBe(true);
    const read = parse(Yaml.stringify(parameters)).parameters;
    expect([read.encrypted, read.encryptionKMSID, read.pool, read.clusterID]).toEqual(['true', '0x1F', '1e3', '007']);
  });
});

describe('cdk8s', () => {
  it.each(['yes', 'no', 'on', 'off', 'y', 'n', 'true', 'null', '1e3', '0777', '1.0', '12e03'])('BL-155, BL-157: the label %s stays a text under YAML 1.1 and 1.2', (value) => {
    const text = yamlOf(manifestsOf(new UserSpace(plainApp(), 'alice', { labels: { team: value } })));
    for (const version of ['1.1', '1.2'] as const) {
      expect(parse(text, { version }).metadata.labels.team).toBe(value);
    }
  });
  it('BL-158: a label that is a number is refused', () => {
    expect(faultsBelow(new UserSpace(plainApp(), 'alice', { labels: { team: 42 } as never }))[0]).toMatchObject({ code: 'WS-APP-002', field: 'labels.team' });
  });
  it('BL-163: under nested charts each object is written once', () => {
    const app = new FleetApp();
    const inner = new UserSpace(new Chart(new Chart(app, 'outer', { namespace: 'a' }), 'middle', { namespace: 'b' }), 'alice', { owner: person() });
    gpuMachine({}, inner);
    const documents = [...app._synthesize().files.values()].flatMap((text) => text.split(/^---$/m)).map((text) => parse(text)).filter((one) => one?.kind !== undefined);
    expect(documents.map(idOf).sort()).toEqual([...new Set(manifestsOf(app).map(idOf))].sort());
  });
  it('BL-166: two objects of one name are found over the whole app', () => {
    const app = new FleetApp();
    for (const id of ['a', 'b']) {
      root(new Chart(app, id, { namespace: 'shared' }), 'root', { owner: person() });
    }
    expect(app._synthesize().faults.filter((fault) => fault.severity === 'error').map((fault) => fault.code)).toContain('WS-OBJECT-002');
  });
  it('BL-169: patches of keys with slashes reach the manifest', () => {
    const workstation = machine();
    workstation.virtualMachine!.addJsonPatch(JsonPatch.add('/metadata/annotations', {}), JsonPatch.add('/metadata/annotations/nvidia.com~1gpu', 'x'), JsonPatch.add('/spec/template/spec/unknownField', { a: 1 }));
    expect(vmOf(workstation)).toMatchObject({ metadata: { annotations: { 'nvidia.com/gpu': 'x' } }, spec: { template: { spec: { unknownField: { a: 1 } } } } });
  });
  it('BL-173: kinds of the cluster have no namespace, in whatever chart', () => {
    const cluster = new Set(['CDI', 'Namespace', 'StorageClass', 'VolumeAttributesClass', 'VolumeSnapshotClass', 'StorageProfile', 'VirtualMachineClusterInstancetype', 'VirtualMachineClusterPreference']);
    for (const manifest of everything) {
      expect([manifest.kind, manifest.metadata.namespace === undefined]).toEqual([manifest.kind, cluster.has(manifest.kind)]);
    }
    expect(new Set(everything.map((one) => one.kind).filter((kind) => cluster.has(kind)))).toEqual(cluster);
  });
  it('BL-175: no exported name is that of a global or of a type of the language', () => {
    const files = ['src/index.ts', ...readdirSync(join(ROOT, 'imports')).filter((file) => file.endsWith('.ts')).map((file) => `imports/${file}`)];
    const names = files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:class|interface|enum|type|const|function) (\w+)/gm)].map(([, name = '']) => name)
        .concat([...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim().replace(/^.* as /, ''))));
    });
    const library = readFileSync(join(dirname(require.resolve('typescript')), 'lib.es5.d.ts'), 'utf8');
    const taken = new Set([...Object.getOwnPropertyNames(globalThis), ...[...library.matchAll(/^(?:interface|type|declare (?:var|function)) (\w+)/gm)].map(([, name]) => name)]);
    expect(['Record', 'Object', 'Map', 'Error'].filter((name) => !taken.has(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => taken.has(name))).toEqual([]);
  });
  it('BL-178: a Role names its claims and one verb', () => {
    const [clone, machines] = [true, false].map((wanted) => ofKind('Role').filter(({ metadata }: Manifest) => (metadata.labels['workstations.dev/role'] === 'clone-right') === wanted));
    expect([clone, machines].every((some) => some!.length > 0)).toBe(true);
    for (const { rules } of clone!) {
      expect(rules.every((rule: Manifest) => rule.verbs.join() === 'create')).toBe(true);
    }
    for (const { rules } of [...clone!, ...machines!]) {
      expect(rules.every((rule: Manifest) => rule.resourceNames.length > 0 && !JSON.stringify(rule).includes('*'))).toBe(true);
    }
  });
  it.each([
    [DEPLOYERS.people, { kind: 'ServiceAccount', name: 'people', namespace: 'argocd' }],
    [Subject.user('oidc:deployer'), { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'oidc:deployer' }],
    [Subject.group('deployers'), { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'deployers' }],
  ])('BL-179: %s is bound as the API server reads it', (people, subject) => {
    expect(theOne(golden(HTTP, plainApp({ deployers: { platform: people, people } })), 'RoleBinding').subjects).toEqual([subject]);
  });
  it('BL-182: constructs and cdk8s are whichever the fleet has, and sizes of another copy count', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as Record<'dependencies' | 'peerDependencies', Record<string, string>>;
    expect(Object.keys(peerDependencies).sort()).toEqual(['cdk8s', 'cdk8s-plus-30', 'constructs']);
    expect(Object.values(peerDependencies).filter((range) => !/^\^\d/.test(range))).toEqual([]);
    expect(Object.keys(dependencies)).toEqual(['yaml']);
    jest.isolateModules(() => {
      const copy = require('cdk8s') as typeof import('cdk8s');
      expect(copy.Size).not.toBe(Size);
      expect(codesBelow(root(space(), 'root', { size: copy.Size.gibibytes(150) }))).toEqual([]);
    });
  });
  it('BL-187: nothing is rendered before all has been said', () => {
    const workstation = machine();
    workstation.virtualMachine!.metadata.addLabel('later', 'yes');
    expect(vmOf(workstation).metadata.labels.later).toBe('yes');
  });
  it('BL-188: no name holds a hash or a path', () => {
    const alice = space();
    gpuMachine({ workspaceDisk: new RbdWorkspaceDisk(alice, 'some-id', { storage: STORAGE, size: gi(1) }), cloudInit: CloudInit.of({ runCommands: ['x'.repeat(2100)] }) }, alice);
    expect(manifestsOf(alice).map(idOf).sort()).toEqual([
      'DataVolume workstation-alice/alice-rootdisk', 'DataVolume workstation-alice/alice-workspace', 'Namespace workstation-alice',
      'Role workstation-alice/alice-workstation-use', 'RoleBinding workstation-alice/alice-workstation-use',
      'Secret workstation-alice/alice-workstation-cloudinit', 'VirtualMachine workstation-alice/alice-workstation',
    ]);
    expect(new RbdRootDisk(alice, 'x', { image: IMAGE, storage: STORAGE, size: gi(40), machine: 'x' }).claimName).toBe('alice-x-rootdisk');
  });
});

describe('GitOps', () => {
  it('BL-200, BL-215: what a webhook would fill in is written', () => {
    for (const vm of ofKind('VirtualMachine')) {
      expect(vm.spec.template.spec).toMatchObject({
        architecture: 'amd64', domain: { machine: { type: 'q35' }, firmware: { uuid: expect.any(String), serial: expect.any(String) }, devices: { interfaces: [{ macAddress: expect.stringMatching(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/) }] } },
      });
    }
  });
  it('BL-203: machines are in the last wave, no later wave is written, and the page has the health check for those who need one', () => {
    expect(everything.filter((one) => Object.keys(one.metadata.annotations ?? {}).some((name) => name.includes('sync-wave') || name.includes('argocd.argoproj.io/hook')))).toEqual([]);
    expect(everything.filter((one) => applyRank(groupOf(one.apiVersion), one.kind) > applyRank('kubevirt.io', 'VirtualMachine'))).toEqual([]);
    const page = gitopsPage();
    expect(page).toContain('Let machines and disks be the last wave.');
    expect(page).toContain('resource.customizations.health.kubevirt.io_VirtualMachine: |');
    expect(page).toMatch(/said == "Stopped" or said == "Running" then\s+hs\.status = "Healthy"/);
  });
  it('BL-205: wherever the page ignores a difference, the sync is told to respect that', () => {
    const documents = [...gitopsPage().matchAll(/^```yaml\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) => text.split(/^---$/m)).map((text): Manifest => parse(text));
    const ignoring = documents.filter((one) => one?.spec?.ignoreDifferences !== undefined);
    expect(ignoring.map((one) => one.kind)).toEqual(['Application']);
    for (const { spec } of ignoring) {
      expect(spec.syncPolicy.syncOptions).toContain('RespectIgnoreDifferences=true');
      expect(JSON.stringify(spec.ignoreDifferences)).not.toContain('runStrategy');
    }
    expect(gitopsPage()).toContain('`ignoreDifferences` alone only hides a difference');
  });
  it('BL-206, BL-212: no label of a tool and no state of a controller is written', () => {
    const keys = everything.flatMap((one) => Object.keys({ ...one.metadata.labels, ...one.metadata.annotations }));
    expect(keys.filter((one) => one.startsWith('app.kubernetes.io/') || one.includes('kubectl'))).toEqual([]);
  });
  it('BL-209: a text that Flux would substitute in is kept from it', () => {
    const inline = machine({ cloudInit: CloudInit.of({ runCommands: ['echo ${HOME} $(date)'] }) });
    expect(vmOf(inline).metadata.annotations['kustomize.toolkit.fluxcd.io/substitute']).toBe('disabled');
    const secret = machine({ cloudInit: CloudInit.of({ runCommands: [`echo \${HOME} ${'x'.repeat(2100)}`] }) });
    expect(theOne(secret, 'Secret').metadata.annotations['kustomize.toolkit.fluxcd.io/substitute']).toBe('disabled');
    expect(JSON.stringify(vmOf(gpuMachine()).metadata.annotations ?? {})).not.toContain('substitute');
  });
  it('BL-211: stable defaults of the server are written', () => {
    expect(domainOf(machine({ services: [GuestService.ssh()] })).devices.interfaces[0].ports[0].protocol).toBe('TCP');
    expect(specOf(machine()).readinessProbe).toEqual({ tcpSocket: { port: 22 }, initialDelaySeconds: 10,
      periodSeconds: 10, timeoutSeconds: 5, successThreshold: 1, failureThreshold: 3 });
  });
  it('BL-214: a machine opens a claim of a stable name, so that a restore keeps it', () => {
    const alice = space();
    const workstation = machine({ workspaceDisk: new RbdWorkspaceDisk(alice, 'w', { storage: STORAGE, size: gi(1) }) }, alice);
    expect(specOf(workstation).volumes.slice(0, 2)).toEqual([
      { name: 'rootdisk', persistentVolumeClaim: { claimName: 'alice-rootdisk' } }, { name: 'workspace', persistentVolumeClaim: { claimName: 'alice-workspace' } },
    ]);
  });
});
