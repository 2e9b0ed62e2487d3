import type { Entry } from './entry';

/** Disks that grow after their birth. */
export const GROWTH = {
  'WS-GROW-001': {
    severity: 'error',
    says: "'grownTo' of {disk} is {got}, less than its size at birth ({expected})",
    fix: 'give more than `size`, or leave `grownTo` out; `size` itself stays as it was at birth',
    why: 'A claim can grow and never shrink.',
    stage: 'admission',
    source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-GROW-002': {
    severity: 'error',
    says: "disk '{disk}' shall {what}, but the app names no image with kubectl",
    fix: "give the app its prop `kubectlImage`: 'registry.k8s.io/kubectl@sha256:…', or your mirror of it",
    why: 'A DataVolume is written once, so a Job changes its claim beside it, with kubectl and the right to patch this one claim.',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-GROW-003': {
    severity: 'error',
    says: "'kubectlImage' of the app is {got}",
    fix: 'give an image by digest, such as registry.k8s.io/kubectl@sha256:… (`crane digest registry.k8s.io/kubectl:v1.36.3`)',
    why: 'The image runs with a right to your claims: a tag can be moved to another program.',
    acknowledgeable: false,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
