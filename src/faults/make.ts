import { CATALOGUE, type Code } from './catalogue';
import type { Fault, Place } from './fault';
import { oneLine } from './show';

type HolesOf<S extends string> = S extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesOf<Rest> : never;
type Words<C extends Code> = (typeof CATALOGUE)[C]['says'] | (typeof CATALOGUE)[C]['fix'];

/** The values that the sentence of a code needs, by the names of its holes. */
export type Values<C extends Code> = { readonly [Hole in HolesOf<Words<C>>]: string | number };

/**
 * Makes a fault from its code and the values of its sentence; the words come from the catalogue.
 * The holes `got` and `expected` also become fields of the fault. A message is one line, whatever stands in the values.
 */
export function fault<C extends Code>(code: C, values: Values<C>, place: Place = {}): Fault {
  const entry = CATALOGUE[code];
  const given: Readonly<Record<string, string | number | undefined>> = values;
  const fill = (words: string) => words.replace(/\{([a-zA-Z]+)\}/g, (hole, name: string) => {
    const value = given[name];
    return value === undefined ? hole : oneLine(String(value));
  });
  const optional: { -readonly [K in keyof Fault]?: Fault[K] } = {};
  if ('stage' in entry) { optional.stage = entry.stage; }
  if ('source' in entry) { optional.source = entry.source; }
  if (given.got !== undefined) { optional.got = oneLine(String(given.got)); }
  if (given.expected !== undefined) { optional.expected = oneLine(String(given.expected)); }
  return { code, severity: entry.severity, message: fill(entry.says), fix: fill(entry.fix), ...optional, ...place };
}
