import fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { stringify } from 'yaml';
import { readManifests, withPlaces } from '../../../src/output/read';
import { GIVE_UP, plainDocument } from '../../../src/output/read/plain';
import { parse, plain } from '../../../src/output/read/yaml';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'read-')); });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const objectsOf = (text: string): unknown[] => readManifests(['-'], text).objects.map(({ object }) => object);
const faultsOf = (text: string): string[] => readManifests(['-'], text).faults.map((fault) => `${fault.code} ${fault.line}:${fault.column}`);

describe('documents', () => {
  test('several, with empty ones between', () => {
    expect(objectsOf('a: 1\n---\n---\n# nothing\n---\nb: 2\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });
  test('document marks with comments, and an end mark', () => {
    expect(objectsOf('--- # first\na: 1\n...\n---\nb: 2\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });
  test('a mark inside a literal block is text', () => {
    expect(objectsOf('a: |\n  x\n  ---\n  y\n')).toEqual([{ a: 'x\n---\ny\n' }]);
  });
  test('directives', () => {
    expect(objectsOf('%YAML 1.1\n---\na: yes\n')).toEqual([{ a: true }]);
  });
  test('Windows line ends and a byte order mark', () => {
    const { objects, faults } = readManifests([file('a.yaml', '\ufeffa: 1\r\n---\r\nb: |\r\n  x\r\n  y\r\n')]);
    expect(faults).toEqual([]);
    expect(objects.map(({ object }) => object)).toEqual([{ a: 1 }, { b: 'x\ny\n' }]);
  });
  test('anchors and merge keys', () => {
    expect(objectsOf('a: &a {p: 1, q: 2}\nb:\n  <<: *a\n  q: 3\n')).toEqual([{ a: { p: 1, q: 2 }, b: { p: 1, q: 3 } }]);
  });
  test('JSON, and JSON with a List', () => {
    expect(objectsOf('{"a": "no"}')).toEqual([{ a: 'no' }]);
    expect(objectsOf('{"kind": "List", "items": [{"a": 1}, {"b": 2}]}')).toEqual([{ a: 1 }, { b: 2 }]);
  });
  test("kustomize's own file is no object", () => {
    expect(objectsOf('apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n')).toEqual([]);
  });
});

test('YAML as Kubernetes reads it: 1.1, but times stay texts and nothing counts to sixty', () => {
  expect(objectsOf('a: yes\nb: off\nc: 0644\nd: 2026-11-30\ne: 22:22\nf: 1_000\ng: "on"\nh: ~\ni: 1e3\n'))
    .toEqual([{ a: true, b: false, c: 420, d: '2026-11-30', e: '22:22', f: 1000, g: 'on', h: null, i: 1000 }]);
});

describe('what is broken', () => {
  test('is told with its place, and the rest is read', () => {
    const text = 'a: 1\n---\nb: [1\n---\nc: 3\n---\nd: "x\n';
    expect(objectsOf(text)).toEqual([{ a: 1 }, { c: 3 }]);
    expect(readManifests(['-'], text).faults.map((fault) => fault.code)).toEqual(['WS-READ-002', 'WS-READ-002']);
  });
  test('with the line of the file', () => {
    expect(faultsOf('a: 1\n---\n\nb: {\n')).toEqual([expect.stringMatching(/^WS-READ-002 [45]:/)]);
    expect(faultsOf('a: 1\n---\nb: 2\n  c: 3\n')).toEqual([expect.stringMatching(/^WS-READ-002 [34]:/)]);
  });
  test('a key that stands twice', () => {
    expect(faultsOf('x: 0\n---\na:\n  b: 1\n  b: 2\n')).toEqual(['WS-READ-003 5:3']);
    expect(readManifests(['-'], 'a:\n  b: 1\n  b: 2\n').faults[0]?.message).toContain("'b'");
  });
  test('what is not UTF-8', () => {
    const { faults } = readManifests([file('a.yaml', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]))]);
    expect(faults.map((fault) => fault.code)).toEqual(['WS-READ-004']);
  });
  test('an alias that grows without bound', () => {
    const bomb = `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${[1, 2, 3, 4, 5, 6].map((n) => `a${n}: &a${n} [${Array(9).fill(`*a${n - 1}`).join(', ')}]`).join('\n')}\n`;
    expect(readManifests(['-'], bomb).faults.map((fault) => fault.code)).toEqual(['WS-READ-002']);
  });
});

describe('files', () => {
  test('of a folder, with those below; hidden ones and other kinds are left out', () => {
    mkdirSync(join(folder, 'b/.git'), { recursive: true });
    mkdirSync(join(folder, 'b.info'));
    for (const name of ['a.yaml', 'b/c.yml', 'b/d.json', 'b/.hidden.yaml', 'b/.git/x.yaml', 'b/README.md', 'b.info/index.json', 'b.info/expects.json']) {
      file(name, name.endsWith('json') ? '{"a": 1}' : 'a: 1\n');
    }
    expect(readManifests([folder])).toMatchObject({ files: 3, faults: [] });
  });
  test('links that go in a circle', () => {
    mkdirSync(join(folder, 'b'));
    symlinkSync(folder, join(folder, 'b/up'));
    file('a.yaml', 'a: 1\n');
    expect(readManifests([folder]).files).toBe(1);
  });
  test('a link that leads nowhere, a folder without manifests, a path that is not there', () => {
    symlinkSync(join(folder, 'gone'), join(folder, 'a.yaml'));
    expect(readManifests([folder]).faults.map((fault) => fault.code)).toEqual(['WS-READ-005']);
    expect(readManifests([join(folder, 'gone')]).faults.map((fault) => fault.code)).toEqual(['WS-READ-001']);
  });
});

test('line and column of a pointer, of the nearest thing above it, and inside a List', () => {
  const text = 'x: 1\n---\nkind: List\nitems:\n  - a:\n      b/c: 1\n  - d: [1, 2]\n';
  const manifests = readManifests(['-'], text);
  expect(manifests.locate('-', 1, '/a/b~1c')).toEqual({ line: 6, column: 7 });
  expect(manifests.locate('-', 1, '/a/gone/deeper')).toEqual({ line: 5, column: 5 });
  expect(manifests.locate('-', 2, '/d/1')).toEqual({ line: 7, column: 12 });
  expect(manifests.locate('-', 0, '')).toEqual({ line: 1, column: 1 });
  expect(manifests.locate('-', 9, '')).toBeUndefined();
  const [placed] = withPlaces([{ code: 'WS-OBJECT-001', severity: 'error', message: '', fix: '', file: '-', document: 1, field: '/a' }], manifests);
  expect(placed).toMatchObject({ line: 5, column: 5 });
  expect(placed).not.toHaveProperty('document');
});

describe('the quick reader gives what the whole one gives, or nothing', () => {
  const whole = (text: string): unknown => {
    const { documents } = parse(text);
    return documents.length === 1 && documents[0]?.errors.length === 0 ? plain(documents[0]) : GIVE_UP;
  };
  const same = (text: string): void => {
    const quick = plainDocument(text);
    if (quick !== GIVE_UP) {
      expect(quick).toEqual(whole(text));
    }
  };

  test('for what programs write', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('yes', 'no', 'on', '~', 'null', '0644', '1e3', '1.5', '-3', '64Gi', 'a: b', 'a #b', '- a', '# a', '{}', '[', "it's", '"', '\n', 'a\nb\n', 'a\n\n', '\n a', ' a', 'a ', '2026-11-30', '1:30', '<<', '=', '.inf', '0x1F'));
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof({ maxDepth: 4 }, word, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null),
        fc.array(tie('json'), { maxLength: 4 }), fc.dictionary(word, tie('json'), { maxKeys: 5 })),
    }));
    fc.assert(fc.property(fc.dictionary(word, json, { minKeys: 1 }), (value) => {
      same(stringify(value, { lineWidth: 0, version: '1.1' }));
      same(stringify(value));
      same(stringify(value, { indentSeq: false, defaultStringType: 'QUOTE_DOUBLE' }));
    }), { numRuns: 1000 });
  });

  test('for lines thrown together', () => {
    const line = fc.tuple(fc.nat({ max: 6 }), fc.constantFrom('a:', 'a: b', 'b: |', 'c: |-', '- a', '- a: b', '-', 'x', '# c', '', 'b: 1', "d: 'e'", 'f: "g"', 'd: {}', 'b: |+', 'k: >', 'a: &x y', 'yes: no', '"q": r', '- - z', 'a: b: c', 'z: *x'))
      .map(([indent, text]) => ' '.repeat(indent) + text);
    fc.assert(fc.property(fc.array(line, { maxLength: 10 }).map((lines) => `${lines.join('\n')}\n`), (text) => {
      if (plainDocument(text) !== GIVE_UP) {
        expect(plainDocument(text)).toEqual(whole(text));
      }
    }), { numRuns: 5000 });
  });

  test('and it does read a machine of ours', () => {
    expect(plainDocument('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    a.example/b: "on"\ndata:\n  text: |\n    a\n\n    b\nlist:\n  - a\n  - b: 64Gi\n    c: []\n')).not.toBe(GIVE_UP);
  });
});
