import { show } from '../faults';
import { damageOf } from './roster-damage';
import { type Field, FIELD_NAMES, NEEDED } from './roster-fields';
import type { Cell, Complaints, Format, RosterField } from './roster-text';

/**
 * CSV by RFC 4180. Read by us: it is one loop, and a parser in the package would be a second dependency in everybody's
 * tree for it. Separators are commas, semicolons (spreadsheets where the comma is for decimals) or tabs; the first line says which.
 */
export const CSV: Format = {
  name: 'CSV',
  advice: 'a cell that holds a separator, a quote or a line break stands in double quotes, a quote in it is doubled',
  form: `the names of the fields in the first line (${FIELD_NAMES.join(', ')}) and below it one line a person`,
  ways: [readCsv],
};

const SEPARATORS = [',', ';', '\t'] as const;

/** Of any case: a spreadsheet makes the first letter of a cell a capital. */
const BY_LOWER_CASE = new Map<string, Field>(FIELD_NAMES.map((name) => [name.toLowerCase(), name]));
const fieldOf = (cell: string): Field | undefined => BY_LOWER_CASE.get(cell.toLowerCase());

function* readCsv(text: string, say: Complaints): Generator<Cell, boolean> {
  const declared = /^sep=([,;\t])(?:\r\n?|\n)/i.exec(text);
  const from = declared?.[0].length ?? 0;
  const separator = declared?.[1] ?? separatorOf(text);
  const records = recordsOf(text, separator, from, say);
  const first = records.next();
  if (first.done === true) {
    say.misplaced('nothing', 0);
    return true;
  }
  const header = headerOf(first.value, say);
  if (header === undefined) {
    return true;
  }
  let isEmpty = true;
  let row = 1;
  for (const record of records) {
    row++;
    if (record.some(({ text: cell }) => cell !== '')) {
      isEmpty = false;
      const beyond = record.slice(header.length).find(({ text: cell }) => cell !== '');
      if (beyond !== undefined || record.length < header.length) {
        const last = record[record.length - 1];
        say.uneven(row, { got: record.length, expected: header.length }, beyond?.at ?? last?.at ?? 0);
      } else {
        yield new CsvRow(record, header);
      }
    }
  }
  if (isEmpty) {
    say.misplaced('a first line and no people below it', from);
  }
  return true;
}

/** The separator by which the first line has the most names of fields, else the most cells. */
function separatorOf(text: string): string {
  const score = (separator: string): number => {
    const [header = []] = recordsOf(text, separator, 0, SILENT);
    return 1000 * header.filter(({ text: cell }) => fieldOf(cell) !== undefined).length + header.length;
  };
  return SEPARATORS.reduce<string>((best, separator) => (score(separator) > score(best) ? separator : best), SEPARATORS[0]);
}

const nothing = (): void => undefined;
const SILENT: Complaints = { broken: nothing, misplaced: nothing, unknown: nothing, missing: nothing, uneven: nothing };

/** A column of the first line; one without a field is said once and then passed over. */
interface Column { readonly field: Field | undefined; readonly cell: CsvCell }

/** The columns, or nothing if the first line is none of names. */
function headerOf(record: readonly CsvCell[], say: Complaints): readonly Column[] | undefined {
  const at = record[0]?.at ?? 0;
  if (!record.some(({ text }) => fieldOf(text) !== undefined)) {
    say.misplaced(record.every(({ text }) => text === '') ? 'nothing' : `a first line that begins with ${show(record[0]?.text)}`, at);
    return undefined;
  }
  const seen = new Set<Field>();
  const columns = record.map((cell): Column => {
    const field = fieldOf(cell.text);
    if (field !== undefined && seen.has(field)) {
      say.broken(`the column '${field}' stands twice`, cell.at);
    } else if (field === undefined && cell.text !== '') {
      say.unknown('this is the first line', cell, FIELD_NAMES);
    }
    if (field !== undefined) {
      seen.add(field);
    }
    return { field, cell };
  });
  for (const field of NEEDED) {
    if (!seen.has(field)) {
      say.missing(field, at);
    }
  }
  // Empty columns at the end are what a spreadsheet leaves of cells that were deleted.
  while (columns[columns.length - 1]?.cell.text === '') {
    columns.pop();
  }
  return columns;
}

