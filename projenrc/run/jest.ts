import { spawnSync } from 'child_process';
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
  const done = spawnSync(program('jest'), [
    '--selectProjects', suite, '--ci', '--passWithNoTests', '--json', '--outputFile', `reports/${suite}.json`,
    ...(suite === 'unit' ? [] : ['--runInBand']), ...rest,
  ], { cwd: at(), stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, FORCE_COLOR: process.stderr.isTTY ? '1' : '0' } });
  process.exitCode = done.status ?? 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
