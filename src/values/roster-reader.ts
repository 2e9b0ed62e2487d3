import type { Size } from 'cdk8s';
import { brief, didYouMean, type Fault, fault, show } from '../faults';
import { checkMac, MacAddress } from './mac-address';
import { checkPerson, type PersonProps } from './person';
import { isDay, nearSize } from './roster-damage';
import { type Field, FIELD_NAMES, FIELDS, isField, NEEDED, type State, STATES } from './roster-fields';
import { RosterPerson } from './roster-person';
import { type Cell, type Complaints, type Format, RosterText } from './roster-text';
import { checkSize, parseQuantity, readSize } from './sizes';

type SizeField = 'rootDisk' | 'rootDiskGrownTo' | 'workspaceDisk' | 'workspaceDiskGrownTo';

/** First use of a value that must be unique over the roster. */
interface Seen { readonly line: number; readonly person: string }

/** A row that is being read. */
interface Row {
  readonly cell: Cell;
  readonly index: number;
  /** How a message calls it. */
  readonly label: string;
  readonly values: ReadonlyMap<Field, Cell>;
}

/** Reads the people of one text, and finds everything that is wrong with it. One model for all formats. */
export class RosterReader {
  public faults: Fault[] = [];
  private readonly source: RosterText;
  private readonly seen = { name: new Map<string, Seen>(), identity: new Map<string, Seen>(), user: new Map<string, Seen>(), mac: new Map<string, Seen>() };
  /** Sizes repeat themselves. */
  private readonly sizes = new Map<string, { readonly size: Size | undefined; readonly faults: readonly Fault[] }>();
  /** Fields that nobody has: said once. */
  private readonly lacking = new Set<string>();

  /** @param offered names of the profiles on offer; undefined if nobody said which */
  public constructor(text: string, file: string, private readonly offered: readonly string[] | undefined) {
    this.source = new RosterText(text, file);
  }

  public read(format: Format): RosterPerson[] {
    for (const way of format.ways) {
      const people = this.readBy(way, format);
      if (people !== undefined) {
        return people;
      }
      this.faults = [];
      this.lacking.clear();
      Object.values(this.seen).forEach((values) => values.clear());
    }
    return [];
  }

  private readBy(way: Format['ways'][number], format: Format): RosterPerson[] | undefined {
    const broken: Fault[] = [];
    const people: RosterPerson[] = [];
    const cells = way(this.source.text, this.complaints(format, broken));
    let index = 0;
    for (let step = cells.next(); ; step = cells.next()) {
      if (step.done === true) {
        if (!step.value) {
          return undefined;
        }
        break;
      }
      const person = this.person(step.value, index++, format);
      if (person !== undefined) {
        people.push(person);
      }
    }
    if (broken.length > 0) {
      this.faults = broken;
      return [];
    }
    return people;
  }

  private complaints({ name, advice, form }: Format, broken: Fault[]): Complaints {
    return {
      broken: (got, at) => broken.push(fault('WS-ROSTER-002', { format: name, got, advice }, this.source.place(at))),
      misplaced: (got, at) => this.faults.push(fault('WS-ROSTER-003', { got, expected: form }, this.source.place(at))),
      unknown: (where, cell, known) => this.faults.push(fault('WS-ROSTER-004', {
        person: `(none; ${where})`, got: cell.text === undefined ? cell.describe() : brief(cell.text), near: didYouMean(cell.text ?? '', known), expected: known.join(', '),
      }, this.source.place(cell.at))),
      missing: (field, at) => {
        this.lacking.add(field);
        this.faults.push(fault('WS-ROSTER-005', { person: '(none; this is the first line)', field, expected: isField(field) ? FIELDS[field] : field }, this.source.place(at)));
      },
      uneven: (row, { got, expected }, at) => this.faults.push(fault('WS-ROSTER-011', { row, got, expected }, this.source.place(at))),
    };
  }

