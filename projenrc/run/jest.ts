import { spawn } from 'child_process';
import { mkdirSync } from 'fs';
import { compile } from '../build/main';
import { at, program } from '../root';

/**
 * `npm run test:<suite> [-- jest's own arguments]`. Tests of examples and of the CLI run `lib/`, so it is made first.
 * Snapshots are never written here: `npx jest -u` is for people.
 */
async function main([suite = 'unit', ...rest]: readonly string[]): Promise<void> {
  await compile();
  mkdirSync(at('reports'), { recursive: true });
  const child = spawn(program('jest'), [
    '--selectProjects', suite, '--ci', '--passWithNoTests', '--json', '--outputFile', `reports/${suite}.json`,
    ...(suite === 'unit' ? [] : ['--runInBand']), ...rest,
  ], { cwd: at(), stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, FORCE_COLOR: process.stderr.isTTY ? '1' : '0' } });
  // npm hands a signal on to us only: jest must hear of it, to end what its tests started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
