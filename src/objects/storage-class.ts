import type { k8s } from 'cdk8s-plus-30';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A StorageClass for disks that outlive their objects: Retain, expansion, Immediate. */
export function storageClass(metadata: Metadata, provisioner: string, parameters: Readonly<Record<string, string>>): Manifest {
  const props: k8s.KubeStorageClassProps = {
    provisioner,
    parameters: { ...parameters },
    reclaimPolicy: 'Retain',
    allowVolumeExpansion: true,
    volumeBindingMode: 'Immediate',
  };
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', ...props, metadata: metadataOf(metadata) };
}
