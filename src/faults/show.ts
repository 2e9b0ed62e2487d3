/** A value as a person wrote it, short, on one line, safe for a message; never a secret's full text. */
export function show(value: unknown): string {
  if (value === undefined) {
    return 'nothing';
  }
  if (typeof value === 'string') {
    const flat = value.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const points = Array.from(flat);
    return points.length > 80 ? `'${points.slice(0, 60).join('')}…' (${Array.from(value).length} characters)` : `'${flat}'`;
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
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
