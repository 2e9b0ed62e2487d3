import fc from 'fast-check';
import { Size } from 'cdk8s';
import {
  checkLabels, checkNamespace, CloudInit, Gpu, GuestService, ImageSource, isAbsent, MacAddress, Person, Profile, ProfileSet, RbdDriver, RbdEncryption, Readiness, Reading,
  readTarget, readTolerations, Subject, WorkspaceFilesystem,
} from '../../src/values';
import { checkSize, parseQuantity } from '../../src/values/sizes';
import { Roster } from '../../src/values/roster';
import type { Fault } from '../../src/faults';
import { checkFault, faultsOf, HOLES, sshKey } from './support';

/** A factory as JavaScript calls it, with a call that is right: the props of its last argument are the ones to spoil. */
interface Factory { readonly name: string; readonly call: (...args: never[]) => unknown; readonly right: readonly unknown[] }

const SHA = 'ab'.repeat(32);
const DIGEST = `docker://registry.example.internal/os/ubuntu@sha256:${SHA}`;
const FILE = { path: '/etc/motd', content: 'hello\n', permissions: '0644', owner: 'root:root' };

const FACTORIES: readonly Factory[] = [
  { name: 'Gpu.of', call: Gpu.of, right: ['A10_24GB'] },
  { name: 'Gpu.custom', call: Gpu.custom, right: [{ name: 'MI210', deviceName: 'amd.com/MI210', memory: Size.gibibytes(64) }] },
  { name: 'Gpu.times', call: (count: number) => Gpu.A10_24GB.times(count), right: [2] },
  {
    name: 'Profile.of', call: Profile.of, right: ['trainer', {
      version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [Gpu.A10_24GB], cpuMode: 'dedicated', threadsPerCore: 2, hugepages: '1Gi', numa: 'passthrough', isolateEmulatorThread: true,
    }],
  },
  { name: 'ProfileSet.of', call: ProfileSet.of, right: [[Profile.of('a', { version: 1, cpus: 1, memory: Size.gibibytes(1) })]] },
  { name: 'ProfileSet.named', call: (name: string, version: number) => ProfileSet.of([Profile.of('a', { version: 1, cpus: 1, memory: Size.gibibytes(1) })]).named(name, version), right: ['a', 1] },
  { name: 'MacAddress.of', call: MacAddress.of, right: ['0a:1b:2c:3d:4e:5f'] },
  { name: 'ImageSource.http', call: ImageSource.http, right: ['https://images.example.internal/u.qcow2', { sha256: SHA, credentials: 'c', caBundle: 'b' }] },
  { name: 'ImageSource.registry', call: ImageSource.registry, right: [DIGEST, { credentials: 'c', caBundle: 'b', pullMethod: 'node' }] },
  { name: 'ImageSource.upload', call: ImageSource.upload, right: [{ sha256: SHA }] },
  { name: 'ImageSource.snapshot', call: ImageSource.snapshot, right: ['sealed'] },
  { name: 'ImageSource.claim', call: ImageSource.claim, right: ['ubuntu'] },
  { name: 'Subject.user', call: Subject.user, right: ['oidc:alice'] },
  { name: 'Subject.group', call: Subject.group, right: ['operators'] },
  { name: 'Subject.serviceAccount', call: Subject.serviceAccount, right: ['argocd', 'people'] },
  { name: 'Person.of', call: Person.of, right: ['alice', { identity: 'a', user: 'oidc:alice', sshKeys: [sshKey()] }] },
  { name: 'Roster.parse', call: Roster.parse, right: ['people:\n- { name: alice, profile: office, rootDisk: 60Gi }\n', 'people.yaml'] },
  { name: 'RbdDriver.rook', call: RbdDriver.rook, right: [{ operatorNamespace: 'rook-ceph', clusterNamespace: 'rook-ceph' }] },
  { name: 'RbdDriver.cephCsi', call: RbdDriver.cephCsi, right: [{ secretNamespace: 'ceph', secretName: 'csi-rbd-secret' }] },
  { name: 'RbdEncryption.kms', call: RbdEncryption.kms, right: ['vault'] },
  { name: 'GuestService.ssh', call: GuestService.ssh, right: [{ authorizedKeys: [sshKey()], user: 'alice' }] },
  { name: 'Readiness.tcp', call: Readiness.tcp, right: [22] },
  { name: 'Readiness.http', call: Readiness.http, right: [8888, '/api'] },
  { name: 'CloudInit.of', call: CloudInit.of, right: [{ packages: ['git'], runCommands: ['true'], files: [FILE], settings: { timezone: 'UTC' } }] },
  { name: 'CloudInit.of, a file', call: (file: never) => CloudInit.of({ files: [file] }), right: [FILE] },
  { name: 'CloudInit.fromText', call: CloudInit.fromText, right: ['#cloud-config\n'] },
  { name: 'WorkspaceFilesystem.of', call: WorkspaceFilesystem.of, right: [{ type: 'xfs', mountPath: '/data', label: 'data' }] },
];

