import { transformSync } from 'esbuild';
import { spawnSync } from 'child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { parse } from 'yaml';
import { run } from '../../src/cli/program';

const ROOT = join(__dirname, '../..');
let folder: string;
let out: string;
let err: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'init-')), 'Our Fleet');
  out = err = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => { out += String(text); return true; });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => { err += String(text); return true; });
});
afterEach(() => jest.restoreAllMocks());

const FILES = ['.gitattributes', '.github/workflows/fleet.yml', '.gitignore', '.gitlab-ci.yml', 'README.md', 'cdk8s.yaml', 'main.ts', 'package.json', 'people.yaml', 'tsconfig.json'];
const written = (): string[] => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

test('without questions: the files, and what comes next', async () => {
  await expect(run(['init', folder, '--yes'])).resolves.toBe(0);
  expect(written()).toEqual(FILES);
  expect(out).toContain('npm run synth');
  expect(textOf('main.ts')).toContain("fleet: 'our-fleet'");
  const { dependencies, scripts } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string>; scripts: Record<string, string> };
  expect(Object.keys(dependencies).sort()).toEqual(['cdk8s', 'cdk8s-plus-30', 'cdk8s-workstations', 'constructs']);
  expect(Object.keys(scripts)).toEqual(['synth', 'check', 'lock']);
  for (const file of FILES.filter((name) => name.endsWith('.yml') || name.endsWith('.yaml'))) {
    expect(() => parse(textOf(file)) as unknown).not.toThrow();
  }
  expect(FILES.map(textOf).join('')).not.toMatch(/'undefined|\[object|NaN/);
});

test('what the command line says goes into the fleet file', async () => {
  await expect(run(['init', folder, '-y', '--fleet', 'ai-lab', '--storage-class', 'rbd.fast', '--image', 'golden/rocky-9', '--image-size', '200Gi'])).resolves.toBe(0);
  expect(textOf('main.ts')).toContain("FleetApp({\n  fleet: 'ai-lab',");
  expect(textOf('main.ts')).toContain("RbdStorage.fromClassName('rbd.fast')");
  expect(textOf('main.ts')).toContain("fromDataSource({ namespace: 'golden', name: 'rocky-9', size: Size.gibibytes(200) })");
  expect((parse(textOf('people.yaml')) as { people: { rootDisk: string }[] }).people.map(({ rootDisk }) => rootDisk)).toEqual(['200Gi', '200Gi']);
});

test('it installs the version that wrote it, or what is named', async () => {
  await run(['init', folder, '--yes']);
  const own = (): unknown => (JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> }).dependencies['cdk8s-workstations'];
  expect(own()).toBe('~0.0.0');
  rmSync(folder, { recursive: true });
  await expect(run(['init', folder, '--yes', '--package', '"'])).resolves.toBe(2);
  await run(['init', folder, '--yes', '--package', 'file:../x.tgz']);
  expect(own()).toBe('file:../x.tgz');
});

test('the project runs as it stands', async () => {
  await run(['init', folder, '--yes']);
  const inside = join(ROOT, 'build/init-test');
  rmSync(inside, { recursive: true, force: true });
  mkdirSync(inside, { recursive: true });
  try {
    writeFileSync(join(inside, 'main.js'), transformSync(textOf('main.ts'), { loader: 'ts', format: 'cjs', target: 'node20' }).code);
    writeFileSync(join(inside, 'people.yaml'), textOf('people.yaml'));
    const done = spawnSync(process.execPath, ['main.js'], { cwd: inside, encoding: 'utf8' });
    expect([done.status, done.stderr.match(/ {2}WS-\S+ {2}(?!info|warning)/g)]).toEqual([0, null]);
    expect(readdirSync(join(inside, 'dist/3-people'))).toEqual(['alice.yaml', 'bob.yaml']);
  } finally {
    rmSync(inside, { recursive: true, force: true });
  }
});

test.each([
  ['--fleet', 'Ai Lab', 'letters, digits and hyphens'], ['--fleet', 'a'.repeat(31), 'at most 30'], ['--storage-class', '', 'kubectl get storageclass'], ['--storage-class', "x'y", 'StorageClass'],
  ['--image', 'ubuntu', 'namespace/name'], ['--image', 'a/b/c', 'namespace/name'], ['--image-size', '20G', 'whole GiB'], ['--image-size', '0Gi', 'whole GiB'],
])('%s %p is refused, and nothing is written', async (flag, value, expected) => {
  await expect(run(['init', folder, '--yes', flag, value])).resolves.toBe(2);
  expect(err).toContain(`error: ${flag} is `);
  expect(err).toContain(expected);
  expect(existsSync(folder)).toBe(false);
});

test('a folder that has something of it is left alone', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'people.yaml'), 'mine\n');
  await expect(run(['init', folder, '--yes'])).resolves.toBe(2);
  expect(err).toContain('has people.yaml already');
  expect(written()).toEqual(['people.yaml']);
  expect(textOf('people.yaml')).toBe('mine\n');
});

test('a place that cannot be written is said', async () => {
  await expect(run(['init', join(__filename, 'x'), '--yes'])).resolves.toBe(2);
  expect(err).toMatch(/cannot be written: (ENOTDIR|EEXIST)/);
});
