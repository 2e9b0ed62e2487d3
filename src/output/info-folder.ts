import { resolve } from 'path';

/** The folder beside the manifests that holds what people read. */
export function infoFolder(outdir: string): string {
  return `${resolve(outdir)}.info`;
}

export const INDEX = 'index.json';
/** Open warnings and infos, and what was accepted. */
export const FAULTS = 'faults.md';
/** Objects that left the output and stay in the cluster, with what they got at their birth. */
export const GONE = 'gone.json';
/** What the deploying accounts must be allowed to do. */
export const RIGHTS = 'deployer-rights.yaml';
/** Files that a stopped synth had begun to write and that no index owns yet. */
export const PENDING = 'pending.json';
export const LOCK = '.lock';
