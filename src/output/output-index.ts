import { createHash } from 'crypto';
import { join } from 'path';
import type { FaultObject } from '../faults';
import type { ResolvedTarget } from '../values';
import { birthOf, hasBirth, isKept } from './birth';
import type { Json, JsonObject } from './emit';
import { keyOf } from './identity';
import { INDEX, PENDING } from './info-folder';
import { readRegular } from './regular';
import type { CutFile } from './synthesized';
import { userDataOf } from './user-data';

/** An object as the index remembers it. */
export interface IndexedObject extends FaultObject {
  readonly construct?: string;
  /** It stays in the cluster when it leaves the output. */
  readonly kept?: boolean;
  /** What it must keep from its birth on. */
  readonly birth?: JsonObject;
  /** Of a disk that left the output: how far its claim had grown by then. */
  readonly grownTo?: string;
  /** The sha256 of the user data that a machine starts with for the first time, or of those in a Secret. */
  readonly userData?: string;
  /** A disk that exists and is smaller than its image is now: no check minds it. */
  readonly outgrown?: boolean;
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
export function indexEntry({ path, layer, objects }: CutFile, text: string, outgrown?: ReadonlySet<string>): string {
  const lines = objects.map(({ object, identity, construct }) =>
    `    ${JSON.stringify({ ...remember(object, identity), ...(outgrown?.has(keyOf(identity)) === true ? { outgrown: true } : {}), construct })}`);
  const inside = lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `;
  return `  {"path": ${JSON.stringify(path)}, "layer": ${JSON.stringify(layer)}, "sha256": "${sha256(text)}", "objects": [${inside}]}`;
}

/** An object as the index has it, from the manifest. */
export function remember(object: JsonObject, identity: FaultObject): IndexedObject {
  const [birth, userData] = [birthOf(object, identity), userDataOf(object, identity)];
  return { ...identity, ...(isKept(object) ? { kept: true } : {}), ...(birth === undefined ? {} : { birth }), ...(userData === undefined ? {} : { userData }) };
}

/** The index, of its entries in the order in which the files are applied. */
export function renderIndex({ fleet, target: { kubevirt, cdi, kubernetes } }: Owner, entries: readonly string[], info: readonly string[]): string {
  const paths = [...info].sort().map((path) => `  ${JSON.stringify(path)}`);
  return `{\n"format": 1,\n"fleet": ${JSON.stringify(fleet)},\n"target": ${JSON.stringify({ kubevirt, cdi, kubernetes })},\n"files": [\n${entries.join(',\n')}${entries.length === 0 ? '' : '\n'}],\n`
    + `"info": [\n${paths.join(',\n')}${paths.length === 0 ? '' : '\n'}]\n}\n`;
}

/** What was read of an index. */
export interface IndexRead {
  /** What can be understood of it; undefined if there is no index, or nothing that can be. */
  readonly index: OutputIndex | undefined;
  /** Why not all of it can be understood: people resolve conflicts in it. */
  readonly broken?: string;
  /** Files whose entries cannot be understood. */
  readonly lost: ReadonlySet<string>;
}

/** Reads the index of an info folder, and says what of it cannot be understood. */
export function lookIntoIndex(info: string): IndexRead {
  let text: string;
  try {
    text = readRegular(join(info, INDEX)).toString();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { index: undefined, lost: new Set(), ...(code === 'ENOENT' || code === 'ENOTDIR' ? {} : { broken: code }) };
  }
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { index: undefined, lost: new Set(), broken: (error as Error).message };
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return { index: undefined, lost: new Set(), broken: 'it is no map' };
  }
  const { fleet, files, info: texts } = read as JsonObject;
  const index = (good: readonly IndexedFile[]): OutputIndex => ({ format: 1, fleet: typeof fleet === 'string' ? fleet : '', files: good, info: pathsIn(texts) });
  if (!Array.isArray(files)) {
    return { index: index([]), lost: new Set(), broken: "it has no list 'files'" };
  }
  const all = files as readonly Json[];
  const bad = all.filter((file) => !isIndexedFile(file));
  const lost = new Set(bad.flatMap((file) => pathsIn([typeof file === 'object' && file !== null ? (file as JsonObject).path : undefined])));
  return { index: index(all.filter(isIndexedFile)), lost, ...(bad.length === 0 ? {} : { broken: `${bad.length === 1 ? 'an entry' : `${bad.length} entries`} of 'files' cannot be understood` }) };
}

/** The index of an info folder; undefined if there is none, or none that can be understood. */
export function readIndex(info: string): OutputIndex | undefined {
  return lookIntoIndex(info).index;
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
  if (typeof object !== 'object' || object === null || ![object.apiVersion, object.kind, object.name].every((part) => typeof part === 'string')) {
    return false;
  }
  const { birth, grownTo, namespace } = object;
  return (grownTo === undefined || typeof grownTo === 'string') && (namespace === undefined || typeof namespace === 'string') && (birth === undefined ? !hasBirth(object as IndexedObject) : typeof birth === 'object' && birth !== null && !Array.isArray(birth));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readRegular(path).toString());
  } catch {
    return undefined;
  }
}
