import type { Entry } from '../entry';

/** Reading manifests. */
export const READING = {
  'WS-READ-001': {
    severity: 'error',
    says: '{got} cannot be read: {reason}',
    fix: 'name a file or a folder that is there',
    why: 'What cannot be read is not checked.',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-READ-002': {
    severity: 'error',
    says: 'this is no correct YAML: {got}',
    fix: 'mend the line; quote values that hold a colon or begin with a special character',
    why: 'A GitOps tool that cannot read one document applies nothing of the folder.',
    stage: 'gitops',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-READ-003': {
    severity: 'error',
    says: "the key '{got}' stands twice in one map",
    fix: 'keep one of the two',
    why: 'Which of the two counts depends on the program; kubectl and Flux refuse the file.',
    stage: 'gitops',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-READ-004': {
    severity: 'error',
    says: '{got} is not UTF-8',
    fix: 'save it as UTF-8',
    why: "YAML in another encoding is refused by Kubernetes' tools, or read as other characters.",
    stage: 'gitops',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-READ-005': {
    severity: 'error',
    says: 'there is no manifest in {got}',
    fix: 'name files that hold manifests, or a folder with .yaml, .yml or .json files; in a pipe, see whether the program before failed',
    why: 'A check of nothing must not look like a check that found nothing.',
    acknowledgeable: false,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
