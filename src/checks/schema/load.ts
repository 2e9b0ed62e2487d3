import { createRequire } from 'module';
import { join } from 'path';
import { compareReleases } from '../../facts';
import type { Json } from '../json';

/** An error as ajv writes it. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Json;
}

/** A precompiled validator. */
export interface Validator {
  (manifest: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
  /** CEL rules of the kind. */
  readonly rules?: readonly KindCondition[];
}

/** A CEL rule and where it holds. */
export interface KindCondition {
  readonly path: readonly string[];
  readonly rule: string;
}

/** What is known of a kind. */
export interface Kind {
  readonly validate: Validator;
  /** The schema itself; read when a fault must name what is legal. */
  readonly schema: () => Json;
  /** Conditions that can be judged from an object alone. */
  readonly conditions: readonly KindCondition[];
}

// The same from `src/checks/schema` and from the bundle in `lib/src/checks`: three folders up is the package.
const ROOT = join(__dirname, '..', '..', '..');
const load = createRequire(__filename);

let index: Readonly<Record<string, string>> | undefined;
let releasesOf: Map<string, string[]> | undefined;
const kinds = new Map<string, Kind>();

/** The kind as the target's release has it, or undefined if there is no schema of it. Loaded on first use. */
export function kindOf(apiVersion: string, kind: string, kubernetes: string): Kind | undefined {
  const file = fileOf(`${apiVersion}/${kind}`, kubernetes);
  if (file === undefined) {
    return undefined;
  }
  let known = kinds.get(file);
  if (known === undefined) {
    let schema: Json | undefined;
    const validate = load(join(ROOT, 'lib', 'validators', file)) as Validator;
    known = {
      validate,
      conditions: (validate.rules ?? []).filter(({ rule }) => !rule.includes('oldSelf')),
      schema: () => schema ??= load(join(ROOT, 'schemas', file.replace(/js$/, 'json'))) as Json,
    };
    kinds.set(file, known);
  }
  return known;
}

/** Names of kinds with a schema, as `apiVersion/Kind`. */
export function knownKinds(): string[] {
  return [...new Set(Object.keys(indexed()).map((name) => name.replace(/@.*$/, '')))];
}

function indexed(): Readonly<Record<string, string>> {
  return index ??= load(join(ROOT, 'lib', 'validators', 'index.json')) as Record<string, string>;
}

function fileOf(name: string, release: string): string | undefined {
  const files = indexed();
  const exact = Object.hasOwn(files, name) ? files[name] : files[`${name}@${release}`];
  if (exact !== undefined) {
    return exact;
  }
  if (releasesOf === undefined) {
    releasesOf = new Map();
    for (const key of Object.keys(files)) {
      const [plain = '', at] = key.split('@');
      if (at !== undefined) {
        releasesOf.set(plain, [...releasesOf.get(plain) ?? [], at].sort(compareReleases));
      }
    }
  }
  // A release that we do not hold: the newest one that is not newer, else the oldest.
  const releases = releasesOf.get(name) ?? [];
  const nearest = [...releases].reverse().find((candidate) => compareReleases(candidate, release) <= 0) ?? releases[0];
  return nearest === undefined ? undefined : files[`${name}@${nearest}`];
}
