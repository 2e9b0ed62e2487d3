import { readdirSync, readFileSync, statSync } from 'fs';
import { basename, join, resolve } from 'path';
import { type Fault, fault, show } from '../faults';
import { isMap } from './birth';
import type { Json } from './emit';
import { keyOf, readGone } from './gone';
import { GONE, infoFolder } from './info-folder';
import { harm } from './keep';
import { type IndexedObject, type OutputIndex, readIndex, remember, sha256 } from './output-index';
import type { OutputFile, SynthesizedObject } from './synthesized';

/** What the earlier output says of this one. */
export interface Comparison {
  readonly faults: readonly Fault[];
  /** Kept objects that left the output, now or earlier, and are still in the cluster. */
  readonly gone: readonly IndexedObject[];
}

/** Compares with the earlier output: edits that would harm existing disks and machines, and kept objects that are gone. */
export function compareWith(previousOutput: string | undefined, outdir: string, manifests: readonly OutputFile[]): Comparison {
  const folder = resolve(previousOutput ?? outdir);
  if (previousOutput !== undefined) {
    const reason = whyUnreadable(folder);
    if (reason !== undefined) {
      return { faults: [fault('WS-OUT-003', { got: show(previousOutput), reason }, { field: 'previousOutput' })], gone: [] };
    }
  }
  const texts = new Map(manifests.map((file) => [file.path, file]));
  const faults: Fault[] = [];
  const current = new Map<string, SynthesizedObject>();
  for (const { objects } of manifests) {
    objects.forEach((object) => current.set(keyOf(object.identity), object));
  }
  const index = readIndex(infoFolder(folder));
  const gone = goneBefore(folder, index, faults);
  for (const [key, old] of gone) {
    const now = current.get(key);
    if (now !== undefined) {
      faults.push(...harm(old, now));
      gone.delete(key);
    }
  }
  for (const { object: old, owned } of earlierObjects(folder, index, texts, previousOutput !== undefined, faults)) {
    const now = current.get(keyOf(old));
    if (now !== undefined) {
      faults.push(...harm(old, now));
    } else if (owned && old.kept === true) {
      const { apiVersion, kind, namespace, name } = old;
      const object = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
      faults.push(fault('WS-KEEP-004', { got: `${kind} '${namespace === undefined ? '' : `${namespace}/`}${name}'` }, { object }));
      gone.set(keyOf(old), old);
    }
  }
  return { faults, gone: [...gone.values()] };
}

/** What left the output in earlier synths. What the index has as well is there: a synth was stopped before it said so. */
function goneBefore(folder: string, index: OutputIndex | undefined, faults: Fault[]): Map<string, IndexedObject> {
  const { objects, broken } = readGone(infoFolder(folder));
  if (broken !== undefined) {
    faults.push(fault('WS-KEEP-007', { got: show(`${GONE} of ${basename(infoFolder(folder))}`), reason: broken }));
  }
  const there = objects.length === 0 ? undefined : new Set(index?.files.flatMap((file) => file.objects).map(keyOf));
  return new Map(objects.map((object) => [keyOf(object), object] as const).filter(([key]) => there?.has(key) !== true));
}

interface Earlier {
  readonly object: IndexedObject;
  /** An earlier synth wrote it; else it stands in a file of somebody else. */
  readonly owned: boolean;
}

/**
 * What was written earlier and is not written just so again. The index is asked first: `cdk8s synth` empties the
 * folder before the app runs. A file that was edited since is read itself.
 */
function earlierObjects(folder: string, index: OutputIndex | undefined, texts: ReadonlyMap<string, OutputFile>, mustRead: boolean, faults: Fault[]): Earlier[] {
  const files = index?.files ?? manifestsIn(folder, '').map((path) => ({ path, sha256: '', objects: [] }));
  return files.flatMap(({ path, sha256: digest, objects }): Earlier[] => {
    const text = tryRead(join(folder, path));
    if (text !== undefined && text === texts.get(path)?.text) {
      return [];
    }
    const read = text === undefined || sha256(text) === digest ? objects : parse(path, text, mustRead, faults);
    return read.map((object) => ({ object, owned: index !== undefined || mustRead }));
  });
}

function parse(path: string, text: string, mustRead: boolean, faults: Fault[]): IndexedObject[] {
  const { parseAllDocuments } = require('yaml') as typeof import('yaml');
  return parseAllDocuments(text, { logLevel: 'silent' }).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      if (mustRead) {
        const [{ line, col } = { line: 0, col: 0 }] = error.linePos ?? [];
        faults.push(fault('WS-OUT-003', { got: show(path), reason: error.message.split('\n')[0] ?? 'broken YAML' }, { file: path, line, column: col }));
      }
      return [];
    }
    const object = document.toJS() as Json;
    if (!isMap(object) || typeof object.apiVersion !== 'string' || typeof object.kind !== 'string' || !isMap(object.metadata)) {
      return [];
    }
    const { name, namespace } = object.metadata;
    const identity = { apiVersion: object.apiVersion, kind: object.kind, name: String(name), ...(typeof namespace === 'string' ? { namespace } : {}) };
    return [remember(object, identity)];
  });
}

function manifestsIn(folder: string, below: string): string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true })
      .flatMap((entry) => {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        return entry.isDirectory() ? manifestsIn(folder, path) : entry.isFile() && /\.ya?ml$/.test(entry.name) ? [path] : [];
      })
      .sort();
  } catch {
    return [];
  }
}

function tryRead(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function whyUnreadable(folder: string): string | undefined {
  try {
    readdirSync(folder);
    return undefined;
  } catch (error) {
    // With an index beside it, an empty or missing folder can still be compared with.
    return readIndex(infoFolder(folder)) === undefined ? reasonFor(folder, error) : undefined;
  }
}

function reasonFor(folder: string, error: unknown): string {
  const known = statSync(folder, { throwIfNoEntry: false });
  return known === undefined ? 'there is no such folder' : known.isDirectory() ? (error as NodeJS.ErrnoException).code ?? 'unknown' : 'it is no folder';
}
