import { makeValidators as make } from '../crds/validators';
import { at } from '../root';

/** `lib/validators/` from `schemas/`; only what has changed is made again. */
export async function makeValidators(): Promise<void> {
  await make(at('schemas'), at('lib/validators'));
}

if (require.main === module) {
  makeValidators().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
