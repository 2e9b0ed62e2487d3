import { isAlias, isMap, isScalar, isSeq, parseDocument, type Pair } from 'yaml';
import { brief, show } from '../faults';
import { SCHEMA_KEY } from './roster-fields';
import type { Cell, Complaints, Format, RosterField } from './roster-text';

/** Much of the parser's tree at a time is what a large roster cannot afford. */
const PIECE = 32 * 1024;

/** Comments and blank lines, perhaps a mark, `people:`, comments and blank lines; next comes an entry. */
const HEAD = /^(?: *(?:#[^\r\n]*)?\r?\n)*(?:--- *\r?\n(?: *(?:#[^\r\n]*)?\r?\n)*)?people: *(?:(?<= )#[^\r\n]*)?\r?\n(?: *(?:#[^\r\n]*)?\r?\n)*(?=( *)-[ \r\n])/;

/** YAML 1.2; JSON is a part of it. */
export const YAML: Format = {
  name: 'YAML',
  advice: 'quote values that hold a colon or begin with a special character',
  form: "'people:' and under it one entry a person",
  ways: [byPieces, asAWhole],
};

/**
 * Reads a file in the form that nearly every one has, `people:` and entries below it, some entries at a time. Gives up
 * at anything that might mean more than it looks, and at whatever is broken: what to say of that, the whole tells.
 */
function* byPieces(text: string): Generator<Cell, boolean> {
  const pieces = piecesOf(text);
  if (pieces === undefined) {
    return false;
  }
  for (const { from, to } of pieces) {
    const document = parse(text.slice(from, to));
    const list = document?.contents;
    if (document === undefined || document.errors.length > 0 || document.warnings.length > 0 || !isSeq(list)) {
      return false;
    }
    for (const item of list.items) {
      yield new YamlCell(item, from);
    }
  }
  return true;
}

function* asAWhole(text: string, say: Complaints): Generator<Cell, boolean> {
  const document = parse(text);
  if (document === undefined) {
    // The reader calls itself for each level and has no bound of its own.
    say.broken('its lists and maps are nested too deeply', 0);
    return true;
  }
  // A warning is a tag or a directive that the reader does not know: what it was meant to do would be passed over.
  const troubles = [...document.errors, ...document.warnings];
  for (const trouble of troubles) {
    say.broken(trouble.code === 'MULTIPLE_DOCS' ? 'it holds a second document (---)' : trouble.message, trouble.pos[0]);
  }
  if (troubles.length > 0) {
    return true;
  }
  const root = document.contents;
  const list: unknown = isMap(root) ? root.get('people', true) : undefined;
  for (const { key } of new YamlCell(root, 0).fields ?? []) {
    if (key.text !== 'people' && key.text !== SCHEMA_KEY) {
      say.unknown('this is the top of the file', key, ['people']);
    }
  }
  if (!isSeq(list) || list.items.length === 0) {
    const got = list === undefined || list === null ? 'nothing' : isSeq(list) ? 'an empty list' : describe(list);
    say.misplaced(got, offsetOf(list ?? root));
    return true;
  }
  for (const item of list.items) {
    yield new YamlCell(item, 0);
  }
  return true;
}

function parse(text: string) {
  try {
    return parseDocument(text, { prettyErrors: false, uniqueKeys: true });
  } catch {
    return undefined;
  }
}

/** The entries of the list, some in a piece; undefined for a file that has more than that. */
function piecesOf(text: string): { readonly from: number; readonly to: number }[] | undefined {
  const head = HEAD.exec(text);
  if (head === null) {
    return undefined;
  }
  const indent = (head[1] ?? '').length;
  const pieces: { from: number; to: number }[] = [];
  let from = head[0].length;
  for (let at = from; at < text.length;) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    let first = at;
    while (text[first] === ' ') {
      first++;
    }
    const sign = text[first];
    const isBlank = sign === undefined || sign === '\n' || (sign === '\r' && text[first + 1] === '\n');
    if (!isBlank && sign !== '#') {
      const column = first - at;
      const isEntry = column === indent && sign === '-' && /[ \r\n]/.test(text[first + 1] ?? '\n');
      if (sign === '\t' || sign === '\r' || (column <= indent && !isEntry)) {
        return undefined;
      }
      if (isEntry && at - from >= PIECE) {
        pieces.push({ from, to: at });
        from = at;
      }
    }
    at = next;
  }
  pieces.push({ from, to: text.length });
  return pieces;
}

/** A node of the parser's tree. */
class YamlCell implements Cell {
  public readonly at: number;

  /** @param base where the text that was parsed begins in the file */
  public constructor(private readonly node: unknown, private readonly base: number) {
    this.at = base + offsetOf(node);
  }

  public get text(): string | undefined {
    return isScalar(this.node) && typeof this.node.value === 'string' ? this.node.value : undefined;
  }

  public get items(): readonly Cell[] | undefined {
    return isSeq(this.node) ? this.node.items.map((item) => new YamlCell(item, this.base)) : undefined;
  }

  public get fields(): readonly RosterField[] | undefined {
    return isMap(this.node) ? (this.node.items as readonly Pair[]).map(({ key, value }) => ({ key: this.inner(key), value: this.inner(value) })) : undefined;
  }

  public describe(): string {
    return describe(this.node);
  }

  /** Of `{ name }` the value is nothing, and stands nowhere. */
  private inner(node: unknown): YamlCell {
    return new YamlCell(node, node === null || node === undefined ? this.at : this.base);
  }
}

function offsetOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) ? Number(range[0]) : 0;
}

function describe(node: unknown): string {
  if (isMap(node)) {
    return 'a map';
  }
  if (isSeq(node)) {
    return 'a list';
  }
  if (isAlias(node)) {
    return `an alias (*${brief(node.source)}), where the value itself should stand`;
  }
  if (!isScalar(node)) {
    return 'nothing';
  }
  if (typeof node.value === 'string') {
    return show(node.value);
  }
  const kind = node.value === null ? 'empty' : node.value instanceof Date ? 'a date' : `a ${typeof node.value}, not text`;
  return typeof node.source === 'string' && node.source !== '' ? `${brief(node.source)} (${kind})` : kind;
}
