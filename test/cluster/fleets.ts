import { Chart, Duration, Size } from 'cdk8s';
import fc from 'fast-check';
import {
  Bootloader, CloneStrategy, CloudInit, CpuMode, CpuNodePool, DevicePlugin, FilesystemType, FleetApp, GoldenImage, Gpu, GpuWorkstation, GuestService,
  HugePages, type IGoldenImage, type IMachinePool, ImageSource, ImageSpace, InstancetypeCatalog, type IRbdStorage, KubeVirtPlatform, MacAddress,
  NetworkIsolation, NetworkMatch, NetworkPeer, NetworkPort, Numa, Person, PodSecurity, Power, Profile, ProfileForm, Quota, RbdDriver, RbdEncryption, RbdQos,
  RbdRootDisk, RbdStorage, RbdWorkspaceDisk, Readiness, Subject, TaintEffect, TolerationOperator, UserSpace, VfioNodePool, Workstation, WorkspaceFilesystem,
} from '../../src';
import { GPUS } from '../../src/facts';
import { FaultError, isBlocking } from '../../src/faults';
import { launcherPod, type PodRequests } from '../../src/objects/launcher-pod';
import { type KubeObject } from './harness/client';
import { type Expected, writtenBy } from './outputs';

/** One machine with all that a fleet file can say of it and of its space; undefined is the default. */
export interface Wish {
  readonly owner: string;
  readonly user: string | undefined;
  readonly keys: number;
  readonly machine: string;
  readonly namespace: string | undefined;
  readonly podSecurity: PodSecurity | undefined;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly network: 'open' | 'cilium' | 'policies';
  readonly quota: 'none' | 'declared' | 'spare';
  readonly limited: boolean;
  readonly profile: string;
  readonly version: number;
  readonly cpus: number;
  readonly mebibytes: number;
  readonly gpus: readonly string[];
  readonly cpuMode: CpuMode | undefined;
  readonly threads: number | undefined;
  readonly hugepages: HugePages | undefined;
  readonly numa: Numa | undefined;
  readonly isolate: boolean | undefined;
  readonly form: ProfileForm;
  readonly power: Power | undefined;
  readonly graphics: boolean | undefined;
  readonly bootloader: Bootloader | undefined;
  readonly ssh: 'default' | 'none' | 'user';
  readonly readiness: 'default' | 'tcp' | 'http' | 'agent' | 'none';
  /** Bytes of a command in cloud-init. */
  readonly words: number | undefined;
  readonly guest: 'commands' | 'text' | 'script' | 'all';
  readonly networkMatch: NetworkMatch | undefined;
  readonly mac: string | undefined;
  readonly uuid: string | undefined;
  readonly serial: string | undefined;
  readonly root: 'disk' | 'named' | 'claim';
  readonly workspace: 'none' | 'ext4' | 'xfs' | 'blank' | 'claim';
  readonly gibibytes: number;
  readonly grown: boolean;
  readonly limits: boolean;
  readonly singlePod: boolean;
  readonly grants: readonly ('view' | 'use' | 'operate' | 'snapshot' | 'erase')[];
  readonly selector: Readonly<Record<string, string>> | undefined;
  readonly tolerations: number;
  readonly seconds: number | undefined;
}

/** What all machines of a fleet share. */
export interface Surroundings {
  /** Each machine has a pool of its own, and the app runs KubeVirt itself. */
  readonly pools: 'none' | 'nvidia' | 'gpu-operator' | 'kubevirt';
  readonly fleet: string;
  readonly kubevirt: string;
  readonly deployers: boolean;
  readonly image: 'elsewhere' | 'unknown size' | 'http' | 'registry' | 'claim';
  readonly storage: 'elsewhere' | 'rook' | 'ceph-csi' | 'with a pool';
}

export interface Plan extends Surroundings {
  readonly machines: readonly Wish[];
}

