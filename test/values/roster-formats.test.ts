import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { Roster } from '../../src/values/roster';
import type { RosterPerson } from '../../src/values/roster-person';
import type { Cell } from '../../src/values/roster-text';
import { YAML } from '../../src/values/roster-yaml';
import { faultOf, faultsOf, sshKey } from './support';

type Row = Readonly<Record<string, unknown>>;

const HEADER = 'name,profile,rootDisk';
const csv = (text: string) => Roster.parse(text, 'people.csv').people;
const json = (text: string) => Roster.parse(text, 'people.json').people;
const placesOf = (text: string, file: string) => faultsOf(() => Roster.parse(text, file)).map(({ code, line, column }) => `${code} ${line}:${column}`);
const FIELDS = ['name', 'identity', 'user', 'profile', 'rootDisk', 'rootDiskGrownTo', 'workspaceDisk', 'workspaceDiskGrownTo', 'sshKeys', 'mac', 'state', 'leaves'];

const quoted = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);
const cellOf = (value: unknown) => quoted(Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : '');
const asCsv = (rows: readonly Row[], separator = ',', end = '\n') => [FIELDS, ...rows.map((row) => FIELDS.map((field) => cellOf(row[field])))].map((cells) => `${cells.join(separator)}${end}`).join('');

const plain = (people: readonly RosterPerson[]) => people.map((person) => ({
  name: person.name, identity: person.identity, user: person.user, profile: person.profile, sshKeys: person.sshKeys, mac: person.mac?.text, leaves: person.leaves,
  sizes: [person.rootDisk, person.rootDiskGrownTo, person.workspaceDisk, person.workspaceDiskGrownTo].map((size) => size?.asString()),
}));

const ROWS: readonly Row[] = [
  { name: 'alice', profile: 'office', rootDisk: '60Gi' },
  {
    name: 'mei-lin', identity: '4f1c', user: 'oidc:张美琳, "mei"', profile: 'trainer', rootDisk: '150Gi', rootDiskGrownTo: '300Gi', workspaceDisk: '2Ti', workspaceDiskGrownTo: '2Ti',
    sshKeys: [sshKey(), sshKey('ssh-rsa')], mac: '0a:1b:2c:3d:4e:5f', state: 'leaving', leaves: '2028-02-29',
  },
  { name: 'zoe', profile: 'office', rootDisk: '60Gi', state: 'active', sshKeys: [sshKey('ssh-ed25519', 2, 'zoë')] },
];

