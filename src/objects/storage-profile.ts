import { StorageProfile, StorageProfileSpecClaimPropertySetsVolumeMode } from '../../imports/cdi.kubevirt.io';
import type { CloneStrategy } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/**
 * What CDI assumes of a class. Left to itself it takes ReadWriteMany for RBD, and nothing for a driver whose
 * name it does not know.
 */
export function storageProfile(metadata: Metadata, cloneStrategy: CloneStrategy): Manifest {
  return StorageProfile.manifest({
    metadata: metadataOf(metadata),
    spec: {
      claimPropertySets: [{ accessModes: ['ReadWriteOnce'], volumeMode: StorageProfileSpecClaimPropertySetsVolumeMode.BLOCK }],
      cloneStrategy,
    },
  });
}
