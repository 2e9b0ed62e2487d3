import { lstatSync, readdirSync } from 'fs';
import { basename, join, resolve } from 'path';
import { pluralOf } from '../facts';
import { type Fault, fault, type FaultObject, show } from '../faults';
import { isMap } from './birth';
import type { Json } from './emit';
import { reasonOf } from './folder';
import { readGone } from './gone';
import { keyOf } from './identity';
import { GONE, INDEX, infoFolder } from './info-folder';
import { exchangedIdentities, grownBefore, harm, isSameBirth, machineNews, movedDisks, shrunk } from './keep';
import { type IndexedFile, type IndexedObject, type IndexRead, lookIntoIndex, type OutputIndex, remember, sha256 } from './output-index';
import { readRegular } from './regular';
import type { OutputFile, SynthesizedObject } from './synthesized';

/** What the earlier output says of this one. */
export interface Comparison {
  readonly faults: readonly Fault[];
  /** Kept objects that left the output, now or earlier, and are still in the cluster. */
  readonly gone: readonly IndexedObject[];
  /** True for a disk that stood in the earlier output just as it is now: it exists, whatever became of its image. */
  readonly stands: (identity: FaultObject) => boolean;
  /** True for an object, by `keyOf`, that stood in the earlier output or left it and was kept. */
  readonly knows: (key: string) => boolean;
}

/** What is compared with what. */
export interface Places {
  readonly previousOutput: string | undefined;
  readonly outdir: string;
  readonly fleet: string;
}

/** Compares with the earlier output: edits that would harm existing disks and machines, and kept objects that are gone. */
export function compareWith({ previousOutput, outdir, fleet }: Places, manifests: readonly OutputFile[]): Comparison {
  const faults: Fault[] = foreignFleet(outdir, fleet);
  const folder = resolve(previousOutput ?? outdir);
  const read = lookIntoIndex(infoFolder(folder));
  if (previousOutput !== undefined) {
    const reason = whyUnreadable(folder, read);
    if (reason !== undefined) {
      return { faults: [...faults, fault('WS-OUT-003', { got: show(previousOutput), reason }, { field: 'previousOutput' })], gone: [], stands: () => false, knows: () => false };
    }
  }
  const current = new Map<string, SynthesizedObject>();
  for (const { objects } of manifests) {
    objects.forEach((object) => current.set(keyOf(object.identity), object));
  }
  const gone = goneBefore(folder, read.index, faults);
  const earlier = earlierObjects({ folder, read, named: previousOutput !== undefined, manifests }, faults);
  const standing = new Set<string>(earlier.unchanged);
  const known = new Set<string>([...earlier.unchanged, ...earlier.changed.map(({ object }) => keyOf(object)), ...gone.keys()]);
  const compared = (key: string, old: IndexedObject): boolean => {
    const now = current.get(key);
    if (now === undefined) {
      return false;
    }
    faults.push(...harm(old, now));
    if (isSameBirth(old, now)) {
      standing.add(key);
    }
    return true;
  };
  const grown = new Map(grownBefore(earlier.changed.map(({ object }) => object)));
  for (const [key, old] of gone) {
    if (compared(key, old)) {
      gone.delete(key);
      if (old.grownTo !== undefined) {
        grown.set(claimOf(old), old.grownTo);
      }
    }
  }
  const left: IndexedObject[] = [];
  for (const { object: old, owned } of earlier.changed) {
    const key = keyOf(old);
    if (!compared(key, old) && owned && old.kept === true && !gone.has(key)) {
      const { apiVersion, kind, namespace, name } = old;
      const object = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
      left.push(old);
      faults.push(closesWhatStays(old, current)
        ? fault('WS-KEEP-014', { got: `${kind} '${namespace ?? ''}/${name}'`, namespace: namespace ?? '', resource: pluralOf(kind), name }, { object })
        : fault('WS-KEEP-004', { got: `${kind} '${namespace === undefined ? '' : `${namespace}/`}${name}'` }, { object }));
      const grownTo = kind === 'DataVolume' ? grown.get(claimOf(old)) : undefined;
      gone.set(key, grownTo === undefined ? old : { ...old, grownTo });
    }
  }
  faults.push(...movedDisks(left, current, new Set([...earlier.unchanged, ...earlier.changed.map(({ object }) => keyOf(object))])));
  faults.push(...exchangedIdentities(earlier.changed.map(({ object }) => object), current));
  faults.push(...shrunk(grown, current));
  faults.push(...machineNews(earlier.changed.filter(({ owned }) => owned).map(({ object }) => object), current));
  return { faults, gone: [...gone.values()], stands: (identity) => standing.has(keyOf(identity)), knows: (key) => known.has(key) };
}

