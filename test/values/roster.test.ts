import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import fc from 'fast-check';
import { Person } from '../../src/values';
import { Roster } from '../../src/values/roster';
import { RosterPerson } from '../../src/values/roster-person';
import { faultOf, faultsOf, sshKey } from './support';

const parse = (text: string) => Roster.parse(text, 'people.yaml');
/** A roster of one person with the fields that are needed, and more. */
const row = (more: string) => `people:\n- name: alice\n  profile: office\n  rootDisk: 60Gi\n  ${more}\n`;
/** Code and place of each fault. */
const places = (text: string) => faultsOf(() => parse(text)).map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);

describe('a good roster', () => {
  const GOOD = `# The people of the lab.
people:
  - { name: alice, profile: office, rootDisk: 60Gi }
  - name: mei-lin
    identity: 4f1c
    user: "oidc:mei lin"
    profile: trainer
    rootDisk: 150Gi
    workspaceDisk: 2Ti
    mac: "0A-1B-2C-3D-4E-5F"
    sshKeys:
      - ${sshKey()}
      - "${sshKey('ssh-rsa')}"
`;

  it('gives its people in the order of the file', () => {
    const [alice, mei] = parse(GOOD).people;
    expect(alice).toMatchObject({ name: 'alice', profile: 'office', sshKeys: [] });
    expect(alice!.rootDisk.asString()).toBe('60Gi');
    expect([alice!.identity, alice!.user, alice!.workspaceDisk, alice!.mac]).toEqual([undefined, undefined, undefined, undefined]);
    expect(mei).toMatchObject({ name: 'mei-lin', identity: '4f1c', user: 'oidc:mei lin', profile: 'trainer', sshKeys: [sshKey(), sshKey('ssh-rsa')] });
    expect([mei!.rootDisk.asString(), mei!.workspaceDisk!.asString(), mei!.mac!.text]).toEqual(['150Gi', '2Ti', '0a:1b:2c:3d:4e:5f']);
  });

  it('gives Persons, as copies', () => {
    const roster = parse(GOOD);
    expect(roster.people.every((person) => person instanceof RosterPerson && person instanceof Person)).toBe(true);
    roster.people.pop();
    roster.people[1]!.sshKeys.pop();
    expect(roster.people).toHaveLength(2);
    expect(roster.people[1]!.sshKeys).toHaveLength(2);
  });

  it.each([['CRLF', GOOD.replace(/\n/g, '\r\n')], ['a byte order mark', `\ufeff${GOOD}`], ['a document start', `---\n${GOOD}`], ['a document end', `${GOOD}...\n`], ['no end of line', GOOD.trimEnd()]])(
    'may have %s', (_, text) => {
      expect(parse(text).people.map(({ name }) => name)).toEqual(['alice', 'mei-lin']);
    });

  it('may be JSON', () => {
    expect(parse(JSON.stringify({ people: [{ name: 'alice', profile: 'office', rootDisk: '60Gi' }] })).people).toHaveLength(1);
  });

  it('may have 5,000 people', () => {
    const rows = Array.from({ length: 5000 }, (_, n) => `- { name: p${n}, profile: office, rootDisk: 60Gi, identity: "id ${n}", user: "u ${n}", mac: "0a:00:00:00:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}" }`);
    const people = parse(`people:\n${rows.join('\n')}\n`).people;
    expect([people.length, people[4999]!.name]).toEqual([5000, 'p4999']);
  });
});

