import type { Entry } from './entry';

/** KubeVirt and CDI themselves. */
export const PLATFORM = {
  'WS-PLATFORM-001': {
    severity: 'error',
    says: "'{machine}' needs {got}, which no pool of platform '{platform}' brings",
    fix: '{expected}',
    why: 'Feature gates and permitted devices follow from the platform and its pools, never from one person: KubeVirt refuses the machine, or it waits for ever.',
    stage: 'pod',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-PLATFORM-002': {
    severity: 'error',
    says: "the feature gate {got} in '{prop}' of platform '{platform}' {reason}{near}",
    fix: '{expected}',
    why: 'KubeVirt ignores a gate that it does not know without a word, and warns of those that are always on or going away.',
    stage: 'reconcile',
    source: 'https://kubevirt.io/user-guide/cluster_admin/activating_feature_gates/',
    acknowledgeable: true,
    since: '0.1.0',
  },
  'WS-PLATFORM-003': {
    severity: 'error',
    says: "pool '{pool}' is declared, and not among the pools of platform '{platform}'",
    fix: "add it to 'pools' of the platform",
    why: "Without it virt-handler does not tolerate the pool's taints, its cards are not permitted, and every machine there stays Pending.",
    stage: 'pod',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-PLATFORM-004': {
    severity: 'error',
    says: "'{platform}' is a second platform beside '{other}'",
    fix: 'keep one: a cluster has one KubeVirt object and one CDI object',
    why: 'KubeVirt refuses a second KubeVirt object.',
    stage: 'admission',
    acknowledgeable: false,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