describe('one model', () => {
  const wanted = plain(Roster.parse(stringify({ people: ROWS }), 'people.yaml').people);

  it('has what the YAML says', () => {
    expect(wanted[1]).toEqual({
      name: 'mei-lin', identity: '4f1c', user: 'oidc:张美琳, "mei"', profile: 'trainer', sshKeys: [sshKey(), sshKey('ssh-rsa')], mac: '0a:1b:2c:3d:4e:5f', leaves: '2028-02-29',
      sizes: ['150Gi', '300Gi', '2Ti', '2Ti'],
    });
    expect(wanted[0]!.leaves).toBeUndefined();
  });

  it.each([',', ';', '\t'].flatMap((separator) => ['\n', '\r\n', '\r'].flatMap((end) => ['', '\ufeff'].map((mark) => [separator, end, mark] as const))))('CSV with %j, %j, %j', (separator, end, mark) => {
    expect(plain(csv(`${mark}${asCsv(ROWS, separator, end)}`))).toEqual(wanted);
    expect(plain(csv(`${mark}${asCsv(ROWS, separator, end).trimEnd()}${separator}`)).length).toBe(3);
  });

  it('JSON in any layout', () => {
    for (const text of [JSON.stringify({ people: ROWS }), JSON.stringify({ $schema: 'x', people: ROWS }, undefined, 2), `\ufeff${JSON.stringify({ people: ROWS }, undefined, '\t').replace(/\n/g, '\r\n')}\n`]) {
      expect(plain(json(text))).toEqual(wanted);
    }
  });

  it('is the same in each format, whoever is in it', () => {
    const size = fc.integer({ min: 1, max: 4000 }).map((n) => `${n}Gi`);
    const text = fc.string({ unit: fc.constantFrom(...'ab ,;"\'=:#-ü美\t|') }).map((words) => `x${words.replace(/\t/g, '')}x`);
    const row = fc.record({ profile: text, rootDisk: size, workspaceDisk: size, identity: text, user: text }, { requiredKeys: ['profile', 'rootDisk'] });
    fc.assert(fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const people = rows.map((one, index) => ({ ...one, name: `p${index}`, ...(one.identity === undefined ? {} : { identity: `${one.identity}${index}` }), ...(one.user === undefined ? {} : { user: `${one.user}${index}` }) }));
      const yaml = plain(Roster.parse(stringify({ people }), 'people.yaml').people);
      expect(yaml).toHaveLength(rows.length);
      expect(plain(json(JSON.stringify({ people })))).toEqual(yaml);
      expect(plain(csv(asCsv(people, ';', '\r\n')))).toEqual(yaml);
    }), { numRuns: 200 });
  });

  it.each(['people.CSV', 'a/b.c/people.tsv'])('reads %s as CSV', (file) => expect(Roster.parse(`${HEADER}\nalice,office,60Gi\n`, file).people).toHaveLength(1));
  it.each(['people.yml', 'people', 'people.txt', '.csv'])('reads %s as YAML', (file) => expect(Roster.parse('people: [{ name: alice, profile: office, rootDisk: 60Gi }]', file).people).toHaveLength(1));
  it('reads files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'roster-'));
    try {
      writeFileSync(join(folder, 'people.csv'), `\ufeff${asCsv(ROWS, ';', '\r\n')}`);
      writeFileSync(join(folder, 'people.json'), JSON.stringify({ people: ROWS }));
      expect(plain(Roster.fromFile(join(folder, 'people.csv')).people)).toEqual(wanted);
      expect(plain(Roster.fromFile(join(folder, 'people.json')).people)).toEqual(wanted);
      writeFileSync(join(folder, 'people.xlsx'), 'PK');
      expect(faultOf(() => Roster.fromFile(join(folder, 'people.xlsx')))).toMatchObject({ code: 'WS-ROSTER-001', message: expect.stringContaining('it is a workbook; save it as CSV (UTF-8)') });
      writeFileSync(join(folder, 'latin.csv'), Buffer.from(`${HEADER}\njos\u00e9,office,60Gi\n`, 'latin1'));
      expect(faultOf(() => Roster.fromFile(join(folder, 'latin.csv'))).message).toContain('CSV UTF-8');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('holds 20,000 people', () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      name: `p${n}`, profile: 'office', rootDisk: '60Gi', workspaceDisk: '500Gi', identity: `id-${n}`, user: `u-${n}`, sshKeys: [sshKey('ssh-ed25519', n % 251, `p${n}`)],
      mac: `0a:00:00:00:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`,
    }));
    const yaml = `people:\n${rows.map((row) => `- ${JSON.stringify(row)}\n`).join('')}`;
    for (const people of [csv(asCsv(rows)), json(JSON.stringify({ people: rows })), Roster.parse(yaml, 'people.yaml').people]) {
      expect([people.length, people[19_999]!.name, people[19_999]!.mac!.text, people[12_345]!.sshKeys[0]]).toEqual([20_000, 'p19999', '0a:00:00:00:4e:1f', rows[12_345]!.sshKeys[0]]);
    }
  });
});