/** Readers that give their faults back. */
const READERS: readonly Factory[] = [
  { name: 'readTarget', call: (target: never) => readTarget(target).faults, right: [{ kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' }] },
  { name: 'readTolerations', call: (one: never) => readTolerations([one], 'vm').faults, right: [{ key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoSchedule' }] },
  { name: 'checkNamespace', call: (name: never) => checkNamespace(name, "user space 'x'"), right: ['vm-images'] },
  { name: 'checkSize', call: (size: never) => checkSize(size, 'size', "disk 'x'").faults, right: [Size.gibibytes(1)] },
  { name: 'checkLabels', call: (value: never) => checkLabels({ team: value }, "user space 'x'").faults, right: ['ai'] },
  {
    name: 'Reading.textMap', right: [{ team: 'ai' }], call: (map: never) => {
      const reading = new Reading("user space 'x'");
      reading.textMap('labels', map);
      return reading.faults;
    },
  },
];

const HUGE = 'x'.repeat(100_000);
class Own { public name = 5; }
const GARBAGE: readonly [string, unknown][] = [
  ['undefined', undefined], ['null', null], ['0', 0], ['-1', -1], ['1.5', 1.5], ['NaN', NaN], ['Infinity', Infinity], ['-0', -0], ['a bigint', 10n ** 40n], ['true', true], ['false', false],
  ['an empty text', ''], ['a blank', ' '], ['a huge text', HUGE], ['Chinese', '工作站'], ['emoji', '👩‍💻'], ['a half emoji', '\ud83d'], ['NUL', 'a\u0000b'], ['lines', 'a\nb'],
  ['an escape sequence', '\u001b[31ma\u009b31m'], ['right to left', 'a\u202eb'], ['__proto__', '__proto__'], ['constructor', 'constructor'], ['toString', 'toString'],
  ['a hole', HOLES], ['a replacement', '$& $1 $$'],
  ['an empty object', {}], ['an object without prototype', Object.assign(Object.create(null) as object, { a: 1 })], ['an empty list', []], ['a list of nothing', [undefined, null]],
  ['a sparse list', new Array(3)], ['a list of lists', [[[]]]], ['a function', () => 'a'], ['a symbol', Symbol('a')], ['a class', Own], ['an instance', new Own()], ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])], ['a buffer', Buffer.from('a')], ['a regexp', /a/], ['an error', new TypeError('a')], ['a promise', Promise.resolve(1)], ['a boxed text', Object('alice')],
  ['a proxy', new Proxy({}, { get: () => 5 })], ['a false Size', { toKibibytes: () => 5 }], ['a worse Size', { toKibibytes: () => 'x', asString: () => 5 }],
  ['something whose text cannot be had', { toString() { throw new TypeError('no'); } }],
  ['a circle', (() => { const list: unknown[] = []; list.push(list, list, list); return list; })()],
];

const spoil = (right: readonly unknown[], at: number, value: unknown): unknown[] => right.map((arg, index) => (index === at ? value : arg));
const run = ({ call }: Factory, args: readonly unknown[]): unknown => (call as (...args: unknown[]) => unknown)(...args);
function named(garbage: string, act: () => unknown): void {
  try {
    act();
  } catch (error) {
    throw new Error(`with ${garbage}: ${String(error)}`, { cause: error });
  }
}
const isProps = (arg: unknown): arg is Record<string, unknown> => typeof arg === 'object' && arg !== null && !Array.isArray(arg) && Object.getPrototypeOf(arg) === Object.prototype;

describe.each(FACTORIES.map((factory) => [factory.name, factory] as const))('%s', (_, factory) => {
  it('takes what is right', () => {
    expect(faultsOf(() => run(factory, factory.right))).toEqual([]);
  });

  it('answers garbage with faults or a value, wherever it stands', () => {
    for (const [name, garbage] of GARBAGE) {
      const calls = factory.right.flatMap((arg, index) => [
        spoil(factory.right, index, garbage),
        ...(isProps(arg) ? Object.entries(arg) : []).flatMap(([prop, value]) => [garbage, ...(Array.isArray(value) ? [[...value as unknown[], garbage]] : [])]
          .map((wrong) => spoil(factory.right, index, { ...arg as object, [prop]: wrong }))),
      ]);
      for (const args of [...calls, factory.right.map(() => garbage)]) {
        named(name, () => faultsOf(() => run(factory, args)));
      }
    }
  });

  it('takes no prop for another: null is as if it were left out', () => {
    factory.right.forEach((arg, index) => {
      for (const prop of isProps(arg) ? Object.keys(arg) : []) {
        const { [prop]: _value, ...rest } = arg as Record<string, unknown>;
        const codes = (given: unknown) => faultsOf(() => run(factory, spoil(factory.right, index, given))).map(({ code, field }) => ({ code, field }));
        expect(codes({ ...rest, [prop]: null })).toEqual(codes(rest));
        expect(codes({ ...rest, [prop]: undefined })).toEqual(codes(rest));
      }
    });
  });

  it('throws nothing but a FaultError (fuzz)', () => {
    fc.assert(fc.property(argsOf(factory), (args) => {
      faultsOf(() => run(factory, args));
    }), { numRuns: 150 });
  });

  it('leaves what it was given alone', () => {
    const frozen = deepFreeze(factory.right);
    expect(faultsOf(() => run(factory, frozen))).toEqual([]);
  });
});

describe.each(READERS.map((reader) => [reader.name, reader] as const))('%s', (_, reader) => {
  it('takes what is right', () => {
    expect(run(reader, reader.right)).toEqual([]);
  });

  it('answers garbage with faults', () => {
    for (const [name, garbage] of GARBAGE) {
      const props = isProps(reader.right[0]) ? Object.keys(reader.right[0]) : [];
      for (const arg of [garbage, ...props.map((prop) => ({ ...reader.right[0] as object, [prop]: garbage }))]) {
        named(name, () => (run(reader, [arg]) as Fault[]).forEach(checkFault));
      }
    }
  });

  it('throws nothing (fuzz)', () => {
    fc.assert(fc.property(argsOf(reader), (args) => {
      (run(reader, args) as Fault[]).forEach(checkFault);
    }), { numRuns: 150 });
  });
});

it('parseQuantity reads only whole numbers with a binary unit', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    const size = parseQuantity(text);
    expect(size === undefined || /^[1-9]\d*[KMGTP]i$/.test(text)).toBe(true);
  }));
});