describe('each fault, with line and column', () => {
  it.each([
    ['broken YAML', 'people:\n- {name: alice\n', 'WS-ROSTER-002 people.yaml:3:1'],
    ['a tab as indentation', 'people:\n\t- name: alice\n', 'WS-ROSTER-002 people.yaml:2:1'],
    ['a key twice', row('name: bob'), 'WS-ROSTER-002 people.yaml:5:3'],
    ['a second document', `${row('user: a')}---\npeople: []\n`, 'WS-ROSTER-002 people.yaml:6:1'],
    ['an unknown tag', row('user: !vault x'), 'WS-ROSTER-002 people.yaml:5:9'],
    ['an alias of nothing', row('user: *x'), 'WS-ROSTER-006 people.yaml:5:9'],
    ['nothing', '', 'WS-ROSTER-003 people.yaml:1:1'],
    ['comments only', '# a\n# b\n', 'WS-ROSTER-003 people.yaml:1:1'],
    ['a list without people:', '- name: alice\n', 'WS-ROSTER-003 people.yaml:1:1'],
    ['a text', 'alice\n', 'WS-ROSTER-003 people.yaml:1:1'],
    ['an empty list', 'people: []\n', 'WS-ROSTER-003 people.yaml:1:9'],
    ['no list', 'people:\n  alice: {}\n', 'WS-ROSTER-003 people.yaml:2:3'],
    ['nothing in the list', 'people:\n', 'WS-ROSTER-003 people.yaml:1:8'],
    ['a name in place of a person', 'people:\n- alice\n', 'WS-ROSTER-003 people.yaml:2:3'],
    ['an unknown field', row('rotDisk: 5Gi'), 'WS-ROSTER-004 people.yaml:5:3'],
    ['an unknown field at the top', `person: []\n${row('user: a')}`, 'WS-ROSTER-004 people.yaml:1:1'],
    ['a missing field', 'people:\n- name: alice\n  rootDisk: 60Gi\n', 'WS-ROSTER-005 people.yaml:2:3'],
    ['a number for text', row('user: 5'), 'WS-ROSTER-006 people.yaml:5:9'],
    ['a decimal size', 'people:\n- { name: alice, profile: office, rootDisk: 60G }\n', 'WS-ROSTER-006 people.yaml:2:45'],
    ['one key where a list belongs', row(`sshKeys: ${sshKey()}`), 'WS-ROSTER-006 people.yaml:5:12'],
    ['a small size', row('workspaceDisk: 1023Ki'), 'WS-SIZE-002 people.yaml:5:18'],
    ['a bad name', 'people:\n- { name: Alice, profile: office, rootDisk: 60Gi }\n', 'WS-PERSON-001 people.yaml:2:11'],
    ['blanks around an identity', row('identity: " a"'), 'WS-PERSON-002 people.yaml:5:13'],
    ['no key', row(`sshKeys:\n  - ${sshKey()}\n  - x`), 'WS-SSH-002 people.yaml:7:5'],
    ['a private key', row('sshKeys:\n  - "BEGIN PRIVATE KEY"'), 'WS-SSH-003 people.yaml:6:5'],
    ['a key twice in a list', row(`sshKeys:\n  - ${sshKey()}\n  - ${sshKey()}`), 'WS-SSH-004 people.yaml:7:5'],
    ['no MAC address', row('mac: "x"'), 'WS-MAC-001 people.yaml:5:8'],
    ['a multicast MAC address', row('mac: "01:00:00:00:00:01"'), 'WS-MAC-002 people.yaml:5:8'],
  ])('%s', (_, text, place) => {
    expect(places(text)).toEqual([place]);
    expect(places(text.replace(/\n/g, '\r\n'))).toEqual([place]);
    expect(places(`\ufeff${text}`)).toEqual([place]);
  });

  it('offers the near field, and all of them', () => {
    expect(faultOf(() => parse(row('rotDisk: 5Gi')))).toMatchObject({
      message: "person 'alice' has an unknown field 'rotDisk' (did you mean 'rootDisk'?)", expected: 'name, identity, user, profile, rootDisk, rootDiskGrownTo, workspaceDisk, workspaceDiskGrownTo, sshKeys, mac, state, leaves',
    });
    expect(faultOf(() => parse(row('5: x'))).message).toBe("person 'alice' has an unknown field '5 (a number, not text)'");
  });

  it.each(['name', 'profile', 'rootDisk'])('needs %s', (field) => {
    const fields = { name: 'alice', profile: 'office', rootDisk: '60Gi' };
    const { [field as keyof typeof fields]: _gone, ...rest } = fields;
    expect(faultOf(() => parse(JSON.stringify({ people: [rest] })))).toMatchObject({ code: 'WS-ROSTER-005', message: `person ${field === 'name' ? 'number 1' : "'alice'"} has no '${field}'` });
    expect(faultOf(() => parse(JSON.stringify({ people: [{ ...rest, [field]: null }] })))).toMatchObject({ code: 'WS-ROSTER-006', got: 'null (empty)' });
    expect(faultOf(() => parse(JSON.stringify({ people: [{ ...rest, [field]: '' }] })))).toMatchObject({ code: 'WS-ROSTER-006', got: "''" });
  });

  it('names the first of two', () => {
    const text = `people:
- { name: alice, profile: p, rootDisk: 1Gi, identity: i, user: u, mac: "0a:00:00:00:00:01" }
- { name: bob, profile: p, rootDisk: 1Gi, identity: i, user: u, mac: "0A-00-00-00-00-01" }
- { name: alice, profile: p, rootDisk: 1Gi }
`;
    expect(faultsOf(() => parse(text)).map(({ code, line, column, message }) => [code, `${line}:${column}`, message])).toEqual([
      ['WS-ROSTER-008', '3:53', "'identity' 'i' is given to two people; the first is 'alice' on line 2"],
      ['WS-ROSTER-008', '3:62', "'user' 'u' is given to two people; the first is 'alice' on line 2"],
      ['WS-ROSTER-009', '3:70', "the MAC address 0a:00:00:00:00:01 is given to two people; the first is 'alice' on line 2"],
      ['WS-ROSTER-007', '4:11', "two people are called 'alice'; the first is on line 2"],
    ]);
  });

  it('says all of all rows in one throw, in the order of the file', () => {
    const text = `people:
- name: Alice
  profil: office
  rootDisk: 60GB
- 5
- rootDisk: 60Gi
  profile: office
  identity: ""
  user: " x"
  sshKeys: [7, PRIVATE KEY, 'y']
  mac: 12:34:56
`;
    expect(places(text)).toEqual([
      'WS-ROSTER-005 people.yaml:2:3', 'WS-PERSON-001 people.yaml:2:9', 'WS-ROSTER-004 people.yaml:3:3', 'WS-ROSTER-006 people.yaml:4:13',
      'WS-ROSTER-003 people.yaml:5:3',
      'WS-ROSTER-005 people.yaml:6:3', 'WS-ROSTER-006 people.yaml:8:13', 'WS-PERSON-002 people.yaml:9:9', 'WS-ROSTER-006 people.yaml:10:13', 'WS-SSH-003 people.yaml:10:16', 'WS-SSH-002 people.yaml:10:29',
      'WS-MAC-001 people.yaml:11:8',
    ]);
    expect(faultsOf(() => parse(text)).filter(({ code }) => code.startsWith('WS-SSH')).map(({ field }) => field)).toEqual(['/people/2/sshKeys/1', '/people/2/sshKeys/2']);
  });
});

