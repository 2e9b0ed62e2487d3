import type { k8s } from 'cdk8s-plus-30';
import type { Subject } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

const RBAC = 'rbac.authorization.k8s.io';

/** One rule of a Role; resources and verbs are always listed, never wildcards. */
export interface Rule {
  readonly apiGroup: string;
  readonly resources: readonly string[];
  /** None: every object of the namespace, for verbs that a name cannot limit. */
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

/** A Role. */
export function role(metadata: Metadata, rules: readonly Rule[]): Manifest {
  const props: k8s.KubeRoleProps = {
    rules: rules.map((rule) => ({
      apiGroups: [rule.apiGroup], resources: [...rule.resources], ...(rule.names.length === 0 ? {} : { resourceNames: [...rule.names] }), verbs: [...rule.verbs],
    })),
  };
  return { apiVersion: `${RBAC}/v1`, kind: 'Role', ...props, metadata: metadataOf(metadata) };
}

/** Binds a Role of the same namespace to subjects. */
export function roleBinding(metadata: Metadata, roleName: string, subjects: readonly Subject[]): Manifest {
  const props: k8s.KubeRoleBindingProps = {
    roleRef: { apiGroup: RBAC, kind: 'Role', name: roleName },
    subjects: subjects.map(bindingSubject),
  };
  return { apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', ...props, metadata: metadataOf(metadata) };
}

/** A subject as a binding names it. */
export function bindingSubject({ kind, name, namespace }: Subject): k8s.Subject {
  return namespace === undefined ? { apiGroup: RBAC, kind, name } : { kind, name, namespace };
}
