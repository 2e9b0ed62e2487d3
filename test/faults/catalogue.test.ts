import { readdirSync, readFileSync } from 'fs';
import { join, relative } from 'path';
import { CATALOGUE, type Code, type Entry } from '../../src/faults';

const ROOT = join(__dirname, '../..');
const ENTRIES = Object.entries(CATALOGUE) as [Code, Entry][];
const CODE = /WS-[A-Z]+-\d{3}/g;

const files = (folder: string): string[] => readdirSync(folder, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));
const SOURCES = files(join(ROOT, 'src')).filter((file) => file.endsWith('.ts')).map((file) => ({ file: relative(ROOT, file).split('\\').join('/'), text: readFileSync(file, 'utf8') }));
const isPage = ({ file }: { readonly file: string }) => file.startsWith('src/faults/catalogue');
/** The text without its comments: a code in a doc comment is not raised there. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

describe('each page', () => {
  it.each(ENTRIES)('%s can be read', (name, entry) => {
    expect(name).toMatch(/^WS-[A-Z]+-\d{3}$/);
    for (const words of [entry.says, entry.fix]) {
      expect(words).toMatch(/^[^\s.].*[^\s.]$|^\S+$/);
      expect(words).not.toMatch(/\s{2}|[\n\t]/);
    }
    // A sentence; it may begin with a program that is written small.
    expect(entry.why).toMatch(/^([^a-z\s]|(sshd|ceph-csi|cloud-init|useradd|virtio-blk|libvirt|krbd|netplan|kubelet|virt-[a-z]+)\b).*\.$/);
    expect(entry.why).not.toMatch(/\{[a-zA-Z]+\}|\s{2}|\n/);
    expect(entry.since).toMatch(/^\d+\.\d+\.\d+$/);
    expect(entry.source ?? 'https://x').toMatch(/^https:\/\/\S+$/);
    expect(['error', 'warning', 'info']).toContain(entry.severity);
    expect([undefined, 'admission', 'start', 'pod', 'reconcile', 'guest', 'gitops', 'data']).toContain(entry.stage);
    // A risk or a hint stands until somebody accepts it.
    expect(entry.severity === 'error' || entry.acknowledgeable).toBe(true);
  });
});

test('each code has one page', () => {
  const pages = SOURCES.filter(isPage).flatMap(({ text }) => [...text.matchAll(/^ {2}'(WS-[A-Z]+-\d{3})': \{$/gm)].map(([, one]) => one!));
  expect(pages.filter((one, index) => pages.indexOf(one) !== index)).toEqual([]);
  expect([...pages].sort()).toEqual(ENTRIES.map(([one]) => one).sort());
});

test('each code of the catalogue is raised somewhere', () => {
  const raised = new Set(SOURCES.filter((source) => !isPage(source)).flatMap(({ text }) => code(text).match(CODE) ?? []));
  expect(ENTRIES.map(([one]) => one).filter((one) => !raised.has(one))).toEqual([]);
});

test('each code that the sources name is in the catalogue', () => {
  expect(SOURCES.flatMap(({ file, text }) => (text.match(CODE) ?? []).filter((one) => !(one in CATALOGUE)).map((one) => `${file} ${one}`))).toEqual([]);
});

test('each code that the face, the README and the examples name is in the catalogue', () => {
  const documents = [join(ROOT, 'docs'), join(ROOT, 'examples')].flatMap(files).filter((file) => /\.(md|ts|yaml)$/.test(file) && !file.includes('node_modules'));
  expect([...documents, join(ROOT, 'README.md')].flatMap((file) => (readFileSync(file, 'utf8').match(CODE) ?? []).filter((one) => !(one in CATALOGUE)).map((one) => `${relative(ROOT, file)} ${one}`)))
    .toEqual([]);
});

test('the codes that the doc comments of a value name are those that it can raise', () => {
  // What a value raises itself or by a check that it calls; "later" and "at the machine" speak of others.
  const own = SOURCES.filter(({ file }) => file.startsWith('src/values/'));
  const raisedInValues = new Set(own.flatMap(({ text }) => code(text).match(CODE) ?? []));
  const promised = own.flatMap(({ file, text }) => [...text.matchAll(/\* Faults: ([^\n]*)/g)].flatMap(([, line]) => (line!.split(/; later/)[0]!.match(CODE) ?? []).map((one) => ({ file, one }))));
  expect(promised.filter(({ one }) => !raisedInValues.has(one as string)).map(({ file, one }) => `${file} ${one}`)).toEqual([]);
});
