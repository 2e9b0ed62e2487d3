import { show } from '../../faults';
import { called, type Item } from '../item';
import { scopeOf } from '../kinds';
import type { Rule } from '../rule';
import { isLabel, isSubdomain } from '../words';

/** Kinds whose names are stricter than a DNS subdomain. */
const LABEL_NAMES = new Set(['/Namespace', '/Service']);
/** RBAC names may be any path segment. */
const FREE_NAMES = new Set(['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'].map((kind) => `rbac.authorization.k8s.io/${kind}`));

/** Name and namespace of each object. */
export const NAMES: Rule = {
  about: 'names and namespaces',
  object(item, findings) {
    const what = called(item);
    if (LABEL_NAMES.has(item.groupKind)) {
      if (!isLabel(item.name) || (item.groupKind === '/Service' && !/^[a-z]/.test(item.name))) {
        findings.add('WS-NAME-001', {
          prop: 'name', what, got: show(item.name), expected: 'at most 63 lower-case letters, digits and hyphens, starting with a letter and ending with a letter or digit',
        }, item, '/metadata/name');
      }
    } else if (typeof item.metadata.name === 'string' && !FREE_NAMES.has(item.groupKind) && !isSubdomain(item.name)) {
      findings.add('WS-NAME-002', { prop: 'name', what, got: show(item.name) }, item, '/metadata/name');
    }
    if (item.namespace !== '' && !isLabel(item.namespace)) {
      findings.add('WS-NAME-001', {
        prop: 'namespace', what, got: show(item.namespace), expected: 'at most 63 lower-case letters, digits and hyphens, starting and ending with a letter or digit',
      }, item, '/metadata/namespace');
    }
    const scope = scopeOf(item.groupKind);
    if (scope === 'namespaced' && item.namespace === '') {
      findings.add('WS-OBJECT-003', { got: what }, item, '/metadata/namespace');
    } else if (scope === 'cluster' && item.namespace !== '') {
      findings.add('WS-OBJECT-004', { got: what, namespace: show(item.namespace) }, item, '/metadata/namespace');
    }
  },
};

/** One object, written twice: also under two versions of its group. */
export const DUPLICATES: Rule = {
  about: 'objects written twice',
  all(world, findings) {
    const first = new Map<string, Item>();
    for (const item of world.items) {
      if (typeof item.metadata.name !== 'string') {
        continue;
      }
      const key = `${item.groupKind} ${item.namespace}/${item.name}`;
      const other = first.get(key);
      if (other === undefined) {
        first.set(key, item);
        continue;
      }
      const versions = other.ref.apiVersion === item.ref.apiVersion ? '' : ` as ${other.ref.apiVersion}`;
      findings.add('WS-OBJECT-002', { got: `${called(item)}`, other: `${where(other)}${versions}` }, item, '/metadata/name');
    }
  },
};

function where(item: Item): string {
  const { construct, file, document } = item.from;
  if (construct !== undefined) {
    return `at ${construct}`;
  }
  return file === undefined ? 'among the same objects' : `in ${file}${document === undefined ? '' : `, document ${document + 1}`}`;
}
