import Ajv from 'ajv';
import { readFileSync } from 'fs';
import { join } from 'path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { getLanguageService, type LanguageService, TextDocument } from 'yaml-language-server';
import { SSH_KEY_TYPES } from '../../src/facts';
import { Roster } from '../../src/values/roster';
import { FIELD_NAMES, NEEDED, STATES } from '../../src/values/roster-fields';
import { ROOT } from '../support/snippets';
import { faultsOf, sshKey } from './support';

interface Entry { readonly required: string[]; readonly properties: Readonly<Record<string, { pattern?: string; enum?: string[]; items?: { pattern: string } }>> }
interface Schema { readonly properties: { readonly people: { readonly items: Entry } } }

const FILE = join(ROOT, 'src/values/roster.schema.json');
const text = readFileSync(FILE, 'utf8');
const schema = JSON.parse(text) as Schema;
const person = schema.properties.people.items;
const validate = new Ajv({ allErrors: true }).compile(schema);
/** What only the whole of the people, the profiles or arithmetic can tell. */
const BEYOND = ['WS-ROSTER-007', 'WS-ROSTER-008', 'WS-ROSTER-009', 'WS-ROSTER-010', 'WS-ROSTER-013'];
const takes = (data: unknown): boolean => faultsOf(() => Roster.parse(JSON.stringify(data), 'people.json')).every(({ code }) => BEYOND.includes(code));

const alice = { name: 'alice', profile: 'office', rootDisk: '60Gi' };

/** Rosters with what the reader says of them. */
const GOOD: readonly object[] = [
  {}, { name: 'a' }, { name: `a${'-'.repeat(30)}z` }, { identity: '4f1c', user: 'oidc:张美琳' }, { identity: 'a b' }, { rootDisk: ' 60Gi ' }, { rootDisk: '1024Ki', rootDiskGrownTo: '1Mi' },
  { workspaceDisk: '2Ti', workspaceDiskGrownTo: '3Pi' }, { sshKeys: [] }, { sshKeys: [sshKey(), `  ${sshKey('ssh-rsa')} `] }, { sshKeys: [sshKey('sk-ssh-ed25519@openssh.com', 1, '')] },
  { mac: '0A-1B-2C-3D-4E-5F' }, { state: 'active' }, { state: 'leaving', leaves: '2027-03-31' }, { leaves: '2028-02-29' },
];
const BAD: readonly object[] = [
  { name: 'Alice' }, { name: '5a' }, { name: 'a-' }, { name: 'a'.repeat(33) }, { name: '' }, { name: null }, { name: 5 }, { name: undefined }, { identity: '' }, { identity: ' a' }, { identity: 'a\n' }, { user: 5 }, { user: '\u00a0' },
  { profile: ' ' }, { profile: undefined }, { rootDisk: '60G' }, { rootDisk: 60 }, { rootDisk: '060Gi' }, { rootDisk: '1023Ki' }, { rootDisk: '1.5Gi' }, { rootDisk: undefined }, { rootDiskGrownTo: '' },
  { workspaceDisk: '2 Ti' }, { workspaceDiskGrownTo: '2Ti' }, { sshKeys: sshKey() }, { sshKeys: [5] }, { sshKeys: ['x'] }, { sshKeys: ['ssh-dss AAAA'] }, { sshKeys: [sshKey(), sshKey()] }, { sshKeys: [`${sshKey()}\n`.repeat(2)] },
  { mac: '01:00:00:00:00:01' }, { mac: '00-00-00-00-00-00' }, { mac: '02:00:00:00:00:00' }, { mac: '0a:1b-2c:3d:4e:5f' }, { mac: '0a1b2c3d4e5f' },
  { state: 'gone' }, { state: 'leaving' }, { state: 'active', leaves: '2027-03-31' }, { state: null }, { leaves: '2027-02-30' }, { leaves: '2027-13-01' }, { leaves: '31.12.2027' }, { leaves: 20270331 }, { services: [] }, { rotDisk: '5Gi' },
];
const ODD: readonly unknown[] = [{}, { people: [] }, { people: {} }, { people: ['alice'] }, { people: null }, [alice], 'alice', { people: [alice], more: 1 }, { people: [[]] }, { people: [null] }];

