import { execFileSync, spawnSync } from 'child_process';
import { existsSync } from 'fs';
import { compile } from '../build/main';
import { silenced } from '../jsii-silence';
import { at, program } from '../root';

const NAME = 'cdk8s-workstations';

/** `npm run api`: writes API.md, then compares the face with that of the last release. */
async function main(): Promise<void> {
  await compile();
  execFileSync(program('jsii-docgen'), ['--output', 'API.md'], { cwd: at(), stdio: 'inherit', env: silenced() });
  const released = lastRelease();
  if (released === undefined) {
    console.log('API.md is written. There is no release yet, so there is nothing to compare it with.');
    return;
  }
  const ignored = existsSync(at('.compatignore')) ? ['--ignore-file', '.compatignore'] : [];
  const done = spawnSync(program('jsii-diff'), [`npm:${NAME}@${released}`, '.', '--keys', ...ignored], { cwd: at(), stdio: 'inherit', env: silenced() });
  console.log(done.status === 0 ? `API.md is written. Nothing is broken since ${released}.` : `API.md is written. Broken since ${released}: see above.`);
  process.exitCode = done.status ?? 1;
}

function lastRelease(): string | undefined {
  const asked = spawnSync('npm', ['view', NAME, 'version', '--json'], { cwd: at(), encoding: 'utf8' });
  if (asked.status === 0) {
    return JSON.parse(asked.stdout) as string;
  }
  if (/E404/.test(asked.stdout + asked.stderr)) {
    return undefined;
  }
  console.log('The npm registry cannot be reached: not compared with the last release.');
  return undefined;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
