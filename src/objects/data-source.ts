import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A DataSource that names a claim: disks refer to it, so a new image moves one object. */
export function dataSource(metadata: Metadata & { readonly namespace: string }, claim: string): Manifest {
  // Loaded here: few programs make one, and the generated module costs start-up time.
  const { DataSource } = require('../../imports/cdi.kubevirt.io') as typeof import('../../imports/cdi.kubevirt.io');
  return DataSource.manifest({
    metadata: metadataOf(metadata),
    spec: { source: { pvc: { namespace: metadata.namespace, name: claim } } },
  });
}