describe('the same faults at the places of each format', () => {
  const wrong = { name: 'Alice', profile: 'office', rootDisk: '60', state: 'leving', leaves: '31.12.2027', mac: '0a', sshKeys: ['x'] };
  const CODES = ['WS-MAC-001', 'WS-PERSON-001', 'WS-ROSTER-006', 'WS-ROSTER-014', 'WS-ROSTER-015', 'WS-SSH-002'];

  it.each([
    ['people.yaml', stringify({ people: [wrong] }), ['WS-PERSON-001 2:11', 'WS-ROSTER-006 4:15', 'WS-ROSTER-014 5:12', 'WS-ROSTER-015 6:13', 'WS-MAC-001 7:10', 'WS-SSH-002 9:9']],
    ['people.json', JSON.stringify({ people: [wrong] }, undefined, 1), ['WS-PERSON-001 4:12', 'WS-ROSTER-006 6:16', 'WS-ROSTER-014 7:13', 'WS-ROSTER-015 8:14', 'WS-MAC-001 9:11', 'WS-SSH-002 11:5']],
    ['people.csv', asCsv([wrong]), ['WS-PERSON-001 2:1', 'WS-ROSTER-006 2:16', 'WS-SSH-002 2:22', 'WS-MAC-001 2:24', 'WS-ROSTER-014 2:27', 'WS-ROSTER-015 2:34']],
  ])('%s', (file, text, places) => {
    const rendered = file === 'people.yaml' ? text.replace('rootDisk: "60"', "rootDisk: '60'") : text;
    expect(faultsOf(() => Roster.parse(rendered, file)).map(({ code }) => code).sort()).toEqual(CODES);
    expect(placesOf(rendered, file)).toEqual(places);
  });

  it.each(['people.yaml', 'people.json', 'people.csv'])('%s: two people with one name, identity, user and address', (file) => {
    const one = { name: 'alice', profile: 'p', rootDisk: '1Gi', identity: 'i', user: 'u', mac: '0a:00:00:00:00:01' };
    const rows = [one, { name: 'bob', profile: 'p', rootDisk: '1Gi' }, { ...one }];
    const text = file === 'people.csv' ? asCsv(rows) : file === 'people.json' ? JSON.stringify({ people: rows }, undefined, 1) : stringify({ people: rows });
    const faults = faultsOf(() => Roster.parse(text, file));
    expect(faults.map(({ code }) => code).sort()).toEqual(['WS-ROSTER-007', 'WS-ROSTER-008', 'WS-ROSTER-008', 'WS-ROSTER-009']);
    const lines = text.split('\n');
    for (const { message, line } of faults) {
      const first = Number(/on line (\d+)/.exec(message)?.[1]);
      expect(first).toBeLessThan(line!);
      expect(lines[first - 1]).toBe(lines[line! - 1]);
    }
  });
});

describe('growth', () => {
  const row = (more: string) => `people:\n- name: alice\n  profile: office\n  rootDisk: 60Gi\n  ${more}\n`;
  it('may be the size at birth', () => expect(Roster.parse(row('rootDiskGrownTo: 61440Mi'), 'p').people[0]!.rootDiskGrownTo!.asString()).toBe('61440Mi'));
  it.each([
    ['rootDiskGrownTo: 59Gi', 'WS-ROSTER-013 5:20'], ['workspaceDiskGrownTo: 2Ti', 'WS-ROSTER-005 5:25'], ['workspaceDisk: 1Ti\n  workspaceDiskGrownTo: 1023Gi', 'WS-ROSTER-013 6:25'],
    ['rootDiskGrownTo: 1Ki', 'WS-ROSTER-013 5:20,WS-SIZE-002 5:20'], ['rootDiskGrownTo: 60G', 'WS-ROSTER-006 5:20'],
  ])('%s', (more, place) => expect(placesOf(row(more), 'p.yaml').join()).toBe(place));
  it('never shrinks, and says how large the disk was', () => {
    expect(faultOf(() => Roster.parse(row('rootDiskGrownTo: 59Gi'), 'p'))).toMatchObject({ message: "'rootDiskGrownTo' of person 'alice' is 59Gi, less than the disk has at its birth (60Gi)", got: '59Gi', expected: '60Gi' });
  });
});

