import { text } from '../json';
import type { Json } from '../json';

/** Calls `twice` for each name that an earlier element had. */
export function eachTwice(elements: readonly Json[], twice: (name: string, index: number) => void): Set<string> {
  const names = new Set<string>();
  elements.forEach((element, index) => {
    const name = text(element.name);
    if (name === undefined) {
      return;
    }
    if (names.has(name)) {
      twice(name, index);
    }
    names.add(name);
  });
  return names;
}
