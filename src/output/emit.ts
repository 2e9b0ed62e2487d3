import { Document, Pair, Scalar, YAMLMap } from 'yaml';

/** What JSON can say. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** A manifest as plain data. */
export interface JsonObject { readonly [key: string]: Json }

/**
 * One YAML document, byte for byte as cdk8s' `Yaml.stringify` writes it, only faster: each text is rendered by the
 * `yaml` package once and remembered. The one difference: a text that some reader would take for something else
 * (`0o777`, `=`, `<<`: cdk8s-team/cdk8s#1416) is quoted.
 */
export function emit(object: JsonObject): string {
  const lines: string[] = [];
  if (Object.keys(object).length === 0) {
    return '{}\n';
  }
  emitMap(object, 0, '', lines);
  return `${lines.join('\n')}\n`;
}

/** Documents of one file. */
export function emitAll(objects: readonly JsonObject[]): string {
  return objects.map(emit).join('---\n');
}

const STEP = '  ';
const INDENTS: string[] = [''];

function indentOf(depth: number): string {
  for (let at = INDENTS.length; at <= depth; at++) {
    INDENTS.push(STEP.repeat(at));
  }
  return INDENTS[depth] ?? STEP.repeat(depth);
}

/** `first` is what stands before the first line in place of the indentation, such as `- `. */
function emitMap(map: JsonObject, depth: number, first: string, lines: string[]): void {
  const indent = indentOf(depth);
  let lead = first;
  for (const key of Object.keys(map)) {
    const text = keyText(key, depth);
    emitValue(map[key], depth + 1, lead + text, text.startsWith('? '), lines);
    lead = indent;
  }
}

function emitValue(value: Json, depth: number, lead: string, explicit: boolean, lines: string[]): void {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list.length === 0) {
      lines.push(`${lead} []`);
      return;
    }
    if (!explicit) {
      lines.push(lead);
    }
    emitList(list, depth, explicit ? `${lead} ` : indentOf(depth), lines);
  } else if (typeof value === 'object' && value !== null) {
    const map = value as JsonObject;
    if (Object.keys(map).length === 0) {
      lines.push(`${lead} {}`);
      return;
    }
    if (!explicit) {
      lines.push(lead);
    }
    emitMap(map, depth, explicit ? `${lead} ` : indentOf(depth), lines);
  } else {
    lines.push(`${lead} ${scalarText(value as string | number | boolean | null | undefined, depth)}`);
  }
}

function emitList(list: readonly Json[], depth: number, first: string, lines: string[]): void {
  const indent = indentOf(depth);
  let lead = first;
  for (const item of list) {
    if (Array.isArray(item) && item.length > 0) {
      emitList(item as readonly Json[], depth + 1, `${lead}- `, lines);
    } else if (typeof item === 'object' && item !== null && !Array.isArray(item) && Object.keys(item).length > 0) {
      emitMap(item as JsonObject, depth + 1, `${lead}- `, lines);
    } else if (typeof item === 'object' && item !== null) {
      lines.push(`${lead}- ${Array.isArray(item) ? '[]' : '{}'}`);
    } else {
      lines.push(`${lead}- ${scalarText(item as string | number | boolean | null | undefined, depth + 1)}`);
    }
    lead = indent;
  }
}

function scalarText(value: string | number | boolean | null | undefined, depth: number): string {
  if (typeof value === 'string') {
    return (SURELY_PLAIN.test(value) && !WORDS.test(value)) || MADE_OF_HEX.test(value) ? value : SURELY_BLOCK.test(value) ? block(value, depth) : rendered(value, depth);
  }
  if (typeof value === 'number') {
    return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  }
  return value == null ? 'null' : String(value);
}

