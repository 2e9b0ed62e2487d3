/**
 * The one table of the API kinds that we write or judge. Adding a kind is one line in `CUSTOM` or `BUILT_IN`; then
 * `npm run imports`. One version per kind: the version that we write.
 */

/** A kind that comes from a CustomResourceDefinition. */
export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: Scope;
  /** The project that publishes it: a key of `PROJECTS`. */
  readonly project: keyof typeof PROJECTS;
  /** File under `imports/` without its ending, when it is not the group. */
  readonly module?: string;
}

/** A kind that every Kubernetes has. */
export interface BuiltInKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: Scope;
}

export type Scope = 'Namespaced' | 'Cluster';

/** Where a project publishes its CRDs. */
export interface Project {
  /** Owner and repository on GitHub. */
  readonly repository: string;
  readonly release: string;
  /** The commit of that release, so that the address cannot move. */
  readonly commit: string;
  /** Path in the repository; `KIND` and `PLURAL` stand for those of a row. */
  readonly path: string;
  /**
   * How the file holds them: `yaml` documents, `go` (a map of strings with whole CRDs), or `go-schemas` (a map of
   * strings with schemas only; names and scope then come from the row).
   */
  readonly holds: 'yaml' | 'go' | 'go-schemas';
}

export const PROJECTS = {
  kubevirt: {
    repository: 'kubevirt/kubevirt',
    release: 'v1.9.0',
    commit: '79d34c1762169e5b0370ec491cef5ca12e6b504c',
    path: 'pkg/virt-operator/resource/generate/components/validations_generated.go',
    holds: 'go-schemas',
  },
  cdi: {
    repository: 'kubevirt/containerized-data-importer',
    release: 'v1.66.0',
    commit: '938af7c54b2491321156bad2daa707b54bbdb214',
    path: 'pkg/operator/resources/crds_generated.go',
    holds: 'go',
  },
  snapshotter: {
    repository: 'kubernetes-csi/external-snapshotter',
    release: 'v8.6.0',
    commit: '78e32cd84e0abec2621924a30e38c755f93e180a',
    path: 'client/config/crd/snapshot.storage.k8s.io_PLURAL.yaml',
    holds: 'yaml',
  },
  rook: {
    repository: 'rook/rook',
    release: 'v1.20.6',
    commit: '4e1b7a626891a215949ab42a6957a0ef1e1a25e6',
    path: 'deploy/examples/crds.yaml',
    holds: 'yaml',
  },
  multus: {
    repository: 'k8snetworkplumbingwg/multus-cni',
    release: 'v4.3.0',
    commit: 'db30741512795c258b3ba383a571a66850e8baac',
    path: 'deployments/multus-daemonset-thick.yml',
    holds: 'yaml',
  },
  cilium: {
    repository: 'cilium/cilium',
    release: 'v1.20.1',
    commit: '7d68cfb394f2960e10aa72e76d0d51e66c1b2ebc',
    path: 'pkg/k8s/apis/cilium.io/client/crds/v2/PLURAL.yaml',
    holds: 'yaml',
  },
} as const satisfies Record<string, Project>;

/*
 * VirtualMachineInstance repeats the whole machine under its own names (166 KB of JavaScript, 3 to 5 ms to load, half
 * as much again as the rest of its group) and no object function writes one: so it lies in a file of its own.
 */
