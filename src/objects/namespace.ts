import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A Namespace. */
export function namespace(metadata: Metadata): Manifest {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: metadataOf(metadata) };
}
