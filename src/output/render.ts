import { groupOf, scopeOf } from '../facts';
import { type Fault, fault, type FaultObject, show } from '../faults';
import type { JsonObject } from './emit';
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
  const plain = plainly(object);
  let json: JsonObject;
  try {
    json = plain ?? object.toJson() as JsonObject;
  } catch (error) {
    faults.push(fault('WS-APP-004', { got: reasonOf(error) }, { construct: path }));
    return undefined;
  }
  const odd = plain === undefined ? notPlain(json, '') : undefined;
  if (odd !== undefined) {
    faults.push(fault('WS-APP-004', { got: odd }, { construct: path }));
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
  const words = error instanceof Error ? error.message : String(error);
  const [first = ''] = words.replace(/^Failed serializing construct at path '.*?' with name '.*?': (?:[A-Za-z_]*Error: )?/s, '').split('\n');
  return first.trim() === '' ? 'no reason was given' : first.trim();
}

/** The first thing in it that JSON cannot say. */
function notPlain(value: unknown, at: string): string | undefined {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') {
    return undefined;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : `${at} is ${String(value)}, which is no number that JSON has`;
  }
  if (typeof value !== 'object') {
    return `${at} is ${show(value)}`;
  }
  for (const [key, item] of Object.entries(value)) {
    const odd = notPlain(item, `${at}/${key}`);
    if (odd !== undefined) {
      return odd;
    }
  }
  return undefined;
}
