import { mkdirSync, realpathSync } from 'fs';
import { tmpdir } from 'os';
import { basename, dirname, resolve } from 'path';
import { type Fault, fault, show } from '../faults';
import { Folder, Refusal } from './folder';
import { INDEX, infoFolder, LOCK, PENDING } from './info-folder';
import { infoTexts } from './info-texts';
import { lock } from './lock';
import { constructMetadata, METADATA } from './metadata';
import { indexEntry, type OutputIndex, type Pending, readIndex, readPending, renderIndex } from './output-index';
import type { OutputFile, Synthesized } from './synthesized';

/** What the writer needs of it. */
export type Written = Pick<Synthesized, 'manifests' | 'expects' | 'notes' | 'faults'>;

/** What the index says of the app. */
export interface Owner {
  readonly fleet: string;
}

/**
 * Writes manifests and info folder: new files first, deletions next, the index last. Each file is replaced by rename,
 * so that it is whole whenever the program is stopped, and the next synth completes the folder.
 */
export function writeOutput(outdir: string, synthesized: Written, { fleet }: Owner): Fault[] {
  try {
    const texts = infoTexts(synthesized);
    const metadata = constructMetadata(synthesized);
    if (isThrownAway(outdir)) {
      const out = new Folder(resolve(outdir));
      [...synthesized.manifests, ...metadata].forEach(({ path, text }) => out.write(path, text));
      return [];
    }
    const info = infoFolder(outdir);
    mkdirSync(info, { recursive: true });
    const unlock = lock(info);
    if (unlock === undefined) {
      return [fault('WS-OUT-005', { got: show(outdir), expected: show(`${outdir}.info/${LOCK}`) })];
    }
    try {
      const plan = { fleet, manifests: synthesized.manifests, metadata, texts, before: readIndex(info), pending: readPending(info) };
      return replace(new Folder(resolve(outdir)), new Folder(info), plan);
    } finally {
      unlock();
    }
  } catch (error) {
    return [fault('WS-OUT-001', { got: show(outdir), reason: reasonOf(error) })];
  }
}

interface Plan {
  readonly fleet: string;
  readonly manifests: readonly OutputFile[];
  readonly metadata: readonly { readonly path: string; readonly text: string }[];
  readonly texts: ReadonlyMap<string, string>;
  readonly before: OutputIndex | undefined;
  readonly pending: Pending;
}

function replace(out: Folder, info: Folder, { fleet, manifests, metadata, texts, before, pending }: Plan): Fault[] {
  const there = out.list();
  info.list();
  // Every folder is looked at before the first file is written.
  const wanted = new Set([...manifests, ...metadata].map(({ path }) => path));
  wanted.forEach((path) => out.locate(path));
  [...texts.keys()].forEach((path) => info.locate(path));

  const owned = { files: new Set(before?.files.map(({ path }) => path)), info: new Set(before?.info) };
  const fresh: Pending = {
    files: withoutOwner([...pending.files, ...manifests.map(({ path }) => path)], owned.files),
    info: withoutOwner([...pending.info, ...texts.keys()], owned.info),
  };
  if (fresh.files.length + fresh.info.length > 0) {
    // A synth that is stopped now leaves files which no index owns: this list does.
    info.write(PENDING, `${JSON.stringify(fresh, undefined, 1)}\n`);
  }
  const entries = manifests.map((file) => {
    const { path, text } = file;
    out.write(path, text);
    return indexEntry(file, text);
  });
  metadata.forEach(({ path, text }) => out.write(path, text));
  texts.forEach((text, path) => info.write(path, text));
  const gone = new Set([...owned.files, ...pending.files, METADATA]);
  there.filter((path) => gone.has(path) && !wanted.has(path)).forEach((path) => out.remove(path));
  [...owned.info, ...pending.info].filter((path) => !texts.has(path) && path !== INDEX).forEach((path) => info.remove(path));
  info.write(INDEX, renderIndex(fleet, entries, [...texts.keys()]));
  info.remove(PENDING);

  const foreign = there.filter((path) => !gone.has(path) && !wanted.has(path) && /\.(?:ya?ml|json)$/.test(path));
  return foreign.length === 0 ? [] : [fault('WS-OUT-002', { got: listed(foreign) })];
}

const withoutOwner = (paths: readonly string[], owned: ReadonlySet<string>): string[] => [...new Set(paths)].filter((path) => !owned.has(path)).sort();

function listed(paths: readonly string[]): string {
  const first = paths.slice(0, 5).map((path) => `'${path}'`).join(', ');
  return paths.length > 5 ? `${first} and ${paths.length - 5} more files` : first;
}

/** `cdk8s synth --stdout` has the app write to a temporary folder, and deletes that folder alone. */
function isThrownAway(outdir: string): boolean {
  try {
    return process.env.CDK8S_OUTDIR === outdir && basename(outdir).startsWith('cdk8s-') && realpathSync(dirname(resolve(outdir))) === realpathSync(tmpdir());
  } catch {
    return false;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? error.message : (error as NodeJS.ErrnoException).code ?? String(error);
}
