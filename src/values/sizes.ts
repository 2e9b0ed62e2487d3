import { Size, SizeRoundingBehavior } from 'cdk8s';
import { type Fault, fault, show } from '../faults';

const UNITS: Readonly<Record<string, number>> = { Ki: 1, Mi: 1024, Gi: 1024 ** 2, Ti: 1024 ** 3, Pi: 1024 ** 4 };

const MAKERS: Readonly<Record<string, (amount: number) => Size>> = {
  Ki: (amount) => Size.kibibytes(amount),
  Mi: (amount) => Size.mebibytes(amount),
  Gi: (amount) => Size.gibibytes(amount),
  Ti: (amount) => Size.tebibytes(amount),
  Pi: (amount) => Size.pebibyte(amount),
};

/** A Size that was looked at once: its bytes and the text that goes into manifests. */
export interface ReadSize {
  readonly size: Size;
  readonly kibibytes: number;
  /** Quantity in binary units, as it was given: `150Gi`. */
  readonly text: string;
}

function isSize(value: unknown): value is Size {
  // By its methods, since the fleet file may have another copy of cdk8s than we.
  return typeof value === 'object' && value !== null && 'toKibibytes' in value && typeof value.toKibibytes === 'function'
    && 'asString' in value && typeof value.asString === 'function';
}

function isSafe(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** A Size of whole KiB with its text, or undefined for anything else. */
export function readSize(value: unknown): ReadSize | undefined {
  if (!isSize(value)) {
    return undefined;
  }
  const kibibytes: unknown = value.toKibibytes({ rounding: SizeRoundingBehavior.NONE });
  if (!isSafe(kibibytes) || kibibytes < 0) {
    return undefined;
  }
  const given = String(value.asString());
  return { size: value, kibibytes, text: /^\d+[KMGTP]i$/.test(given) ? given : quantity(kibibytes) };
}

/** Reads the prop `prop` of `what`; a fault (WS-SIZE-001, -002) if it is no usable size. */
export function checkSize(value: unknown, prop: string, what: string, least: { kibibytes: number; text: string } = { kibibytes: 1024, text: '1Mi' }):
{ read?: ReadSize; faults: Fault[] } {
  const read = readSize(value);
  if (read === undefined) {
    return { faults: [fault('WS-SIZE-001', { prop, what, got: showSize(value) }, { field: prop })] };
  }
  if (read.kibibytes < least.kibibytes) {
    return { faults: [fault('WS-SIZE-002', { prop, what, got: read.text, expected: least.text }, { field: prop })] };
  }
  return { read, faults: [] };
}

/** KiB as the shortest quantity in binary units without a fraction. */
export function quantity(kibibytes: number): string {
  let text = `${kibibytes}Ki`;
  for (const [unit, factor] of Object.entries(UNITS)) {
    if (kibibytes > 0 && kibibytes % factor === 0) {
      text = `${kibibytes / factor}${unit}`;
    }
  }
  return text;
}

/** A quantity of a data file: a whole number with a binary unit, `150Gi`; undefined for all else. */
export function parseQuantity(text: string): Size | undefined {
  const match = /^([1-9]\d{0,14})([KMGTP]i)$/.exec(text);
  const factor = UNITS[match?.[2] ?? ''];
  const make = MAKERS[match?.[2] ?? ''];
  const amount = Number(match?.[1]);
  return factor === undefined || make === undefined || !Number.isSafeInteger(amount * factor) ? undefined : make(amount);
}

function showSize(value: unknown): string {
  return isSize(value) ? `${String(value.asString())}, which is no whole number of KiB` : show(value);
}
