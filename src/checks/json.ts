/** A JSON object, as it is: every field may be anything. */
export type Json = Readonly<Record<string, unknown>>;

const NOTHING: Json = Object.freeze({});
const NONE: readonly never[] = Object.freeze([]);

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one: what has the wrong type is the schema's to report. */
export function record(value: unknown): Json {
  return isRecord(value) ? value : NOTHING;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

/** The elements as objects, at their own index. */
export function records(value: unknown): readonly Json[] {
  return !Array.isArray(value) ? NONE : value.every(isRecord) ? value : value.map(record);
}

/** The text, if it is one and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** True if the field is there and not null. */
export function given(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The fields of an object that are there. */
export function presentOf<K extends string>(object: Json, keys: readonly K[]): K[] {
  return keys.filter((key) => given(object[key]));
}

/** One step of a JSON pointer. */
export function step(key: string | number): string {
  return typeof key === 'number' ? String(key) : /[~/]/.test(key) ? key.replace(/~/g, '~0').replace(/\//g, '~1') : key;
}

/** `'a', 'b' and 'c'`. */
export function listed(words: readonly string[], last = 'and'): string {
  const quoted = words.map((word) => `'${word}'`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted[quoted.length - 1] ?? ''}`;
}
