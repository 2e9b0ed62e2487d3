import type { Source } from './source';

/** Where the keys of other projects stand. */
export const FOREIGN_KEYS_SOURCE: Source = {
  from: 'argo-cd v3.5 docs/user-guide/sync-options.md; kustomize-controller v1.9 docs/spec/v1/kustomizations.md; containerized-data-importer@v1.66 pkg/controller/common/util.go; external-snapshotter pkg/utils/util.go; https://kubernetes.io/docs/concepts/security/pod-security-admission/',
  read: '2026-11-30',
};

/** Label and annotation keys. Our own live under `workstations.dev/`, never under `kubevirt.io/`. */
export const KEYS = {
  /** The person who owns the object. */
  owner: 'workstations.dev/owner',
  /** The machine that the object belongs to; on the launcher pod the one label that a Service selects. */
  workstation: 'workstations.dev/workstation',
  /** What the object is to its owner: rootdisk, workspace, workstation, image. */
  role: 'workstations.dev/role',
  /** Name and version of the profile. */
  profile: 'workstations.dev/profile',
  /** On a person's namespace: the last day, as YYYY-MM-DD, of somebody who leaves. */
  leaves: 'workstations.dev/leaves',
  /** The fleet's id. */
  fleet: 'workstations.dev/fleet',
  /** Holds data or identity: no tool may prune it. */
  keep: 'workstations.dev/keep',
  /** Where an image came from. */
  imageSource: 'workstations.dev/image-source',
  imageDigest: 'workstations.dev/image-digest',
  imageVersion: 'workstations.dev/image-version',
  imageSbom: 'workstations.dev/image-sbom',
  imageBuildDate: 'workstations.dev/image-build-date',
  imageRevision: 'workstations.dev/image-revision',
  /** On nodes: the pool that they belong to. */
  pool: 'workstations.dev/pool',
  /** On the KubeVirt and CDI objects: the release that the manifests were written for. */
  release: 'workstations.dev/release',
  /** The claim that a Job grows, and how far. */
  grows: 'workstations.dev/grows',
  grownTo: 'workstations.dev/grown-to',
  /** Codes that the fleet accepts on this object, with the reason (JSON). */
  acknowledged: 'workstations.dev/acknowledged',
} as const;

/** Keys of other projects that we write. */
export const FOREIGN_KEYS = {
  argoSyncOptions: 'argocd.argoproj.io/sync-options',
  fluxPrune: 'kustomize.toolkit.fluxcd.io/prune',
  fluxSsa: 'kustomize.toolkit.fluxcd.io/ssa',
  fluxSubstitute: 'kustomize.toolkit.fluxcd.io/substitute',
  cdiConfigAuthority: 'cdi.kubevirt.io/configAuthority',
  cdiImmediateBind: 'cdi.kubevirt.io/storage.bind.immediate.requested',
  cdiAllowClaimAdoption: 'cdi.kubevirt.io/allowClaimAdoption',
  defaultSnapshotClass: 'snapshot.storage.kubernetes.io/is-default-class',
  gpuWorkload: 'nvidia.com/gpu.workload.config',
  podSecurityEnforce: 'pod-security.kubernetes.io/enforce',
} as const;

/**
 * The marks of an object that holds data or identity: neither Argo CD nor Flux prunes it when it leaves Git.
 * Argo CD v3.5 docs/user-guide/sync-options.md; Flux kustomize-controller v1.9 docs/spec/v1/kustomizations.md.
 */
export const KEPT_ANNOTATIONS = {
  [FOREIGN_KEYS.argoSyncOptions]: 'Prune=false,Delete=false',
  [FOREIGN_KEYS.fluxPrune]: 'disabled',
} as const;

/** The label that goes with {@link KEPT_ANNOTATIONS}, for guards and for people. */
export const KEPT_LABELS = { [KEYS.keep]: 'true' } as const;