describe('leaving', () => {
  const row = (more: string) => `people:\n- name: alice\n  profile: office\n  rootDisk: 60Gi\n  ${more}\n`;
  const leaves = (more: string) => Roster.parse(row(more), 'p.yaml').people[0]!.leaves;
  it('is known by the last day, whatever day it is today', () => {
    expect(leaves('leaves: 2001-01-31')).toBe('2001-01-31');
    expect(leaves('state: leaving\n  leaves: "2999-12-31"')).toBe('2999-12-31');
    expect(leaves('state: active')).toBeUndefined();
  });
  it.each([
    ['state: leaving', 'WS-ROSTER-016 5:10'], ['state: active\n  leaves: 2027-03-31', 'WS-ROSTER-017 6:11'], ['state: Leaving', 'WS-ROSTER-014 5:10'], ['state: gone', 'WS-ROSTER-014 5:10'], ['state: true', 'WS-ROSTER-006 5:10'],
  ])('%s', (more, place) => expect(placesOf(row(more), 'p.yaml').join()).toBe(place));
  it('offers the state that was meant', () => {
    expect(faultOf(() => Roster.parse(row('state: aktive'), 'p'))).toMatchObject({ message: "'state' of person 'alice' is 'aktive' (did you mean 'active'?)", expected: 'active, leaving' });
  });
  it.each(['2027-02-29', '2027-13-01', '2027-00-10', '2027-04-31', '2027-1-1', '27-01-01', '31.12.2027', '12/31/2027', '2027-12-31T00:00', 'soon', '1900-02-29', '46387x'])('%s is no day', (day) => {
    expect(placesOf(row(`leaves: "${day}"`), 'p.yaml')).toEqual(['WS-ROSTER-015 5:11']);
  });
  it.each(['2000-02-29', '2028-02-29', '2027-12-31'])('%s is one', (day) => expect(leaves(`leaves: ${day}`)).toBe(day));
});

