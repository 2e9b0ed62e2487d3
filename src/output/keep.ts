import { type Fault, fault, type Place, show } from '../faults';
import { birthOf, isMap } from './birth';
import type { Json, JsonObject } from './emit';
import type { IndexedObject } from './output-index';
import { sameQuantity } from './quantity';
import type { SynthesizedObject } from './synthesized';

/** What the new form of an object would do to the existing one. */
export function harm(old: IndexedObject, { object, identity, construct, file }: SynthesizedObject): Fault[] {
  const birth = birthOf(object, identity);
  if (old.birth === undefined || birth === undefined) {
    return [];
  }
  const place: Place = { construct, object: identity, file };
  const got = identity.namespace === undefined ? identity.name : `${identity.namespace}/${identity.name}`;
  switch (identity.kind) {
    case 'DataVolume':
      return say(changes(old.birth, birth), (words) => fault('WS-KEEP-001', { got, changes: words }, place));
    case 'StorageClass':
    case 'VolumeSnapshotClass':
      return say(changes(old.birth, birth), (words) => fault('WS-KEEP-002', { got, changes: words }, place));
    default: {
      // What is new harms nothing, and a network or disk that is taken away is a decision, not a slip.
      const part = (key: string): Change[] => changes(mapOf(old.birth?.[key]), mapOf(birth[key])).filter(({ was, is }) => was !== undefined && (is !== undefined || key === 'firmware'));
      return [
        ...say(part('firmware'), (words) => fault('WS-KEEP-003', { got, changes: words }, place)),
        ...say(part('macs'), (words) => fault('WS-KEEP-005', { got, changes: words }, place)),
        ...say(part('claims'), (words) => fault('WS-KEEP-006', { got, changes: words }, place)),
      ];
    }
  }
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
