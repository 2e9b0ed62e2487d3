import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../support/snippets';
import { EXAMPLES, placed, ran } from './clone';

jest.setTimeout(60_000);

describe('BL-176: examples run from a clone with node and nothing else', () => {
  test.each(EXAMPLES)('%s', (name) => {
    const { status, said, files } = ran(placed(name));
    expect([status, status === 0 ? '' : said]).toEqual([0, '']);
    const manifests = Object.entries(files).filter(([file]) => file.startsWith('dist/'));
    expect(manifests.length).toBeGreaterThan(0);
    for (const [, text] of manifests) {
      expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
    }
    // The same files as the npm script writes.
    const written = readdirSync(join(ROOT, 'dist', name), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    expect(manifests.map(([file]) => file.replace(/^dist\//, '')).sort()).toEqual(written.sort());
  });

  test.each(EXAMPLES)('%s says how to run it, and needs no configuration of a project', (name) => {
    expect(readFileSync(join(ROOT, 'examples', name, 'README.md'), 'utf8')).toContain(`npm run synth -- ${name}`);
    expect(readdirSync(join(ROOT, 'examples', name)).filter((file) => /^(package\.json|tsconfig|cdk8s\.yaml|node_modules|imports)/.test(file))).toEqual([]);
  });
});

describe('the same bytes', () => {
  const example = 'fleet';
  const first = ran(placed(example));
  const elsewhere = (): string => {
    const folder = join(mkdtempSync(join(tmpdir(), 'cwd-')), 'Ärger & Co');
    mkdirSync(folder);
    return folder;
  };

  test('there is something to compare', () => {
    expect(first.status).toBe(0);
    expect(Object.keys(first.files).length).toBeGreaterThan(20);
  });

  test.each([
    ['in another language', { env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' } }],
    ['in the plain locale', { env: { LANG: 'C', LC_ALL: 'C' } }],
    ['in another time zone', { env: { TZ: 'Pacific/Kiritimati' } }],
    ['with colours and in CI', { env: { CI: 'true', FORCE_COLOR: '1', NODE_ENV: 'production', USER: 'somebody' } }],
  ])('%s', (_name, options) => {
    expect(ran(placed(example), options)).toEqual({ ...first, said: expect.any(String) });
  });

  test('from another folder', () => {
    expect(ran(placed(example), { cwd: elsewhere() }).files).toEqual(first.files);
  });

  test('in a folder of another name, with letters and blanks of all kinds', () => {
    expect(ran(placed(example, 'ein Ordner, 名前')).files).toEqual(first.files);
  });

  test('a second time over the first output', () => {
    const folder = placed(example);
    ran(folder);
    expect(ran(folder).files).toEqual(first.files);
  });
});
