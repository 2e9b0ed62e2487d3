import type { DataVolumeSpec, DataVolumeSpecSource } from '../../imports/cdi.kubevirt.io';
import type { ImageSourceData } from '../values';
import { type AsJson, type Manifest, type Metadata, metadataOf } from './manifest';

/** What fills a disk. */
export type DiskSource =
  | { readonly kind: 'blank' }
  | { readonly kind: 'dataSource'; readonly namespace: string; readonly name: string }
  | Exclude<ImageSourceData, { kind: 'claim' | 'snapshot' }>
  | { readonly kind: 'snapshot'; readonly namespace: string; readonly name: string };

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
  const { source } = input;
  // Keys by the alphabet: what is sorted is not copied by the writer.
  const storage = {
    accessModes: [input.accessMode],
    resources: { requests: { storage: input.size } },
    storageClassName: input.storageClassName,
    volumeMode: 'Block',
  };
  const spec: AsJson<DataVolumeSpec> = source.kind === 'dataSource'
    ? { sourceRef: { kind: 'DataSource', name: source.name, namespace: source.namespace }, storage }
    : { source: sourceOf(source), storage };
  return { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', metadata: metadataOf(metadata), spec };
}

function sourceOf(source: Exclude<DiskSource, { kind: 'dataSource' }>): AsJson<DataVolumeSpecSource> {
  switch (source.kind) {
    case 'blank':
      return { blank: {} };
    case 'upload':
      return { upload: {} };
    case 'snapshot':
      return { snapshot: { name: source.name, namespace: source.namespace } };
    case 'http':
      return { http: { url: source.url, checksum: `sha256:${source.sha256}`, ...references(source) } };
    case 'registry':
      return { registry: { url: source.url, pullMethod: source.pullMethod, ...references(source) } };
  }
}

function references(source: { readonly credentials?: string; readonly caBundle?: string }): { secretRef?: string; certConfigMap?: string } {
  return {
    ...(source.credentials === undefined ? {} : { secretRef: source.credentials }),
    ...(source.caBundle === undefined ? {} : { certConfigMap: source.caBundle }),
  };
}
