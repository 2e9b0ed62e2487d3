import { DeletionPolicy } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A VolumeSnapshotClass. */
export function volumeSnapshotClass(metadata: Metadata, driver: string, deletionPolicy: DeletionPolicy, parameters: Readonly<Record<string, string>>): Manifest {
  // Loaded here: few programs make one, and the generated module costs start-up time.
  const { VolumeSnapshotClass, VolumeSnapshotClassDeletionPolicy } = require('../../imports/snapshot.storage.k8s.io') as typeof import('../../imports/snapshot.storage.k8s.io');
  return VolumeSnapshotClass.manifest({
    metadata: metadataOf(metadata),
    driver,
    deletionPolicy: deletionPolicy === DeletionPolicy.RETAIN ? VolumeSnapshotClassDeletionPolicy.RETAIN : VolumeSnapshotClassDeletionPolicy.DELETE,
    parameters: { ...parameters },
  });
}
