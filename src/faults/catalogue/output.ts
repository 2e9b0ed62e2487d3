import type { Entry } from './entry';

/** Writing the output, beyond what `app.ts` has. */
export const OUTPUT = {
  'WS-OUT-005': {
    severity: 'error',
    says: 'another synth is writing to {got}',
    fix: 'wait until it has ended; if none is running, delete {expected}',
    why: 'Two programs that write and delete in one folder could leave a mixture of both.',
    acknowledgeable: false,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
