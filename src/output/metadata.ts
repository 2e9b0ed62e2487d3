import type { Written } from './synthesized';

/** The file by which `cdk8s synth --validate` finds the construct of an object (cdk8s lib/app.js). */
export const METADATA = 'construct-metadata.json';

/** That file, if cdk8s' CLI asks for it. */
export function constructMetadata({ manifests }: Pick<Written, 'manifests'>): { path: string; text: string }[] {
  if (process.env.CDK8S_RECORD_CONSTRUCT_METADATA !== 'true') {
    return [];
  }
  const resources = Object.fromEntries(manifests.flatMap(({ objects }) => objects.map(({ identity, construct }) => [identity.name, { path: construct }])));
  return [{ path: METADATA, text: JSON.stringify({ version: '1.0.0', resources }) }];
}
