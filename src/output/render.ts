import { groupOf, scopeOf } from '../facts';
import { type Fault, fault, type FaultObject, show } from '../faults';
import type { Json, JsonObject } from './emit';
import { plainly } from './plain';
import type { FoundObject } from './tree';

/** What an object is, and where. */
export interface Rendered {
  readonly json: JsonObject;
  readonly identity: FaultObject;
  readonly group: string;
}

/** Kinds whose definition the app itself writes, with their scope. */
export type OwnScopes = ReadonlyMap<string, 'Cluster' | 'Namespaced'>;

/**
 * Renders one object, its JSON patches included. A cluster-scoped one loses the namespace that cdk8s gives to all
 * objects of a chart; what cannot be rendered is a fault of its construct (WS-APP-004), and the others go on.
 */
export function render({ object, path }: FoundObject, faults: Fault[]): Rendered | undefined {
  let json: JsonObject;
  try {
    // A copy of what only cdk8s can render: nothing that the user made is asked twice.
    json = plainly(object) ?? copied(object.toJson());
  } catch (error) {
    faults.push(fault('WS-APP-004', { got: reasonOf(error) }, { construct: path }));
    return undefined;
  }
  const { apiVersion, kind, metadata } = json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    faults.push(fault('WS-APP-004', { got: 'it has no apiVersion, kind or metadata' }, { construct: path }));
    return undefined;
  }
  const { name, namespace } = metadata as JsonObject;
  const identity = { apiVersion, kind, name: typeof name === 'string' ? name : '', ...(typeof namespace === 'string' ? { namespace } : {}) };
  return { json, identity, group: groupOf(apiVersion) };
}

/** Takes the namespace from what has none, once the scopes of all kinds are known. (One that is missing is found by the checks.) */
export function inItsScope(rendered: Rendered, own: OwnScopes): Rendered {
  const { json, identity, group } = rendered;
  const scope = own.get(`${group}/${identity.kind}`) ?? scopeOf(group, identity.kind);
  if (scope !== 'Cluster' || identity.namespace === undefined) {
    return rendered;
  }
  const { namespace: _, ...metadata } = json.metadata as JsonObject;
  const { namespace: __, ...bare } = identity;
  return { json: { ...json, metadata }, identity: bare, group };
}

/** Kinds that a CustomResourceDefinition of the app defines. */
export function ownScopes(all: Iterable<Rendered>): OwnScopes {
  const scopes = new Map<string, 'Cluster' | 'Namespaced'>();
  for (const { json, identity, group } of all) {
    if (group === 'apiextensions.k8s.io' && identity.kind === 'CustomResourceDefinition') {
      const spec = json.spec as { group?: unknown; scope?: unknown; names?: { kind?: unknown } } | undefined;
      if (spec?.scope === 'Cluster' || spec?.scope === 'Namespaced') {
        scopes.set(`${String(spec.group)}/${String(spec.names?.kind)}`, spec.scope);
      }
    }
  }
  return scopes;
}

/** cdk8s wraps the reason into a sentence about the construct, which the fault names already. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) {
    return 'its data go in a circle, or are nested too deep';
  }
  const [first = ''] = wordsOf(error).replace(/^Failed serializing construct at path '.*?' with name '.*?': (?:[A-Za-z_]*Error: )?/s, '').split('\n');
  return first.trim() === '' ? 'no reason was given' : first.trim();
}

/** What something thrown says, whatever it is. */
export function wordsOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return show(thrown);
  }
}

/** No manifest is nested deeper than this, and every reader can follow. */
const DEEPEST = 200;

function copied(json: unknown): JsonObject {
  const copy = copyOf(json, '', 0);
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) {
    throw new TypeError(`toJson() gives ${show(json)}, which is no map`);
  }
  return copy as JsonObject;
}

/** A copy of what JSON can say; throws at the first thing that it cannot. */
function copyOf(value: unknown, at: string, depth: number): Json {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') {
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) {
      throw new TypeError(`${at} is ${String(value)}, which is no number that JSON has`);
    }
    return value;
  }
  if (typeof value !== 'object') {
    throw new TypeError(`${at} is ${show(value)}`);
  }
  if (depth > DEEPEST) {
    throw new RangeError('too deep');
  }
  if (Array.isArray(value)) {
    return (value as readonly unknown[]).map((item, index) => copyOf(item, `${at}/${index}`, depth + 1));
  }
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    // Not by assignment, which would lose a key called __proto__.
    Object.defineProperty(copy, key, { value: copyOf(item, `${at}/${key}`, depth + 1), enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
