/** Kinds of the whole cluster, as `group/Kind`; everything that is not listed here or below is not judged for its namespace. */
const CLUSTER = new Set([
  '/Namespace', '/Node', '/PersistentVolume',
  'rbac.authorization.k8s.io/ClusterRole', 'rbac.authorization.k8s.io/ClusterRoleBinding',
  'storage.k8s.io/StorageClass', 'storage.k8s.io/CSIDriver', 'storage.k8s.io/VolumeAttachment',
  'scheduling.k8s.io/PriorityClass', 'node.k8s.io/RuntimeClass', 'apiextensions.k8s.io/CustomResourceDefinition',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy', 'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration', 'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'snapshot.storage.k8s.io/VolumeSnapshotClass', 'snapshot.storage.k8s.io/VolumeSnapshotContent',
  'instancetype.kubevirt.io/VirtualMachineClusterInstancetype', 'instancetype.kubevirt.io/VirtualMachineClusterPreference',
  'cdi.kubevirt.io/CDI', 'cdi.kubevirt.io/CDIConfig', 'cdi.kubevirt.io/StorageProfile',
  'gateway.networking.k8s.io/GatewayClass', 'networking.k8s.io/IngressClass', 'cert-manager.io/ClusterIssuer',
  'cilium.io/CiliumClusterwideNetworkPolicy', 'cilium.io/CiliumEgressGatewayPolicy', 'cilium.io/CiliumL2AnnouncementPolicy',
  'csiaddons.openshift.io/NetworkFence', 'csiaddons.openshift.io/NetworkFenceClass',
]);

const NAMESPACED = new Set([
  '/Secret', '/ConfigMap', '/Service', '/ServiceAccount', '/PersistentVolumeClaim', '/ResourceQuota', '/LimitRange', '/Pod', '/Endpoints',
  'apps/Deployment', 'apps/DaemonSet', 'apps/StatefulSet', 'apps/ReplicaSet', 'batch/Job', 'batch/CronJob',
  'networking.k8s.io/NetworkPolicy', 'networking.k8s.io/Ingress', 'policy/PodDisruptionBudget',
  'rbac.authorization.k8s.io/Role', 'rbac.authorization.k8s.io/RoleBinding',
  'kubevirt.io/VirtualMachine', 'kubevirt.io/VirtualMachineInstance', 'kubevirt.io/KubeVirt',
  'instancetype.kubevirt.io/VirtualMachineInstancetype', 'instancetype.kubevirt.io/VirtualMachinePreference',
  'cdi.kubevirt.io/DataVolume', 'cdi.kubevirt.io/DataSource', 'cdi.kubevirt.io/DataImportCron',
  'snapshot.storage.k8s.io/VolumeSnapshot', 'snapshot.kubevirt.io/VirtualMachineSnapshot', 'snapshot.kubevirt.io/VirtualMachineRestore',
  'k8s.cni.cncf.io/NetworkAttachmentDefinition', 'ceph.rook.io/CephBlockPool',
  'gateway.networking.k8s.io/Gateway', 'gateway.networking.k8s.io/HTTPRoute', 'gateway.networking.k8s.io/ReferenceGrant',
  'cert-manager.io/Certificate', 'cert-manager.io/Issuer', 'cilium.io/CiliumNetworkPolicy',
  'monitoring.coreos.com/PrometheusRule', 'monitoring.coreos.com/ServiceMonitor', 'monitoring.coreos.com/PodMonitor',
]);

export type Scope = 'cluster' | 'namespaced' | 'unknown';

export function scopeOf(groupKind: string): Scope {
  return CLUSTER.has(groupKind) ? 'cluster' : NAMESPACED.has(groupKind) ? 'namespaced' : 'unknown';
}