describe('CSV', () => {
  it('takes the names of fields in any case and order, and leaves out what is empty', () => {
    expect(plain(csv('RootDisk,NAME,Profile,MAC\n60Gi,alice,office,\n'))[0]).toMatchObject({ name: 'alice', profile: 'office', mac: undefined });
  });
  it('takes several keys in a cell', () => {
    const [a, b] = [sshKey(), sshKey('ssh-rsa')];
    for (const cell of [`"${a}\n${b}"`, `"${a}\r\n${b}\r\n"`, `"${a};${b}"`, `${a} ; ${b};`]) {
      expect(csv(`${HEADER},sshKeys\nalice,office,60Gi,${cell}\n`)[0]!.sshKeys).toEqual([a, b]);
    }
  });
  it('points at the key that is wrong', () => {
    expect(placesOf(`${HEADER},sshKeys\nalice,office,60Gi,"${sshKey('ssh-ed25519', 1, 'the ""old"" one')}\n  x"\nbob,office,60Gi,${sshKey('ssh-ed25519', 3)};y\n`, 'p.csv')).toEqual(['WS-SSH-002 3:3', `WS-SSH-002 4:${18 + sshKey().length}`]);
  });
  it('never shows the lines of a private key', () => {
    const cell = ['-----BEGIN OPENSSH PRIVATE KEY-----', 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ', '-----END OPENSSH PRIVATE KEY-----'];
    for (const sign of ['\n', ';', '\r\n']) {
      const fault = faultOf(() => csv(`${HEADER},sshKeys\nalice,office,60Gi,"${cell.join(sign)}"\n`));
      expect(fault.code).toBe('WS-SSH-003');
      expect(JSON.stringify(fault)).not.toContain('b3Blbn');
    }
  });
  it('passes over blank rows, blanks around cells, and empty cells at the end', () => {
    expect(csv(`${HEADER},,\n\n alice ,\u00a0office,60Gi\t,,\n,,,,\n  \nbob,office,60Gi\n,,\n`).map(({ name, profile }) => [name, profile])).toEqual([['alice', 'office'], ['bob', 'office']]);
  });
  it('takes the separator that a first line declares', () => {
    expect(csv('sep=;\r\nname;profile;rootDisk\r\nalice;office;60Gi\r\n')).toHaveLength(1);
  });
  it.each([
    ['nothing', '', 'WS-ROSTER-003 1:1'],
    ['a blank line', '\n', 'WS-ROSTER-003 1:1'],
    ['no names of fields', 'alice,office,60Gi\n', 'WS-ROSTER-003 1:1'],
    ['no people', `${HEADER}\n`, 'WS-ROSTER-003 1:1'],
    ['no people in blank rows', `${HEADER}\n,,\n\n`, 'WS-ROSTER-003 1:1'],
    ['an unknown column', `${HEADER},worspaceDisk\nalice,office,60Gi,5Gi\nbob,office,60Gi,5Gi\n`, 'WS-ROSTER-004 1:23'],
    ['a column without a name', `name,,profile,rootDisk\nalice,x,office,60Gi\n`, 'WS-ROSTER-004 2:7'],
    ['a column twice', `${HEADER},Name\nalice,office,60Gi,bob\n`, 'WS-ROSTER-002 1:23'],
    ['no column of names', 'profile,rootDisk\noffice,60Gi\noffice,60Gi\n', 'WS-ROSTER-005 1:1'],
    ['an empty cell', `${HEADER}\nalice,,60Gi\n`, 'WS-ROSTER-005 2:7'],
    ['a cell too few', `${HEADER}\nalice,office\n`, 'WS-ROSTER-011 2:7'],
    ['a cell too many', `${HEADER}\nalice,office,60Gi,x\n`, 'WS-ROSTER-011 2:19'],
    ['a separator in a cell', `${HEADER},user\nalice,office,60Gi,Doe, Alice\n`, 'WS-ROSTER-011 2:23'],
    ['no closing quote', `${HEADER}\nalice,"office,60Gi\nbob,office,60Gi\n`, 'WS-ROSTER-002 2:7'],
    ['a quote inside a cell', `${HEADER}\nalice,of"fice",60Gi\n`, 'WS-ROSTER-002 2:9'],
    ['something behind a quoted cell', `${HEADER}\nalice,"office" x,60Gi\n`, 'WS-ROSTER-002 2:15'],
    ['a line break in a cell, then a fault', `${HEADER},user\nalice,office,60Gi,"a\nb"\nBob,office,60Gi,\n`, 'WS-PERSON-002 2:19,WS-PERSON-001 4:1'],
  ])('%s', (_, text, place) => {
    expect(placesOf(text, 'p.csv').join()).toBe(place);
    expect(placesOf(`\ufeff${text.replace(/\n/g, '\r\n')}`, 'p.csv').join()).toBe(place);
  });
  it('says how a table begins', () => {
    expect(faultOf(() => csv('ada;office;60Gi\n'))).toMatchObject({ message: "the roster has a first line that begins with 'ada' where its list of people should be", fix: expect.stringContaining('the names of the fields in the first line (name, identity,') });
    expect(faultsOf(() => csv(`${HEADER};x\n`)).map(({ message }) => message)).toContainEqual(expect.stringContaining("unknown field 'rootDisk;x'"));
  });
  it('offers the column that was meant', () => {
    expect(faultOf(() => csv(`${HEADER},Work space disk\na,b,1Gi,\n`))).toMatchObject({ message: "person (none; this is the first line) has an unknown field 'Work space disk' (did you mean 'workspaceDisk'?)" });
  });
  it('answers any text with people or faults that have a place', () => {
    const word = fc.constantFrom('name', 'profile', 'rootDisk', 'sshKeys', ',', ';', '\t', '\n', '\r\n', '\r', '"', '""', ' ', 'alice', '60Gi', '=A1', 'sep=');
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.array(word, { maxLength: 40 }).map((words) => `${HEADER}\n${words.join('')}`)), (text) => {
      expect(faultsOf(() => csv(text)).every(({ file, line, column }) => file === 'people.csv' && line! >= 1 && column! >= 1)).toBe(true);
    }), { numRuns: 500 });
  });
});

