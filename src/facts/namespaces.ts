import type { Source } from './source';

/** Where the names stand. */
export const NAMESPACE_SOURCE: Source = {
  from: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/; the install manifests of KubeVirt, CDI, Rook, cert-manager, Argo CD and Flux',
  read: '2026-11-30',
};

/** Namespaces that belong to Kubernetes or to the programs of the platform: nobody's machine or image lies there. */
export const SYSTEM_NAMESPACES: Readonly<Record<string, string>> = {
  'default': 'Kubernetes (everything without a namespace lands there)',
  'kube-system': 'Kubernetes',
  'kube-public': 'Kubernetes',
  'kube-node-lease': 'Kubernetes',
  'kubevirt': 'KubeVirt',
  'cdi': 'CDI',
  'rook-ceph': 'Rook',
  'cert-manager': 'cert-manager',
  'argocd': 'Argo CD',
  'flux-system': 'Flux',
};

/** Prefixes that are kept for a system. */
export const SYSTEM_PREFIXES: Readonly<Record<string, string>> = {
  'kube-': 'Kubernetes',
  'openshift-': 'OpenShift',
};
