import { resolve } from 'path';
import type { CheckTarget } from '../../checks';
import { readRegular } from '../regular';

/** The releases that an output folder was written for: `DIR.info/index.json`. A folder without it says nothing. */
export function readIndexedTarget(folder: string): Partial<CheckTarget> {
  let found: unknown;
  try {
    found = JSON.parse(readRegular(`${resolve(folder)}.info/index.json`).toString());
  } catch {
    return {};
  }
  const target = typeof found === 'object' && found !== null && 'target' in found ? found.target : undefined;
  const given = (typeof target === 'object' && target !== null ? target : {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries((['kubevirt', 'cdi', 'kubernetes'] as const).flatMap((part) => {
    const release = given[part];
    return typeof release === 'string' ? [[part, release]] : [];
  }));
}
