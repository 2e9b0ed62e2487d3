import { statSync } from 'fs';
import type { CheckedObject } from '../../checks';
import { type Fault, fault, show } from '../../faults';
import { readRegular } from '../regular';
import { type Entry, pieces, placeIn, readPiece } from './documents';
import { manifestFiles } from './files';

export { type Config, readConfig } from './config';
export { readExpected } from './expected';
export { withoutOutgrown } from './outgrown';
export { peopleIn, type PersonRow } from './people';
export { readIndexedTarget } from './target';

/** What was read. */
export interface Manifests {
  /** Objects for the checks, each with its file and the index by which `locate` finds it. */
  readonly objects: CheckedObject[];
  /** What could not be read. */
  readonly faults: Fault[];
  /** How many files. */
  readonly files: number;
  /** How many files for kustomize itself were left out. */
  readonly kustomizations: number;
  /** Line and column, from 1, of a JSON pointer into an object; computed when asked for. */
  locate(file: string, document: number, pointer: string): { line: number; column: number } | undefined;
}

/** Name of what comes from standard input. */
export const STDIN = '-';

/** Above this a JSON file is read by JSON.parse, which does not see a key that stands twice. */
const LARGE_JSON = 2 * 1024 * 1024;

/**
 * Reads manifests: files, folders with all that is below them, and `-` for `stdin`. What is broken becomes a fault
 * with file, line and column, and the rest is read all the same.
 */
export function readManifests(paths: readonly string[], stdin = ''): Manifests {
  const objects: CheckedObject[] = [];
  const faults: Fault[] = [];
  const entries = new Map<string, Entry[]>();
  let files = 0;
  let kustomizations = 0;
  const take = (file: string, text: string): void => {
    files++;
    if (entries.has(file)) {
      return;
    }
    const found = read(file, text, faults);
    entries.set(file, found);
    found.forEach(({ object }, document) => {
      // A file for kustomize itself is no object of the cluster.
      if (isKustomization(object)) {
        kustomizations++;
      } else {
        objects.push({ object, file, document });
      }
    });
  };
  for (const path of paths) {
    if (path === STDIN) {
      take(STDIN, stdin);
      continue;
    }
    for (const file of filesAt(path, faults)) {
      const text = textOf(file, faults);
      if (text !== undefined) {
        take(file, text);
      }
    }
  }
  return {
    objects, faults, files, kustomizations,
    locate: (file, document, pointer) => {
      const entry = entries.get(file)?.[document];
      return entry === undefined ? undefined : placeIn(entry, pointer);
    },
  };
}

function read(file: string, text: string, faults: Fault[]): Entry[] {
  if (text.length > LARGE_JSON && /^\s*[{[]/.test(text)) {
    try {
      const piece = { text, line: 0 };
      const object = JSON.parse(text) as unknown;
      const items = typeof object === 'object' && object !== null && 'kind' in object && String(object.kind).endsWith('List') && 'items' in object && Array.isArray(object.items)
        ? object.items as unknown[] : undefined;
      return items === undefined ? [{ object, piece, index: 0, base: [] }] : items.map((element, at) => ({ object: element, piece, index: 0, base: ['items', at] }));
    } catch {
      // Not JSON after all: the reader of YAML says where it breaks.
    }
  }
  return pieces(text).flatMap((piece) => readPiece(piece, file, faults));
}

function filesAt(path: string, faults: Fault[]): string[] {
  try {
    const found = manifestFiles(path);
    if (found.length === 0) {
      faults.push(fault('WS-READ-005', { got: show(path) }, { file: path }));
    }
    return found;
  } catch (error) {
    faults.push(fault('WS-READ-001', { got: show(path), reason: reasonOf(error) }, { file: path }));
    return [];
  }
}

function textOf(file: string, faults: Fault[]): string | undefined {
  try {
    return decode(readRegular(file));
  } catch (error) {
    faults.push((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? fault('WS-READ-004', { got: show(file) }, { file })
      : fault('WS-READ-001', { got: show(file), reason: reasonOf(error) }, { file }));
    return undefined;
  }
}

/** UTF-8, without its byte order mark; throws on anything else. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words: Readonly<Record<string, string>> = { ENOENT: 'it is not there', EACCES: 'it may not be read', EISDIR: 'it is a folder', ELOOP: 'its links go in a circle', ENOTREG: 'it is neither a file nor a folder' };
  return words[code] ?? (error instanceof Error ? error.message : String(error));
}

function isKustomization(object: unknown): boolean {
  return typeof object === 'object' && object !== null && 'apiVersion' in object && String(object.apiVersion).startsWith('kustomize.config.k8s.io/');
}

/** True if a path is there. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Puts line and column into faults that have a file and a document. */
export function withPlaces(faults: readonly (Fault & { readonly document?: number })[], manifests: Manifests): Fault[] {
  return faults.map(({ document, ...found }): Fault => {
    if (found.file === undefined || document === undefined || found.line !== undefined) {
      return found;
    }
    return { ...found, ...manifests.locate(found.file, document, found.field ?? '') };
  });
}
