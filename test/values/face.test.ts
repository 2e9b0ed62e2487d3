import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { ROOT } from '../support/snippets';

const page = readFileSync(join(ROOT, 'docs/decisions/0001-the-face.md'), 'utf8');

/** `WS-A-001 …; -002` names WS-A-001 and WS-A-002. */
function codesOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    let area = '';
    for (const [, full, number = ''] of line.matchAll(/(?:\b(WS-[A-Z]+)|(?<=^|[ (,]))-(\d{3})\b/g)) {
      area = full ?? area;
      found.add(`${area}-${number}`);
    }
  }
  return found;
}

const filesBelow = (folder: string): string[] => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));

test('the face names every code that a value or a construct can give', () => {
  const named = codesOf(page);
  const given = ['src/values', 'src/constructs'].flatMap(filesBelow).flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?<!of )'(WS-[A-Z]+-\d{3})'/g)].map(([, code]) => code));
  expect(given.length).toBeGreaterThan(60);
  expect([...new Set(given)].filter((code) => code !== undefined && !named.has(code)).sort()).toEqual([]);
});

test('short forms are read', () => {
  expect([...codesOf('WS-A-001 x; -002 y, WS-B-003 (-004)\n-005')]).toEqual(['WS-A-001', 'WS-A-002', 'WS-B-003', 'WS-B-004', '-005']);
});
