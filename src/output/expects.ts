import type { Expectation } from '../constructs/expectations';
import { groupOf, pluralOf } from '../facts';
import type { ResolvedTarget } from '../values';
import type { Json, JsonObject } from './emit';
import type { SynthesizedObject } from './synthesized';

/** One thing that must be in the cluster before the output is applied. */
export type Expected = Expectation;

/** Merges what constructs expect, takes away what the app itself makes, and adds the CRDs of the kinds that are used. */
export function expectsOf(given: readonly Expectation[], objects: readonly SynthesizedObject[], target: ResolvedTarget): Expected[] {
  const made = madeBy(objects);
  const cards = permittedBy(objects);
  const advertised = given.map((one) => (one.kind === 'device' && cards.has(one.name) ? { ...one, must: 'advertised by a node' } : one));
  const open = [...advertised, ...definitions(objects, target)].filter((one) => !made.has(keyOf(one)) && !made.has(keyOf({ ...one, namespace: '' })));
  const merged = new Map<string, Expected>();
  for (const one of open) {
    const key = keyOf(one);
    const known = merged.get(key);
    merged.set(key, known === undefined ? one : merge(known, one));
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
}

const keyOf = ({ kind, namespace, name }: Pick<Expectation, 'kind' | 'namespace' | 'name'>): string => `${kind}\u0000${namespace ?? ''}\u0000${name}`;

function merge(a: Expected, b: Expected): Expected {
  const musts = [...new Set([...a.must.split('; '), ...b.must.split('; ')])].sort();
  const sizes = [a.kibibytes, b.kibibytes].filter((size) => size !== undefined);
  const kibibytes = a.kind === 'room' ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(...sizes);
  return { ...a, must: musts.join('; '), ...(sizes.length === 0 ? {} : { kibibytes }) };
}

/** What each kind of object answers, as `kind\0namespace\0name`. */
const ANSWERS: Readonly<Record<string, Expectation['kind']>> = {
  '/Namespace': 'namespace',
  '/Secret': 'secret',
  '/ConfigMap': 'configMap',
  '/PersistentVolumeClaim': 'claim',
  'storage.k8s.io/StorageClass': 'storageClass',
  'storage.k8s.io/VolumeAttributesClass': 'volumeAttributesClass',
  'snapshot.storage.k8s.io/VolumeSnapshotClass': 'snapshotClass',
  'snapshot.storage.k8s.io/VolumeSnapshot': 'snapshot',
  'scheduling.k8s.io/PriorityClass': 'priorityClass',
  'cdi.kubevirt.io/DataSource': 'dataSource',
  'cdi.kubevirt.io/DataVolume': 'claim',
  'apiextensions.k8s.io/CustomResourceDefinition': 'crd',
};

function madeBy(objects: readonly SynthesizedObject[]): ReadonlySet<string> {
  const made = new Set<string>();
  for (const { object, identity } of objects) {
    const type = `${groupOf(identity.apiVersion)}/${identity.kind}`;
    const kind = ANSWERS[type];
    if (kind !== undefined) {
      made.add(keyOf({ kind, name: identity.name, namespace: identity.namespace ?? '' }));
    }
    if (type === 'ceph.rook.io/CephBlockPool') {
      // A pool is known by its name alone; the namespace is that of its operator.
      made.add(keyOf({ kind: 'pool', name: identity.name }));
    }
    if (type === 'kubevirt.io/KubeVirt') {
      const configuration = at(object, 'spec', 'configuration');
      texts(at(configuration, 'developerConfiguration', 'featureGates')).forEach((name) => made.add(keyOf({ kind: 'gate', name })));
    }
  }
  return made;
}

/** The devices that the app's own KubeVirt object permits. */
function permittedBy(objects: readonly SynthesizedObject[]): ReadonlySet<string> {
  return new Set(objects.filter(({ identity }) => identity.kind === 'KubeVirt').flatMap(({ object }) => {
    const devices = at(object, 'spec', 'configuration', 'permittedHostDevices', 'pciHostDevices');
    return texts(Array.isArray(devices) ? (devices as readonly Json[]).map((device) => at(device, 'resourceName')) : undefined);
  }));
}

/** CRDs of the kinds that are used, with the releases that the target means. */
function definitions(objects: readonly SynthesizedObject[], target: ResolvedTarget): Expectation[] {
  const versions = new Map<string, Set<string>>();
  for (const { identity } of objects) {
    const group = groupOf(identity.apiVersion);
    if (!isBuiltIn(group)) {
      const name = `${pluralOf(identity.kind)}.${group}`;
      const known = versions.get(name) ?? new Set();
      versions.set(name, known.add(identity.apiVersion.slice(group.length + 1)));
    }
  }
  return [...versions].map(([name, served]) => ({
    kind: 'crd', name, must: `served in version ${[...served].sort().join(', ')}${ofRelease(name, target)}`,
  }));
}

/** Groups of Kubernetes itself: those without a dot, and the ones under k8s.io that are no CRDs. */
const BUILT_IN = /^(?:[^.]*|(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|networking|node|rbac\.authorization|resource|scheduling|storage|flowcontrol\.apiserver)\.k8s\.io)$/;

/** True for a group of Kubernetes itself, false for one that a CRD brings. */
export const isBuiltIn = (group: string): boolean => BUILT_IN.test(group);

function ofRelease(name: string, target: ResolvedTarget): string {
  if (/\.cdi\.kubevirt\.io$/.test(name)) {
    return ` (CDI ${target.cdi})`;
  }
  return /\.(?:[a-z]+\.)?kubevirt\.io$/.test(name) ? ` (KubeVirt ${target.kubevirt})` : '';
}

function at(value: Json, ...path: readonly string[]): Json {
  return path.reduce<Json>((inner, key) => (typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as JsonObject)[key] : undefined), value);
}

const texts = (value: Json): string[] => (Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === 'string') : []);
