import type { Source } from './source';

/** Where the bounds stand; those of one project name their file beside them. */
export const LIMITS_SOURCE: Source = {
  from: 'kubernetes@v1.36 staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go; kubevirt@v1.9 pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go:58-64; containerized-data-importer@v1.66 pkg/apiserver/webhooks/datavolume-validate.go; man useradd(8), linux virtio_blk',
  read: '2026-11-30',
};

/** Bounds of Kubernetes and KubeVirt, with where they stand. */
export const LIMITS = {
  /** RFC 1123 label. */
  dnsLabel: 63,
  /** RFC 1123 subdomain: object names. */
  dnsSubdomain: 253,
  /** Name part of a label key, and label values. */
  labelPart: 63,
  /** Linux login name (useradd). */
  loginName: 32,
  /** Fleet id: leaves room in labels for owner and machine. */
  fleetId: 30,
  /** Inline cloud-init user data and network data, each, in bytes (KubeVirt vmi-create-admitter.go:58-64). */
  cloudInitBytes: 2048,
  /** What a Secret's data may hold in all (Kubernetes: 1 MiB for the object; we leave room for the rest of it). */
  secretBytes: 1024 * 1024 - 8192,
  /** Serial of a virtio disk that the guest still sees whole under /dev/disk/by-id (virtio-blk: 20 bytes). */
  virtioSerial: 20,
  /** CDI refuses a smaller disk (datavolume-validate.go:364-396), in bytes. */
  minDiskBytes: 1024 * 1024,
  /** clusterID of ceph-csi, in bytes. */
  cephClusterId: 36,
  /** IANA service name of a port. */
  portName: 15,
} as const;