/** A card that is not in the table. */
const CUSTOM = 'example.com/CARD';
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const oneOf = <T extends string>(choice: Readonly<Record<string, T>>): fc.Arbitrary<T> => fc.constantFrom(...Object.values(choice));
const label = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[a-z]([a-z0-9-]{0,${most - 2}}[a-z0-9])?$`)).filter((text) => text.length <= most);
const upTo = (most: number): fc.Arbitrary<string> => fc.oneof(label(most), fc.constant('a'.repeat(most)), fc.constant('a'));
const hex = fc.constantFrom(...'0123456789abcdef');
const digits = (count: number): fc.Arbitrary<string> => fc.array(hex, { minLength: count, maxLength: count }).map((list) => list.join(''));

export const wishes: fc.Arbitrary<Wish> = fc.record({
  owner: upTo(32),
  user: maybe(fc.constantFrom('oidc:alice', 'Ünsal Öz <u@example.org>', '王', 'system:serviceaccount:a:b')),
  keys: fc.constantFrom(1, 0, 2),
  machine: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: upTo(18) }),
  namespace: maybe(upTo(63)),
  podSecurity: maybe(oneOf(PodSecurity)),
  labels: maybe(fc.dictionary(fc.constantFrom('team', 'example.com/cost-centre', `${'p'.repeat(63)}.example/${'n'.repeat(63)}`), fc.constantFrom('vision', '42', '', 'v'.repeat(63)),
    { maxKeys: 3 })),
  network: fc.constantFrom('open', 'cilium', 'policies'),
  quota: fc.constantFrom('none', 'declared', 'spare'),
  limited: fc.boolean(),
  profile: fc.oneof(fc.constant('trainer'), upTo(30)),
  version: fc.constantFrom(1, 2, 999),
  cpus: fc.oneof(fc.integer({ min: 1, max: 16 }), fc.constantFrom(24, 48, 64, 96, 128, 255, 512)),
  mebibytes: fc.oneof(fc.integer({ min: 1, max: 64 }).map((gibibytes) => gibibytes * 1024), fc.integer({ min: 128, max: 70_000 }), fc.constantFrom(128, 524_288, 2_097_152)),
  gpus: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...Object.keys(GPUS)), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...Object.keys(GPUS), CUSTOM).chain((name) => fc.constantFrom(1, 8, 16).map((count) => Array<string>(count).fill(name)))),
  cpuMode: maybe(oneOf(CpuMode)),
  threads: maybe(fc.constantFrom(1, 2)),
  hugepages: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oneOf(HugePages) }),
  numa: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oneOf(Numa) }),
  isolate: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.boolean() }),
  form: fc.oneof({ weight: 2, arbitrary: fc.constant(ProfileForm.INLINE) }, { weight: 1, arbitrary: fc.constant(ProfileForm.INSTANCETYPE) }),
  power: maybe(oneOf(Power)),
  graphics: maybe(fc.boolean()),
  bootloader: maybe(oneOf(Bootloader)),
  ssh: fc.constantFrom('default', 'none', 'user'),
  readiness: fc.constantFrom('default', 'tcp', 'http', 'agent', 'none'),
  words: maybe(fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1400, max: 1800 }))),
  guest: fc.constantFrom('commands', 'all', 'text', 'script'),
  networkMatch: maybe(oneOf(NetworkMatch)),
  mac: maybe(digits(10).filter((text) => !text.startsWith('00000000')).map((text) => `02:${text.replace(/(..)(?=.)/g, '$1:')}`)),
  uuid: maybe(digits(32).map((text) => text.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'))),
  serial: maybe(fc.oneof(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.+-]{0,40}$/), fc.constant('S'.repeat(256)))),
  root: fc.oneof({ weight: 4, arbitrary: fc.constant('disk' as const) }, { weight: 1, arbitrary: fc.constantFrom('named' as const, 'claim' as const) }),
  workspace: fc.constantFrom('none', 'ext4', 'xfs', 'blank', 'claim'),
  gibibytes: fc.oneof(fc.constant(50), fc.integer({ min: 21, max: 4000 })),
  grown: fc.boolean(),
  limits: fc.boolean(),
  singlePod: fc.boolean(),
  grants: fc.subarray(['view', 'use', 'operate', 'snapshot', 'erase'] as const),
  selector: maybe(fc.dictionary(fc.constantFrom('pool', 'example.com/rack', 'nvidia.com/gpu.workload.config'), fc.constantFrom('vm-gpu', 'r1', ''), { maxKeys: 3 })),
  tolerations: fc.integer({ min: 0, max: 3 }),
  seconds: maybe(fc.integer({ min: 10, max: 7200 })),
}).map(sensible);

/** Most of what synth would refuse, changed into something else: a fleet that is refused judges nobody. */
function sensible(wish: Wish): Wish {
  const { cpuMode, hugepages, numa, isolate, cpus, threads, form, readiness, ssh, mebibytes } = wish;
  const keep = cpus % 7 === 0;
  const dedicated = cpuMode === CpuMode.DEDICATED;
  const page = hugepages === HugePages.SIZE_1GI ? 1024 : hugepages === HugePages.SIZE_2MI ? 2 : 1;
  return keep ? wish : {
    ...wish,
    threads: threads !== undefined && cpus % threads !== 0 ? 1 : threads,
    mebibytes: Math.max(1, Math.round(mebibytes / page)) * page,
    numa: numa === Numa.PASSTHROUGH && !(dedicated && hugepages !== undefined) ? undefined : numa,
    isolate: isolate && dedicated,
    form: cpuMode === CpuMode.GUARANTEED ? ProfileForm.INLINE : form,
    readiness: ssh === 'none' && (readiness === 'tcp' || readiness === 'http') ? 'agent' : readiness,
  };
}

const surroundings: fc.Arbitrary<Surroundings> = fc.record({
  pools: fc.constantFrom('none', 'nvidia', 'gpu-operator', 'kubevirt'),
  fleet: fc.constantFrom('random', 'f'.repeat(30)),
  kubevirt: fc.oneof({ weight: 3, arbitrary: fc.constant('1.9') }, { weight: 1, arbitrary: fc.constantFrom('1.8', '1.7') }),
  deployers: fc.boolean(),
  image: fc.constantFrom('elsewhere', 'unknown size', 'http', 'registry', 'claim'),
  storage: fc.constantFrom('elsewhere', 'rook', 'ceph-csi', 'with a pool'),
});

const space = ({ owner, namespace }: Wish): string => namespace ?? `workstation-${owner}`;

/** Fleets of one to three machines, each in a space of its own. */
export const plans: fc.Arbitrary<Plan> = fc.tuple(surroundings, fc.uniqueArray(wishes, { minLength: 1, maxLength: 3, selector: space }))
  .map(([around, machines]) => ({ ...around, machines }));

/** What a machine's pod must be, by what the fleet file says. */
export interface Promised {
  readonly requests: PodRequests;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly unknown[];
}

/** What a fleet of these machines gives, or nothing if synth refuses it. */
export interface Fleet {
  readonly objects: readonly KubeObject[];
  readonly expects: readonly Expected[];
  /** What each machine's pod is promised to ask, by namespace and name. */
  readonly promised: ReadonlyMap<string, Promised>;
  /** Codes that kept it from being written. */
  readonly refused: readonly string[];
}

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl a';
const TOLERATIONS = [
  { key: 'nvidia.com/gpu', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE }, { key: 'example.com/vm', value: 'only' }, { key: 'dedicated',
    operator: TolerationOperator.EXISTS },
];

const CILIUM = NetworkIsolation.cilium({ gateway: NetworkPeer.ciliumGateway(), egress: [
  { peer: NetworkPeer.fqdn('*.example.org') }, { peer: NetworkPeer.world(), ports: [NetworkPort.udp(123)] },
] });
const POLICIES = NetworkIsolation.networkPolicy({
  clusterCidrs: ['10.42.0.0/16'], apiServer: ['10.1.0.1'], ingress: [{ peer: NetworkPeer.pods({ namespace: 'gateway' }) }], egress: [{ peer: NetworkPeer.world() }],
});

/** The same in a pod. */
const TOLERATED = [
  { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }, { key: 'example.com/vm', operator: 'Equal', value: 'only' }, { key: 'dedicated', operator: 'Exists' },
];

const SHA = '0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6';

export function fleetOf(plan: Plan): Fleet {
  try {
    return built(plan);
  } catch (error) {
    if (!(error instanceof FaultError)) {
      throw error;
    }
    return { objects: [], expects: [], promised: new Map(), refused: error.faults.map(({ code }) => code) };
  }
}

function built({ fleet, kubevirt, deployers, machines, pools, ...around }: Plan): Fleet {
  const app = new FleetApp({
    fleet, target: { kubevirt }, kubectlImage: `registry.k8s.io/kubectl@sha256:${SHA}`,
    ...(deployers ? { deployers: { platform: Subject.user('platform'), people: Subject.serviceAccount('argocd', 'people') } } : {}),
  });
  const platform = new Chart(app, 'platform');
  const storage = storageOf(platform, around);
  const image = imageOf(app, storage, around);
  const profiles: Profile[] = [];
  const promised = new Map<string, Promised>();
  const made: IMachinePool[] = [];
  machines.forEach((wish, index) => {
    const profile = profileOf(wish, index);
    if (wish.form === ProfileForm.INSTANCETYPE) {
      profiles.push(profile);
    }
    const pool = pools === 'none' ? undefined : poolOf(platform, `pool-${index}`, profile, pools);
    made.push(...(pool === undefined ? [] : [pool]));
    const one = machine(app, `m${index}`, wish, profile, storage, image, pool);
    const tainted = pool === undefined || profile.gpus.length === 0 ? [] : [{ key: 'workstations.dev/pool', operator: 'Equal', value: `pool-${index}`, effect: 'NoSchedule' }];
    promised.set(`${one.namespace ?? ''}/${one.name}`, {
      requests: launcherPod({ profile, form: wish.form, graphics: wish.graphics ?? true }),
      nodeSelector: { ...(pool === undefined ? {} : { 'workstations.dev/pool': `pool-${index}` }), ...wish.selector },
      tolerations: [...tainted, ...TOLERATED.slice(0, wish.tolerations)],
    });
  });
  if (profiles.length > 0) {
    new InstancetypeCatalog(platform, 'catalog', { profiles });
  }
  if (pools !== 'none') {
    new KubeVirtPlatform(platform, 'kubevirt', { pools: made });
  }
  const { objects, expects, faults } = writtenBy(app);
  return { objects, expects, promised, refused: faults.filter(isBlocking).map(({ code }) => code) };
}

function poolOf(chart: Chart, id: string, profile: Profile, pools: 'nvidia' | 'gpu-operator' | 'kubevirt'): IMachinePool {
  const room = { nodes: 1, dedicatedCpus: true, hugepages1Gi: Size.tebibytes(4), hugepages2Mi: Size.tebibytes(4) };
  const devicePlugin = { 'nvidia': DevicePlugin.NVIDIA, 'gpu-operator': DevicePlugin.GPU_OPERATOR, 'kubevirt': DevicePlugin.KUBEVIRT }[pools];
  return profile.gpus.length === 0 ? new CpuNodePool(chart, id, room) : new VfioNodePool(chart, id, { ...room, gpusPerNode: profile.gpus, devicePlugin });
}

function storageOf(chart: Chart, { storage }: Pick<Plan, 'storage'>): IRbdStorage {
  switch (storage) {
    case 'elsewhere': return RbdStorage.fromClassName('ceph-rbd');
    case 'rook': return new RbdStorage(chart, 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'machines', cloneStrategy: CloneStrategy.SNAPSHOT, encryption: RbdEncryption.kms('vault') });
    case 'ceph-csi': return new RbdStorage(chart, 'ceph-rbd', { clusterId: 'b9127830-b0cc-4e34-aa47-9d1a2e9949a8', pool: 'rbd', driver: RbdDriver.cephCsi({ secretNamespace: 'ceph-csi' }) });
    case 'with a pool': return new RbdStorage(chart, 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'machines', dataPool: 'machines-ec', blockPool: { replicas: 3, deviceClass: 'nvme' } });
  }
}

function imageOf(app: FleetApp, storage: IRbdStorage, { image }: Pick<Plan, 'image'>): IGoldenImage {
  const size = Size.gibibytes(20);
  const own = (source: ImageSource): IGoldenImage => new GoldenImage(new ImageSpace(app, 'vm-images', { network: CILIUM }), 'ubuntu', { size, storage, source });
  switch (image) {
    case 'elsewhere': return GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', claimName: 'ubuntu-v1', size });
    case 'unknown size': return GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu' });
    case 'http': return own(ImageSource.http('https://images.example/ubuntu.qcow2', { sha256: SHA, credentials: 'server', caBundle: 'ca' }));
    case 'registry': return own(ImageSource.registry(`docker://registry.example/ubuntu:24.04@sha256:${SHA}`));
    case 'claim': return own(ImageSource.claim('made-by-hand'));
  }
}

