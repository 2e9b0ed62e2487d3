import { scalar } from './yaml';

/**
 * Reads the plain part of YAML, which is what programs write: block maps and lists, words, quoted texts on one line,
 * `{}`, `[]`, literal blocks, comments on lines of their own. Anything else, and anything doubtful, gives GIVE_UP,
 * and the whole parser reads the document; both give the same (a test compares them).
 */
export const GIVE_UP = Symbol('not plain');

/** Words that need no look at their first letter to be texts. */
const WORD = /^[A-Za-z_/][A-Za-z0-9_./@+=~-]*(?::[A-Za-z0-9_./@+=~-]+)*$/;
/** Words of YAML 1.1 that are no texts. */
const SPECIAL = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;
const KEY = /^([A-Za-z_/][A-Za-z0-9_./-]*):(?: +|$)/;

class Reader {
  private at = 0;
  private readonly lines: readonly string[];

  public constructor(text: string) {
    this.lines = text.split('\n');
  }

  public document(): unknown {
    this.skip();
    if (this.at >= this.lines.length) {
      return GIVE_UP;
    }
    const value = this.block(indentOf(this.line()));
    this.skip();
    return this.at < this.lines.length ? GIVE_UP : value;
  }

  private line(): string {
    return this.lines[this.at] ?? '';
  }

  /** Over blank lines and lines that are comments. */
  private skip(): void {
    while (this.at < this.lines.length && /^ *(#.*)?$/.test(this.line())) {
      this.at++;
    }
  }

  private block(indent: number): unknown {
    const line = this.line();
    return line.startsWith('- ', indent) || line.length === indent + 1 && line.endsWith('-') ? this.list(indent) : this.map(indent);
  }

  private list(indent: number): unknown {
    const found: unknown[] = [];
    for (;;) {
      const line = this.line();
      if (this.at >= this.lines.length || indentOf(line) !== indent || !line.startsWith('- ', indent)) {
        return found;
      }
      const rest = line.slice(indent + 2);
      if (rest === '' || rest.startsWith(' ') || rest.startsWith('- ') || rest === '-') {
        return GIVE_UP;
      }
      let value: unknown;
      if (keyOf(rest) !== undefined) {
        value = this.map(indent + 2, rest);
      } else {
        this.at++;
        value = this.value(rest, indent);
      }
      if (value === GIVE_UP) {
        return GIVE_UP;
      }
      found.push(value);
      this.skip();
    }
  }

  /** `first` is the part of a list element's line after its dash. */
  private map(indent: number, first?: string): unknown {
    const found: Record<string, unknown> = {};
    let rest = first;
    for (;;) {
      if (rest === undefined) {
        const line = this.line();
        if (this.at >= this.lines.length || indentOf(line) !== indent || line.startsWith('- ', indent)) {
          return indentOf(line) > indent && this.at < this.lines.length ? GIVE_UP : found;
        }
        rest = line.slice(indent);
      }
      const key = keyOf(rest);
      if (key === undefined || key.name === '__proto__' || Object.hasOwn(found, key.name)) {
        return GIVE_UP;
      }
      this.at++;
      const text = rest.slice(key.length);
      rest = undefined;
      const value = text === '' ? this.nested(indent) : this.value(text, indent);
      if (value === GIVE_UP) {
        return GIVE_UP;
      }
      found[key.name] = value;
      this.skip();
    }
  }

  /** What stands under a key without a value. */
  private nested(indent: number): unknown {
    this.skip();
    if (this.at >= this.lines.length) {
      return null;
    }
    const inner = indentOf(this.line());
    if (inner > indent) {
      return this.block(inner);
    }
    return inner === indent && this.line().startsWith('- ', indent) ? this.list(indent) : null;
  }

  /** A value that begins on the line of its key or dash; the line is already behind. */
  private value(text: string, indent: number): unknown {
    const value = text.startsWith('|') ? this.literal(text, indent) : single(text);
    if (value !== GIVE_UP && !text.startsWith('|')) {
      // A plain or quoted text may go on, further in.
      let next = this.at;
      while (next < this.lines.length && this.lines[next]?.trim() === '') {
        next++;
      }
      const line = this.lines[next] ?? '';
      if (next < this.lines.length && indentOf(line) > indent && !line.trimStart().startsWith('#')) {
        return GIVE_UP;
      }
    }
    return value;
  }

  private literal(header: string, indent: number): unknown {
    if (header !== '|' && header !== '|-' && header !== '|+') {
      return GIVE_UP;
    }
    const from = this.at;
    let inner = 0;
    let to = from;
    for (; to < this.lines.length; to++) {
      const line = this.lines[to] ?? '';
      if (line.trim() === '') {
        continue;
      }
      const depth = indentOf(line);
      if (inner === 0) {
        inner = depth;
      }
      if (depth <= indent || depth < inner) {
        break;
      }
    }
    if (inner <= indent) {
      return GIVE_UP;
    }
    const taken = this.lines.slice(from, to);
    // Blank lines ahead of the text decide its indentation in ways that only the whole parser knows.
    if (taken[0]?.trim() === '' || taken.some((line) => line.trim() === '' && line.length > inner) || (to < this.lines.length && indentOf(this.lines[to] ?? '') > indent)) {
      return GIVE_UP;
    }
    this.at = to;
    let body = taken.map((line) => line.slice(inner)).join('\n');
    if (to >= this.lines.length && taken[taken.length - 1] === '') {
      body = body.slice(0, -1);
    }
    const stripped = body.replace(/\n+$/, '');
    return header === '|-' ? stripped : header === '|' ? `${stripped}\n` : GIVE_UP;
  }
}

function indentOf(line: string): number {
  let count = 0;
  while (line.charCodeAt(count) === 32) {
    count++;
  }
  return count;
}

function keyOf(text: string): { readonly name: string; readonly length: number } | undefined {
  const match = KEY.exec(text);
  if (match !== null) {
    const name = match[1] ?? '';
    return SPECIAL.test(name) ? undefined : { name, length: match[0].length };
  }
  const quoted = /^"([^"\\]*)":(?: +|$)|^'([^']*)':(?: +|$)/.exec(text);
  return quoted === null ? undefined : { name: quoted[1] ?? quoted[2] ?? '', length: quoted[0].length };
}

