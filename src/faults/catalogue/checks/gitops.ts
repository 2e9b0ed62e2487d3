import type { Entry } from '../entry';

/** What a GitOps tool does with the manifests. */
export const GITOPS = {
  'WS-GITOPS-001': {
    severity: 'warning',
    says: '{got} carries the label app.kubernetes.io/instance',
    fix: 'leave it out, and let Argo CD track by annotation (application.resourceTrackingMethod: annotation)',
    why: 'Argo CD tracks by this label; CDI copies it to the claim, which Argo CD then prunes as unknown.',
    stage: 'data',
    source: 'https://github.com/kubevirt/containerized-data-importer/issues/2533',
    acknowledgeable: true,
    since: '0.1.0',
  },
  'WS-GITOPS-002': {
    severity: 'warning',
    says: '{got} is not protected from pruning',
    fix: 'annotate it: argocd.argoproj.io/sync-options: Prune=false,Delete=false and kustomize.toolkit.fluxcd.io/prune: disabled',
    why: 'A disk that leaves Git by a slip is deleted with all that is on it.',
    stage: 'data',
    source: 'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/',
    acknowledgeable: true,
    since: '0.1.0',
  },
  'WS-GITOPS-003': {
    severity: 'warning',
    says: '{got} has an owner reference to {owner}',
    fix: 'leave ownerReferences out',
    why: 'When the owner is deleted, the garbage collector deletes the disk.',
    stage: 'data',
    source: 'https://kubernetes.io/docs/concepts/architecture/garbage-collection/',
    acknowledgeable: true,
    since: '0.1.0',
  },
  'WS-GITOPS-004': {
    severity: 'warning',
    says: "{what} holds {got}, which Flux's post-build substitution replaces",
    fix: 'annotate the object with kustomize.toolkit.fluxcd.io/substitute: disabled, or double its dollar sign',
    why: 'Flux reads a variable of a shell script as one of its own and leaves nothing in its place.',
    stage: 'gitops',
    source: 'https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution',
    acknowledgeable: true,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
