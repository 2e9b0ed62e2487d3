import type { CloneStrategy } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/**
 * What CDI assumes of a class. Left to itself it takes ReadWriteMany for RBD, and nothing for a driver whose
 * name it does not know.
 */
export function storageProfile(metadata: Metadata, cloneStrategy: CloneStrategy): Manifest {
  // Loaded here: few programs make one, and the generated module costs start-up time.
  const { StorageProfile, StorageProfileSpecClaimPropertySetsVolumeMode } = require('../../imports/cdi.kubevirt.io') as typeof import('../../imports/cdi.kubevirt.io');
  return StorageProfile.manifest({
    metadata: metadataOf(metadata),
    spec: {
      claimPropertySets: [{ accessModes: ['ReadWriteOnce'], volumeMode: StorageProfileSpecClaimPropertySetsVolumeMode.BLOCK }],
      cloneStrategy,
    },
  });
}
