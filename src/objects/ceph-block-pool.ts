import { CephBlockPool } from '../../imports/ceph.rook.io';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A replicated pool of Rook. */
export interface CephBlockPoolInput {
  readonly replicas: number;
  readonly failureDomain: string;
  readonly deviceClass?: string;
}

/** A CephBlockPool. */
export function cephBlockPool(metadata: Metadata, input: CephBlockPoolInput): Manifest {
  return CephBlockPool.manifest({
    metadata: metadataOf(metadata),
    spec: {
      failureDomain: input.failureDomain,
      replicated: { size: input.replicas, requireSafeReplicaSize: input.replicas > 1 },
      ...(input.deviceClass === undefined ? {} : { deviceClass: input.deviceClass }),
    },
  });
}
