import { readFileSync } from 'fs';
import { createRequire } from 'module';
import { join } from 'path';
import type { Manifest } from '../support/fleet';

interface Validator { (manifest: unknown): boolean; readonly errors?: readonly { instancePath: string; keyword: string; params: unknown }[] | null }

const FOLDER = join(__dirname, '../../lib/validators');
const load = createRequire(__filename);
let index: Record<string, string> | undefined;

/** Made by `npm run validators`; this folder reads them itself, so that it shares no code with `src/checks`. */
const indexed = (): Record<string, string> => index ??= JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8')) as Record<string, string>;

/** The faults of a manifest by the schema of its kind; a kind without a schema is a fault, too. */
export function schemaFaults(manifest: Manifest, kubernetes = '1.36'): string[] {
  const kind = `${manifest.apiVersion}/${manifest.kind}`;
  const file = indexed()[kind] ?? indexed()[`${kind}@${kubernetes}`];
  if (file === undefined) {
    return [`no schema of ${kind} for ${kubernetes}`];
  }
  const validate = load(join(FOLDER, file)) as Validator;
  return validate(manifest) ? [] : (validate.errors ?? []).map((error) => `${manifest.kind} ${manifest.metadata?.name}: ${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`);
}
