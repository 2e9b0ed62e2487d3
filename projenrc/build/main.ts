import { spawnSync } from 'child_process';
import { copyFileSync, rmSync } from 'fs';
import { silenced } from '../jsii-silence';
import { at, program } from '../root';
import { alone } from './alone';
import { bundleChecks, bundleCli } from './bundle';
import { refuseUnknownPackages } from './closed';
import { filesOf, unlessFresh } from './fresh';
import { makeIndexLazy } from './lazy';
import { makeValidators } from './validators';

/** `lib/` from `src/`, `imports/` and `schemas/`; does nothing if none of them has changed. */
export async function compile(): Promise<void> {
  await alone(async () => {
    const sources = filesOf('src', 'imports', 'projenrc/build', 'tsconfig.json', 'package.json');
    await unlessFresh('lib/.compiled', sources, async () => {
      rmSync(at('lib/src'), { recursive: true, force: true });
      rmSync(at('lib/imports'), { recursive: true, force: true });
      runJsii();
      await bundleChecks();
      await bundleCli();
      makeIndexLazy();
      copySchemas();
      refuseUnknownPackages();
    });
    await makeValidators();
  });
}

/** What programs read of us is described by JSON Schemas, which jsii does not emit. */
function copySchemas(): void {
  for (const schema of ['src/cli/report.schema.json', 'src/output/expects.schema.json', 'src/values/roster.schema.json']) {
    copyFileSync(at(schema), at('lib', schema));
  }
}

function runJsii(): void {
  const done = spawnSync(program('jsii'), ['--silence-warnings=reserved-word'], {
    cwd: at(),
    stdio: 'inherit',
    env: silenced(),
  });
  if (done.status !== 0) {
    throw new Failed();
  }
}

/** The program that failed has said why. */
class Failed extends Error {}

if (require.main === module) {
  compile().catch((error: unknown) => {
    if (!(error instanceof Failed)) {
      console.error(error instanceof Error ? error.message : error);
    }
    process.exitCode = 1;
  });
}
