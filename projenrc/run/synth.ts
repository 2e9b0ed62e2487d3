import { spawn, spawnSync } from 'child_process';
import { rmSync } from 'fs';
import { filesOf, unlessFresh } from '../build/fresh';
import { compile } from '../build/main';
import { at, program } from '../root';
import { examples, foldersOf, toJavaScript } from './examples';

/** `npm run synth [-- NAME…]`: each example into `dist/<example>/`, two at a time. */
async function main(wanted: readonly string[]): Promise<void> {
  await compile();
  await unlessFresh('build/.typed-examples', [...filesOf('examples'), 'lib/.compiled'], () => {
    typeCheck();
  });
  const all = examples();
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Error(`no example called ${unknown.join(', ')}; there are ${all.join(', ')}`);
  }
  const queue = wanted.length > 0 ? [...wanted] : [...all];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      if (!await synth(name)) {
        failed.push(name);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  if (wanted.length === 0) {
    forgetRemovedExamples(all);
  }
  if (failed.length > 0) {
    throw new Error(`not synthesized: ${failed.sort().join(', ')}`);
  }
}

/** esbuild strips types without reading them: a misspelt prop would be found by nobody. */
function typeCheck(): void {
  if (spawnSync(program('tsc'), ['-p', 'tsconfig.examples.json'], { cwd: at(), stdio: 'inherit' }).status !== 0) {
    throw new Error('the examples have type errors, see above');
  }
}

async function synth(name: string): Promise<boolean> {
  const folder = await toJavaScript(`examples/${name}`);
  const child = spawn(process.execPath, ['--require', at('bin/uncaught.js'), '--enable-source-maps', `${folder}/main.js`], {
    cwd: at(),
    env: { ...process.env, CDK8S_OUTDIR: `dist/${name}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (text: Buffer) => said.push(text));
  child.stderr.on('data', (text: Buffer) => said.push(text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  console.log(`${code === 0 ? 'synthesized' : 'FAILED     '} dist/${name}\n${Buffer.concat(said).toString('utf8').replace(/^(?=.)/gm, '    ')}`.trimEnd());
  return code === 0;
}

/** `dist/` holds what the examples make, and nothing of an example that is gone. */
function forgetRemovedExamples(all: readonly string[]): void {
  for (const folder of foldersOf('dist')) {
    if (!all.includes(folder.replace(/\.info$/, ''))) {
      rmSync(at('dist', folder), { recursive: true });
      console.log(`removed     dist/${folder}: there is no such example`);
    }
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
