import { type Document, isScalar, LineCounter, parseAllDocuments, type ParseOptions, type DocumentOptions, type SchemaOptions, type ScalarTag, type Tags } from 'yaml';

/**
 * YAML as Kubernetes' tools read it (sigs.k8s.io/yaml on go-yaml v2): 1.1, but times stay texts and there are no
 * numbers to the base of sixty.
 */
const KUBERNETES: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  merge: true,
  uniqueKeys: true,
  logLevel: 'silent',
  customTags: (tags: Tags): Tags => tags.filter((tag) => typeof tag === 'string'
    ? tag !== 'timestamp' && tag !== 'intTime' && tag !== 'floatTime'
    : tag.tag !== 'tag:yaml.org,2002:timestamp' && (tag as ScalarTag).format !== 'TIME'),
};

export interface Parsed {
  readonly documents: readonly Document.Parsed[];
  readonly lines: LineCounter;
}

/** Documents with their nodes. */
export function parse(text: string): Parsed {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { ...KUBERNETES, lineCounter: lines });
  return { documents: Array.isArray(documents) ? documents : [], lines };
}

/** A document as plain data; aliases may not grow without bound. */
export function plain(document: Document.Parsed): unknown {
  return document.toJS({ maxAliasCount: 100 });
}

const scalars = new Map<string, unknown>();

/** The value of an unquoted word; remembered, since manifests repeat themselves. */
export function scalar(word: string): unknown {
  if (scalars.has(word)) {
    return scalars.get(word);
  }
  const contents = parse(word).documents[0]?.contents;
  const value = isScalar(contents) ? contents.value : null;
  if (scalars.size < 50_000) {
    scalars.set(word, value);
  }
  return value;
}