  private person(cell: Cell, index: number, format: Format): RosterPerson | undefined {
    const before = this.faults.length;
    const fields = cell.fields;
    if (fields === undefined) {
      this.faults.push(fault('WS-ROSTER-003', { got: `${cell.describe()} as entry ${index + 1}`, expected: format.form }, this.source.place(cell.at)));
      return undefined;
    }
    const values = new Map<Field, Cell>();
    const unknown: Cell[] = [];
    for (const { key, value } of fields) {
      if (key.text !== undefined && isField(key.text)) {
        values.set(key.text, value);
      } else {
        unknown.push(key);
      }
    }
    const named = values.get('name')?.text;
    const row: Row = { cell, index, values, label: named === undefined ? `number ${index + 1}` : `'${brief(named)}'` };
    unknown.forEach((key) => this.unknownField(key, row));
    for (const field of NEEDED) {
      if (!values.has(field) && !this.lacking.has(field)) {
        this.faults.push(fault('WS-ROSTER-005', { person: row.label, field, expected: FIELDS[field] }, this.source.place(cell.placeOf?.(field) ?? cell.at)));
      }
    }
    const name = this.text(row, 'name');
    const profile = this.profile(row);
    const rootDisk = this.size(row, 'rootDisk');
    const rootDiskGrownTo = this.grown(row, 'rootDisk', rootDisk);
    const workspaceDisk = this.size(row, 'workspaceDisk');
    const workspaceDiskGrownTo = this.grown(row, 'workspaceDisk', workspaceDisk);
    const person = this.whoItIs(row, name);
    const mac = this.mac(row);
    const leaves = this.leaves(row);
    this.duplicates(row, name, person, mac);
    if (this.faults.length > before || name === undefined || profile === undefined || rootDisk === undefined) {
      return undefined;
    }
    return RosterPerson._of(name, {
      ...person, profile, rootDisk,
      ...(rootDiskGrownTo === undefined ? {} : { rootDiskGrownTo }),
      ...(workspaceDisk === undefined ? {} : { workspaceDisk }),
      ...(workspaceDiskGrownTo === undefined ? {} : { workspaceDiskGrownTo }),
      ...(mac === undefined ? {} : { mac }),
      ...(leaves === undefined ? {} : { leaves }),
    });
  }

  private unknownField(key: Cell, { label }: Row): void {
    const got = key.text === undefined ? key.describe() : brief(key.text);
    this.faults.push(fault('WS-ROSTER-004', { person: label, got, near: didYouMean(key.text ?? '', FIELD_NAMES), expected: FIELD_NAMES.join(', ') }, this.source.place(key.at)));
  }

  /** Identity, user and keys, with the faults of a Person. */
  private whoItIs(row: Row, name: string | undefined): PersonProps {
    const identity = this.text(row, 'identity');
    const user = this.text(row, 'user');
    const keys = this.keys(row);
    const sshKeys = keys.map((key) => key.text);
    const props: PersonProps = { ...(identity === undefined ? {} : { identity }), ...(user === undefined ? {} : { user }), ...(sshKeys.length === 0 ? {} : { sshKeys }) };
    // A person without a name is already at fault; the rest of the row is looked at all the same.
    for (const one of checkPerson(name ?? 'unnamed', props)) {
      const key = keys[Number(/^sshKeys\[(\d+)\]$/.exec(one.field ?? '')?.[1])];
      const field = key === undefined ? one.field ?? '' : `sshKeys/${key.index}`;
      const at = key?.at ?? (isField(field) ? row.values.get(field)?.at : undefined) ?? row.cell.at;
      this.faults.push({ ...one, ...this.source.place(at), field: `/people/${row.index}/${field}` });
    }
    return props;
  }

  private profile(row: Row): string | undefined {
    const name = this.text(row, 'profile');
    if (name !== undefined && this.offered?.includes(name) === false) {
      this.faults.push(fault('WS-ROSTER-010', {
        person: row.label, got: show(name), near: didYouMean(name, this.offered), expected: this.offered.join(', ') || '(the set is empty)',
      }, this.place(row, 'profile')));
      return undefined;
    }
    return name;
  }

  /** The text of a field; undefined if there is none, or none that can be used. */
  private text(row: Row, field: Field): string | undefined {
    const value = row.values.get(field);
    if (value === undefined || this.isDamaged(row, field, value)) {
      return undefined;
    }
    if (value.text === undefined || value.text.trim() === '') {
      this.refuse(row, field, value.describe());
      return undefined;
    }
    return value.text;
  }

  private isDamaged({ label }: Row, field: Field, value: Cell): boolean {
    if (value.damage !== undefined) {
      this.faults.push(fault('WS-ROSTER-012', { field, person: label, got: value.describe(), what: value.damage, expected: FIELDS[field] }, this.source.place(value.at)));
    }
    return value.damage !== undefined;
  }

  private refuse(row: Row, field: Field, got: string, at?: number, near = ''): void {
    this.faults.push(fault('WS-ROSTER-006', { field, person: row.label, got, near, expected: FIELDS[field] }, at === undefined ? this.place(row, field) : this.source.place(at)));
  }

  private size(row: Row, field: SizeField): Size | undefined {
    const text = this.text(row, field);
    if (text === undefined) {
      return undefined;
    }
    const known = this.sizes.get(text) ?? readQuantity(text);
    this.sizes.set(text, known);
    if (known.size === undefined) {
      this.refuse(row, field, show(text), undefined, nearSize(text));
      return undefined;
    }
    if (known.faults.length > 0) {
      this.faults.push(...checkSize(known.size, field, `person ${row.label}`).faults.map((one) => ({ ...one, ...this.place(row, field) })));
    }
    return known.size;
  }