const POLICIES: readonly { readonly apiVersion: string; readonly kind: string }[] = [{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' }, { apiVersion: 'cilium.io/v2', kind: 'CiliumNetworkPolicy' }];

/** True for a kept policy whose namespace is still written, without the policies that let something pass: what runs there is cut off. */
function closesWhatStays({ kind, namespace, name }: IndexedObject, current: ReadonlyMap<string, SynthesizedObject>): boolean {
  return namespace !== undefined && POLICIES.some((policy) => policy.kind === kind)
    && current.has(keyOf({ apiVersion: 'v1', kind: 'Namespace', name: namespace }))
    && !POLICIES.some((policy) => current.has(keyOf({ ...policy, namespace, name })));
}

/** By which growths are known. */
const claimOf = ({ namespace = '', name }: IndexedObject): string => `${namespace}/${name}`;

/** Another fleet owns the folder: what it has there would be deleted. */
function foreignFleet(outdir: string, fleet: string): Fault[] {
  const owner = lookIntoIndex(infoFolder(outdir)).index?.fleet ?? '';
  return owner === '' || owner === fleet ? [] : [fault('WS-OUT-006', { got: show(outdir), other: show(owner), fleet: show(fleet), info: show(`${outdir}.info`) })];
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

interface Look {
  readonly folder: string;
  readonly read: IndexRead;
  /** By the app itself: what cannot be read there is said. */
  readonly named: boolean;
  readonly manifests: readonly OutputFile[];
}

/**
 * What was written earlier: of files that are written just so again the keys alone, of all others every object, by
 * the index (`cdk8s synth` empties the folder before the app runs) and by what stands in the file now, if it was
 * edited since. What the index does not know, or knows in a form that cannot be understood, is read from the files.
 */
function earlierObjects({ folder, read, named, manifests }: Look, faults: Fault[]): { readonly changed: readonly Earlier[]; readonly unchanged: readonly string[] } {
  const { index, broken } = read;
  const texts = new Map(manifests.map((file) => [file.path, file]));
  const unchanged: string[] = [];
  const changed: Earlier[] = [];
  const add = (objects: readonly IndexedObject[], owned: boolean): unknown => changed.push(...objects.map((object) => ({ object, owned })));
  const known = new Map<string, IndexedFile>((index?.files ?? []).map((file) => [file.path, file]));
  for (const { path, sha256: digest, objects } of known.values()) {
    const text = tryRead(join(folder, path));
    const isWhole = text === undefined || sha256(text) === digest && documentsIn(text) === objects.length;
    if (isWhole && text !== undefined && text === texts.get(path)?.text) {
      objects.forEach((object) => unchanged.push(keyOf(object)));
      continue;
    }
    add(isWhole ? [] : parse(path, text ?? '', named, faults), true);
    add(objects, true);
  }
  const others = manifestsIn(folder, '').filter((path) => !known.has(path));
  const strict = index === undefined && named || broken !== undefined;
  others.forEach((path) => add(parse(path, tryRead(join(folder, path)) ?? '', strict, faults), named && index === undefined || read.lost.has(path)));
  const missing = [...read.lost].filter((path) => !others.includes(path));
  if (broken !== undefined && (missing.length > 0 || read.lost.size === 0 && others.length + known.size === 0)) {
    faults.push(fault('WS-OUT-003', { got: show(`${INDEX} of ${basename(infoFolder(folder))}`), reason: `${broken}: take it from Git again, or delete it, if nothing of it was applied` }));
  }
  return { changed, unchanged };
}

/** How many documents a text of ours has: inside of one nothing stands at the first column but keys. */
const documentsIn = (text: string): number => (text.trim() === '' ? 0 : text.split('\n---\n').length);

function parse(path: string, text: string, mustRead: boolean, faults: Fault[]): IndexedObject[] {
  const refuse = (reason: string, place: { readonly line?: number; readonly column?: number } = {}): IndexedObject[] => {
    if (mustRead) {
      faults.push(fault('WS-OUT-003', { got: show(path), reason }, { file: path, ...place }));
    }
    return [];
  };
  try {
    const { parseAllDocuments } = require('yaml') as typeof import('yaml');
    return parseAllDocuments(text, { logLevel: 'silent' }).flatMap((document) => {
      const [error] = document.errors;
      if (error !== undefined) {
        const [{ line, col } = { line: 1, col: 1 }] = error.linePos ?? [];
        return refuse(error.message.split('\n')[0] ?? 'broken YAML', { line, column: col });
      }
      const object = document.toJS({ maxAliasCount: 100 }) as Json;
      if (!isMap(object) || typeof object.apiVersion !== 'string' || typeof object.kind !== 'string' || !isMap(object.metadata)) {
        return [];
      }
      const { name, namespace } = object.metadata;
      const identity = { apiVersion: object.apiVersion, kind: object.kind, name: String(name), ...(typeof namespace === 'string' ? { namespace } : {}) };
      return [remember(object, identity)];
    });
  } catch (error) {
    // Aliases that lead nowhere or grow without bound, lists in lists without end.
    return refuse(error instanceof RangeError ? 'it is nested too deep' : error instanceof Error ? error.message.split('\n')[0] ?? '' : 'broken YAML');
  }
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

/** The text of a regular file: a pipe would be waited for. */
function tryRead(path: string): string | undefined {
  try {
    return readRegular(path).toString();
  } catch {
    return undefined;
  }
}

function whyUnreadable(folder: string, { index }: IndexRead): string | undefined {
  try {
    readdirSync(folder);
    return undefined;
  } catch (error) {
    // With an index beside it, an empty or missing folder can still be compared with.
    return index === undefined ? reasonFor(folder, error) : undefined;
  }
}

function reasonFor(folder: string, error: unknown): string {
  try {
    return lstatSync(folder).isDirectory() ? reasonOf(error) : 'it is no folder';
  } catch (stranger) {
    return (stranger as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such folder' : reasonOf(stranger);
  }
}
