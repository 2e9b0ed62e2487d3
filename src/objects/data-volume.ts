import { DataVolume, DataVolumeSpecStorageResourcesRequests, type DataVolumeSpecSource, type DataVolumeSpecSourceRef } from '../../imports/cdi.kubevirt.io';
import type { ImageSourceData } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** What fills a disk. */
export type DiskSource =
  | { readonly kind: 'blank' }
  | { readonly kind: 'dataSource'; readonly namespace: string; readonly name: string }
  | Exclude<ImageSourceData, { kind: 'claim' }>;

/** A disk at birth. CDI refuses every later change of it. */
export interface DataVolumeInput {
  readonly source: DiskSource;
  readonly storageClassName: string;
  readonly accessMode: 'ReadWriteOnce' | 'ReadWriteOncePod';
  /** Quantity in binary units. */
  readonly size: string;
}

/**
 * A DataVolume with everything written out: class, access mode, volume mode and size. `storage`, not `pvc`: it is
 * the form that CDI's own rules are made for.
 */
export function dataVolume(metadata: Metadata, input: DataVolumeInput): Manifest {
  return DataVolume.manifest({
    metadata: metadataOf(metadata),
    spec: {
      ...sourceOf(input.source),
      storage: {
        accessModes: [input.accessMode],
        volumeMode: 'Block',
        storageClassName: input.storageClassName,
        resources: { requests: { storage: DataVolumeSpecStorageResourcesRequests.fromString(input.size) } },
      },
    },
  });
}

function sourceOf(source: DiskSource): { source: DataVolumeSpecSource } | { sourceRef: DataVolumeSpecSourceRef } {
  switch (source.kind) {
    case 'blank':
      return { source: { blank: {} } };
    case 'dataSource':
      return { sourceRef: { kind: 'DataSource', namespace: source.namespace, name: source.name } };
    case 'http':
      return { source: { http: { url: source.url, checksum: `sha256:${source.sha256}`, ...references(source) } } };
    case 'registry':
      return {
        source: {
          registry: {
            url: source.url,
            pullMethod: source.pullMethod,
            ...references(source),
          },
        },
      };
  }
}

function references(source: { readonly credentials?: string; readonly caBundle?: string }): { secretRef?: string; certConfigMap?: string } {
  return {
    ...(source.credentials === undefined ? {} : { secretRef: source.credentials }),
    ...(source.caBundle === undefined ? {} : { certConfigMap: source.caBundle }),
  };
}
