import type { Place } from '../faults';

/** What stands somewhere in a roster, whatever the file's format. Only one of `text`, `items`, `fields` is there, or none. */
export interface Cell {
  /** Where it begins, as an index of the text. */
  readonly at: number;
  readonly text?: string | undefined;
  readonly items?: readonly Cell[] | undefined;
  readonly fields?: readonly RosterField[] | undefined;
  /** What a spreadsheet has made of the value, in words: it is none any more. */
  readonly damage?: string;
  /** In words, for a message. */
  describe(): string;
  /** Where a field that is left out would stand. */
  placeOf?(field: string): number | undefined;
}

/** A field of a person, with its name as it stands in the file. */
export interface RosterField {
  readonly key: Cell;
  readonly value: Cell;
}

/** What is wrong with the file as a whole, said in the words of its format. */
export interface Complaints {
  /** The file cannot be read on: nothing else of it counts. */
  broken(got: string, at: number): void;
  /** There is no list of people where it should be. */
  misplaced(got: string, at: number): void;
  /** A name that is no field, outside a person. */
  unknown(where: string, cell: Cell, known: readonly string[]): void;
  /** No person has a field that each must have. */
  missing(field: string, at: number): void;
  /** A row of another length than the first line. */
  uneven(row: number, cells: { readonly got: number; readonly expected: number }, at: number): void;
}

/** The words of a format. */
export interface Format {
  readonly name: string;
  /** How to mend what cannot be read. */
  readonly advice: string;
  /** How a list of people is written. */
  readonly form: string;
  /** Ways to read it, each giving one person after the other; one that ends with false has not understood the text, and the next is asked. */
  readonly ways: readonly ((text: string, say: Complaints) => Generator<Cell, boolean>)[];
}

/** The text of a file, with line and column of each place. */
export class RosterText {
  private starts: number[] | undefined;

  public constructor(public readonly text: string, private readonly file: string) {}

  /** Line and column, from 1. */
  public place(offset: number): Place & { readonly line: number } {
    const starts = this.starts ??= this.lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return { file: this.file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  private lineStarts(): number[] {
    const starts = [0];
    const end = /\r\n?|\n/g;
    while (end.test(this.text)) {
      starts.push(end.lastIndex);
    }
    return starts;
  }
}
