import type { k8s } from 'cdk8s-plus-30';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** Limits of volumes, as a driver understands them. cdk8s-plus-30 knows the kind in an alpha version only. */
export function volumeAttributesClass(metadata: Metadata, driverName: string, parameters: Readonly<Record<string, string>>): Manifest {
  const props: Pick<k8s.KubeVolumeAttributesClassV1Alpha1Props, 'driverName' | 'parameters'> = { driverName, parameters: { ...parameters } };
  return { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', ...props, metadata: metadataOf(metadata) };
}
