import { resolve } from 'path';

/** The folder beside the manifests that holds what people read. */
export function infoFolder(outdir: string): string {
  return `${resolve(outdir)}.info`;
}

export const INDEX = 'index.json';
/** Files that a stopped synth had begun to write and that no index owns yet. */
export const PENDING = 'pending.json';
export const LOCK = '.lock';
