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

/**
 * Props of a generated kind as they stand in JSON, where a quantity is its number or text. For the kinds that every person
 * has: their generated `manifest()` copies each map once for each of its keys. It would also rename some fields
 * (`vmNetworkCidr`): the schema check refuses one that is not renamed.
 */
export type AsJson<T> =
  T extends { readonly value: number | string } ? T['value']
    : T extends readonly (infer E)[] ? AsJson<E>[]
      : T extends object ? { [K in keyof T]: AsJson<T[K]> }
        : T;

/** Metadata as the API object holds it: empty maps are left out. */
export function metadataOf(metadata: Metadata): Manifest['metadata'] {
  return {
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    ...(Object.keys(metadata.labels).length === 0 ? {} : { labels: { ...metadata.labels } }),
    ...(Object.keys(metadata.annotations).length === 0 ? {} : { annotations: { ...metadata.annotations } }),
  };
}
