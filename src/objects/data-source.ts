import { DataSource } from '../../imports/cdi.kubevirt.io';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A DataSource that names a claim: disks refer to it, so a new image moves one object. */
export function dataSource(metadata: Metadata & { readonly namespace: string }, claim: string): Manifest {
  return DataSource.manifest({
    metadata: metadataOf(metadata),
    spec: { source: { pvc: { namespace: metadata.namespace, name: claim } } },
  });
}
