import { readdirSync } from 'fs';
import { didYouMean } from '../faults';
import { refuse } from './usage';

/** Says that an output format is none; undefined for one that is. */
export function refuseFormat(given: string, legal: readonly string[]): number | undefined {
  const last = legal[legal.length - 1] ?? '';
  return legal.includes(given) ? undefined : refuse(`--format is '${given}'${didYouMean(given, legal)}: give ${legal.slice(0, -1).join(', ')} or ${last}`);
}

/** What a folder holds; nothing if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
