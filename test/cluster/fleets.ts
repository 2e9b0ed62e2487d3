import { Chart, Duration, Size } from 'cdk8s';
import fc from 'fast-check';
import {
  Bootloader, CloudInit, CpuMode, FilesystemType, FleetApp, GoldenImage, Gpu, GpuWorkstation, GuestService, HugePages, InstancetypeCatalog, MacAddress, NetworkMatch, Numa,
  Person, PodSecurity, Power, Profile,
  ProfileForm, RbdRootDisk, RbdStorage, RbdWorkspaceDisk, Readiness, Subject, TaintEffect, TolerationOperator, UserSpace, Workstation, WorkspaceFilesystem,
} from '../../src';
import { GPUS } from '../../src/facts';
import { isBlocking } from '../../src/faults';
import { launcherPod, type PodRequests } from '../../src/objects/launcher-pod';
import { type KubeObject } from './harness/client';
import { type Expected, writtenBy } from './outputs';

/** One machine with all that a fleet file can say of it; undefined is the default. */
export interface Wish {
  readonly owner: string;
  readonly user: string | undefined;
  readonly machine: string;
  readonly namespace: string | undefined;
  readonly podSecurity: PodSecurity | undefined;
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
  readonly ownText: boolean;
  readonly networkMatch: NetworkMatch | undefined;
  readonly mac: string | undefined;
  readonly uuid: string | undefined;
  readonly serial: string | undefined;
  readonly root: 'disk' | 'claim';
  readonly workspace: 'none' | 'ext4' | 'xfs' | 'blank' | 'claim';
  readonly singlePod: boolean;
  readonly selector: Readonly<Record<string, string>> | undefined;
  readonly tolerations: number;
  readonly seconds: number | undefined;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const oneOf = <T extends string>(choice: Readonly<Record<string, T>>): fc.Arbitrary<T> => fc.constantFrom(...Object.values(choice));
const label = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[a-z]([a-z0-9-]{0,${most - 2}}[a-z0-9])?$`)).filter((text) => text.length <= most);
const upTo = (most: number): fc.Arbitrary<string> => fc.oneof(label(most), fc.constant('a'.repeat(most)), fc.constant('a'));
const hex = fc.constantFrom(...'0123456789abcdef');
const digits = (count: number): fc.Arbitrary<string> => fc.array(hex, { minLength: count, maxLength: count }).map((list) => list.join(''));

export const wishes: fc.Arbitrary<Wish> = fc.record({
  owner: upTo(32),
  user: maybe(fc.constantFrom('oidc:alice', 'Ünsal Öz <u@example.org>', '王', 'system:serviceaccount:a:b')),
  machine: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: upTo(18) }),
  namespace: maybe(upTo(63)),
  podSecurity: maybe(oneOf(PodSecurity)),
  cpus: fc.oneof(fc.integer({ min: 1, max: 16 }), fc.constantFrom(24, 48, 64, 96, 128, 255)),
  mebibytes: fc.oneof(fc.integer({ min: 1, max: 64 }).map((gibibytes) => gibibytes * 1024), fc.integer({ min: 128, max: 70_000 }), fc.constantFrom(128, 524_288, 2_097_152)),
  gpus: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...Object.keys(GPUS)), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...Object.keys(GPUS)).map((name) => Array<string>(8).fill(name))),
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
  ownText: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  networkMatch: maybe(oneOf(NetworkMatch)),
  mac: maybe(digits(10).filter((text) => !text.startsWith('00000000')).map((text) => `02:${text.replace(/(..)(?=.)/g, '$1:')}`)),
  uuid: maybe(digits(32).map((text) => text.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'))),
  serial: maybe(fc.oneof(fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/), fc.constant('S'.repeat(256)))),
  root: fc.oneof({ weight: 4, arbitrary: fc.constant('disk' as const) }, { weight: 1, arbitrary: fc.constant('claim' as const) }),
  workspace: fc.constantFrom('none', 'ext4', 'xfs', 'blank', 'claim'),
  singlePod: fc.boolean(),
  selector: maybe(fc.dictionary(fc.constantFrom('pool', 'example.com/rack', 'nvidia.com/gpu.workload.config'), fc.constantFrom('vm-gpu', 'r1', ''), { maxKeys: 3 })),
  tolerations: fc.integer({ min: 0, max: 3 }),
  seconds: maybe(fc.integer({ min: 1, max: 7200 })),
});

/** What a fleet of these machines gives, or nothing if synth refuses it. */
export interface Fleet {
  readonly objects: readonly KubeObject[];
  readonly expects: readonly Expected[];
  /** What each machine's pod is promised to ask, by namespace and name. */
  readonly promised: ReadonlyMap<string, PodRequests>;
  /** Codes that kept it from being written. */
  readonly refused: readonly string[];
}

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl a';
const TOLERATIONS = [
  { key: 'nvidia.com/gpu', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE }, { key: 'example.com/vm', value: 'only' }, { key: 'dedicated',
    operator: TolerationOperator.EXISTS },
];

export function fleetOf(machines: readonly Wish[]): Fleet {
  const app = new FleetApp({ fleet: 'random', deployers: { platform: Subject.user('platform'), people: Subject.user('people') } });
  const storage = RbdStorage.fromClassName('ceph-rbd');
  const image = GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', claimName: 'ubuntu-v1', size: Size.gibibytes(20) });
  const profiles: Profile[] = [];
  const promised = new Map<string, PodRequests>();
  machines.forEach((wish, index) => {
    const profile = profileOf(wish, `p${index}`);
    if (profile === undefined) {
      return;
    }
    if (wish.form === ProfileForm.INSTANCETYPE) {
      profiles.push(profile);
    }
    const made = machine(app, `m${index}`, wish, profile, storage, image);
    promised.set(`${made.namespace ?? ''}/${made.name}`, launcherPod({ profile, form: wish.form, graphics: wish.graphics ?? true }));
  });
  if (profiles.length > 0) {
    new InstancetypeCatalog(new Chart(app, 'platform'), 'catalog', { profiles });
  }
  const { objects, expects, faults } = writtenBy(app);
  return { objects, expects, promised, refused: faults.filter(isBlocking).map(({ code }) => code) };
}

/** Undefined where the profile itself is refused. */
function profileOf({ cpus, mebibytes, gpus, cpuMode, threads, hugepages, numa, isolate }: Wish, name: string): Profile | undefined {
  try {
    return Profile.of(name, {
      version: 1, cpus, memory: Size.mebibytes(mebibytes), gpus: gpus.map((one) => Gpu.of(one)), ...(cpuMode ? { cpuMode } : {}), ...(threads
        ? { threadsPerCore: threads } : {}), ...(hugepages ? { hugepages } : {}),
      ...(numa ? { numa } : {}), ...(isolate === undefined ? {} : { isolateEmulatorThread: isolate }),
    });
  } catch {
    return undefined;
  }
}

function machine(app: FleetApp, id: string, wish: Wish, profile: Profile, storage: ReturnType<typeof RbdStorage.fromClassName>,
  image: ReturnType<typeof GoldenImage.fromDataSource>): Workstation {
  const owner = Person.of(wish.owner, { sshKeys: [KEY], ...(wish.user === undefined ? {} : { user: wish.user }) });
  const home = new UserSpace(app, id, { owner, ...(wish.namespace === undefined ? {} : { namespace: wish.namespace }), ...(wish.podSecurity
    ? { podSecurity: wish.podSecurity } : {}) });
  const of = { storage, size: Size.gibibytes(50), machine: wish.machine, singlePod: wish.singlePod };
  const rootDisk = wish.root === 'claim' ? RbdRootDisk.fromClaim('moved-here') : new RbdRootDisk(home, 'root', { ...of, image });
  const filesystem = wish.workspace === 'blank' ? WorkspaceFilesystem.none() : WorkspaceFilesystem.of({ type: wish.workspace === 'xfs' ? FilesystemType.XFS
    : FilesystemType.EXT4 });
  const workspaceDisk = wish.workspace === 'none' ? undefined : wish.workspace === 'claim' ? RbdWorkspaceDisk.fromClaim('data') : new RbdWorkspaceDisk(home, 'work',
    { ...of, filesystem });
  const readiness = { default: undefined, tcp: Readiness.tcp(22), http: Readiness.http(22, '/health'), agent: Readiness.guestAgent(), none: Readiness.none() }[wish.readiness];
  const services = { default: undefined, none: [], user: [GuestService.ssh({ user: 'ubuntu' })] }[wish.ssh];
  const cloudInit = wish.ownText ? CloudInit.fromText(`#cloud-config\nruncmd:\n  - echo ${'x'.repeat(wish.words ?? 1)}\n`) : wish.words === undefined ? undefined
    : CloudInit.of({ runCommands: ['y'.repeat(wish.words)] });
  return new (profile.gpus.length > 0 ? GpuWorkstation : Workstation)(home, 'workstation', {
    profile, rootDisk, machine: wish.machine, profileForm: wish.form,
    ...(workspaceDisk ? { workspaceDisk } : {}), ...(readiness ? { readiness } : {}), ...(services ? { services } : {}), ...(cloudInit ? { cloudInit } : {}),
    ...(wish.power ? { power: wish.power } : {}), ...(wish.graphics === undefined ? {} : { graphics: wish.graphics }), ...(wish.bootloader ? { bootloader: wish.bootloader } : {}),
    ...(wish.networkMatch ? { networkMatch: wish.networkMatch } : {}), ...(wish.mac === undefined ? {} : { mac: MacAddress.of(wish.mac) }), ...(wish.uuid === undefined
      ? {} : { uuid: wish.uuid }),
    ...(wish.serial === undefined ? {} : { serial: wish.serial }), ...(wish.selector === undefined ? {} : { nodeSelector: { ...wish.selector } }),
    tolerations: TOLERATIONS.slice(0, wish.tolerations),
    ...(wish.seconds === undefined ? {} : { terminationGracePeriod: Duration.seconds(wish.seconds) }),
  });
}
