import { type ChildProcess, spawn, spawnSync, type SpawnSyncReturns } from 'child_process';
import { buildSync } from 'esbuild';
import { mkdtempSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

const ROOT = join(__dirname, '..', '..');

/** The compiled library: `npm run test:unit` makes it first. */
export const LIB = join(ROOT, 'lib', 'src');

/** The writer alone, compiled for one test: `write.js` and `lock.js` in a folder. */
export function compileWriter(): string {
  const outdir = mkdtempSync(join(tmpdir(), 'workstations-test-'));
  const files = ['write', 'lock'].map((name) => join(ROOT, 'src', 'output', `${name}.ts`));
  buildSync({ entryPoints: files, outdir, bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error' });
  return outdir;
}

/** A program in a Node of its own. What it needs is given as JSON, in `given`. */
const program = (code: string, given: unknown): string[] => ['-e', `const LIB = ${JSON.stringify(LIB)}; const given = ${JSON.stringify(given)};\n${code}`];

export function run(code: string, given: unknown, { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, program(code, given), { encoding: 'utf8', env: { ...process.env, ...env }, ...(cwd === undefined ? {} : { cwd }) });
}

export function start(code: string, given: unknown): ChildProcess {
  return spawn(process.execPath, program(code, given), { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Numbers between 0 and 1 that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
