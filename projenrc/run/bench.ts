import { spawnSync } from 'child_process';
import { existsSync } from 'fs';
import { compile } from '../build/main';
import { at } from '../root';
import { toJavaScript } from './examples';

/** `npm run bench [-- arguments]`: `bench/main.ts`, compiled, against the compiled library. */
async function main(rest: readonly string[]): Promise<void> {
  if (!existsSync(at('bench', 'main.ts'))) {
    console.log('there is no bench/main.ts');
    return;
  }
  await compile();
  const folder = await toJavaScript('bench');
  process.exitCode = spawnSync(process.execPath, [`${folder}/main.js`, ...rest], { cwd: at(), stdio: 'inherit' }).status ?? 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
