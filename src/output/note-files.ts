import type { Note } from '../constructs/notes';
import { fileStem } from './names';

/** Notes by a path that cannot leave the info folder, sorted; what constructs leave under one path stands in one file. */
export function joinNotes(notes: readonly Note[]): ReadonlyMap<string, string> {
  const joined = new Map<string, Set<string>>();
  for (const { path, text } of notes) {
    const safe = path.split('/').filter((part) => part !== '').map(fileStem).join('/');
    joined.set(safe, (joined.get(safe) ?? new Set()).add(text.endsWith('\n') ? text : `${text}\n`));
  }
  return new Map([...joined].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([path, texts]) => [path, [...texts].sort().join('\n')]));
}