/** The records, one after the other. */
function* recordsOf(text: string, separator: string, from: number, say: Complaints): Generator<CsvCell[]> {
  let record: CsvCell[] = [];
  for (let at = from; at < text.length || record.length > 0;) {
    const start = at;
    const isQuoted = text[at] === '"';
    let end: number;
    if (isQuoted) {
      let quote = text.indexOf('"', at + 1);
      while (quote !== -1 && text[quote + 1] === '"') {
        quote = text.indexOf('"', quote + 2);
      }
      if (quote === -1) {
        say.broken('a quoted cell that begins here has no closing quote', start);
        return;
      }
      end = quote + 1;
    } else {
      end = at;
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r' && text[end] !== '"') {
        end++;
      }
    }
    const isLineEnd = end >= text.length || text[end] === '\n' || text[end] === '\r';
    if (!isLineEnd && text[end] !== separator) {
      say.broken(isQuoted ? `a quoted cell is followed by ${show(text.slice(end, end + 10))}` : 'a quote stands inside a cell that is not quoted', end);
      return;
    }
    record.push(isQuoted ? new CsvCell(text.slice(start + 1, end - 1).replace(/""/g, '"'), start, true) : new CsvCell(text.slice(start, end), start, false));
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
    if (isLineEnd) {
      yield record;
      record = [];
    }
  }
}

/** A cell, without the blanks around it, which nobody sees in a spreadsheet. */
class CsvCell implements Cell {
  public readonly text: string;
  public readonly damage?: string;

  public constructor(private readonly raw: string, public readonly at: number, private readonly isQuoted: boolean) {
    this.text = raw.trim();
    const damage = damageOf(this.text);
    if (damage !== undefined) {
      this.damage = damage;
    }
  }

  public describe(): string {
    return show(this.text);
  }

  /** Several values in one cell: each on a line of its own, or with a semicolon between. */
  public parts(): CsvCell[] {
    // Whole, a private key is known as one and never shown; its lines alone would be.
    if (this.raw.includes('PRIVATE KEY')) {
      return [this];
    }
    return [...this.raw.matchAll(/[^;\r\n]+/g)].flatMap(({ 0: part, index }) => {
      const first = index + part.length - part.trimStart().length;
      const quotes = this.isQuoted ? 1 + this.raw.slice(0, first).split('"').length - 1 : 0;
      return part.trim() === '' ? [] : [new CsvCell(part.trim(), this.at + first + quotes, false)];
    });
  }
}

/** A cell of several values. */
class CsvList implements Cell {
  public readonly at: number;
  public readonly items: readonly Cell[];
  public readonly damage?: string;

  public constructor(private readonly cell: CsvCell) {
    this.at = cell.at;
    this.items = cell.parts();
    if (cell.damage !== undefined) {
      this.damage = cell.damage;
    }
  }

  public describe(): string {
    return this.cell.describe();
  }
}

/** A row as a person with the fields whose cells are not empty. */
class CsvRow implements Cell {
  public readonly at: number;
  public readonly fields: readonly RosterField[];

  public constructor(private readonly cells: readonly CsvCell[], private readonly header: readonly Column[]) {
    this.at = cells[0]?.at ?? 0;
    this.fields = header.flatMap(({ field, cell }, index): RosterField[] => {
      const value = cells[index];
      if (value === undefined || value.text === '' || (field === undefined && cell.text !== '')) {
        return [];
      }
      const key = field === undefined ? { at: value.at, describe: () => '(a column without a name)' } : { at: value.at, text: field, describe: () => field };
      return [{ key, value: field === 'sshKeys' ? new CsvList(value) : value }];
    });
  }

  public placeOf(field: string): number | undefined {
    return this.cells[this.header.findIndex((column) => column.field === field)]?.at;
  }

  public describe(): string {
    return 'a row';
  }
}