function profileOf({ profile, version, cpus, mebibytes, gpus, cpuMode, threads, hugepages, numa, isolate }: Wish, index: number): Profile {
  // One name and version means one thing in an app.
  return Profile.of(`${profile}-${index}`, {
    version, cpus, memory: Size.mebibytes(mebibytes), gpus: gpus.map((one) => (one === CUSTOM ? Gpu.custom({ name: 'CARD', deviceName: CUSTOM, pciIds: ['1002:740f'] }) : Gpu.of(one))),
    ...(cpuMode ? { cpuMode } : {}), ...(threads ? { threadsPerCore: threads } : {}), ...(hugepages ? { hugepages } : {}), ...(numa ? { numa } : {}),
    ...(isolate === undefined ? {} : { isolateEmulatorThread: isolate }),
  });
}

function machine(app: FleetApp, id: string, wish: Wish, profile: Profile, storage: IRbdStorage, image: IGoldenImage, pool: IMachinePool | undefined): Workstation {
  const keys = Array.from({ length: wish.keys }, (_, at) => KEY.replace('OMqq', `OMq${'qr'[at]!}`));
  const owner = Person.of(wish.owner, { sshKeys: keys, ...(wish.user === undefined ? {} : { user: wish.user }) });
  const size = Size.gibibytes(wish.gibibytes);
  const grownTo = Size.gibibytes(wish.gibibytes * 2);
  const home = new UserSpace(app, id, {
    owner, ...(wish.namespace === undefined ? {} : { namespace: wish.namespace }), ...(wish.podSecurity ? { podSecurity: wish.podSecurity } : {}),
    ...(wish.labels ? { labels: { ...wish.labels } } : {}), ...(wish.limited ? { largestClaim: grownTo } : {}),
    ...(wish.network === 'open' ? {} : { network: wish.network === 'cilium' ? CILIUM : POLICIES }),
    ...(wish.quota === 'none' ? {} : { quota: Quota.asDeclared(wish.quota === 'spare' ? { runningAtOnce: 1, spareStorage: grownTo, spareClaims: 2 } : {}) }),
  });
  const of = { storage, size, machine: wish.machine, singlePod: wish.singlePod, ...(wish.grown ? { grownTo } : {}), ...(wish.limits && !(storage instanceof RbdStorage) ? { qos: RbdQos.fromClassName('bronze') } : {}) };
  const rootDisk = wish.root === 'claim' ? RbdRootDisk.fromClaim('moved-here') : new RbdRootDisk(home, 'root', { ...of, image, ...(wish.root === 'named'
    ? { name: 'd'.repeat(63) } : {}) });
  const filesystem = wish.workspace === 'blank' ? WorkspaceFilesystem.none() : wish.workspace === 'xfs' ? WorkspaceFilesystem.of({ type: FilesystemType.XFS, mountPath: '/data',
    label: 'data' }) : WorkspaceFilesystem.of();
  const workspaceDisk = wish.workspace === 'none' ? undefined : wish.workspace === 'claim' ? RbdWorkspaceDisk.fromClaim('data') : new RbdWorkspaceDisk(home, 'work',
    { ...of, filesystem });
  const readiness = { default: undefined, tcp: Readiness.tcp(22), http: Readiness.http(22, '/health'), agent: Readiness.guestAgent(), none: Readiness.none() }[wish.readiness];
  const services = { default: undefined, none: [], user: [GuestService.ssh({ user: 'ubuntu' })] }[wish.ssh];
  const cloudInit = cloudInitOf(wish);
  const made = new (profile.gpus.length > 0 ? GpuWorkstation : Workstation)(home, 'workstation', {
    profile, rootDisk, machine: wish.machine, profileForm: wish.form, ...(pool ? { pool } : {}),
    ...(workspaceDisk ? { workspaceDisk } : {}), ...(readiness ? { readiness } : {}), ...(services ? { services } : {}), ...(cloudInit ? { cloudInit } : {}),
    ...(wish.power ? { power: wish.power } : {}), ...(wish.graphics === undefined ? {} : { graphics: wish.graphics }), ...(wish.bootloader ? { bootloader: wish.bootloader } : {}),
    ...(wish.networkMatch ? { networkMatch: wish.networkMatch } : {}), ...(wish.mac === undefined ? {} : { mac: MacAddress.of(wish.mac) }), ...(wish.uuid === undefined
      ? {} : { uuid: wish.uuid }),
    ...(wish.serial === undefined ? {} : { serial: wish.serial }), ...(wish.selector === undefined ? {} : { nodeSelector: { ...wish.selector } }),
    tolerations: TOLERATIONS.slice(0, wish.tolerations),
    ...(wish.seconds === undefined ? {} : { terminationGracePeriod: Duration.seconds(wish.seconds) }),
  });
  for (const grant of wish.grants) {
    if (grant !== 'erase') {
      made.grants[grant](Subject.group('helpers'));
    } else if (rootDisk instanceof RbdRootDisk) {
      rootDisk.grants.erase(Subject.serviceAccount('argocd', 'eraser'));
    }
  }
  return made;
}

function cloudInitOf({ guest, words }: Wish): CloudInit | undefined {
  if (words === undefined) {
    return undefined;
  }
  const text = 'y'.repeat(words);
  switch (guest) {
    case 'commands': return CloudInit.of({ runCommands: [text] });
    case 'text': return CloudInit.fromText(`#cloud-config\nruncmd:\n  - echo ${text}\n`);
    case 'script': return CloudInit.fromText(`#!/bin/sh\necho ${text}\n`);
    case 'all': return CloudInit.of({
      packages: ['git'], runCommands: ['true'], files: [{ path: '/etc/motd', content: `${text}\nÜ\n`, permissions: '0600' }], settings: { timezone: 'Asia/Shanghai' },
    });
  }
}
