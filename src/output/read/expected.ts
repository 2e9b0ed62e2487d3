import { resolve } from 'path';
import type { ExternalRef } from '../../checks';
import { readRegular } from '../regular';

/** What an output folder says that the cluster must hold: `DIR.info/expects.json`. A folder without it expects nothing. */
export function readExpected(folder: string): ExternalRef[] {
  let found: unknown;
  try {
    found = JSON.parse(readRegular(`${resolve(folder)}.info/expects.json`).toString());
  } catch {
    return [];
  }
  const rows = typeof found === 'object' && found !== null && 'expects' in found && Array.isArray(found.expects) ? found.expects as unknown[] : [];
  return rows.flatMap((row): ExternalRef[] => {
    const { kind, namespace, name } = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>;
    return typeof kind === 'string' && typeof name === 'string' ? [{ kind, name, ...(typeof namespace === 'string' ? { namespace } : {}) }] : [];
  });
}
