import { brief, show } from '../faults';
import { SCHEMA_KEY } from './roster-fields';
import type { Cell, Complaints, Format, RosterField } from './roster-text';

/** Nobody nests a roster deeper. */
const DEEPEST = 50;

/**
 * JSON by RFC 8259. Read by us: JSON.parse says no places and takes a key that stands twice, and the parser of YAML
 * takes what is no JSON and keeps its tree of the whole file.
 */
export const JSON_FORMAT: Format = {
  name: 'JSON',
  advice: 'JSON has no comments and no comma after the last entry, and names stand in double quotes',
  form: '{ "people": [ … ] } with one object a person',
  ways: [readJson],
};

function* readJson(text: string, say: Complaints): Generator<Cell, boolean> {
  const reader = new JsonReader(text);
  try {
    yield* people(reader, say);
  } catch (error) {
    if (!(error instanceof Broken)) {
      throw error;
    }
    say.broken(error.message, error.at);
  }
  return true;
}

function* people(reader: JsonReader, say: Complaints): Generator<Cell> {
  reader.skip();
  const start = reader.at;
  if (!reader.is('{')) {
    const got = reader.ended() ? 'nothing' : reader.value().describe();
    reader.end();
    say.misplaced(got, start);
    return;
  }
  let isThere = false;
  for (const key of reader.keys()) {
    if (key.text === 'people' && reader.is('[')) {
      isThere = true;
      let isEmpty = true;
      const list = reader.at;
      for (const person of reader.items()) {
        isEmpty = false;
        yield person;
      }
      if (isEmpty) {
        say.misplaced('an empty list', list);
      }
      continue;
    }
    const value = reader.value();
    if (key.text === 'people') {
      isThere = true;
      say.misplaced(value.describe(), value.at);
    } else if (key.text !== SCHEMA_KEY) {
      say.unknown('this is the top of the file', key, ['people']);
    }
  }
  reader.end();
  if (!isThere) {
    say.misplaced('nothing', start);
  }
}

/** The text is no JSON from here on. */
class Broken extends TypeError {
  public constructor(message: string, public readonly at: number) {
    super(message);
  }
}

/** One of them is there; `words` are a value that is no text, in words. */
type Content = Pick<Cell, 'text' | 'items' | 'fields'> & { readonly words?: string };

class JsonCell implements Cell {
  public readonly text: string | undefined;
  public readonly items: readonly Cell[] | undefined;
  public readonly fields: readonly RosterField[] | undefined;
  private readonly words: string | undefined;

  public constructor(public readonly at: number, { text, items, fields, words }: Content) {
    this.text = text;
    this.items = items;
    this.fields = fields;
    this.words = words;
  }

  public describe(): string {
    return this.words ?? (this.text !== undefined ? show(this.text) : this.items !== undefined ? 'a list' : 'a map');
  }
}

class JsonReader {
  public at = 0;
  private depth = 0;

  public constructor(private readonly text: string) {}

  public skip(): void {
    while (/[ \t\r\n]/.test(this.text.charAt(this.at))) {
      this.at++;
    }
  }

  public is(sign: string): boolean {
    return this.text[this.at] === sign;
  }

  public ended(): boolean {
    return this.at >= this.text.length;
  }

  /** Nothing but blanks may be left. */
  public end(): void {
    this.skip();
    if (!this.ended()) {
      this.refuse('the end of the file');
    }
  }

  /** The keys of the object that begins here; the reader of a key must take its value, too. */
  public *keys(): Generator<Cell> {
    const seen = new Set<string>();
    for (const _entry of this.entries('{', '}')) {
      const key = this.is('"') ? this.value() : this.refuse('a name in double quotes');
      if (seen.has(key.text ?? '')) {
        throw new Broken(`the name '${brief(key.text)}' stands twice in one object`, key.at);
      }
      seen.add(key.text ?? '');
      this.skip();
      this.take(':');
      this.skip();
      yield key;
    }
  }

  /** The elements of the list that begins here. */
  public *items(): Generator<Cell> {
    for (const _entry of this.entries('[', ']')) {
      yield this.value();
    }
  }

  public value(): Cell {
    const at = this.at;
    switch (this.text.charAt(at)) {
      case '{': {
        const fields: RosterField[] = [];
        for (const key of this.keys()) {
          fields.push({ key, value: this.value() });
        }
        return new JsonCell(at, { fields });
      }
      case '[':
        return new JsonCell(at, { items: [...this.items()] });
      case '"':
        return new JsonCell(at, { text: this.string() });
      default:
        return this.word();
    }
  }

  private *entries(open: string, close: string): Generator<undefined> {
    const at = this.at;
    this.take(open);
    this.depth++;
    if (this.depth > DEEPEST) {
      throw new Broken('its lists and objects are nested too deeply', at);
    }
    this.skip();
    if (!this.is(close)) {
      for (;;) {
        yield undefined;
        this.skip();
        if (this.is(close)) {
          break;
        }
        if (!this.is(',')) {
          this.refuse(`',' or '${close}'`);
        }
        this.at++;
        this.skip();
      }
    }
    this.at++;
    this.depth--;
  }

  private string(): string {
    const string = /"((?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)("?)/y;
    string.lastIndex = this.at;
    const [all = '', inside = '', end] = string.exec(this.text) ?? [];
    if (end !== '"') {
      const at = this.at + all.length;
      const sign = this.text[at];
      throw new Broken(sign === undefined || sign === '\n' || sign === '\r' ? 'a text has no closing quote on its line' : `a text holds ${show(this.text.slice(at, at + 2))}, which must be escaped in another way`, at);
    }
    this.at += all.length;
    return inside.includes('\\') ? JSON.parse(all) as string : inside;
  }

  private word(): Cell {
    const word = /[^\s,:[\]{}"]*/y;
    word.lastIndex = this.at;
    const [text = ''] = word.exec(this.text) ?? [];
    const kind = text === 'null' ? 'empty' : text === 'true' || text === 'false' ? 'a boolean, not text' : /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? 'a number, not text' : undefined;
    if (kind === undefined) {
      this.refuse('a value: a text in double quotes, a list or an object');
    }
    const cell = new JsonCell(this.at, { words: `${brief(text)} (${kind})` });
    this.at += text.length;
    return cell;
  }

  private take(sign: string): void {
    if (!this.is(sign)) {
      this.refuse(`'${sign}'`);
    }
    this.at++;
  }

  private refuse(expected: string): never {
    const [word = ''] = /^[^\s,:[\]{}"]{1,40}|^[^]/u.exec(this.text.slice(this.at, this.at + 50)) ?? [];
    throw new Broken(`${this.ended() ? 'the file ends' : `it has ${show(word)}`} where ${expected} should stand`, this.at);
  }
}