/** Texts that every reader takes for a text as they stand: most names, keys and labels of manifests. */
const SURELY_PLAIN = /^[A-Za-z](?:[A-Za-z0-9_./-]*[A-Za-z0-9])?$/;
/** Words that YAML 1.1 or 1.2 reads as a boolean, as nothing or, with the package of the same name, as a number. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|e-?[0-9]+)$/i;

/** A uuid, and a MAC address with a letter (without one, YAML 1.1 reads a number to the base of 60). */
const MADE_OF_HEX = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^(?=.*[a-f])[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/;
/** Lines of printable ASCII, with no blank at either end that a block would lose: scripts and cloud-init. */
const SURELY_BLOCK = /^[!-~][ -~]*\n[ -~\n]*(?<![ \n])\n?$/;

function block(text: string, depth: number): string {
  const ends = text.endsWith('\n');
  return `|${ends ? '' : '-'}\n${indentOf(depth)}${(ends ? text.slice(0, -1) : text).replace(/\n+/g, `$&${indentOf(depth)}`)}`;
}

/** Memory is bounded: a fleet repeats its texts within a few machines, and the rest is cheap enough. */
const MEMORY = 50_000;
const KEYS = new Map<string, string>();
const TOP_KEYS = new Map<string, string>();
const TEXTS = new Map<string, string>();

function keyText(key: string, depth: number): string {
  const memory = depth === 0 ? TOP_KEYS : KEYS;
  const known = memory.get(key);
  if (known !== undefined) {
    return depth > 1 && known.startsWith('? ') ? known.replace(/\n {2}:$/, `\n${indentOf(depth)}:`) : known;
  }
  const text = renderKey(key, depth === 0 ? 0 : 1);
  remember(memory, key, text);
  return keyText(key, depth);
}

function rendered(value: string, depth: number): string {
  // Only a text of several lines is rendered differently by depth.
  const level = value.includes('\n') ? depth : 1;
  const key = level === 1 ? value : `${level}\u0000${value}`;
  const known = TEXTS.get(key);
  if (known !== undefined) {
    return known;
  }
  const text = quoteIfMisread(value, renderText(value, level));
  remember(TEXTS, key, text);
  return text;
}

function remember(memory: Map<string, string>, key: string, text: string): void {
  if (memory.size >= MEMORY) {
    memory.clear();
  }
  memory.set(key, text);
}

/** As cdk8s calls it (cdk8s lib/yaml.js). */
const OPTIONS = { keepUndefined: true, lineWidth: 0, version: '1.1' } as const;
let paper: Document | undefined;

function write(contents: YAMLMap): string {
  paper ??= new Document(undefined, OPTIONS);
  paper.contents = contents;
  return paper.toString(OPTIONS);
}

function nested(inner: YAMLMap, levels: number): YAMLMap {
  let map = inner;
  for (let level = 0; level < levels; level++) {
    map = mapOf(new Pair(new Scalar('k'), map));
  }
  return map;
}

function mapOf(pair: Pair): YAMLMap {
  const map = new YAMLMap();
  map.items.push(pair);
  return map;
}

/** The length of `k:`, newline and growing indentation, `levels` times. */
const leadLength = (levels: number): number => Array.from({ length: levels }, (_, level) => level * STEP.length + 3).reduce((a, b) => a + b, 0);

function renderText(value: string, depth: number): string {
  const text = write(nested(mapOf(new Pair(new Scalar('k'), new Scalar(value))), depth - 1));
  return text.slice(leadLength(depth), -1);
}

/** The key with its colon. */
function renderKey(key: string, depth: number): string {
  const text = write(nested(mapOf(new Pair(new Scalar(key), new Scalar(1))), depth)).slice(leadLength(depth) + depth * STEP.length, -' 1\n'.length);
  const bare = text.slice(0, -1);
  return bare === key ? `${quoteIfMisread(key, bare)}:` : text;
}

/** Numbers of YAML 1.2 and of go-yaml, which Kubernetes' tools read with, that YAML 1.1 takes for texts. */
const NUMBERS = [
  /^[-+]?0[box][0-9a-f]+$/i,
  /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:e[-+]?[0-9]+)?$/i,
];
const MISREAD = new Set(['=', '<<']);

function quoteIfMisread(value: string, text: string): string {
  if (text !== value) {
    return text;
  }
  const digits = value.replace(/_/g, '');
  return MISREAD.has(value) || NUMBERS.some((number) => number.test(digits)) ? `"${value}"` : text;
}
