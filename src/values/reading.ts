import { brief, didYouMean, type Fault, fault, show } from '../faults';

/**
 * Reads one prop that TypeScript has typed but JavaScript may have filled with anything: the value if it fits,
 * else undefined and a fault (WS-APP-002).
 */
export class Reading {
  public readonly faults: Fault[] = [];

  /** @param what the thing whose props are read, as a message names it: "person 'alice'" */
  public constructor(private readonly what: string) {}

  /**
   * Props as an object whose fields can be read, whatever JavaScript passed. A name that the type does not have is a
   * fault (WS-APP-007): a misspelt option would be one that does nothing.
   */
  public props<T extends object>(props: T | undefined | null, known: PropNames<T>, prop = 'props'): Partial<T> {
    if (isAbsent(props)) {
      return {};
    }
    if (!isPlain(props)) {
      this.refuse(prop, props, 'an object of props');
      return {};
    }
    const names = Object.keys(known);
    for (const name of Object.keys(props)) {
      if (!Object.prototype.hasOwnProperty.call(known, name)) {
        this.faults.push(fault('WS-APP-007', { what: this.what, got: show(name), near: didYouMean(name, names), expected: names.join(', ') }, { field: brief(name) }));
      }
    }
    return props;
  }

  public text(prop: string, value: unknown, expected = 'a text that is not empty'): string | undefined {
    return typeof value === 'string' && value.trim() !== '' ? value : this.refuse(prop, value, expected);
  }

  public optionalText(prop: string, value: unknown, expected?: string): string | undefined {
    return isAbsent(value) ? undefined : this.text(prop, value, expected);
  }

  public flag(prop: string, value: unknown, byDefault: boolean): boolean {
    if (isAbsent(value)) {
      return byDefault;
    }
    return typeof value === 'boolean' ? value : this.refuse(prop, value, 'true or false') ?? byDefault;
  }

  public wholeNumber(prop: string, value: unknown, least: number, most: number): number | undefined {
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : this.refuse(prop, value, `a whole number from ${least} to ${most}`);
  }

  /** A member of an enum, given as the enum object. */
  public choice<T extends string>(prop: string, value: unknown, legal: Readonly<Record<string, T>>, byDefault: T): T {
    if (isAbsent(value)) {
      return byDefault;
    }
    const words = Object.values(legal);
    const found = words.find((word) => word === value);
    return found ?? this.refuse(prop, value, `one of ${words.join(', ')}`) ?? byDefault;
  }

  public list(prop: string, value: unknown): readonly unknown[] {
    if (isAbsent(value)) {
      return [];
    }
    // A copy, so that a hole of a sparse list is looked at like any other entry.
    return Array.isArray(value) ? Array.from<unknown>(value) : this.refuse(prop, value, 'a list') ?? [];
  }

  /** A value of one of our classes. */
  public instance<T>(prop: string, value: unknown, type: { readonly prototype: T }, example: string): T | undefined {
    // Our classes have private constructors, which TypeScript's own type for the right side of instanceof does not take.
    return value instanceof (type as unknown as new () => T & object) ? value : this.refuse(prop, value, example);
  }

  public texts(prop: string, value: unknown): string[] {
    return this.list(prop, value).flatMap((item, index) => {
      const text = this.text(`${prop}[${index}]`, item);
      return text === undefined ? [] : [text];
    });
  }

  public textMap(prop: string, value: unknown): Record<string, string> {
    const result: Record<string, string> = {};
    if (isAbsent(value)) {
      return result;
    }
    if (!isPlain(value)) {
      this.refuse(prop, value, 'an object of texts');
      return result;
    }
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'string') {
        // Not by assignment, which would lose a key called __proto__.
        Object.defineProperty(result, key, { value: item, enumerable: true, configurable: true, writable: true });
      } else {
        this.refuse(`${prop}.${key}`, item, typeof item === 'number' || typeof item === 'boolean' ? `a text, such as '${item}' in quotes` : 'a text');
      }
    }
    return result;
  }

  /** Records the fault and gives back undefined. */
  public refuse(prop: string, value: unknown, expected: string): undefined {
    this.faults.push(fault('WS-APP-002', { prop, what: this.what, got: show(value), expected }, { field: prop }));
    return undefined;
  }

  public add(...faults: readonly Fault[]): void {
    this.faults.push(...faults);
  }
}

/** False for what is an object of another sort: a list, a Map, a Date. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]';
}

/** The names of all props of a type; the compiler refuses a list that is not whole. */
export type PropNames<T> = Readonly<Record<keyof T, true>>;

/** True for a prop that was left out; JavaScript's null counts as left out. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** Props as an object whose fields can be read, whatever JavaScript passed. */
export function propsOf<T extends object>(props: T | undefined | null): Partial<T> {
  return typeof props === 'object' && props !== null ? props : {};
}
