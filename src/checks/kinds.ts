import { CLUSTER_KINDS, NAMESPACED_GROUPS } from '../facts';

export type Scope = 'cluster' | 'namespaced' | 'unknown';

/** Where objects of a kind lie; unknown for kinds of groups that we do not know. */
export function scopeOf(groupKind: string): Scope {
  return CLUSTER_KINDS.has(groupKind) ? 'cluster' : NAMESPACED_GROUPS.has(groupKind.slice(0, groupKind.indexOf('/'))) ? 'namespaced' : 'unknown';
}