describe('the schema', () => {
  it('has the fields of the reader', () => {
    expect(Object.keys(person.properties).sort()).toEqual([...FIELD_NAMES].sort());
    expect(person.required).toEqual([...NEEDED]);
    expect(person.properties.state!.enum).toEqual([...STATES]);
    const types = /\(\?:([^)]*)\)/.exec(person.properties.sshKeys!.items!.pattern)?.[1]?.replace(/\\/g, '').split('|');
    expect(types).toEqual([...SSH_KEY_TYPES]);
  });

  it.each(GOOD)('takes %j, as the reader does', (more) => {
    const data = { people: [{ ...alice, ...more }] };
    expect([takes(data), validate(data)]).toEqual([true, true]);
  });
  it.each(BAD)('refuses %j, as the reader does', (more) => {
    const data = JSON.parse(JSON.stringify({ people: [{ ...alice, ...more }] })) as unknown;
    expect([takes(data), validate(data)]).toEqual([false, false]);
  });
  it.each(ODD)('refuses %j, as the reader does', (data) => expect([takes(data), validate(data)]).toEqual([false, false]));
  it('leaves room for itself', () => {
    const data = { $schema: './roster.schema.json', people: [alice] };
    expect([takes(data), validate(data)]).toEqual([true, true]);
  });

  it('agrees with the reader on any shape', () => {
    const number = fc.integer({ min: 0, max: 5000 });
    const value = fc.oneof(
      fc.constantFrom<unknown>(null, 5, true, '', ' ', 'x', [], {}, [5], 'alice', 'active', 'leaving', '0a:1b:2c:3d:4e:5f', sshKey(), [sshKey()], [sshKey(), 'x'], 'Alice', 'oidc:a'),
      fc.tuple(number, fc.constantFrom('', 'K', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'gi')).map(([n, unit]) => `${n}${unit}`),
      fc.tuple(fc.integer({ min: 1, max: 2400 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 28 })).map(([y, m, d]) => `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`),
      fc.array(fc.constantFrom('00', '01', '02', '0a', 'FF', 'fE', '0g'), { minLength: 5, maxLength: 7 }).chain((parts) => fc.constantFrom(':', '-', '').map((sign) => parts.join(sign))),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', '-', '1', 'B'), maxLength: 34 }),
    );
    const row = fc.record(Object.fromEntries([...FIELD_NAMES, 'other'].map((field) => [field, value])), { requiredKeys: [] });
    // Most of a good person, so that one field decides.
    const any = fc.tuple(row, fc.boolean(), fc.subarray([...FIELD_NAMES, 'other'], { maxLength: 3 })).map(([more, isWhole, some]) =>
      (isWhole ? { ...alice, ...Object.fromEntries(Object.entries(more).filter(([field]) => some.includes(field))) } : more));
    fc.assert(fc.property(any, (one) => {
      const data = { people: [one] };
      expect(validate(data)).toBe(takes(data));
    }), { numRuns: 500 });
  });

  it('takes the people of the examples', () => {
    const yaml = readFileSync(join(ROOT, 'examples/fleet/people.yaml'), 'utf8');
    expect(validate(Object.assign({}, (jest.requireActual<typeof import('yaml')>('yaml')).parse(yaml)))).toBe(true);
  });
});

describe("the YAML language server's validator", () => {
  let service: LanguageService;
  // It remembers what it has read of one version.
  let version = 0;
  beforeAll(() => {
    service = getLanguageService({
      schemaRequestService: (uri: string) => (uri === `file://${FILE}` ? Promise.resolve(text) : Promise.reject(new TypeError(uri))),
      workspaceContext: { resolveRelativePath: (path: string) => path },
    } as never);
    service.configure({ validate: true, hover: false, completion: false, format: false, customTags: [], yamlVersion: '1.2' });
  });
  const judge = async (yaml: string): Promise<string[]> => {
    const document = TextDocument.create(`file://${ROOT}/people.yaml`, 'yaml', ++version, `# yaml-language-server: $schema=file://${FILE}\n${yaml}`);
    return (await service.doValidation(document as never, false)).map(({ message, range }) => `${range.start.line}:${range.start.character} ${message}`);
  };

  it('takes the people of the examples', async () => {
    expect(await judge(readFileSync(join(ROOT, 'examples/fleet/people.yaml'), 'utf8'))).toEqual([]);
  });
  it.each(GOOD)('takes %j', async (more) => expect(await judge(stringify({ people: [{ ...alice, ...more }] }, { aliasDuplicateObjects: false }))).toEqual([]));
  it.each(BAD)('refuses %j', async (more) => expect(await judge(stringify({ people: [{ ...alice, ...more }] }, { aliasDuplicateObjects: false }))).not.toEqual([]));
  it('takes a day without quotes', async () => expect(await judge('people:\n- { name: a, profile: p, rootDisk: 1Gi, leaves: 2027-03-31 }\n')).toEqual([]));
  it('says where', async () => expect((await judge('people:\n- name: alice\n  profile: office\n  rootDisk: 60G\n'))[0]).toMatch(/^4:12 /));
});
