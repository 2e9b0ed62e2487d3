import { mkdirSync, realpathSync } from 'fs';
import { tmpdir } from 'os';
import { basename, dirname, resolve } from 'path';
import { type Fault, fault, show } from '../faults';
import { Folder, Refusal } from './folder';
import { INDEX, infoFolder, LOCK, PENDING } from './info-folder';
import { infoTexts } from './info-texts';
import { lock } from './lock';
import { constructMetadata, METADATA } from './metadata';
import { indexOf, type OutputIndex, readIndex, readPending, renderIndex } from './output-index';
import type { Synthesized } from './synthesized';

/** What the index says of the app. */
export interface Owner {
  readonly fleet: string;
}

/**
 * Writes manifests and info folder: new files first, deletions next, the index last. Each file is replaced by rename,
 * so that it is whole whenever the program is stopped, and the next synth completes the folder.
 */
export function writeOutput(outdir: string, synthesized: Synthesized, { fleet }: Owner): Fault[] {
  try {
    const texts = infoTexts(synthesized);
    const manifests = new Map([...synthesized.files, ...constructMetadata(synthesized.objects)]);
    if (isThrownAway(outdir)) {
      const out = new Folder(resolve(outdir));
      manifests.forEach((text, path) => out.write(path, text));
      return [];
    }
    const info = infoFolder(outdir);
    mkdirSync(info, { recursive: true });
    const unlock = lock(info);
    if (unlock === undefined) {
      return [fault('WS-OUT-005', { got: show(outdir), expected: show(`${outdir}.info/${LOCK}`) })];
    }
    try {
      const index = indexOf(fleet, synthesized.manifests, [...texts.keys()]);
      return replace(new Folder(resolve(outdir)), new Folder(info), { manifests, texts, index, before: readIndex(info), pending: readPending(info) });
    } finally {
      unlock();
    }
  } catch (error) {
    return [fault('WS-OUT-001', { got: show(outdir), reason: reasonOf(error) })];
  }
}

interface Plan {
  readonly manifests: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
  readonly index: OutputIndex;
  readonly before: OutputIndex | undefined;
  readonly pending: readonly string[];
}

function replace(out: Folder, info: Folder, { manifests, texts, index, before, pending }: Plan): Fault[] {
  const there = out.list();
  info.list();
  // Every folder is looked at before the first file is written.
  [...manifests.keys()].forEach((path) => out.locate(path));
  [...texts.keys()].forEach((path) => info.locate(path));

  const owned = new Set([...before?.files.map(({ path }) => path) ?? [], ...pending, METADATA]);
  const fresh = [...new Set([...pending, ...manifests.keys()])].filter((path) => !(before?.files.some((file) => file.path === path) ?? false));
  if (fresh.length > 0) {
    // A synth that is stopped now leaves files which no index owns: this list does.
    info.write(PENDING, `${JSON.stringify(fresh.sort(), undefined, 1)}\n`);
  }
  manifests.forEach((text, path) => out.write(path, text));
  texts.forEach((text, path) => info.write(path, text));
  [...owned].filter((path) => !manifests.has(path) && there.includes(path)).forEach((path) => out.remove(path));
  before?.info.filter((path) => !texts.has(path)).forEach((path) => info.remove(path));
  info.write(INDEX, renderIndex(index));
  info.remove(PENDING);

  const foreign = there.filter((path) => !owned.has(path) && !manifests.has(path) && /\.(?:ya?ml|json)$/.test(path));
  return foreign.length === 0 ? [] : [fault('WS-OUT-002', { got: listed(foreign) })];
}

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