describe('traps of YAML', () => {
  it.each([
    ['5', '5 (a number, not text)'], ['1e3', '1e3 (a number, not text)'], ['0o777', '0o777 (a number, not text)'], ['0x1F', '0x1F (a number, not text)'], ['.inf', '.inf (a number, not text)'],
    ['true', 'true (a boolean, not text)'], ['~', '~ (empty)'], ['null', 'null (empty)'], ['', 'empty'], ['[a]', 'a list'], ['{ a: b }', 'a map'], ['!!int "5"', '5 (a number, not text)'],
  ])('does not take %s for text', (yaml, got) => {
    expect(faultOf(() => parse(row(`user: ${yaml}`)))).toMatchObject({ code: 'WS-ROSTER-006', got, message: `'user' of person 'alice' is ${got}` });
  });

  it.each(['no', 'yes', 'on', 'off', 'y', '2024-01-01', '12:34:56', '1_000', '0777x', '"5"', "'true'", '!!str 5', '张美琳', 'zoë', '👩‍💻', '|-\n    x'])('takes %s for text, as YAML 1.2 does', (yaml) => {
    expect(parse(row(`user: ${yaml}`)).people[0]!.user).toBe(yaml === '!!str 5' ? '5' : yaml === '|-\n    x' ? 'x' : yaml.replace(/["']/g, ''));
  });

  it.each(['no', '2024-01-01', '0777'])('never takes %s for another value, even if the file asks for YAML 1.1', (yaml) => {
    expect(places(`%YAML 1.1\n---\n${row(`user: ${yaml}`)}`)).toEqual(['WS-ROSTER-006 people.yaml:7:9']);
  });

  it.each(['美琳', 'zoë', 'alicе'])('has no person called %s', (name) => {
    expect(places(`people:\n- { name: ${name}, profile: p, rootDisk: 1Gi }\n`)).toEqual(['WS-PERSON-001 people.yaml:2:11']);
  });

  it('reads no aliases and no merge keys, and says so', () => {
    const text = `people:
- &a { name: alice, profile: &p office, rootDisk: 1Gi }
- { name: bob, profile: *p, rootDisk: 1Gi }
- *a
- { <<: *a, name: carol, profile: p, rootDisk: 1Gi }
`;
    expect(faultsOf(() => parse(text)).map(({ code, line, got }) => [code, line, got])).toEqual([
      ['WS-ROSTER-006', 3, 'an alias (*p), where the value itself should stand'], ['WS-ROSTER-003', 4, 'an alias (*a), where the value itself should stand as entry 3'], ['WS-ROSTER-004', 5, '<<'],
    ]);
  });

  it('is bounded against alias bombs', () => {
    const levels = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]`);
    const faults = faultsOf(() => parse(`a0: &a0 [x]\n${levels.join('\n')}\npeople: *a30\n`));
    expect(faults.filter(({ code }) => code === 'WS-ROSTER-003')).toHaveLength(1);
  });

  it.each([['lists', '['.repeat(50_000)], ['maps', '{a: '.repeat(50_000)], ['dashes', '- '.repeat(50_000)]])('is bounded against %s without end', (_, text) => {
    expect(faultsOf(() => parse(`people: ${text}`)).every(({ code }) => code === 'WS-ROSTER-002')).toBe(true);
  });

  it('answers any text with people or faults that have a place', () => {
    const word = fc.constantFrom('people:', '- ', 'name', ': ', '\n', '  ', 'alice', '{', '}', '[', ']', ',', '*a', '&a', '!!str', '"', "'", '---', '\t', '\r\n', '#', '|', '<<', '? ', '5', 'rootDisk', '1Gi', 'sshKeys', '%YAML 1.1\n');
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.array(word, { maxLength: 40 }).map((words) => words.join(''))), (text) => {
      const faults = faultsOf(() => parse(text));
      expect(faults.every(({ file, line, column }) => file === 'people.yaml' && line! >= 1 && column! >= 1)).toBe(true);
    }), { numRuns: 500 });
  });
});

describe('Roster.fromFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roster-'));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads a file, and names it in faults', () => {
    expect(Roster.fromFile(file('a.yaml', row('user: a'))).people).toHaveLength(1);
    const wrong = file('b.yaml', row('user: 5'));
    expect(faultOf(() => Roster.fromFile(wrong))).toMatchObject({ code: 'WS-ROSTER-006', file: wrong, line: 5, column: 9 });
  });

  it('says why it cannot be read', () => {
    const missing = join(folder, 'missing.yaml');
    expect(faultOf(() => Roster.fromFile(missing))).toMatchObject({ code: 'WS-ROSTER-001', file: missing, message: expect.stringContaining('there is no such file') });
    expect(faultOf(() => Roster.fromFile(folder)).message).toContain('it is a folder');
    expect(faultOf(() => Roster.fromFile(join(file('c.yaml', ''), 'd.yaml'))).message).toContain('ENOTDIR');
  });

  it('says that reading is not allowed', () => {
    const locked = file('locked.yaml', row('user: a'));
    chmodSync(locked, 0);
    const codes = faultsOf(() => Roster.fromFile(locked)).map(({ message }) => message);
    // Root may read all.
    expect(process.getuid?.() === 0 ? codes : codes.filter((message) => !message.includes('reading it is not allowed'))).toEqual([]);
  });

  it.each(['', 'a\u0000b', 0, 5, undefined, null, {}, Buffer.from('a'), new URL('file:///a')])('takes %p for no path', (path) => {
    expect(faultOf(() => Roster.fromFile(path as string))).toMatchObject({ code: 'WS-ROSTER-001', message: expect.stringContaining('it is no path') });
  });

  it.each([['Latin-1', Buffer.from(row('user: José'), 'latin1')], ['UTF-16', Buffer.from(`\ufeff${row('user: a')}`, 'utf16le')], ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')]])(
    'refuses %s, which it would misread', (name, bytes) => {
      expect(faultOf(() => Roster.fromFile(file(`${name}.yaml`, bytes)))).toMatchObject({ code: 'WS-ROSTER-001', message: expect.stringContaining('it is no UTF-8 text') });
    });

  it('reads UTF-8 with a byte order mark', () => {
    expect(Roster.fromFile(file('bom.yaml', `\ufeff${row('user: José')}`)).people[0]!.user).toBe('José');
  });
});