describe('what a spreadsheet does', () => {
  const header = `${HEADER},identity,leaves,mac,sshKeys`;
  const where = (cells: string) => placesOf(`${header}\nalice,office,${cells}\n`, 'p.csv');
  it.each(['=B2', '=1+1', '#REF!', '#N/A', '#NAME?', '####', '1.5E+01', '1,08773E+20', '108773123456789000000'])('%s is no identity any more', (cell) => {
    expect(where(`60Gi,"${cell}",,,`)).toEqual(['WS-ROSTER-012 2:19']);
  });
  it.each(['108773123456789012345', '000123', '-1', '+49', '@alice', '#1'])('%s may be one', (cell) => expect(where(`60Gi,${cell},,,`)).toEqual([]));
  it.each([['=A1,,,,', 14], ['60Gi,,=TODAY(),,', 20], ['60Gi,,,=A1,', 21], ['60Gi,,,,=A1', 22], ['60Gi,,,,"ssh-x;=A1"', 29]])('%s: said of each field, once', (cells, column) => {
    expect(where(cells).filter((place) => !place.startsWith('WS-SSH'))).toEqual([`WS-ROSTER-012 2:${column}`]);
  });
  it('says what has become of it', () => {
    expect(faultOf(() => csv(`${header}\nalice,office,60Gi,1.08773E+20,,,\n`))).toMatchObject({ message: "'identity' of person 'alice' is '1.08773E+20': a number that the spreadsheet has shortened" });
  });
  it.each(['31.12.2027', '12/31/27', '46387', '31-Dec-27', '2027-12-31 00:00:00'])('%s is no day any more', (cell) => expect(where(`60Gi,,${cell},,`)).toEqual(['WS-ROSTER-015 2:20']));
  it.each([
    ['150', '150Gi'], ['150 Gi', '150Gi'], ['150GB', '150Gi'], ['150gib', '150Gi'], ['150G', '150Gi'], ['"1,024Gi"', '1024Gi'], ['1.024', '1024Gi'], ["1'024 MB", '1024Mi'], ['1\u00a0024', '1024Gi'],
    ['1.5Ti', '1536Gi'], ['"0,5 TB"', '512Gi'], ['2T', '2Ti'],
  ])('the size %s was meant as %s', (cell, meant) => {
    expect(faultOf(() => csv(`${HEADER}\nalice,office,${cell}\n`))).toMatchObject({ code: 'WS-ROSTER-006', message: expect.stringContaining(`(did you mean '${meant}'?)`) });
  });
  it.each(['big', '0', '-5', '0.3Ki', '9999999999999999999'])('of the size %s nobody knows what was meant', (cell) => expect(faultOf(() => csv(`${HEADER}\nalice,office,${cell}\n`)).message).not.toContain('did you mean'));
});

describe('JSON', () => {
  const good = '{"people":[{"name":"alice","profile":"office","rootDisk":"60Gi"}]}';
  it.each([
    ['nothing', '', 'WS-ROSTER-003 1:1'],
    ['a list', '[]', 'WS-ROSTER-003 1:1'],
    ['a text', ' "x" ', 'WS-ROSTER-003 1:2'],
    ['an empty object', '\n{}', 'WS-ROSTER-003 2:1'],
    ['no list', '{"people": {}}', 'WS-ROSTER-003 1:12'],
    ['an empty list', '{"people": [ ]}', 'WS-ROSTER-003 1:12'],
    ['no person', '{"people": [5]}', 'WS-ROSTER-003 1:13'],
    ['something else at the top', `{"persons": 1, ${good.slice(1)}`, 'WS-ROSTER-004 1:2'],
    ['a name twice', '{"people":[{"name":"a","name":"b"}]}', 'WS-ROSTER-002 1:24'],
    ['people twice', '{"people":[{"name":"a"}],"people":[]}', 'WS-ROSTER-002 1:26'],
    ['a comma at the end', '{"people":[1,]}', 'WS-ROSTER-002 1:14'],
    ['a comment', `// us\n${good}`, 'WS-ROSTER-002 1:1'],
    ['single quotes', "{'people':[]}", 'WS-ROSTER-002 1:2'],
    ['no end', good.slice(0, -1), 'WS-ROSTER-002 1:66'],
    ['an open text', '{"people":["x\n"]}', 'WS-ROSTER-002 1:14'],
    ['an escape of its own', '{"people":["\\x"]}', 'WS-ROSTER-002 1:13'],
    ['two documents', `${good}\n${good}`, 'WS-ROSTER-002 2:1'],
    ['a number with zeros', '{"people":[01]}', 'WS-ROSTER-002 1:12'],
    ['no colon', '{"people"[]}', 'WS-ROSTER-002 1:10'],
    ['another word', '{"people": none}', 'WS-ROSTER-002 1:12'],
    ['nesting without end', `{"people":${'['.repeat(100)}`, 'WS-ROSTER-002 1:60'],
    ['a number for text', good.replace('"60Gi"', '60'), 'WS-ROSTER-006 1:58'],
    ['null', good.replace('"60Gi"', 'null'), 'WS-ROSTER-006 1:58'],
    ['a missing field', '{"people":[{"name":"alice","rootDisk":"60Gi"}]}', 'WS-ROSTER-005 1:12'],
    ['an unknown field', good.replace('"profile"', '"profil"'), 'WS-ROSTER-005 1:12,WS-ROSTER-004 1:28'],
  ])('%s', (_, text, place) => expect(placesOf(text, 'p.json').join()).toBe(place));

  it('is what JSON.parse takes for JSON, but for a name twice', () => {
    const word = fc.constantFrom('{', '}', '[', ']', ',', ':', '"people"', '"a"', '"\\u00e9"', '"\\n"', '1', '-0.5e3', '1.', 'true', 'null', ' ', '\n', "'", '//');
    const text = fc.oneof(fc.json(), fc.array(word, { maxLength: 12 }).map((words) => words.join('')), fc.string());
    fc.assert(fc.property(text, (given) => {
      const isBroken = placesOf(given, 'p.json').some((place) => place.startsWith('WS-ROSTER-002'));
      let parses = true;
      try {
        JSON.parse(given);
      } catch {
        parses = false;
      }
      const doubled = faultsOf(() => json(given)).some(({ message }) => message.includes('stands twice'));
      expect(doubled || isBroken === (!parses && given.trim() !== '')).toBe(true);
    }), { numRuns: 1000 });
  });

  it('reads escapes', () => {
    expect(json(good.replace('"office"', '"\\u00e9\\ud83d\\ude00\\"\\/"'))[0]!.profile).toBe('é😀"/');
  });
  it('is bounded', () => {
    expect(json(good.replace('office', 'x'.repeat(3_000_000)))[0]!.profile).toHaveLength(3_000_000);
  });
});

