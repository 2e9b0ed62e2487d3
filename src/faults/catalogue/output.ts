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
  'WS-OUT-006': {
    severity: 'error',
    says: '{got} has no namespace',
    fix: 'give `namespace` to its chart or to the object itself',
    why: 'An object without a namespace lands in whatever namespace the tool that applies it happens to use, often `default`.',
    stage: 'admission',
    acknowledgeable: true,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
