import { spawnSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { stringify } from 'yaml';
import { machine } from '../checks/given';

/** The program as it is shipped: `bin/`, and the bundle in `lib/`. */
const BIN = join(__dirname, '../../bin/workstations');

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'child-')); });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(args: readonly string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}): { code: number | null; out: string; err: string } {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  const done = spawnSync(process.execPath, [BIN, ...args], { cwd: folder, encoding: 'utf8', input: options.input ?? '', env: { ...env, ...options.env } });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

const broken = stringify(machine((spec) => { spec.volumes.pop(); }));

test('check from standard input, without colour in a pipe', () => {
  const { code, out, err } = run(['check', '-'], { input: broken });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toContain('WS-VOLUME-001');
  expect(out).not.toContain('\u001b[');
});

test('no colour in a pipe of a CI machine', () => {
  expect(run(['check', '-'], { input: broken, env: { CI: 'true' } }).out).not.toContain('\u001b[');
});

test('FORCE_COLOR and NO_COLOR', () => {
  expect(run(['check', '-'], { input: broken, env: { FORCE_COLOR: '1' } }).out).toContain('\u001b[');
  expect(run(['check', '-'], { input: broken, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }).out).not.toContain('\u001b[');
});

test('usage errors have exit code 2 and no stack trace', () => {
  const { code, err } = run(['check', 'nowhere']);
  expect(code).toBe(2);
  expect(err).toBe("error: 'nowhere' is not there\n");
});

test('synth runs the app, hands on the folder, and gives its exit code', () => {
  writeFileSync(join(folder, 'app.js'), 'const out = process.env.CDK8S_OUTDIR; console.log(out); require("fs").mkdirSync(out, { recursive: true }); require("fs").writeFileSync(out + "/a.yaml", ""); process.exitCode = Number(process.argv[2] ?? 0);');
  writeFileSync(join(folder, 'cdk8s.yaml'), `language: typescript\napp: node app.js\noutput: manifests\n`);
  expect(run(['synth'])).toMatchObject({ code: 0, out: 'manifests\n' });
  expect(run(['synth', '--output', 'other'])).toMatchObject({ code: 0, out: 'other\n' });
  expect(run(['synth', '--app', 'node app.js 7'])).toMatchObject({ code: 7 });
});

test('a reader that has seen enough is no error', () => {
  const done = spawnSync('sh', ['-c', `"${process.execPath}" "${BIN}" explain 2>err.txt | head -1; cat err.txt`], { cwd: folder, encoding: 'utf8' });
  expect(done.stdout.trim().split('\n')).toHaveLength(1);
  expect(done.stderr).toBe('');
});
