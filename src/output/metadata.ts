import type { SynthesizedObject } from './synthesized';

/** The file by which `cdk8s synth --validate` finds the construct of an object (cdk8s lib/app.js). */
export const METADATA = 'construct-metadata.json';

/** That file, if cdk8s' CLI asks for it. */
export function constructMetadata(objects: readonly SynthesizedObject[]): ReadonlyMap<string, string> {
  if (process.env.CDK8S_RECORD_CONSTRUCT_METADATA !== 'true') {
    return new Map();
  }
  const resources = Object.fromEntries(objects.map(({ identity, construct }) => [identity.name, { path: construct }]));
  return new Map([[METADATA, JSON.stringify({ version: '1.0.0', resources })]]);
}
