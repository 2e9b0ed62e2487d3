import { isMap, isScalar, isSeq, type LineCounter, type Node, type ParsedNode } from 'yaml';
import { type Fault, fault, show } from '../../faults';
import { GIVE_UP, plainDocument } from './plain';
import { parse, type Parsed, plain } from './yaml';

/** A piece of a file that is read on its own. */
export interface Piece {
  readonly text: string;
  /** Line of the file on which it begins, from 0. */
  readonly line: number;
}

/** An object of a file, with where to look it up again. */
export interface Entry {
  readonly object: unknown;
  readonly piece: Piece;
  /** Index of the document inside the piece. */
  readonly index: number;
  /** Steps to the object inside the document: an element of a List. */
  readonly base: readonly (string | number)[];
}

/** A file at its document marks. A mark ends a document whatever stands before it, so a broken one cannot hide the next. */
export function pieces(text: string): Piece[] {
  const unix = text.includes('\r') ? text.replace(/\r\n/g, '\n') : text;
  // With directives the mark ends those, too: one piece.
  if (/^%/m.test(unix)) {
    return [{ text: unix, line: 0 }];
  }
  const found: Piece[] = [];
  let from = 0;
  let line = 0;
  const mark = /^---(?=[ \t\n]|$)[ \t]*(?:#.*)?/gm;
  for (let match = mark.exec(unix); match !== null; match = mark.exec(unix)) {
    const piece = unix.slice(from, match.index);
    found.push({ text: piece, line });
    line += count(piece);
    from = match.index + match[0].length;
    // What stands on the line of the mark is the document's, and the mark's own line counts with it.
  }
  found.push({ text: unix.slice(from), line });
  return found;
}

function count(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines++;
  }
  return lines;
}

/** Reads a piece; what is broken becomes a fault with its place. */
export function readPiece(piece: Piece, file: string, faults: Fault[]): Entry[] {
  if (/^(?:[ \t]*(?:#.*)?(?:\n|$))*$/.test(piece.text)) {
    return [];
  }
  const quick = plainDocument(piece.text);
  if (quick !== GIVE_UP) {
    return unfold(quick, piece, 0);
  }
  const parsed = parse(piece.text);
  return parsed.documents.flatMap((document, index) => {
    const broken = faultsOf(document.errors, parsed.lines, piece, file);
    faults.push(...broken);
    // A repeated key does not keep the rest from being judged.
    if (broken.some((found) => found.code !== 'WS-READ-003')) {
      return [];
    }
    try {
      return unfold(plain(document), piece, index);
    } catch (error) {
      faults.push(fault('WS-READ-002', { got: show(error instanceof Error ? error.message : error) }, { file, line: piece.line + 1, column: 1 }));
      return [];
    }
  });
}

function faultsOf(errors: readonly { code: string; message: string; pos: [number, number] }[], lines: LineCounter, piece: Piece, file: string): Fault[] {
  const seen = new Set<number>();
  return errors.flatMap((error): Fault[] => {
    const { line, col } = lines.linePos(error.pos[0]);
    // One mistake often gives several errors on its line.
    if (seen.has(line)) {
      return [];
    }
    seen.add(line);
    const place = { file, line: piece.line + line, column: col };
    if (error.code === 'DUPLICATE_KEY') {
      const key = /^["']?([^"':\n]*)/.exec(piece.text.slice(error.pos[0], error.pos[0] + 200))?.[1] ?? '';
      return [fault('WS-READ-003', { got: key }, place)];
    }
    return [fault('WS-READ-002', { got: (error.message.split('\n')[0] ?? '').replace(/ at line \d+.*$/, '').replace(/:$/, '') }, place)];
  });
}

/** The elements of a List, each on its own; everything else as it is. */
function unfold(object: unknown, piece: Piece, index: number): Entry[] {
  if (object === null || object === undefined) {
    return [];
  }
  if (typeof object === 'object' && 'items' in object && Array.isArray(object.items) && 'kind' in object && typeof object.kind === 'string' && object.kind.endsWith('List')) {
    return object.items.map((element: unknown, at) => ({ object: element, piece, index, base: ['items', at] }));
  }
  return [{ object, piece, index, base: [] }];
}

let last: { piece: Piece; parsed: Parsed } | undefined;

/** Line and column, from 1, of a JSON pointer: of the key, or of the nearest thing above it that is there. */
export function placeIn(entry: Entry, pointer: string): { line: number; column: number } {
  if (last?.piece !== entry.piece) {
    last = { piece: entry.piece, parsed: parse(entry.piece.text) };
  }
  const { documents, lines } = last.parsed;
  const steps = [...entry.base, ...(pointer.startsWith('/') ? pointer.slice(1).split('/').map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~')) : [])];
  let node: Node | ParsedNode | null | undefined = documents[entry.index]?.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find((candidate) => isScalar(candidate.key) && String(candidate.key.value) === String(step));
      if (pair === undefined) {
        break;
      }
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      const element = node.items[Number(step)] as Node | undefined;
      if (element === undefined) {
        break;
      }
      offset = element.range?.[0] ?? offset;
      node = element;
    } else {
      break;
    }
  }
  const { line, col } = lines.linePos(offset);
  return { line: entry.piece.line + line, column: col };
}
