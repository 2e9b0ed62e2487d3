import { groupOf, LAYERS, pluralOf } from '../facts';
import type { Deployers, Subject } from '../values';
import { isKept, isMap } from './birth';
import { emitAll, type Json, type JsonObject } from './emit';
import { isBuiltIn } from './expects';
import type { SynthesizedObject } from './synthesized';

/** A rule of a ClusterRole, as it is written. */
interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** One of the two deploying accounts, with what it must be allowed to do. */
export interface Account {
  /** Of its ClusterRole and ClusterRoleBinding. */
  readonly name: string;
  readonly subject: Subject;
  readonly rules: readonly Rule[];
  /** What the fleet hands on and this file does not give, in words. */
  readonly left: readonly string[];
}

const RBAC = 'rbac.authorization.k8s.io';

/**
 * The rights of the two deploying accounts: exactly the kinds that the fleet writes. Kept objects give no right to
 * delete, and the rights that the fleet hands on are held by name, since the API server refuses a Role whose rights
 * its writer lacks.
 */
export function accounts(objects: readonly SynthesizedObject[], { platform, people }: Deployers, fleet: string): Account[] {
  const [, , , last] = LAYERS;
  return [
    account(`workstations-${fleet}-platform`, platform, objects.filter(({ layer }) => layer !== last)),
    account(`workstations-${fleet}-people`, people, objects.filter(({ layer }) => layer === last)),
  ].filter(({ rules }) => rules.length > 0);
}

/** The manifests of these rights, for an administrator. */
export function rightsText(all: readonly Account[], fleet: string): string {
  const left = all.flatMap((one) => one.left).map((words) => `# Not given here: ${words}.\n`);
  return `# What the deploying accounts of fleet '${fleet}' must be allowed to do. An administrator applies it, and again whenever it changes: synth writes it anew.\n`
    + `${left.join('')}${emitAll(all.flatMap(manifests))}`;
}

function manifests({ name, subject, rules }: Account): JsonObject[] {
  const metadata = { name };
  return [
    { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules: rules as unknown as readonly Json[] },
    {
      apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata,
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
      subjects: [subject.namespace === undefined
        ? { apiGroup: RBAC, kind: subject.kind, name: subject.name }
        : { kind: subject.kind, name: subject.name, namespace: subject.namespace }],
    },
  ];
}

function account(name: string, subject: Subject, objects: readonly SynthesizedObject[]): Account {
  const { rules, left } = handedOn(objects);
  return { name, subject, rules: [...ownRules(objects), ...rules], left };
}

/** What objects of a kind are called: those that may go, and those that are kept. */
interface Names {
  readonly group: string;
  readonly resource: string;
  readonly kept: Set<string>;
  readonly prunable: Set<string>;
}

/**
 * Reading and server-side apply for each kind, and deleting where the fleet has objects that may go: by their names, if others of the kind are kept. The rest of the
 * cluster is made of Kubernetes' own kinds, such as Secrets and Namespaces: of those each object is named, but for
 * `create`, which cannot be limited by name.
 */
function ownRules(objects: readonly SynthesizedObject[]): Rule[] {
  const kinds = new Map<string, Names>();
  for (const { object, identity } of objects) {
    const [group, resource] = [groupOf(identity.apiVersion), pluralOf(identity.kind)];
    const known = kinds.get(`${group}/${resource}`) ?? { group, resource, kept: new Set(), prunable: new Set() };
    (isKept(object) ? known.kept : known.prunable).add(identity.name);
    kinds.set(`${group}/${resource}`, known);
  }
  return sortedBy([...kinds], ([key]) => key).flatMap(([, { group, resource, kept, prunable }]): Rule[] => {
    const where = { apiGroups: [group], resources: [resource] };
    if (!isBuiltIn(group)) {
      const verbs = ['get', 'list', 'watch', 'create', 'patch'];
      return kept.size === 0 || prunable.size === 0 ? [{ ...where, verbs: [...verbs, ...(prunable.size > 0 ? ['delete'] : [])] }]
        : [{ ...where, verbs }, { ...where, resourceNames: [...prunable].filter((name) => !kept.has(name)).sort(), verbs: ['delete'] }];
    }
    // One name can be kept in one namespace and prunable in another.
    const onlyKept = [...kept].filter((name) => !prunable.has(name)).sort();
    return [
      { ...where, verbs: ['create'] },
      ...(onlyKept.length === 0 ? [] : [{ ...where, resourceNames: onlyKept, verbs: ['get', 'patch'] }]),
      ...(prunable.size === 0 ? [] : [{ ...where, resourceNames: [...prunable].sort(), verbs: ['get', 'patch', 'delete'] }]),
    ];
  });
}

/** The rules of the roles that these objects hold, and the right to bind to others. */
function handedOn(objects: readonly SynthesizedObject[]): { rules: Rule[]; left: string[] } {
  const rules = new Map<string, Rule>();
  const left = new Set<string>();
  const roles = objects.filter(({ identity }) => groupOf(identity.apiVersion) === RBAC);
  const written = new Set(roles.map(({ identity: { kind, namespace = '', name } }) => [kind, namespace, name].join('\u0000')));
  // What is alike but for the names is one rule: a fleet hands on the same right for each machine.
  const add = ({ resourceNames, ...rule }: Rule): void => {
    const key = JSON.stringify([rule, resourceNames === undefined]);
    const names = [...new Set([...rules.get(key)?.resourceNames ?? [], ...resourceNames ?? []])];
    rules.set(key, { apiGroups: rule.apiGroups, resources: rule.resources, ...(resourceNames === undefined ? {} : { resourceNames: names }), verbs: rule.verbs });
  };
  for (const { object, identity: { kind, namespace = '', name } } of roles) {
    const what = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
    if (kind === 'Role' || kind === 'ClusterRole') {
      (Array.isArray(object.rules) ? object.rules as readonly Json[] : []).forEach((rule) => {
        const exact = exactRule(rule);
        if (exact === undefined) {
          left.add(`${what} has a rule that names no resources one by one; whoever applies it needs the verb 'escalate' or that rule`);
        } else {
          add(exact);
        }
      });
    } else if (isMap(object.roleRef)) {
      const { kind: role, name: roleName } = object.roleRef;
      if (typeof roleName === 'string' && !written.has([role, role === 'Role' ? namespace : '', roleName].join('\u0000'))) {
        add({ apiGroups: [RBAC], resources: [role === 'Role' ? 'roles' : 'clusterroles'], resourceNames: [roleName], verbs: ['bind'] });
      }
    }
  }
  return { rules: sortedBy([...rules], ([key]) => key).map(([, rule]) => rule), left: [...left].sort() };
}

/** A rule that says exactly what it means; else undefined: nothing here is given with a wildcard. */
function exactRule(rule: Json): Rule | undefined {
  const { apiGroups, resources, resourceNames, verbs, nonResourceURLs } = isMap(rule) ? rule : {};
  const exact = (value: Json): value is readonly string[] =>
    Array.isArray(value) && (value as readonly Json[]).every((word) => typeof word === 'string' && !word.includes('*'));
  if (nonResourceURLs !== undefined || !exact(apiGroups) || !exact(resources) || !exact(verbs)) {
    return undefined;
  }
  return { apiGroups, resources, ...(exact(resourceNames) ? { resourceNames } : {}), verbs };
}

function sortedBy<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  return [...list].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