/** A value on one line. */
function single(text: string): unknown {
  const first = text.charAt(0);
  if (text.endsWith(' ') || text.includes('\t')) {
    return GIVE_UP;
  }
  if (first === '"') {
    if (!/^"(?:[^"\\]|\\.)*"$/.test(text)) {
      return GIVE_UP;
    }
    // JSON knows the escapes that programs write; the whole parser knows the others.
    if (!text.includes('\\')) {
      return text.slice(1, -1);
    }
    if (!/^"(?:[^"\\]|\\["\\/bfnrt]|\\u(?![dD][89a-fA-F])[0-9a-fA-F]{4})*"$/.test(text)) {
      return GIVE_UP;
    }
    return JSON.parse(text) as string;
  }
  if (first === "'") {
    return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replace(/''/g, "'") : GIVE_UP;
  }
  if (WORD.test(text)) {
    return SPECIAL.test(text) ? scalar(text) : text;
  }
  if (INTEGER.test(text)) {
    return Number(text);
  }
  if (text === '{}') {
    return {};
  }
  if (text === '[]') {
    return [];
  }
  if (text === '-' || /^[{}[\]&*!|>%@`?#,:"']|^- |: |:$| #/.test(text)) {
    return GIVE_UP;
  }
  return scalar(text);
}

export function plainDocument(text: string): unknown {
  // A form feed, a tab, a lone carriage return or a separator of lines means something to YAML.
  return /[\t\f\r\u0085\u2028\u2029\ufeff]/.test(text) ? GIVE_UP : new Reader(text).document();
}
