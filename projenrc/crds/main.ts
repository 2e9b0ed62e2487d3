/*
 * `npm run imports`: CRDs and OpenAPI documents to `imports/` and `schemas/`.
 *
 *   --from FOLDER     CRDs, one file each (default ../shared/crds)
 *   --upstream        CRDs from where their projects publish them; needs a network
 *   --openapi FOLDER  Kubernetes' OpenAPI documents (default ../shared/k8s-openapi)
 *   --check           write nothing; fail if the committed files differ. Without the folder there is nothing to compare
 *                     with: says so and passes.
 */
import { existsSync } from 'fs';
import { join } from 'path';
import { parseArgs } from 'util';
import { differences, generate, openApiFromFolder, write } from './generate';
import { fromFolder, fromUpstream } from './source';

const ROOT = join(__dirname, '../..');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: join(ROOT, '../shared/crds') },
      openapi: { type: 'string', default: join(ROOT, '../shared/k8s-openapi') },
      upstream: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const missing = [values.upstream ? undefined : values.from, values.openapi].find(folder => folder !== undefined && !existsSync(folder));
  if (missing !== undefined) {
    const sentence = `${missing} is not here`;
    if (!values.check) throw new Error(`${sentence}: name the folder with --from and --openapi, or take --upstream`);
    console.log(`imports/ was not compared with its sources: ${sentence}.`);
    return;
  }
  const files = await generate(values.upstream ? fromUpstream() : fromFolder(values.from!), openApiFromFolder(values.openapi!));
  if (!values.check) {
    write(files, ROOT);
    console.log(`${files.size} files written to imports/ and schemas/.`);
    return;
  }
  const wrong = differences(files, ROOT);
  if (wrong.length > 0) throw new Error(`these differ from their sources; run npm run imports:\n  ${wrong.join('\n  ')}`);
  console.log(`imports/ and schemas/ are what their sources give (${files.size} files).`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
