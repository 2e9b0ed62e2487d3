import { masked } from './secrets';

/** What a terminal obeys or does not show: controls, blanks other than a space, marks of writing direction, half characters. */
const HIDDEN = /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\p{Cs}]/gu;

/** No message needs more of a value; the signs of secrets are looked for in all that is kept. */
const MOST = 2000;

/** A text on one line, with codes in place of what cannot be seen, and no secret. */
export function oneLine(text: string): string {
  const kept = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  return masked(kept).replace(HIDDEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A name inside a sentence that has its own quotes: short, on one line; '?' for what is no text. */
export function brief(name: unknown): string {
  const points = typeof name === 'string' ? Array.from(oneLine(name.slice(0, 1000))) : ['?'];
  return points.length > 80 ? `${points.slice(0, 60).join('')}…` : points.join('');
}

/** A value as a person wrote it, short, on one line, safe for a message; never a secret's full text. */
export function show(value: unknown): string {
  if (value === undefined) {
    return 'nothing';
  }
  if (typeof value === 'string') {
    const flat = oneLine(value);
    const points = Array.from(flat);
    return points.length > 80 ? `'${points.slice(0, 60).join('')}…' (${Array.from(value).length} characters)` : `'${flat}'`;
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return `a list of ${value.length}`;
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
