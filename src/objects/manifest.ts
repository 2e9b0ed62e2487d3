/** Metadata that every object of ours has. */
export interface Metadata {
  readonly name: string;
  /** Left out for cluster-scoped kinds. */
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** An API object as plain data. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  readonly [field: string]: unknown;
}

/** Metadata as the API object holds it: empty maps are left out. */
export function metadataOf(metadata: Metadata): Manifest['metadata'] {
  return {
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    ...(Object.keys(metadata.labels).length === 0 ? {} : { labels: { ...metadata.labels } }),
    ...(Object.keys(metadata.annotations).length === 0 ? {} : { annotations: { ...metadata.annotations } }),
  };
}
