import { readFileSync } from 'fs';
import { basename, dirname, resolve } from 'path';
import { didYouMean } from '../faults';
import { isThere, readConfig } from '../output/read';
import { namesIn, refuseFormat } from './given';
import { CLEAN, refuse } from './usage';

/** Prints `DIR.info/expects.md` or, as JSON, `expects.json`. */
export function expects(dir: string | undefined, options: { readonly format: string }): number {
  const refused = refuseFormat(options.format, ['text', 'json']);
  if (refused !== undefined) {
    return refused;
  }
  const folder = dir ?? readConfig().output ?? 'dist';
  const file = `${resolve(folder)}.info/expects.${options.format === 'json' ? 'json' : 'md'}`;
  if (!isThere(file)) {
    return refuse(`'${folder}' has no expects file beside it${near(folder)}: give the output folder of a FleetApp, after \`workstations synth\``);
  }
  process.stdout.write(readFileSync(file, 'utf8'));
  return CLEAN;
}

/** Output folders beside the one that was named, or inside it. */
function near(folder: string): string {
  const outputsIn = (path: string): string[] => namesIn(path).filter((name) => name.endsWith('.info')).map((name) => name.slice(0, -'.info'.length));
  const inside = outputsIn(folder);
  return inside.length > 0 ? ` (did you mean ${inside.map((name) => `'${folder.replace(/\/$/, '')}/${name}'`).join(' or ')}?)` : didYouMean(basename(folder), outputsIn(dirname(resolve(folder))));
}
