import { createHash } from 'crypto';
import { readFileSync } from 'fs';
import { join } from 'path';
import type { FaultObject } from '../faults';
import type { ResolvedTarget } from '../values';
import { birthOf, isKept } from './birth';
import type { Json, JsonObject } from './emit';
import { INDEX, PENDING } from './info-folder';
import type { CutFile } from './synthesized';

/** An object as the index remembers it. */
export interface IndexedObject extends FaultObject {
  readonly construct?: string;
  /** It stays in the cluster when it leaves the output. */
  readonly kept?: boolean;
  /** What it must keep from its birth on. */
  readonly birth?: JsonObject;
}

/** A file that synth owns. */
export interface IndexedFile {
  readonly path: string;
  readonly layer: string;
  readonly sha256: string;
  readonly objects: readonly IndexedObject[];
}

/** What the index says of the app. */
export interface Owner {
  readonly fleet: string;
  readonly target: ResolvedTarget;
}

/** What synth owns: only such files does it ever delete. No date and no release of the library: both would be noise in each review. */
export interface OutputIndex {
  readonly format: 1;
  readonly fleet: string;
  /** In the order in which they are applied. */
  readonly files: readonly IndexedFile[];
  /** Files of the info folder but the index. */
  readonly info: readonly string[];
}

/** A file as it stands in the index: one line an object, so that a change of one person is a change of few lines. */
export function indexEntry({ path, layer, objects }: CutFile, text: string): string {
  const lines = objects.map(({ object, identity, construct }) => `    ${JSON.stringify({ ...remember(object, identity), construct })}`);
  const inside = lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `;
  return `  {"path": ${JSON.stringify(path)}, "layer": ${JSON.stringify(layer)}, "sha256": "${sha256(text)}", "objects": [${inside}]}`;
}

/** An object as the index has it, from the manifest. */
export function remember(object: JsonObject, identity: FaultObject): IndexedObject {
  const birth = birthOf(object, identity);
  return { ...identity, ...(isKept(object) ? { kept: true } : {}), ...(birth === undefined ? {} : { birth }) };
}

/** The index, of its entries in the order in which the files are applied. */
export function renderIndex({ fleet, target: { kubevirt, cdi, kubernetes } }: Owner, entries: readonly string[], info: readonly string[]): string {
  const paths = [...info].sort().map((path) => `  ${JSON.stringify(path)}`);
  return `{\n"format": 1,\n"fleet": ${JSON.stringify(fleet)},\n"target": ${JSON.stringify({ kubevirt, cdi, kubernetes })},\n"files": [\n${entries.join(',\n')}${entries.length === 0 ? '' : '\n'}],\n`
    + `"info": [\n${paths.join(',\n')}${paths.length === 0 ? '' : '\n'}]\n}\n`;
}

/** The index of an info folder; undefined if there is none, or none that can be understood. */
export function readIndex(info: string): OutputIndex | undefined {
  const read = readJson(join(info, INDEX));
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return undefined;
  }
  const { fleet, files, info: texts } = read as JsonObject;
  return {
    format: 1,
    fleet: typeof fleet === 'string' ? fleet : '',
    files: Array.isArray(files) ? (files as readonly Json[]).filter(isIndexedFile) : [],
    info: pathsIn(texts),
  };
}

/** Files that a stopped synth may have left without an owner. */
export interface Pending {
  readonly files: readonly string[];
  readonly info: readonly string[];
}

export function readPending(info: string): Pending {
  const read = readJson(join(info, PENDING)) as Json;
  const { files, info: texts } = typeof read === 'object' && read !== null && !Array.isArray(read) ? read as JsonObject : {};
  return { files: pathsIn(files), info: pathsIn(texts) };
}

/** A path inside the output folder, and nothing else: an index can be edited, and its paths get deleted. */
export function isInside(path: string): boolean {
  return path !== '' && !path.includes('\\') && !path.includes('\u0000') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function pathsIn(value: Json): string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((path): path is string => typeof path === 'string' && isInside(path)) : [];
}

function isIndexedFile(value: Json): value is Json & IndexedFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return false;
  }
  const { path, sha256: digest, objects } = value as JsonObject;
  return typeof path === 'string' && isInside(path) && typeof digest === 'string' && Array.isArray(objects) && (objects as readonly Json[]).every(isIndexedObject);
}

export function isIndexedObject(value: Json): boolean {
  const object = value as Partial<Record<keyof IndexedObject, unknown>> | null | undefined;
  return typeof object === 'object' && object !== null && [object.apiVersion, object.kind, object.name].every((part) => typeof part === 'string');
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
