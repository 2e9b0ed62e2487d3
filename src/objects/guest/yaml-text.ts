/** Plain data: what a YAML text can say without tags. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/**
 * Block YAML that readers of YAML 1.1 (PyYAML, so cloud-init and netplan) and of YAML 1.2 read as exactly this data.
 *
 * Written here, not by `yaml`: its 1.1 mode leaves `0o777`, `=` and `<<` bare and C1 characters raw, and each of
 * thousands of machines has such a text. Never a CR, a tab outside of a string's text, or a document marker.
 */
export function yamlText(map: { readonly [key: string]: Plain }): string {
  const body = mapLines(map, '');
  return body === '' ? '{}\n' : body;
}

function mapLines(map: { readonly [key: string]: Plain }, indent: string): string {
  return Object.entries(map).map(([key, value]) => {
    const name = inline(key);
    // A YAML 1.1 reader takes `key:` only up to 1024 characters.
    const start = name.length > 500 ? `? ${name}\n${indent}:` : `${name}:`;
    return `${indent}${start}${after(value, indent, isFull(value) && !Array.isArray(value) ? `${indent}  ` : indent)}`;
  }).join('');
}

function listLines(list: readonly Plain[], indent: string): string {
  return list.map((item) => {
    if (!isFull(item)) {
      return `${indent}-${after(item, indent, indent)}`;
    }
    // The first line of a nested block stands behind the dash.
    const inner = `${indent}  `;
    const lines = Array.isArray(item) ? listLines(item, inner) : mapLines(item as { readonly [key: string]: Plain }, inner);
    return `${indent}- ${lines.slice(inner.length)}`;
  }).join('');
}

/** What follows `key:` or `-`, with its line end. */
function after(value: Plain, indent: string, inner: string): string {
  if (typeof value === 'string') {
    return ` ${value.includes('\n') ? severalLines(value, `${indent}  `) : inline(value)}\n`;
  }
  if (!isFull(value)) {
    return ` ${Array.isArray(value) ? '[]' : typeof value === 'object' && value !== null ? '{}' : typeof value === 'number' ? number(value) : String(value)}\n`;
  }
  return `\n${Array.isArray(value) ? listLines(value, inner) : mapLines(value as { readonly [key: string]: Plain }, inner)}`;
}

const isFull = (value: Plain): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** YAML 1.1 knows an exponent only behind a point: `1e+21` would be a text. */
function number(value: number): string {
  const text = Object.is(value, -0) ? '0' : String(value);
  return /^-?\d+e/.test(text) ? text.replace('e', '.0e') : text;
}

/** Words that some reader takes for a boolean, a null or a number (`E0`: `yaml` in its 1.1 mode). */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|infinity|e[-+]?\d+)$/i;
/** Begins with a letter or slash, so it is no number, date, time, `=`, `<<`, `~` or tag; holds nothing that YAML knows. */
const BARE = /^[A-Za-z/](?:[A-Za-z0-9_./@+=()-]| (?! ))*$/;
/** C0 without LF, DEL, C1 with NEL, the line ends of YAML 1.1, the byte order mark, non-characters. */
const ESCAPED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

function inline(given: string): string {
  if (BARE.test(given) && !given.endsWith(' ') && !RESERVED.test(given)) {
    return given;
  }
  const text = wellFormed(given);
  if (!ESCAPED.test(text)) {
    return `'${text.replace(/'/g, "''")}'`;
  }
  return `"${text.replace(/[\\"]/g, '\\$&').replace(new RegExp(ESCAPED, 'g'), (c) => {
    const short = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }[c];
    const code = c.charCodeAt(0).toString(16);
    return short ?? (code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`);
  })}"`;
}

/** The last text of several lines: every machine of a fleet has the same script. */
let last: { readonly text: string; readonly indent: string; readonly lines: string } | undefined;

function severalLines(text: string, indent: string): string {
  if (last?.text !== text || last.indent !== indent) {
    last = { text, indent, lines: isLiteral(text) ? literal(text, indent) : inline(text) };
  }
  return last.lines;
}

/** Lines that people should read as lines. Texts with edges on which readers differ are quoted. */
function isLiteral(text: string): boolean {
  return !/^[ \t\n]/.test(text) && !/\n[ \t]+(?:\n|$)/.test(text) && !ESCAPED.test(text.replace(/[\n\t]/g, ''));
}

function literal(given: string, indent: string): string {
  const text = wellFormed(given);
  let end = text.length;
  while (text[end - 1] === '\n') {
    end--;
  }
  const body = text.slice(0, end);
  const ends = text.length - end;
  const chomp = ends === 0 ? '-' : ends === 1 ? '' : '+';
  return `|${chomp}\n${body.replace(/^(?!$)/gm, indent)}${'\n'.repeat(Math.max(0, ends - 1))}`;
}

/** Half a surrogate pair cannot be written as UTF-8: it becomes U+FFFD, as in every other writer. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
