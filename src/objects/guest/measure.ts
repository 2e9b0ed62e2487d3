import { LIMITS } from '../../facts';

/** Length of a text as KubeVirt and Kubernetes count it. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** Whether KubeVirt takes the text inline; a longer one must lie in a Secret. User data and network data count separately. */
export function fitsInline(text: string): boolean {
  return utf8Bytes(text) <= LIMITS.cloudInitBytes;
}

/** Whether Flux, with post-build substitution, would change the text: it replaces each `${…}`, by nothing if it knows no value. */
export function hasSubstitution(text: string): boolean {
  return text.includes('${');
}