  /** The size that a disk has now: of one that is there, and never less than at its birth. */
  private grown(row: Row, disk: 'rootDisk' | 'workspaceDisk', birth: Size | undefined): Size | undefined {
    const field = `${disk}GrownTo` as const;
    const size = this.size(row, field);
    if (size !== undefined && !row.values.has(disk) && disk === 'workspaceDisk') {
      this.faults.push(fault('WS-ROSTER-005', { person: row.label, field: disk, expected: FIELDS[disk] }, this.place(row, field)));
    }
    const [least, now] = [readSize(birth), readSize(size)];
    if (least !== undefined && now !== undefined && now.kibibytes < least.kibibytes) {
      this.faults.push(fault('WS-ROSTER-013', { field, person: row.label, got: now.text, expected: least.text }, this.place(row, field)));
      return undefined;
    }
    return size;
  }

  private keys(row: Row): { readonly text: string; readonly index: number; readonly at: number }[] {
    const value = row.values.get('sshKeys');
    if (value === undefined || this.isDamaged(row, 'sshKeys', value)) {
      return [];
    }
    const { items } = value;
    if (items === undefined) {
      this.refuse(row, 'sshKeys', value.describe());
      return [];
    }
    return items.flatMap((key, index) => {
      if (this.isDamaged(row, 'sshKeys', key)) {
        return [];
      }
      if (key.text === undefined) {
        this.refuse(row, 'sshKeys', key.describe(), key.at);
        return [];
      }
      return [{ text: key.text, index, at: key.at }];
    });
  }

  private mac(row: Row): MacAddress | undefined {
    const text = this.text(row, 'mac');
    if (text === undefined) {
      return undefined;
    }
    const faults = checkMac(text);
    this.faults.push(...faults.map((one) => ({ ...one, ...this.place(row, 'mac') })));
    return faults.length === 0 ? MacAddress.of(text) : undefined;
  }

  /** The last day; only whoever leaves has one. */
  private leaves(row: Row): string | undefined {
    const word = this.text(row, 'state');
    const state = STATES.find((one): one is State => one === word);
    if (word !== undefined && state === undefined) {
      this.faults.push(fault('WS-ROSTER-014', { person: row.label, got: show(word), near: didYouMean(word, STATES), expected: STATES.join(', ') }, this.place(row, 'state')));
    }
    const day = this.text(row, 'leaves');
    if (day !== undefined && !isDay(day)) {
      this.faults.push(fault('WS-ROSTER-015', { person: row.label, got: show(day) }, this.place(row, 'leaves')));
    }
    if (state === 'leaving' && !row.values.has('leaves')) {
      this.faults.push(fault('WS-ROSTER-016', { person: row.label }, this.place(row, 'state')));
    }
    if (state === 'active' && row.values.has('leaves')) {
      this.faults.push(fault('WS-ROSTER-017', { person: row.label, got: day === undefined ? 'a last day' : show(day) }, this.place(row, 'leaves')));
    }
    return day;
  }

  /** Values that two people have. */
  private duplicates(row: Row, name: string | undefined, { identity, user }: PersonProps, mac: MacAddress | undefined): void {
    // In quotes once, by the sentence.
    const person = name === undefined ? `number ${row.index + 1}` : brief(name);
    this.once(row, 'name', name, person, (first, got) => fault('WS-ROSTER-007', { got, first: first.line }));
    this.once(row, 'identity', identity, person, (first, got) => fault('WS-ROSTER-008', { field: 'identity', got, other: first.person, first: first.line }));
    this.once(row, 'user', user, person, (first, got) => fault('WS-ROSTER-008', { field: 'user', got, other: first.person, first: first.line }));
    this.once(row, 'mac', mac?.text, person, (first, got) => fault('WS-ROSTER-009', { got, other: first.person, first: first.line }));
  }

  private once(row: Row, field: 'name' | 'identity' | 'user' | 'mac', value: string | undefined, person: string, make: (first: Seen, got: string) => Fault): void {
    if (value === undefined) {
      return;
    }
    const place = this.place(row, field);
    const first = this.seen[field].get(value);
    if (first === undefined) {
      this.seen[field].set(value, { line: place.line, person });
    } else {
      this.faults.push({ ...make(first, brief(value)), ...place });
    }
  }

  private place(row: Row, field: Field) {
    return this.source.place(row.values.get(field)?.at ?? row.cell.at);
  }
}

function readQuantity(text: string): { readonly size: Size | undefined; readonly faults: readonly Fault[] } {
  const size = parseQuantity(text.trim());
  return { size, faults: size === undefined ? [] : checkSize(size, '', '').faults };
}
