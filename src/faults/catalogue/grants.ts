import type { Entry } from './entry';

/** Rights to machines and disks. */
export const GRANTS = {
  'WS-GRANT-001': {
    severity: 'info',
    says: "'{owner}' has no RBAC user, so nobody gets the right to start this person's machines",
    fix: "give the person's `user`, as the API server names it, or a right by `grants.use(…)`",
    why: 'A machine is off when it is made. Its owner starts it by a right to this one machine, which needs the name by which the API server knows the person.',
    acknowledgeable: true,
    since: '0.1.0',
  },
  'WS-GRANT-002': {
    severity: 'error',
    says: "'{owner}' would get the right to {grant} '{name}', which is his own",
    fix: 'give it to somebody else, such as a group of operators, or acknowledge it',
    why: 'Who may change a machine reaches every claim and Secret of its namespace, and who may erase a disk loses it by one mistake. The owner uses; somebody else operates and erases.',
    stage: 'data',
    acknowledgeable: true,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
