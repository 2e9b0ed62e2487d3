import { ApiObject, type App } from 'cdk8s';
import type { Json, JsonObject } from './emit';

/** Said of a value that only cdk8s itself can render. */
const ODD = Symbol('odd');

/** What is nested deeper is looked at by who can say so. */
const DEEPEST = 200;

/** Resolvers that leave plain data as it is (cdk8s lib/resolve.js). */
const HARMLESS = ['LazyResolver', 'ImplicitTokenResolver', 'NumberStringUnionResolver'];

/**
 * What `toJson()` of an object gives, if all of it is plain data and nobody patches it; else undefined. cdk8s copies
 * such an object four times and asks three resolvers about each value of it, which is most of the time of a synth;
 * plain data only need their keys sorted.
 */
export function plainly(object: ApiObject): JsonObject | undefined {
  const { props, patches } = object as unknown as { readonly props?: unknown; readonly patches?: unknown };
  const untouched = object.toJson === ApiObject.prototype.toJson && Array.isArray(patches) && patches.length === 0 && !process.env.CDK8S_DISABLE_SORT;
  if (!untouched || typeof props !== 'object' || props === null || !hasHarmlessResolvers(object)) {
    return undefined;
  }
  const { apiVersion, kind, metadata: _, ...rest } = props as Record<string, unknown>;
  const fields = sorted(rest);
  return typeof fields !== 'object' || typeof apiVersion !== 'string' || typeof kind !== 'string' ? undefined
    : { apiVersion, kind, metadata: plainMetadata(object) ?? object.metadata.toJson() as JsonObject, ...fields as JsonObject };
}

/** Keys of metadata that cdk8s keeps in fields of their own. */
const FIELDS = new Set(['name', 'namespace', 'labels', 'annotations', 'finalizers', 'ownerReferences']);

/** Metadata of names, labels and annotations alone, as its `toJson()` gives them; else undefined. */
function plainMetadata({ metadata }: ApiObject): JsonObject | undefined {
  const { name, namespace, labels, annotations, finalizers, ownerReferences, _additionalAttributes: others } = metadata as unknown as Readonly<Record<string, unknown>>;
  const simple = isEmptyList(finalizers) && isEmptyList(ownerReferences) && typeof name === 'string' && (namespace === undefined || typeof namespace === 'string')
    && typeof others === 'object' && others !== null && Object.keys(others).every((key) => FIELDS.has(key));
  const [notes, marks] = [plainTexts(annotations), plainTexts(labels)];
  if (!simple || notes === undefined || marks === undefined) {
    return undefined;
  }
  // One after the other: a literal that begins with a spread gives each object a dictionary of its own.
  const plain: Record<string, Json> = {};
  if (Object.keys(notes).length > 0) {
    plain.annotations = notes;
  }
  if (Object.keys(marks).length > 0) {
    plain.labels = marks;
  }
  plain.name = name;
  if (namespace !== undefined) {
    plain.namespace = namespace;
  }
  return plain;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function plainTexts(value: unknown): JsonObject | undefined {
  const texts = sorted(value);
  return typeof texts === 'object' && texts !== null && !Array.isArray(texts) && Object.values(texts).every((text) => typeof text === 'string') ? texts as JsonObject : undefined;
}

const KNOWN = new WeakMap<App, boolean>();

function hasHarmlessResolvers(object: ApiObject): boolean {
  const app = object.node.root as App;
  const known = KNOWN.get(app);
  if (known !== undefined) {
    return known;
  }
  const harmless = Array.isArray(app.resolvers) && app.resolvers.every((resolver) => HARMLESS.includes(resolver.constructor.name));
  KNOWN.set(app, harmless);
  return harmless;
}

/** Keys sorted, what is nothing left out; the very same value where that changes nothing. */
function sorted(value: unknown, depth = 0): Json | typeof ODD {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof value === 'string' || typeof value === 'boolean') {
    return value;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : ODD;
  }
  if (typeof value !== 'object' || depth > DEEPEST) {
    return ODD;
  }
  return Array.isArray(value) ? sortedList(value, depth + 1) : sortedMap(value, depth + 1);
}

function sortedList(list: readonly unknown[], depth: number): Json | typeof ODD {
  let copy: Json[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const item = list[at];
    const after = sorted(item, depth);
    if (after === ODD) {
      return ODD;
    }
    if (copy === undefined && after !== item) {
      copy = list.slice(0, at) as Json[];
    }
    copy?.push(after);
  }
  return copy ?? list as readonly Json[];
}

function sortedMap(map: object, depth: number): Json | typeof ODD {
  if (Object.getPrototypeOf(map) !== Object.prototype || typeof (map as { resolve?: unknown }).resolve === 'function') {
    return ODD;
  }
  const values = map as Readonly<Record<string, unknown>>;
  const keys = Object.keys(map);
  let copy: Record<string, Json> | undefined;
  for (let at = 1; at < keys.length && copy === undefined; at++) {
    copy = (keys[at - 1] ?? '') < (keys[at] ?? '') ? undefined : {};
  }
  if (copy !== undefined) {
    keys.sort();
  }
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? '';
    const item = values[key];
    const after = sorted(item, depth);
    if (after === ODD) {
      return ODD;
    }
    if (copy === undefined && (after !== item || after === undefined)) {
      copy = {};
      for (const before of keys.slice(0, at)) {
        copy[before] = values[before] as Json;
      }
    }
    if (copy !== undefined && after !== undefined) {
      copy[key] = after;
    }
  }
  return copy ?? map as JsonObject;
}
