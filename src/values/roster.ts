import { isUtf8 } from 'buffer';
import { readFileSync } from 'fs';
import { extname } from 'path';
import { fault, show, throwAll } from '../faults';
import { ProfileSet } from './profile-set';
import { isAbsent, type PropNames, Reading } from './reading';
import { CSV } from './roster-csv';
import { JSON_FORMAT } from './roster-json';
import type { RosterPerson } from './roster-person';
import { RosterReader } from './roster-reader';
import type { Format } from './roster-text';
import { YAML } from './roster-yaml';

/** What a roster is compared with. */
export interface RosterProps {
  /**
   * The profiles that the fleet offers: a row that asks for another one is refused here, with its line.
   * @default - profiles are not looked up
   */
  readonly profiles?: ProfileSet;
}

const PROPS: PropNames<RosterProps> = { profiles: true };

/** By the end of the file's name; any other end is YAML. */
const FORMATS: Readonly<Record<string, Format>> = { '.csv': CSV, '.tsv': CSV, '.json': JSON_FORMAT };

/** Files that hold more than a table. */
const WORKBOOKS: ReadonlySet<string> = new Set(['.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.fods', '.numbers']);

/**
 * The people of a fleet, read from a data file: YAML 1.2, JSON (`.json`) or CSV (`.csv`, `.tsv`), in UTF-8.
 *
 * A person has `name`, `profile`, `rootDisk` and, where wanted, `identity`, `user`, `rootDiskGrownTo`, `workspaceDisk`,
 * `workspaceDiskGrownTo`, `sshKeys`, `mac`, `state`, `leaves`. In YAML and JSON each is an entry under `people`, in CSV a line below one of these
 * names. Aliases, merge keys, unknown tags and a second document are refused, so that each row says all of itself.
 *
 * @example
 * const roster = Roster.parse('people:\n  - { name: alice, profile: office, rootDisk: 60Gi }\n', 'people.yaml');
 * const names = roster.people.map((person) => person.name);
 */
export class Roster {
  /**
   * Reads a file. Name it from the folder of the fleet file: `join(__dirname, 'people.yaml')`.
   *
   * Faults: WS-ROSTER-001 to WS-ROSTER-017 and those of the values in it, each with line and column, all of them together; WS-APP-002, WS-APP-007.
   */
  public static fromFile(path: string, props?: RosterProps): Roster {
    const { text = '', reason } = readText(path);
    if (reason !== undefined) {
      throwAll([fault('WS-ROSTER-001', { got: show(path), reason }, typeof path === 'string' ? { file: path } : {})]);
    }
    return Roster.parse(text, path, props);
  }

  /**
   * Reads a text that is at hand.
   *
   * Faults: as `fromFile`.
   *
   * @param text the YAML, JSON or CSV
   * @param fileName how faults call it; its end says which format it is
   */
  public static parse(text: string, fileName: string, props?: RosterProps): Roster {
    const reading = new Reading('a roster');
    const given = reading.props(props, PROPS);
    const profiles = isAbsent(given.profiles) ? undefined : reading.instance('profiles', given.profiles, ProfileSet, 'a ProfileSet, such as ProfileSet.of([office])');
    const offered = profiles === undefined ? undefined : [...new Set(profiles.all.map((profile) => profile.name))];
    const file = typeof fileName === 'string' ? fileName : 'roster';
    // Without the byte order mark, which is no part of the first line.
    const reader = new RosterReader(typeof text === 'string' ? text.replace(/^\ufeff/, '') : '', file, offered);
    const people = reader.read(FORMATS[extname(file).toLowerCase()] ?? YAML);
    throwAll([...reading.faults, ...reader.faults]);
    return new Roster(people);
  }

  private constructor(private readonly rows: readonly RosterPerson[]) {}

  /** Everybody, in the order of the file (a copy). */
  public get people(): RosterPerson[] {
    return [...this.rows];
  }
}

function readText(path: unknown): { text?: string; reason?: string } {
  // A number would be an open file, 0 the keyboard.
  if (typeof path !== 'string' || path === '' || path.includes('\u0000')) {
    return { reason: 'it is no path' };
  }
  try {
    const bytes = readFileSync(path);
    if (WORKBOOKS.has(extname(path).toLowerCase())) {
      return { reason: 'it is a workbook; save it as CSV (UTF-8)' };
    }
    return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { reason: 'it is no UTF-8 text; save it in UTF-8 (a spreadsheet calls that "CSV UTF-8")' };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code === 'EACCES' ? 'reading it is not allowed' : code || 'reading it failed';
}
