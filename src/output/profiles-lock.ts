import { existsSync } from 'fs';
import { basename, dirname } from 'path';
import { type Fault, fault, show } from '../faults';
import { changesOf, type Profile, type ProfileRecord, RECORDED } from '../values';
import { isMap } from './birth';
import type { Json } from './emit';
import { Folder, Refusal } from './folder';
import { readRegular } from './regular';

/** What each published version is, by name and version: `trainer-v3`. */
type Locked = Readonly<Record<string, ProfileRecord>>;

type Reading = { readonly locked: Locked } | { readonly faults: readonly Fault[] };

/** What can be said against the profiles of an app, given its lock file. */
export function compareWithLock(path: string, profiles: readonly Profile[]): Fault[] {
  const read = readLock(path);
  if ('faults' in read) {
    return [...read.faults];
  }
  const fresh = newIn(read.locked, profiles).map((profile) => `'${profile.name}' version ${profile.version}`);
  return [
    ...profiles.flatMap((profile) => changed(read.locked, profile)),
    ...fresh.length === 0 ? [] : [fault('WS-PROFILE-014', { got: basename(path), profiles: `${fresh.join(', ')} ${fresh.length === 1 ? 'is' : 'are'}` })],
  ];
}

/** What `publish` did, or why it did nothing. */
export interface Publication {
  readonly lock: string;
  readonly published: readonly string[];
  readonly profiles: number;
  readonly faults: readonly Fault[];
}

/** Adds to the lock file the profiles that it does not have; what stands there stays as it is. */
export function publish(path: string, profiles: readonly Profile[]): Publication {
  const read = readLock(path);
  if ('faults' in read) {
    return { lock: path, published: [], profiles: 0, faults: read.faults };
  }
  const fresh = newIn(read.locked, profiles);
  const all: Locked = { ...read.locked, ...Object.fromEntries(fresh.map((profile) => [profile.id, profile._record])) };
  try {
    if (fresh.length > 0) {
      new Folder(dirname(path)).write(basename(path), textOf(all));
    }
  } catch (error) {
    return { lock: path, published: [], profiles: 0, faults: [fault('WS-PROFILE-015', { got: show(path), reason: error instanceof Refusal ? error.message : String(error) })] };
  }
  return { lock: path, published: fresh.map(({ id }) => id), profiles: Object.keys(all).length, faults: [] };
}

const newIn = (locked: Locked, profiles: readonly Profile[]): readonly Profile[] => profiles.filter(({ id }) => locked[id] === undefined);

function changed(locked: Locked, { id, name, version, _record }: Profile): Fault[] {
  const before = locked[id];
  const changes = before === undefined ? [] : changesOf(before, _record);
  if (changes.length === 0) {
    return [];
  }
  const versions = Object.keys(locked).flatMap((one) => (one.startsWith(`${name}-v`) ? [Number(one.slice(name.length + 2))] : []));
  return [fault('WS-PROFILE-013', { profile: name, version, changes: changes.join(', '), next: Math.max(version, ...versions.filter(Number.isInteger)) + 1 })];
}

/** One line a profile, sorted, so that a diff shows one line for what was published. */
function textOf(locked: Locked): string {
  const ids = Object.keys(locked).sort(byNameAndVersion);
  const lines = ids.map((id) => `    ${JSON.stringify(id)}: {${Object.entries(locked[id] ?? {}).map(([prop, value]) => `${JSON.stringify(prop)}: ${inOneLine(value)}`).join(', ')}}`);
  return `{\n  "profiles": {\n${lines.join(',\n')}\n  }\n}\n`;
}

const inOneLine = (value: ProfileRecord[string]): string => (Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]` : JSON.stringify(value));

function byNameAndVersion(a: string, b: string): number {
  const [[nameA, versionA], [nameB, versionB]] = [split(a), split(b)];
  return nameA === nameB ? versionA - versionB : nameA < nameB ? -1 : 1;
}

function split(id: string): [string, number] {
  const at = id.lastIndexOf('-v');
  return [id.slice(0, at), Number(id.slice(at + 2))];
}

const ID = /^[a-z][a-z0-9-]*-v[1-9]\d*$/;

/** A file that is not there has no profiles. */
function readLock(path: string): Reading {
  const refuse = (reason: string): Reading => ({ faults: [fault('WS-PROFILE-015', { got: show(basename(path)), reason })] });
  if (!existsSync(path)) {
    return { locked: {} };
  }
  let read: Json;
  try {
    read = JSON.parse(readRegular(path).toString('utf8')) as Json;
  } catch (error) {
    return refuse(error instanceof SyntaxError ? 'it is no JSON' : `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  const profiles = isMap(read) ? read.profiles : undefined;
  if (!isMap(profiles)) {
    return refuse("it has no map 'profiles'");
  }
  for (const [id, record] of Object.entries(profiles)) {
    const wrong = !ID.test(id) ? 'is no profile and version, such as trainer-v3' : wrongIn(record);
    if (wrong !== undefined) {
      return refuse(`${show(id)} ${wrong}`);
    }
  }
  return { locked: profiles as Locked };
}

/** What is wrong with an entry, if anything. */
function wrongIn(record: Json): string | undefined {
  if (!isMap(record)) {
    return 'is no map';
  }
  for (const [prop, value] of Object.entries(record)) {
    const example = Object.prototype.hasOwnProperty.call(RECORDED, prop) ? RECORDED[prop] : undefined;
    if (example === undefined) {
      return `has ${show(prop)}, which this release of the library does not know`;
    }
    const fits = Array.isArray(example) ? Array.isArray(value) && value.every((one) => typeof one === 'string') : typeof value === typeof example;
    if (!fits) {
      return `has ${prop} ${show(value)}`;
    }
  }
  return record.cpus === undefined || record.memory === undefined ? 'has no cpus or no memory' : undefined;
}