it('isAbsent means undefined and null, no other empty thing', () => {
  expect([undefined, null].every(isAbsent)).toBe(true);
  expect(['', 0, false, NaN, [], {}].some(isAbsent)).toBe(false);
});

const anything = () => fc.anything({
  withBigInt: true, withBoxedValues: true, withDate: true, withMap: true, withNullPrototype: true, withObjectString: true, withSet: true, withSparseArray: true,
  withTypedArray: true, stringUnit: 'binary',
});

/** Arguments of which each is right, wrong, or props of which some are wrong. */
function argsOf({ right }: Factory): fc.Arbitrary<unknown[]> {
  return fc.tuple(...right.map((arg) => fc.oneof(
    fc.constant(arg), anything(), fc.string({ unit: 'binary' }),
    ...(isProps(arg)
      ? [fc.record(Object.fromEntries(Object.entries(arg).map(([prop, value]) => [prop, fc.oneof(
        { arbitrary: fc.constant(value), weight: 2 }, anything(),
        ...(Array.isArray(value) ? [fc.array(fc.oneof(anything(), fc.constant((value as unknown[])[0])))] : []),
        ...(isProps(value) ? [fc.dictionary(fc.string(), anything())] : []),
      )])), { requiredKeys: [] })]
      : []),
  )));
}

function deepFreeze<T>(value: T): T {
  if ((isProps(value) || Array.isArray(value)) && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value as object).forEach(deepFreeze);
  }
  return value;
}
