import { VolumeSnapshotClass, VolumeSnapshotClassDeletionPolicy } from '../../imports/snapshot.storage.k8s.io';
import { DeletionPolicy } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A VolumeSnapshotClass. */
export function volumeSnapshotClass(metadata: Metadata, driver: string, deletionPolicy: DeletionPolicy, parameters: Readonly<Record<string, string>>): Manifest {
  return VolumeSnapshotClass.manifest({
    metadata: metadataOf(metadata),
    driver,
    deletionPolicy: deletionPolicy === DeletionPolicy.RETAIN ? VolumeSnapshotClassDeletionPolicy.RETAIN : VolumeSnapshotClassDeletionPolicy.DELETE,
    parameters: { ...parameters },
  });
}
