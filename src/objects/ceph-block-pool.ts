import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A replicated pool of Rook. */
export interface CephBlockPoolInput {
  readonly replicas: number;
  readonly failureDomain: string;
  readonly deviceClass?: string;
}

/** A CephBlockPool. */
export function cephBlockPool(metadata: Metadata, input: CephBlockPoolInput): Manifest {
  // Loaded here: few programs make one, and the generated module costs start-up time.
  const { CephBlockPool } = require('../../imports/ceph.rook.io') as typeof import('../../imports/ceph.rook.io');
  return CephBlockPool.manifest({
    metadata: metadataOf(metadata),
    spec: {
      failureDomain: input.failureDomain,
      replicated: { size: input.replicas, requireSafeReplicaSize: input.replicas > 1 },
      ...(input.deviceClass === undefined ? {} : { deviceClass: input.deviceClass }),
    },
  });
}
