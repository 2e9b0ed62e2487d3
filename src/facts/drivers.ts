import type { Source } from './source';

/** Names that Rook and plain ceph-csi give to their driver and Secrets. */
export const RBD_DRIVER_SOURCE: Source = {
  from: 'rook/rook@v1.20.6 deploy/examples/csi/rbd/storageclass.yaml:21-83, snapshotclass.yaml; ceph/ceph-csi docs/rbd/deploy.md',
  read: '2026-11-30',
};

/** `<operator namespace>.rbd.csi.ceph.com` with Rook. */
export const RBD_PROVISIONER = 'rbd.csi.ceph.com';
export const ROOK_PROVISIONER_SECRET = 'rook-csi-rbd-provisioner';
export const ROOK_NODE_SECRET = 'rook-csi-rbd-node';
export const CEPH_CSI_SECRET = 'csi-rbd-secret';

/**
 * The first release of ceph-csi that limits what the kernel client maps (cgroup v2, Linux 5.8 or newer), by a VolumeAttributesClass
 * (ceph-csi docs/volumeattributesclass.md; Rook 1.21 brings it).
 */
export const CEPH_CSI_QOS_SINCE = '3.18';

/** Drivers whose access and volume modes CDI knows by name (CDI v1.66 pkg/storagecapabilities/storagecapabilities.go:48-52). */
export const CDI_KNOWN_RBD_DRIVERS = [
  'rbd.csi.ceph.com',
  'rook-ceph.rbd.csi.ceph.com',
  'openshift-storage.rbd.csi.ceph.com',
] as const;

/** RBD image features that the kernel client maps, each with the one it builds on. */
export const RBD_FEATURES = {
  'layering': undefined,
  'exclusive-lock': undefined,
  'object-map': 'exclusive-lock',
  'fast-diff': 'object-map',
  'deep-flatten': undefined,
  'journaling': 'exclusive-lock',
} as const satisfies Record<string, string | undefined>;
