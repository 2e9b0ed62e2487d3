import { compareReleases, groupOf } from '../facts';
import { type Fault, fault, type FaultObject, type Place, show } from '../faults';
import { birthOf, isMap } from './birth';
import type { Json, JsonObject } from './emit';
import { keyOf } from './identity';
import type { IndexedObject } from './output-index';
import { compareQuantities, sameQuantity } from './quantity';
import type { SynthesizedObject } from './synthesized';
import { userDataOf, userDataSecretsOf } from './user-data';

/** What the new form of an object would do to the existing one. */
export function harm(old: IndexedObject, { object, identity, construct, file }: SynthesizedObject): Fault[] {
  const birth = birthOf(object, identity);
  if (old.birth === undefined || birth === undefined) {
    return [];
  }
  const place: Place = { construct, object: identity, file };
  const got = nameOf(identity);
  switch (identity.kind) {
    case 'DataVolume':
      return say(changes(old.birth, birth), (words) => fault('WS-KEEP-001', { got, changes: words }, place));
    case 'DataSource':
      return say(changes(old.birth, birth), (words) => fault('WS-KEEP-012', { got, changes: words }, place));
    case 'KubeVirt':
      return releases(String(old.birth.release), String(birth.release), place);
    case 'StorageClass':
    case 'VolumeAttributesClass':
    case 'VolumeSnapshotClass':
      return say(changes(old.birth, birth), (words) => fault('WS-KEEP-002', { got, changes: words }, place));
    default: {
      // What is new harms nothing, and a network or a disk beside the root disk that is taken away is a decision, not a slip.
      const root = rootOf(old.birth);
      const lost = root !== undefined && !Object.values(mapOf(birth.claims)).includes(root.claim) ? root.volume : undefined;
      const part = (key: string): Change[] => changes(mapOf(old.birth?.[key]), mapOf(birth[key])).filter(({ at, was, is }) => was !== undefined && (is !== undefined || key === 'firmware' || key === 'claims' && at === lost));
      return [
        ...say(part('firmware'), (words) => fault('WS-KEEP-003', { got, changes: words }, place)),
        ...say(part('macs'), (words) => fault('WS-KEEP-005', { got, changes: words }, place)),
        ...say(part('claims'), (words) => fault('WS-KEEP-006', { got, changes: words }, place)),
      ];
    }
  }
}

/** KubeVirt goes one minor release up, and never down. */
function releases(was: string, is: string, place: Place): Fault[] {
  const [major = 0, minor = 0] = was.split('.').map(Number);
  const next = `${major}.${minor + 1}`;
  return is === was || is === next ? [] : [fault('WS-KEEP-011', {
    was, is, expected: compareReleases(is, was) < 0 ? `put the target back to ${was}` : `set the target to ${next} first, and apply it`,
  }, place)];
}

/** True for a disk that is written as it was at its birth. */
export function isSameBirth(old: IndexedObject, { object, identity }: Pick<SynthesizedObject, 'object' | 'identity'>): boolean {
  const birth = identity.kind === 'DataVolume' ? birthOf(object, identity) : undefined;
  return old.birth !== undefined && birth !== undefined && changes(old.birth, birth).length === 0;
}

/**
 * Machines of another name on the root disk of an earlier one: the guest is the same, so its identity must be, too
 * (another word for `machine`, another owner).
 */
export function exchangedIdentities(earlier: readonly IndexedObject[], current: ReadonlyMap<string, SynthesizedObject>): Fault[] {
  const now = new Map<string, SynthesizedObject>();
  for (const one of earlier.some(isMachine) ? current.values() : []) {
    const birth = isMachine(one.identity) ? birthOf(one.object, one.identity) : undefined;
    const root = birth === undefined ? undefined : rootOf(birth)?.claim;
    if (root !== undefined) {
      now.set(`${one.identity.namespace ?? ''}/${root}`, one);
    }
  }
  return earlier.filter(isMachine).flatMap((old) => {
    const root = old.birth === undefined ? undefined : rootOf(old.birth)?.claim;
    const other = root === undefined ? undefined : now.get(`${old.namespace ?? ''}/${root}`);
    if (other === undefined || keyOf(other.identity) === keyOf(old)) {
      return [];
    }
    const { object, identity, construct, file } = other;
    const found = changes(mapOf(old.birth?.firmware), mapOf(birthOf(object, identity)?.firmware)).filter(({ was }) => was !== undefined);
    return say(found, (words) => fault('WS-KEEP-003', {
      got: nameOf(old), changes: `on its root disk '${root ?? ''}' there is '${nameOf(identity)}' now; ${words}`,
    }, { construct, object: identity, file }));
  });
}

/** Machines that leave, and machines whose user data were changed after their first start. */
export function machineNews(earlier: readonly IndexedObject[], current: ReadonlyMap<string, SynthesizedObject>): Fault[] {
  const changed = earlier.filter((old) => {
    const now = current.get(keyOf(old));
    const userData = now === undefined || old.userData === undefined ? undefined : userDataOf(now.object, now.identity);
    return userData !== undefined && userData !== old.userData;
  });
  const keys = new Set(changed.map(keyOf));
  const secrets = new Set(changed.filter(({ kind }) => kind === 'Secret').map(({ namespace = '', name }) => `${namespace}/${name}`));
  const starts = keys.size === 0 ? [] : [...current.values()].filter(({ object, identity }) => isMachine(identity)
    && (keys.has(keyOf(identity)) || userDataSecretsOf(object).some((name) => secrets.has(`${identity.namespace ?? ''}/${name}`))));
  const left = new Map(earlier.filter((old) => isMachine(old) && !current.has(keyOf(old))).map((old) => [keyOf(old), old]));
  return [
    ...[...left.values()].map(({ apiVersion, kind, namespace, name }) => {
      const object = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
      return fault('WS-KEEP-008', { got: nameOf(object) }, { object });
    }),
    ...starts.map(({ identity, construct, file }) => fault('WS-KEEP-009', { got: nameOf(identity) }, { construct, object: identity, file })),
  ];
}

