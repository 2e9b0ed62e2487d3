import { readFileSync } from 'fs';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node, type Pair, type YAMLMap } from 'yaml';
import { brief, didYouMean, type Fault, fault, type Place, show, throwAll } from '../faults';
import { checkMac, MacAddress } from './mac-address';
import { checkPerson, type PersonProps } from './person';
import { ProfileSet } from './profile-set';
import { isAbsent, type PropNames, Reading } from './reading';
import { RosterPerson } from './roster-person';
import { checkSize, parseQuantity } from './sizes';

/** The fields of a person, with what each holds. */
const FIELDS = {
  name: 'a name, such as alice',
  identity: "the sign-in claim's value, as text",
  user: "the cluster's user name, as text",
  profile: "a profile's name, as text",
  rootDisk: 'a size in binary units, such as 150Gi',
  workspaceDisk: 'a size in binary units, such as 500Gi',
  sshKeys: 'a list of public keys, each one line of text',
  mac: 'a MAC address in quotes, such as "0a:1b:2c:3d:4e:5f"',
} as const;

type Field = keyof typeof FIELDS;
const FIELD_NAMES = Object.keys(FIELDS) as Field[];

/** What a roster is compared with. */
export interface RosterProps {
  /**
   * The profiles that the fleet offers: a row that asks for another one is refused here, with its line.
   * @default - profiles are not looked up
   */
  readonly profiles?: ProfileSet;
}

const PROPS: PropNames<RosterProps> = { profiles: true };

/**
 * The people of a fleet, read from a data file.
 *
 * Each entry under `people:` has `name`, `profile`, `rootDisk` and, where wanted, `identity`, `user`, `workspaceDisk`, `sshKeys`, `mac`.
 * The file is YAML 1.2 in UTF-8. Aliases, merge keys, unknown tags and a second document are refused, so that each row says all of itself.
 *
 * @example
 * const roster = Roster.parse('people:\n  - { name: alice, profile: office, rootDisk: 60Gi }\n', 'people.yaml');
 * const names = roster.people.map((person) => person.name);
 */
export class Roster {
  /**
   * Reads a YAML file. Name it from the folder of the fleet file: `join(__dirname, 'people.yaml')`.
   *
   * Faults: WS-ROSTER-001 to WS-ROSTER-010 and those of the values in it, each with line and column, all of them together; WS-APP-002, WS-APP-007.
   */
  public static fromFile(path: string, props?: RosterProps): Roster {
    const { text = '', reason } = readText(path);
    if (reason !== undefined) {
      throwAll([fault('WS-ROSTER-001', { got: show(path), reason }, typeof path === 'string' ? { file: path } : {})]);
    }
    return Roster.parse(text, path, props);
  }

  /**
   * Reads YAML that is at hand.
   *
   * Faults: as `fromFile`.
   *
   * @param text the YAML
   * @param fileName how faults call it
   */
  public static parse(text: string, fileName: string, props?: RosterProps): Roster {
    const reading = new Reading('a roster');
    const given = reading.props(props, PROPS);
    const profiles = isAbsent(given.profiles) ? undefined : reading.instance('profiles', given.profiles, ProfileSet, 'a ProfileSet, such as ProfileSet.of([office])');
    // Without the byte order mark, which is no part of the first line.
    const reader = new RosterReader(typeof text === 'string' ? text.replace(/^\ufeff/, '') : '', typeof fileName === 'string' ? fileName : 'roster', profiles);
    const people = reader.read();
    throwAll([...reading.faults, ...reader.faults]);
    return new Roster(people);
  }

  private constructor(private readonly rows: readonly RosterPerson[]) {}

  /** Everybody, in the order of the file (a copy). */
  public get people(): RosterPerson[] {
    return [...this.rows];
  }
}

/** First uses of values that must be unique over the roster. */
interface Seen { readonly line: number; readonly person: string }

class RosterReader {
  public readonly faults: Fault[] = [];
  private readonly lines = new LineCounter();
  private readonly names = new Map<string, Seen>();
  private readonly identities = new Map<string, Seen>();
  private readonly users = new Map<string, Seen>();
  private readonly macs = new Map<string, Seen>();

  /** Names of the profiles on offer; undefined if nobody said which. */
  private readonly offered: readonly string[] | undefined;

  public constructor(private readonly text: string, private readonly file: string, profiles?: ProfileSet) {
    this.offered = profiles === undefined ? undefined : [...new Set(profiles.all.map((profile) => profile.name))];
  }