describe('YAML in pieces', () => {
  const readAll = (text: string, ways: typeof YAML.ways): unknown => {
    const said: unknown[] = [];
    const note = (...of: unknown[]) => said.push(of);
    const say = { broken: note, misplaced: note, missing: note, uneven: note, unknown: (where: string, cell: Cell) => said.push([where, cell.at]) };
    for (const way of ways) {
      const found: unknown[] = [];
      said.length = 0;
      const cells = way(text, say);
      let step = cells.next();
      for (; step.done !== true; step = cells.next()) {
        found.push(shape(step.value));
      }
      if (step.value) {
        return { found, said: [...said] };
      }
    }
    return undefined;
  };
  const shape = (cell: Cell): unknown => [cell.at, cell.text, cell.items?.map(shape), cell.fields?.map(({ key, value }) => [shape(key), shape(value)]), cell.describe()];

  it('is what it is as a whole', () => {
    const word = fc.constantFrom('- ', '- name: ', '  ', 'profile: ', '\n', '\n- ', '\n  ', '\n  - ', '\n# c\n', '\r\n', 'alice', '"', "'", '{ a: b', '}', '[', ']', ',', '|', '|-', '>', ': ', '#', ' # c', '&a ', '*a', '!!str ', '---', '\n...\n', '\t', '? ', '60Gi');
    const head = fc.constantFrom('people:\n- ', 'people:\n  - ', '# c\n\npeople: # d\n\n- ', '---\npeople:\n- ', 'people:\r\n- ', 'people:#x\n- ', 'people:\n\t- ', 'people: x\n- ');
    fc.assert(fc.property(fc.tuple(head, fc.array(word, { maxLength: 30 })).map(([first, words]) => `${first}${words.join('')}`), (text) => {
      expect(readAll(text, YAML.ways)).toEqual(readAll(text, YAML.ways.slice(1)));
    }), { numRuns: 1500 });
  });

  it('is used for a large file', () => {
    const text = `# us\npeople:\n${Array.from({ length: 3000 }, (_, n) => `  # ${n}\n  - name: p${n}\n    sshKeys:\n    - a\n`).join('')}`;
    expect(readAll(text, YAML.ways.slice(0, 1))).toEqual(readAll(text, YAML.ways.slice(1)));
    expect(placesOf(text.replace('- name: p2999', '- nam: p2999'), 'p.yaml').filter((place) => place.startsWith('WS-ROSTER-004'))).toEqual(['WS-ROSTER-004 12000:5']);
  });
});
