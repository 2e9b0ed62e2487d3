import type { k8s } from 'cdk8s-plus-30';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/**
 * An Opaque Secret from texts that are no secrets (cloud-init). `data`, not `stringData`: server-side apply does
 * not work well with the latter (https://kubernetes.io/docs/concepts/configuration/secret/).
 */
export function textSecret(metadata: Metadata, texts: Readonly<Record<string, string>>): Manifest {
  const props: k8s.KubeSecretProps = {
    type: 'Opaque',
    data: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Buffer.from(text, 'utf8').toString('base64')])),
  };
  return { apiVersion: 'v1', kind: 'Secret', ...props, metadata: metadataOf(metadata) };
}
