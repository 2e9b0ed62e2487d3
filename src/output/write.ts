import { mkdirSync, realpathSync } from 'fs';
import { tmpdir } from 'os';
import { basename, dirname, resolve } from 'path';
import { type Fault, fault, show } from '../faults';
import { Folder, reasonOf, Refusal } from './folder';
import { readGone, renderGone } from './gone';
import { GONE, INDEX, infoFolder, LOCK, PENDING } from './info-folder';
import { infoTexts } from './info-texts';
import { lock } from './lock';
import { constructMetadata, METADATA } from './metadata';
import { indexEntry, type IndexedObject, type OutputIndex, type Owner, type Pending, readIndex, readPending, renderIndex } from './output-index';
import type { OutputFile, Written } from './synthesized';

/**
 * Writes manifests and info folder: new files first, deletions next, the index last. Each file is replaced by rename,
 * so that it is whole whenever the program is stopped, and the next synth completes the folder. What cannot be written is
 * looked for beforehand; where it fails all the same, such as on a full disk, the index stays the old one and
 * `pending.json` names what is new, until a synth completes it.
 */
export function writeOutput(outdir: string, synthesized: Written, owner: Owner, tell: (summary: Summary) => void = () => undefined): Fault[] {
  try {
    const texts = infoTexts(synthesized);
    const metadata = constructMetadata(synthesized);
    const files = [...synthesized.manifests, ...synthesized.kustomizations];
    if (isThrownAway(outdir)) {
      const out = new Folder(resolve(outdir));
      const written = [...files, ...metadata].filter(({ path, text }) => out.write(path, text)).length;
      tell({ files: files.length, written, removed: 0 });
      return [];
    }
    const info = infoFolder(outdir);
    mkdirSync(info, { recursive: true });
    const unlock = lock(info);
    if (unlock === undefined) {
      return [fault('WS-OUT-005', { got: show(outdir), expected: show(`${outdir}.info/${LOCK}`) })];
    }
    try {
      const gone = [...readGone(info).objects, ...synthesized.gone];
      const plan = { owner, outgrown: synthesized.outgrown, files, metadata, texts, gone, before: readIndex(info), pending: readPending(info) };
      return replace(new Folder(resolve(outdir)), new Folder(info), plan, tell);
    } finally {
      unlock();
    }
  } catch (error) {
    return [fault('WS-OUT-001', { got: show(outdir), reason: error instanceof Refusal ? error.message : reasonOf(error) })];
  }
}

/** What was done to the folder of the manifests. */
export interface Summary {
  readonly files: number;
  readonly written: number;
  readonly removed: number;
}

interface Plan {
  readonly owner: Owner;
  readonly outgrown?: ReadonlySet<string> | undefined;
  /** Manifests, and after them what names them. */
  readonly files: readonly OutputFile[];
  readonly metadata: readonly { readonly path: string; readonly text: string }[];
  readonly texts: ReadonlyMap<string, string>;
  /** What an earlier synth noted as gone, and what is gone now. */
  readonly gone: readonly IndexedObject[];
  readonly before: OutputIndex | undefined;
  readonly pending: Pending;
}

function replace(out: Folder, info: Folder, { owner, outgrown, files, metadata, texts, gone, before, pending }: Plan, tell: (summary: Summary) => void): Fault[] {
  const there = out.list();
  info.list();
  // Every place is looked at before the first file is written.
  const wanted = new Set([...files, ...metadata].map(({ path }) => path));
  wanted.forEach((path) => out.prepare(path));
  [...texts.keys(), INDEX, GONE, PENDING].forEach((path) => info.prepare(path));

  const owned = { files: new Set(before?.files.map(({ path }) => path)), info: new Set(before?.info) };
  const fresh: Pending = {
    files: withoutOwner([...pending.files, ...files.map(({ path }) => path)], owned.files),
    info: withoutOwner([...pending.info, ...texts.keys()], owned.info),
  };
  if (fresh.files.length + fresh.info.length > 0) {
    // A synth that is stopped now leaves files which no index owns: this list does.
    info.write(PENDING, `${JSON.stringify(fresh, undefined, 1)}\n`);
  }
  let written = 0;
  const entries = files.map((file) => {
    const { path, text } = file;
    written += out.write(path, text) ? 1 : 0;
    return indexEntry(file, text, outgrown);
  });
  metadata.forEach(({ path, text }) => out.write(path, text));
  new Map([...texts, [GONE, renderGone(gone)] as const]).forEach((text, path) => text === undefined || info.write(path, text));
  const removable = new Set([...owned.files, ...pending.files, METADATA]);
  const removed = there.filter((path) => removable.has(path) && !wanted.has(path));
  removed.forEach((path) => out.remove(path));
  [...owned.info, ...pending.info].filter((path) => !texts.has(path) && path !== INDEX && path !== GONE).forEach((path) => info.remove(path));
  info.write(INDEX, renderIndex(owner, entries, [...texts.keys()]));
  // Until here each object was in one of the two at least: a stopped synth forgets none.
  const left = texts.get(GONE);
  if (left === undefined) {
    info.remove(GONE);
  } else {
    info.write(GONE, left);
  }
  info.remove(PENDING);
  tell({ files: files.length, written, removed: removed.length });

  const foreign = there.filter((path) => !removable.has(path) && !wanted.has(path) && /\.(?:ya?ml|json)$/.test(path));
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
