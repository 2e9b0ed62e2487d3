import type { Source } from './source';

/** Whether an object of a kind lies in a namespace, and when it must be applied. */
export const KIND_SOURCE: Source = {
  from: 'schemas/INDEX.json (CRDs of the projects); kubernetes v1.36 api/openapi-spec; scopes of further CRDs in their own repositories',
  read: '2026-11-30',
};

/** Kinds without a namespace, as `<group>/<Kind>`; the core group is empty. */
export const CLUSTER_KINDS: ReadonlySet<string> = new Set([
  '/Namespace', '/Node', '/PersistentVolume', '/ComponentStatus',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy', 'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration', 'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', 'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/CustomResourceDefinition', 'apiregistration.k8s.io/APIService', 'certificates.k8s.io/CertificateSigningRequest',
  'flowcontrol.apiserver.k8s.io/FlowSchema', 'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
  'networking.k8s.io/IngressClass', 'networking.k8s.io/IPAddress', 'networking.k8s.io/ServiceCIDR', 'node.k8s.io/RuntimeClass',
  'rbac.authorization.k8s.io/ClusterRole', 'rbac.authorization.k8s.io/ClusterRoleBinding',
  'resource.k8s.io/DeviceClass', 'resource.k8s.io/DeviceTaintRule', 'resource.k8s.io/ResourceSlice', 'scheduling.k8s.io/PriorityClass',
  'storage.k8s.io/CSIDriver', 'storage.k8s.io/CSINode', 'storage.k8s.io/StorageClass', 'storage.k8s.io/VolumeAttachment', 'storage.k8s.io/VolumeAttributesClass',
  'snapshot.storage.k8s.io/VolumeSnapshotClass', 'snapshot.storage.k8s.io/VolumeSnapshotContent',
  'groupsnapshot.storage.k8s.io/VolumeGroupSnapshotClass', 'groupsnapshot.storage.k8s.io/VolumeGroupSnapshotContent',
  'cdi.kubevirt.io/CDI', 'cdi.kubevirt.io/CDIConfig', 'cdi.kubevirt.io/ObjectTransfer', 'cdi.kubevirt.io/StorageProfile',
  'instancetype.kubevirt.io/VirtualMachineClusterInstancetype', 'instancetype.kubevirt.io/VirtualMachineClusterPreference',
  'migrations.kubevirt.io/MigrationPolicy',
  'cert-manager.io/ClusterIssuer', 'cilium.io/CiliumClusterwideNetworkPolicy', 'cilium.io/CiliumLoadBalancerIPPool',
  'csiaddons.openshift.io/NetworkFence', 'csiaddons.openshift.io/NetworkFenceClass', 'gateway.networking.k8s.io/GatewayClass',
  'kyverno.io/ClusterPolicy', 'nfd.k8s-sigs.io/NodeFeatureRule', 'nmstate.io/NodeNetworkConfigurationPolicy', 'nvidia.com/ClusterPolicy',
  'policy.networking.k8s.io/AdminNetworkPolicy', 'policy.networking.k8s.io/BaselineAdminNetworkPolicy', 'kueue.x-k8s.io/ClusterQueue', 'kueue.x-k8s.io/ResourceFlavor',
]);

/** Groups all of whose other kinds lie in a namespace. */
export const NAMESPACED_GROUPS: ReadonlySet<string> = new Set([
  '', 'apps', 'autoscaling', 'batch', 'coordination.k8s.io', 'discovery.k8s.io', 'networking.k8s.io', 'policy', 'rbac.authorization.k8s.io', 'resource.k8s.io', 'storage.k8s.io',
  'snapshot.storage.k8s.io', 'kubevirt.io', 'cdi.kubevirt.io', 'clone.kubevirt.io', 'export.kubevirt.io', 'instancetype.kubevirt.io', 'pool.kubevirt.io', 'snapshot.kubevirt.io',
  'ceph.rook.io', 'cert-manager.io', 'cilium.io', 'gateway.networking.k8s.io', 'gateway.envoyproxy.io', 'k8s.cni.cncf.io', 'monitoring.coreos.com',
  'kustomize.toolkit.fluxcd.io', 'source.toolkit.fluxcd.io', 'helm.toolkit.fluxcd.io',
]);

/** The order in which kinds are applied; what is not named stands where `''` stands. */
export const APPLY_ORDER = [
  '/Namespace',
  'apiextensions.k8s.io/CustomResourceDefinition',
  '/ResourceQuota', '/LimitRange', 'networking.k8s.io/NetworkPolicy', 'cilium.io/CiliumNetworkPolicy',
  'scheduling.k8s.io/PriorityClass', 'node.k8s.io/RuntimeClass',
  '/ServiceAccount', '/Secret', '/ConfigMap',
  'storage.k8s.io/StorageClass', 'storage.k8s.io/VolumeAttributesClass', 'snapshot.storage.k8s.io/VolumeSnapshotClass', 'ceph.rook.io/CephBlockPool', 'cdi.kubevirt.io/StorageProfile',
  'rbac.authorization.k8s.io/ClusterRole', 'rbac.authorization.k8s.io/ClusterRoleBinding', 'rbac.authorization.k8s.io/Role', 'rbac.authorization.k8s.io/RoleBinding',
  'kubevirt.io/KubeVirt', 'cdi.kubevirt.io/CDI',
  '/PersistentVolume', '/PersistentVolumeClaim', 'cdi.kubevirt.io/DataVolume', 'cdi.kubevirt.io/DataSource',
  'k8s.cni.cncf.io/NetworkAttachmentDefinition',
  'instancetype.kubevirt.io/VirtualMachineClusterInstancetype', 'instancetype.kubevirt.io/VirtualMachineClusterPreference',
  'instancetype.kubevirt.io/VirtualMachineInstancetype', 'instancetype.kubevirt.io/VirtualMachinePreference',
  'cert-manager.io/ClusterIssuer', 'cert-manager.io/Issuer', 'cert-manager.io/Certificate',
  'gateway.networking.k8s.io/GatewayClass', 'gateway.networking.k8s.io/Gateway',
  '/Service', 'apps/DaemonSet', 'apps/Deployment', 'apps/StatefulSet', 'batch/Job', 'batch/CronJob',
  '',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy', 'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration', 'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'kubevirt.io/VirtualMachine', 'kubevirt.io/VirtualMachineInstance', 'snapshot.kubevirt.io/VirtualMachineSnapshot',
] as const;

const RANKS = new Map<string, number>(APPLY_ORDER.map((kind, rank) => [kind, rank]));

/** The group of an apiVersion; empty for core kinds. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** When an object of a kind is applied: lower first. */
export function applyRank(group: string, kind: string): number {
  return RANKS.get(`${group}/${kind}`) ?? RANKS.get('') ?? 0;
}

/** Where an object of a kind lies; undefined for a kind that we do not know. */
export function scopeOf(group: string, kind: string): 'Cluster' | 'Namespaced' | undefined {
  if (CLUSTER_KINDS.has(`${group}/${kind}`)) {
    return 'Cluster';
  }
  return NAMESPACED_GROUPS.has(group) ? 'Namespaced' : undefined;
}

/** The plural by which a kind stands in addresses and in the name of its CRD. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'networkattachmentdefinition') {
    return 'network-attachment-definitions';
  }
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