export const CUSTOM: readonly CustomKind[] = [
  { group: 'kubevirt.io', version: 'v1', kind: 'VirtualMachine', plural: 'virtualmachines', scope: 'Namespaced', project: 'kubevirt' },
  { group: 'kubevirt.io', version: 'v1', kind: 'VirtualMachineInstance', plural: 'virtualmachineinstances', scope: 'Namespaced', project: 'kubevirt', module: 'kubevirt.io-virtualmachineinstance' },
  { group: 'kubevirt.io', version: 'v1', kind: 'KubeVirt', plural: 'kubevirts', scope: 'Namespaced', project: 'kubevirt' },
  { group: 'instancetype.kubevirt.io', version: 'v1beta1', kind: 'VirtualMachineInstancetype', plural: 'virtualmachineinstancetypes', scope: 'Namespaced', project: 'kubevirt' },
  { group: 'instancetype.kubevirt.io', version: 'v1beta1', kind: 'VirtualMachineClusterInstancetype', plural: 'virtualmachineclusterinstancetypes', scope: 'Cluster', project: 'kubevirt' },
  { group: 'instancetype.kubevirt.io', version: 'v1beta1', kind: 'VirtualMachinePreference', plural: 'virtualmachinepreferences', scope: 'Namespaced', project: 'kubevirt' },
  { group: 'instancetype.kubevirt.io', version: 'v1beta1', kind: 'VirtualMachineClusterPreference', plural: 'virtualmachineclusterpreferences', scope: 'Cluster', project: 'kubevirt' },
  { group: 'cdi.kubevirt.io', version: 'v1beta1', kind: 'DataVolume', plural: 'datavolumes', scope: 'Namespaced', project: 'cdi' },
  { group: 'cdi.kubevirt.io', version: 'v1beta1', kind: 'DataSource', plural: 'datasources', scope: 'Namespaced', project: 'cdi' },
  { group: 'cdi.kubevirt.io', version: 'v1beta1', kind: 'CDI', plural: 'cdis', scope: 'Cluster', project: 'cdi' },
  { group: 'cdi.kubevirt.io', version: 'v1beta1', kind: 'StorageProfile', plural: 'storageprofiles', scope: 'Cluster', project: 'cdi' },
  { group: 'snapshot.storage.k8s.io', version: 'v1', kind: 'VolumeSnapshot', plural: 'volumesnapshots', scope: 'Namespaced', project: 'snapshotter' },
  { group: 'snapshot.storage.k8s.io', version: 'v1', kind: 'VolumeSnapshotClass', plural: 'volumesnapshotclasses', scope: 'Cluster', project: 'snapshotter' },
  { group: 'ceph.rook.io', version: 'v1', kind: 'CephBlockPool', plural: 'cephblockpools', scope: 'Namespaced', project: 'rook' },
  { group: 'k8s.cni.cncf.io', version: 'v1', kind: 'NetworkAttachmentDefinition', plural: 'network-attachment-definitions', scope: 'Namespaced', project: 'multus' },
  { group: 'cilium.io', version: 'v2', kind: 'CiliumNetworkPolicy', plural: 'ciliumnetworkpolicies', scope: 'Namespaced', project: 'cilium' },
];

export const BUILT_IN: readonly BuiltInKind[] = [
  { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' },
  { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'Service', plural: 'services', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'ServiceAccount', plural: 'serviceaccounts', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'ResourceQuota', plural: 'resourcequotas', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'LimitRange', plural: 'limitranges', scope: 'Namespaced' },
  { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', scope: 'Namespaced' },
  { group: 'apps', version: 'v1', kind: 'DaemonSet', plural: 'daemonsets', scope: 'Namespaced' },
  { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', scope: 'Namespaced' },
  { group: 'batch', version: 'v1', kind: 'CronJob', plural: 'cronjobs', scope: 'Namespaced' },
  { group: 'networking.k8s.io', version: 'v1', kind: 'NetworkPolicy', plural: 'networkpolicies', scope: 'Namespaced' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role', plural: 'roles', scope: 'Namespaced' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'RoleBinding', plural: 'rolebindings', scope: 'Namespaced' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', plural: 'clusterroles', scope: 'Cluster' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRoleBinding', plural: 'clusterrolebindings', scope: 'Cluster' },
  { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass', plural: 'priorityclasses', scope: 'Cluster' },
  { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass', plural: 'storageclasses', scope: 'Cluster' },
  { group: 'storage.k8s.io', version: 'v1', kind: 'VolumeAttributesClass', plural: 'volumeattributesclasses', scope: 'Cluster' },
];

/** The Kubernetes releases whose built-in kinds we know, oldest first. */
export const RELEASES = ['1.34', '1.35', '1.36', '1.37'] as const;

/** `kubevirt.io_v1_VirtualMachine`: the name of a kind in file names. */
export function fileName(kind: { readonly group: string; readonly version: string; readonly kind: string }): string {
  return `${kind.group || 'core'}_${kind.version}_${kind.kind}`;
}

/** `kubevirt.io/v1`: as a manifest says it. */
export function apiVersion(kind: { readonly group: string; readonly version: string }): string {
  return kind.group ? `${kind.group}/${kind.version}` : kind.version;
}

/** The file under `imports/`, without its ending. */
export function moduleOf(kind: CustomKind): string {
  return kind.module ?? kind.group;
}