/** Disks that left, where a new one of their name is made in another namespace: the person would find an empty copy of the image there. */
export function movedDisks(left: readonly IndexedObject[], current: ReadonlyMap<string, SynthesizedObject>, known: ReadonlySet<string>): Fault[] {
  const gone = new Map(left.filter(({ kind }) => kind === 'DataVolume').map((old) => [old.name, old]));
  return gone.size === 0 ? [] : [...current].flatMap(([key, { identity, construct, file }]) => {
    const old = identity.kind === 'DataVolume' && !known.has(key) ? gone.get(identity.name) : undefined;
    return old === undefined ? [] : [fault('WS-KEEP-013', { got: nameOf(old), is: nameOf(identity) }, { construct, object: identity, file })];
  });
}

/** How far each claim had grown, by namespace and claim, as the index has it. */
export const grownBefore = (earlier: readonly IndexedObject[]): ReadonlyMap<string, string> => growths(earlier.map((one) => ({ identity: one, birth: one.birth })));

/** Disks that had grown and are said to be smaller now, or as they were at birth. */
export function shrunk(grown: ReadonlyMap<string, string>, current: ReadonlyMap<string, SynthesizedObject>): Fault[] {
  const before = [...grown];
  if (before.length === 0) {
    return [];
  }
  const all = [...current.values()];
  const now = growths(all.map(({ object, identity }) => ({ identity, birth: identity.kind === 'Job' ? birthOf(object, identity) : undefined })));
  const disks = new Map(all.filter(({ identity }) => identity.kind === 'DataVolume').map((one) => [`${one.identity.namespace ?? ''}/${one.identity.name}`, one]));
  return before.flatMap(([claim, was]) => {
    const [is, disk] = [now.get(claim), disks.get(claim)];
    if (disk === undefined || is !== undefined && compareQuantities(is, was) >= 0) {
      return [];
    }
    const { construct, identity, file } = disk;
    return [fault('WS-KEEP-010', { got: nameOf(identity), was, is: is ?? 'left out' }, { construct, object: identity, file, field: 'grownTo' })];
  });
}

/** The largest size that each claim is grown to, by namespace and claim. */
function growths(objects: readonly { readonly identity: FaultObject; readonly birth: JsonObject | undefined }[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { identity: { kind, namespace = '' }, birth } of objects) {
    if (kind === 'Job' && typeof birth?.claim === 'string' && typeof birth.size === 'string') {
      const claim = `${namespace}/${birth.claim}`;
      const known = found.get(claim);
      if (known === undefined || compareQuantities(known, birth.size) < 0) {
        found.set(claim, birth.size);
      }
    }
  }
  return found;
}

const isMachine = ({ apiVersion, kind }: FaultObject): boolean => kind === 'VirtualMachine' && groupOf(apiVersion) === 'kubevirt.io';

const nameOf = ({ namespace, name }: FaultObject): string => (namespace === undefined ? name : `${namespace}/${name}`);

/** The volume and claim that a machine starts from: ours is called rootdisk; of others it is the first one. */
function rootOf({ claims }: JsonObject): { readonly volume: string; readonly claim: Json } | undefined {
  const all = mapOf(claims);
  const volume = all.rootdisk === undefined ? Object.keys(all)[0] : 'rootdisk';
  return volume === undefined ? undefined : { volume, claim: all[volume] };
}

interface Change {
  readonly at: string;
  readonly was: Json;
  readonly is: Json;
}

const mapOf = (value: Json): JsonObject => (isMap(value) ? value : {});

function say(found: readonly Change[], make: (words: string) => Fault): Fault[] {
  return found.length === 0 ? [] : [make(found.map(({ at, was, is }) => `${wordFor(at)} was ${showJson(was)} and is now ${showJson(is)}`).join('; '))];
}

/** Where two values differ, leaf by leaf; a list is one leaf. Quantities are equal if they mean the same. */
function changes(was: Json, is: Json, at = ''): Change[] {
  if (isMap(was) && isMap(is)) {
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().flatMap((key) => changes(was[key], is[key], at === '' ? key : `${at}.${key}`));
  }
  const same = JSON.stringify(was) === JSON.stringify(is) || isEmpty(was) && isEmpty(is) || /\brequests\.|\blimits\./.test(at) && sameQuantity(was, is);
  return same ? [] : [{ at, was, is }];
}

const isEmpty = (value: Json): boolean => value == null || typeof value === 'object' && Object.keys(value).length === 0;

/** The words of a fleet file for the fields that people set there. */
const WORDS: Readonly<Record<string, string>> = {
  'storage.resources.requests.storage': "'size'",
  'pvc.resources.requests.storage': "'size'",
  'storage.storageClassName': 'the storage class',
  'pvc.storageClassName': 'the storage class',
  'storage.accessModes': 'the access mode',
  'storage.volumeMode': 'the volume mode',
  'sourceRef.name': 'the image',
  'sourceRef.namespace': "the image's namespace",
};

const wordFor = (at: string): string => WORDS[at] ?? at;

function showJson(value: Json): string {
  if (value === undefined) {
    return 'absent';
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : show(value);
}
