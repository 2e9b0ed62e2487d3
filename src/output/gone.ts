import { join } from 'path';
import { isMap } from './birth';
import type { Json } from './emit';
import { keyOf } from './identity';
import { GONE } from './info-folder';
import { type IndexedObject, isIndexedObject } from './output-index';
import { readRegular } from './regular';

/** Kept objects that left the output, as an earlier synth noted them. */
export interface Gone {
  readonly objects: readonly IndexedObject[];
  /** Why the file cannot be understood: people edit it, and what is lost here is not looked at any more. */
  readonly broken?: string;
}

/** Reads `gone.json` of an info folder. The comma that is left when somebody takes out the last line is no mistake. */
export function readGone(info: string): Gone {
  let text: string;
  try {
    text = readRegular(join(info, GONE)).toString();
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? { objects: [] } : { objects: [], broken: code };
  }
  let read: Json;
  try {
    read = JSON.parse(text.replace(/,(\s*\]\s*\}\s*)$/, '$1')) as Json;
  } catch (error) {
    return { objects: [], broken: (error as Error).message };
  }
  const objects = isMap(read) && Array.isArray(read.gone) ? read.gone as readonly Json[] : undefined;
  return objects?.every(isIndexedObject) === true
    ? { objects: objects as unknown as readonly IndexedObject[] }
    : { objects: [], broken: "it has no list 'gone' of objects with apiVersion, kind and name" };
}

/** One line an object, sorted, so that a line can be taken out; undefined for none. */
export function renderGone(objects: readonly IndexedObject[]): string | undefined {
  const byKey = new Map(objects.map((object) => [keyOf(object), object]));
  const lines = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { apiVersion, kind, namespace, name, birth, grownTo }]) =>
    `  ${JSON.stringify({ apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name, ...(birth === undefined ? {} : { birth }), ...(grownTo === undefined ? {} : { grownTo }) })}`);
  return lines.length === 0 ? undefined : `{\n"format": 1,\n"gone": [\n${lines.join(',\n')}\n]\n}\n`;
}
