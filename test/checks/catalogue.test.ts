import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { outOfDate } from '../../projenrc/rules/main';
import { CATALOGUE } from '../../src/faults';
import { CHECKS } from '../../src/faults/catalogue/checks';

const ROOT = join(__dirname, '../..');
const textsOf = (folder: string, ending: string): string => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && file.name.endsWith(ending))
  .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')).join('\n');

const SOURCE = textsOf('src/checks', '.ts') + textsOf('src/output/read', '.ts');
const TESTS = textsOf('test/checks', '.test.ts') + textsOf('test/output/read', '.test.ts') + textsOf('test/cli', '.test.ts');

test.each(Object.keys(CHECKS))('%s is raised by a rule and named by a test', (code) => {
  // Not toContain: it would print all these files.
  expect({ raised: SOURCE.includes(code), tested: TESTS.includes(code) }).toEqual({ raised: true, tested: true });
});

test.each([...new Set(SOURCE.match(/WS-[A-Z]+-\d{3}/g))])('%s of the rules is in the catalogue', (code) => {
  expect(Object.keys(CATALOGUE)).toContain(code);
});

test('an error that cannot be acknowledged says where the rule bites', () => {
  for (const [code, entry] of Object.entries(CHECKS)) {
    if (entry.severity === 'error' && !entry.acknowledgeable && !/^WS-(READ|OBJECT)-/.test(code)) {
      expect([code, 'stage' in entry]).toEqual([code, true]);
    }
  }
});

test('docs/rules/ is what the catalogue says; else run npm run rules', () => {
  expect(outOfDate()).toEqual([]);
});
