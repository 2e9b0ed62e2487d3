import { groupOf, KEPT_LABELS, KEYS } from '../facts';
import type { FaultObject } from '../faults';
import type { Json, JsonObject } from './emit';

/** What an object got at its birth and must keep, by kind; undefined for kinds that may change. */
export function birthOf(object: JsonObject, { apiVersion, kind }: Pick<FaultObject, 'apiVersion' | 'kind'>): JsonObject | undefined {
  switch (`${groupOf(apiVersion)}/${kind}`) {
    case 'cdi.kubevirt.io/DataVolume':
      return disk(object);
    case 'cdi.kubevirt.io/DataSource':
      return version(object);
    case 'storage.k8s.io/StorageClass':
      return pick(object, ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode']);
    case 'storage.k8s.io/VolumeAttributesClass':
      return pick(object, ['driverName', 'parameters']);
    case 'snapshot.storage.k8s.io/VolumeSnapshotClass':
      return pick(object, ['driver', 'parameters']);
    case 'kubevirt.io/VirtualMachine':
      return machine(mapAt(object, 'spec', 'template', 'spec'));
    case 'kubevirt.io/KubeVirt':
      return release(mapAt(object, 'metadata', 'annotations'));
    case 'batch/Job':
      return growth(mapAt(object, 'metadata', 'annotations'));
    default:
      return undefined;
  }
}

/** A disk's specification; of an uploaded one also which file it is, since its specification says nothing of that. */
function disk(object: JsonObject): JsonObject {
  const spec = mapAt(object, 'spec');
  const digest = mapAt(object, 'metadata', 'annotations')[KEYS.imageDigest];
  return isMap(mapAt(spec, 'source').upload) && typeof digest === 'string' ? { ...spec, digest } : spec;
}

/** What one version of an image is: the DataSource that is called by its number never points elsewhere. */
function version(object: JsonObject): JsonObject | undefined {
  const { name, labels } = mapAt(object, 'metadata');
  const number = mapAt({ labels }, 'labels')[KEYS.imageVersion];
  return typeof name === 'string' && typeof number === 'string' && name.endsWith(`-v${number}`) ? mapAt(object, 'spec', 'source', 'pvc') : undefined;
}

/** The release that a KubeVirt object of ours was written for. */
function release({ [KEYS.release]: found }: JsonObject): JsonObject | undefined {
  return typeof found === 'string' ? { release: found } : undefined;
}

/** The claim that a Job of ours grows, and how far. */
function growth({ [KEYS.grows]: claim, [KEYS.grownTo]: size }: JsonObject): JsonObject | undefined {
  return typeof claim === 'string' && typeof size === 'string' ? { claim, size } : undefined;
}

/** True for a kind that has a birth: without one in the index, its entry is broken. */
export function hasBirth(identity: Pick<FaultObject, 'apiVersion' | 'kind'>): boolean {
  return birthOf({}, identity) !== undefined;
}

/** True for an object that stays in the cluster when it leaves the output. */
export function isKept(object: JsonObject): boolean {
  const labels = mapAt(object, 'metadata', 'labels');
  return Object.entries(KEPT_LABELS).every(([key, value]) => labels[key] === value);
}

function machine(spec: JsonObject): JsonObject {
  const firmware = pick(mapAt(spec, 'domain', 'firmware'), ['uuid', 'serial']);
  const macs = listAt(spec, 'domain', 'devices', 'interfaces').map((nic) => [nic.name, nic.macAddress] as const);
  const claims = listAt(spec, 'volumes').map((volume) => [volume.name, mapAt(volume, 'persistentVolumeClaim').claimName ?? mapAt(volume, 'dataVolume').name] as const);
  return { firmware, macs: named(macs), claims: named(claims) };
}

function named(pairs: readonly (readonly [Json, Json])[]): JsonObject {
  return Object.fromEntries(pairs.filter(([name, value]) => typeof name === 'string' && typeof value === 'string') as [string, string][]);
}

function pick(map: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => map[key] !== undefined).map((key) => [key, map[key]]));
}

function valueAt(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((inner, key) => (isMap(inner) ? inner[key] : undefined), value);
}

/** The map at a path; an empty one for anything else. */
export function mapAt(value: Json, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, path);
  return isMap(found) ? found : {};
}

/** The maps of a list at a path. */
export function listAt(value: Json, ...path: readonly string[]): JsonObject[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? (found as readonly Json[]).filter(isMap) : [];
}

export function isMap(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