  public read(): RosterPerson[] {
    const document = this.document();
    // A warning is a tag or a directive that the reader does not know: what it was meant to do would be passed over.
    const troubles = document === undefined ? [] : [...document.errors, ...document.warnings];
    for (const trouble of troubles) {
      const got = trouble.code === 'MULTIPLE_DOCS' ? 'it holds a second document (---)' : trouble.message;
      this.faults.push(fault('WS-ROSTER-002', { got }, this.at(trouble.pos[0])));
    }
    if (document === undefined || troubles.length > 0) {
      return [];
    }
    const root = document.contents;
    const list = isMap(root) ? root.get('people', true) : undefined;
    if (isMap(root)) {
      for (const pair of root.items) {
        const key = textOf(pair.key);
        if (key !== 'people') {
          this.faults.push(fault('WS-ROSTER-004', {
            person: '(none; this is the top of the file)', got: key === undefined ? describe(pair.key) : brief(key), near: didYouMean(key ?? '', ['people']), expected: 'people',
          }, this.of(pair.key)));
        }
      }
    }
    if (!isSeq(list) || list.items.length === 0) {
      const got = list === undefined || list === null ? 'nothing' : isSeq(list) ? 'an empty list' : describe(list);
      this.faults.push(fault('WS-ROSTER-003', { got }, this.of(list ?? root)));
      return [];
    }
    return list.items.flatMap((item, index) => {
      const person = this.person(item, index);
      return person === undefined ? [] : [person];
    });
  }

  private document() {
    try {
      return parseDocument(this.text, { lineCounter: this.lines, prettyErrors: false, uniqueKeys: true });
    } catch {
      // The reader calls itself for each level and has no bound of its own.
      this.faults.push(fault('WS-ROSTER-002', { got: 'its lists and maps are nested too deeply' }, this.at(0)));
      return undefined;
    }
  }

  private person(item: unknown, index: number): RosterPerson | undefined {
    const before = this.faults.length;
    if (!isMap(item)) {
      this.faults.push(fault('WS-ROSTER-003', { got: `${describe(item)} as entry ${index + 1}` }, this.of(item)));
      return undefined;
    }
    const named = textOf(item.get('name', true));
    const label = named === undefined ? `number ${index + 1}` : `'${brief(named)}'`;
    this.unknownFields(item, label);
    const name = this.required(item, 'name', label);
    const profile = this.profile(item, label);
    const rootDisk = this.size(item, 'rootDisk', label, true);
    const workspaceDisk = this.size(item, 'workspaceDisk', label, false);
    const identity = this.optional(item, 'identity', label);
    const user = this.optional(item, 'user', label);
    const keys = this.keys(item, label);
    const sshKeys = keys.map((key) => key.text);
    const mac = this.mac(item, label);
    const props: PersonProps = { ...(identity === undefined ? {} : { identity }), ...(user === undefined ? {} : { user }), ...(sshKeys.length === 0 ? {} : { sshKeys }) };
    // A person without a name is already at fault; the rest of the row is looked at all the same.
    const who = name === undefined ? `number ${index + 1}` : brief(name);
    for (const one of checkPerson(name ?? 'unnamed', props)) {
      const key = keys[Number(/^sshKeys\[(\d+)\]$/.exec(one.field ?? '')?.[1])];
      const field = key === undefined ? one.field ?? '' : `sshKeys/${key.index}`;
      this.faults.push({ ...one, ...this.of(key?.node ?? item.get(field, true)), field: `/people/${index}/${field}` });
    }
    if (name !== undefined) {
      this.unique(this.names, name, item.get('name', true), who, (first) => fault('WS-ROSTER-007', { got: brief(name), first: first.line }, this.of(item.get('name', true))));
    }
    this.uniqueField(this.identities, 'identity', identity, item, who);
    this.uniqueField(this.users, 'user', user, item, who);
    if (mac !== undefined) {
      this.unique(this.macs, mac.text, item.get('mac', true), who, (first) => fault('WS-ROSTER-009', { got: mac.text, other: first.person, first: first.line }, this.of(item.get('mac', true))));
    }
    if (this.faults.length > before || name === undefined || profile === undefined || rootDisk === undefined) {
      return undefined;
    }
    return RosterPerson._of(name, { ...props, profile, rootDisk, ...(workspaceDisk === undefined ? {} : { workspaceDisk }), ...(mac === undefined ? {} : { mac }) });
  }

  private unknownFields(item: YAMLMap, person: string): void {
    for (const pair of item.items as Pair[]) {
      const key = textOf(pair.key);
      if (key === undefined || !FIELD_NAMES.includes(key as Field)) {
        const got = key === undefined ? describe(pair.key) : brief(key);
        this.faults.push(fault('WS-ROSTER-004', { person, got, near: didYouMean(key ?? '', FIELD_NAMES), expected: FIELD_NAMES.join(', ') }, this.of(pair.key)));
      }
    }
  }

