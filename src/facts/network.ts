import type { Source } from './source';

/** Where ports, labels and addresses stand. */
export const NETWORK_SOURCE: Source = {
  from: 'containerized-data-importer v1.66 pkg/common/common.go, pkg/controller/import-controller.go, upload-controller.go, clone-controller.go; '
    + 'coredns deployment of kubeadm; cilium v1.20.1 pkg/policy/api/entity.go, pkg/k8s/apis/cilium.io/const.go; '
    + 'the instance metadata pages of AWS, Google Cloud, Azure, Oracle, OpenStack and Alibaba Cloud',
  read: '2026-12-01',
};

/** Labels of CDI's worker pods, and the ports on which they are asked. */
export const CDI_PODS = {
  /** Every worker pod. */
  worker: { app: 'containerized-data-importer' },
  importer: { 'cdi.kubevirt.io': 'importer' },
  cloneSource: { 'cdi.kubevirt.io': 'cdi-clone-source' },
  uploadServer: { 'cdi.kubevirt.io': 'cdi-upload-server' },
  /** Data of an upload or a clone, and each worker's progress for CDI's controller. */
  port: 8443,
  /** Where the kubelet asks whether an upload server is ready. */
  healthPort: 8080,
} as const;

/**
 * The pods of virt-api. `virtctl ssh` and `virtctl port-forward` go through the API server to it, and it opens the connection to the machine
 * (kubevirt v1.9.0 pkg/virt-api/rest/portforward.go, pkg/virt-operator/resource/generate/components/deployments.go).
 */
export const VIRT_API_LABELS = { 'kubevirt.io': 'virt-api' } as const;

/** The cluster's DNS, as kubeadm and its kin run it. */
export const CLUSTER_DNS = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' }, port: 53 } as const;

/** The label by which every namespace carries its own name. */
export const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** The label by which Cilium knows the namespace of a pod. */
export const CILIUM_NAMESPACE_LABEL = 'k8s:io.kubernetes.pod.namespace';

/** Where clouds answer every machine with credentials and settings: no guest may ask there. */
export const METADATA_ADDRESSES = ['169.254.169.254/32', '168.63.129.16/32', '100.100.100.200/32', 'fd00:ec2::254/128', 'fd20:ce::254/128', 'fd00:c1::a9fe:a9fe/128'] as const;
