import type { Entry } from './entry';

/** Quotas of people's namespaces. */
export const QUOTA = {
  'WS-QUOTA-001': {
    severity: 'error',
    says: "'{prop}' of a Quota is {got}",
    fix: 'give a whole number from {least} to 1000',
    why: 'Machines and claims are counted one by one.',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-QUOTA-002': {
    severity: 'error',
    says: "disk '{disk}' is {got}, above the largest claim of its space ({expected})",
    fix: "raise 'largestClaim' of the UserSpace, or ask for a smaller disk",
    why: 'A LimitRange stands for it in the namespace: the claim would be refused, and the disk would wait without a word.',
    stage: 'reconcile',
    source: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
    acknowledgeable: false,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