  private required(item: YAMLMap, field: Field, person: string): string | undefined {
    if (!item.has(field)) {
      this.faults.push(fault('WS-ROSTER-005', { person, field, expected: FIELDS[field] }, this.of(item)));
      return undefined;
    }
    return this.optional(item, field, person);
  }

  private profile(item: YAMLMap, person: string): string | undefined {
    const name = this.required(item, 'profile', person);
    if (name !== undefined && this.offered?.includes(name) === false) {
      this.faults.push(fault('WS-ROSTER-010', {
        person, got: show(name), near: didYouMean(name, this.offered), expected: this.offered.join(', ') || '(the set is empty)',
      }, this.of(item.get('profile', true))));
      return undefined;
    }
    return name;
  }

  private optional(item: YAMLMap, field: Field, person: string): string | undefined {
    if (!item.has(field)) {
      return undefined;
    }
    const node: unknown = item.get(field, true);
    const text = textOf(node);
    if (text === undefined || text.trim() === '') {
      this.faults.push(fault('WS-ROSTER-006', { field, person, got: describe(node), expected: FIELDS[field] }, this.of(node ?? item)));
      return undefined;
    }
    return text;
  }

  private size(item: YAMLMap, field: 'rootDisk' | 'workspaceDisk', person: string, required: boolean) {
    const text = required ? this.required(item, field, person) : this.optional(item, field, person);
    if (text === undefined) {
      return undefined;
    }
    const size = parseQuantity(text.trim());
    if (size === undefined) {
      this.faults.push(fault('WS-ROSTER-006', { field, person, got: show(text), expected: FIELDS[field] }, this.of(item.get(field, true))));
      return undefined;
    }
    const { faults } = checkSize(size, field, `person ${person}`);
    this.faults.push(...faults.map((one) => ({ ...one, ...this.of(item.get(field, true)) })));
    return size;
  }

  private keys(item: YAMLMap, person: string): { readonly text: string; readonly index: number; readonly node: unknown }[] {
    if (!item.has('sshKeys')) {
      return [];
    }
    const node: unknown = item.get('sshKeys', true);
    if (!isSeq(node)) {
      this.faults.push(fault('WS-ROSTER-006', { field: 'sshKeys', person, got: describe(node), expected: FIELDS.sshKeys }, this.of(node ?? item)));
      return [];
    }
    return node.items.flatMap((key, index) => {
      const text = textOf(key);
      if (text === undefined) {
        this.faults.push(fault('WS-ROSTER-006', { field: 'sshKeys', person, got: describe(key), expected: FIELDS.sshKeys }, this.of(key)));
      }
      return text === undefined ? [] : [{ text, index, node: key }];
    });
  }

  private mac(item: YAMLMap, person: string): MacAddress | undefined {
    const text = this.optional(item, 'mac', person);
    if (text === undefined) {
      return undefined;
    }
    const faults = checkMac(text);
    this.faults.push(...faults.map((one) => ({ ...one, ...this.of(item.get('mac', true)) })));
    return faults.length === 0 ? MacAddress.of(text) : undefined;
  }

  private uniqueField(seen: Map<string, Seen>, field: 'identity' | 'user', value: string | undefined, item: YAMLMap, person: string): void {
    if (value !== undefined) {
      const node = item.get(field, true);
      this.unique(seen, value, node, person, (first) => fault('WS-ROSTER-008', { field, got: brief(value), other: first.person, first: first.line }, this.of(node)));
    }
  }

  private unique(seen: Map<string, Seen>, value: string, node: unknown, person: string, make: (first: Seen) => Fault): void {
    const first = seen.get(value);
    if (first === undefined) {
      seen.set(value, { line: this.of(node).line ?? 0, person });
    } else {
      this.faults.push(make(first));
    }
  }

  private of(node: unknown): Place {
    const range = (node as Node | null | undefined)?.range;
    return this.at(range?.[0] ?? 0);
  }

  private at(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

function textOf(node: unknown): string | undefined {
  return isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
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

function readText(path: unknown): { text?: string; reason?: string } {
  // A number would be an open file, 0 the keyboard.
  if (typeof path !== 'string' || path === '' || path.includes('\u0000')) {
    return { reason: 'it is no path' };
  }
  try {
    const bytes = readFileSync(path);
    const text = bytes.toString('utf8');
    return Buffer.from(text, 'utf8').equals(bytes) ? { text } : { reason: 'it is no UTF-8 text' };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code === 'EACCES' ? 'reading it is not allowed' : code || 'reading it failed';
}
