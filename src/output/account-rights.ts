import { groupOf, KEYS, LAYERS, pluralOf, scopeOf } from '../facts';
import type { Deployers, Subject } from '../values';
import type { Json, JsonObject } from './emit';
import type { SynthesizedObject } from './synthesized';

/** A rule of a ClusterRole, as it is written. */
interface Rule {
  readonly apiGroups: string[];
  readonly resources: string[];
  readonly resourceNames?: string[];
  readonly verbs: string[];
}

/** What server-side apply and its comparison need; `create` cannot be limited by name, the rest is where names are few. */
const READ_AND_APPLY = ['get', 'list', 'watch', 'create', 'patch'];
/** Kinds whose objects are few and whose rights are dangerous: named one by one. */
const NAMED = new Set(['/namespaces', 'rbac.authorization.k8s.io/roles', 'rbac.authorization.k8s.io/rolebindings']);

/**
 * The rights of the two deploying accounts, as manifests that an administrator applies once: exactly the kinds that the
 * fleet writes. Kept objects give no right to delete, and the rights that the fleet hands on are held by name, since
 * the API server refuses a Role whose rights its writer lacks.
 */
export function accountRights(objects: readonly SynthesizedObject[], deployers: Deployers, fleet: string): JsonObject[] {
  const people = LAYERS[3];
  return [
    ...account(`workstations-${fleet}-platform`, deployers.platform, objects.filter(({ layer }) => layer !== people)),
    ...account(`workstations-${fleet}-people`, deployers.people, objects.filter(({ layer }) => layer === people)),
  ];
}

function account(name: string, subject: Subject, objects: readonly SynthesizedObject[]): JsonObject[] {
  if (objects.length === 0) {
    return [];
  }
  const metadata = { name };
  const rules: readonly Rule[] = [...ownRules(objects), ...handedOn(objects)];
  return [
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules: rules as unknown as Json[] },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [subject.namespace === undefined
        ? { apiGroup: 'rbac.authorization.k8s.io', kind: subject.kind, name: subject.name }
        : { kind: subject.kind, name: subject.name, namespace: subject.namespace }],
    },
  ];
}

/** One rule a kind: read and apply, and delete where the fleet has objects that may go. */
function ownRules(objects: readonly SynthesizedObject[]): Rule[] {
  const kinds = new Map<string, { group: string; resource: string; names: Set<string>; prunable: boolean }>();
  for (const { object, identity } of objects) {
    const group = groupOf(identity.apiVersion);
    const resource = pluralOf(identity.kind);
    const key = `${group}/${resource}`;
    const known = kinds.get(key) ?? { group, resource, names: new Set(), prunable: false };
    known.names.add(identity.name);
    known.prunable ||= !isKept(object);
    kinds.set(key, known);
  }
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([key, { group, resource, names, prunable }]): Rule[] => {
    const verbs = [...READ_AND_APPLY, ...(prunable ? ['delete'] : [])];
    const where = { apiGroups: [group], resources: [resource] };
    if (!NAMED.has(key)) {
      return [{ ...where, verbs }];
    }
    return [
      { ...where, verbs: ['list', 'watch', 'create'] },
      { ...where, resourceNames: [...names].sort(), verbs: verbs.filter((verb) => !['list', 'watch', 'create'].includes(verb)) },
    ];
  });
}

/** The rules of the Roles that these objects hold. */
function handedOn(objects: readonly SynthesizedObject[]): Rule[] {
  const rules = objects.filter(({ identity }) => identity.kind === 'Role' && scopeOf(groupOf(identity.apiVersion), identity.kind) === 'Namespaced')
    .flatMap(({ object }) => (object as { rules?: Rule[] }).rules ?? []);
  const seen = new Set<string>();
  return rules.filter((rule) => {
    const key = JSON.stringify(rule);
    return !seen.has(key) && seen.add(key);
  });
}

function isKept(object: JsonObject): boolean {
  const { metadata } = object as { metadata?: { labels?: Record<string, unknown> } };
  return metadata?.labels?.[KEYS.keep] === 'true';
}
