import { LIMITS, SYSTEM_NAMESPACES, SYSTEM_PREFIXES } from '../facts';
import { type Fault, fault, show } from '../faults';

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_LETTER_FIRST = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;

/** RFC 1123 label. */
export function isDnsLabel(text: unknown, most: number = LIMITS.dnsLabel): text is string {
  return typeof text === 'string' && text.length <= most && LABEL.test(text);
}

/** RFC 1035 label: as RFC 1123, and begins with a letter. */
export function isDnsLabelWithLetter(text: unknown, most: number = LIMITS.dnsLabel): text is string {
  return typeof text === 'string' && text.length <= most && LABEL_LETTER_FIRST.test(text);
}

/** RFC 1123 subdomain: an object name. */
export function isDnsSubdomain(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LIMITS.dnsSubdomain && SUBDOMAIN.test(text);
}

/** A value that a label may have. */
export function isLabelValue(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LIMITS.labelPart && LABEL_VALUE.test(text);
}

/** A key that a label or an annotation may have. */
export function isQualifiedName(text: unknown): text is string {
  if (typeof text !== 'string') {
    return false;
  }
  const parts = text.split('/');
  const name = parts.length === 2 ? parts[1] : text;
  return parts.length <= 2 && (parts.length === 1 || isDnsSubdomain(parts[0])) && name !== '' && isLabelValue(name);
}

/** The labels that are well-formed, and a fault for each of the others. */
export function checkLabels(labels: Readonly<Record<string, unknown>>, what: string, prop = 'labels'): { labels: Record<string, string>; faults: Fault[] } {
  const good: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const [key, value] of Object.entries(labels)) {
    if (isQualifiedName(key) && isLabelValue(value)) {
      good[key] = value;
    } else {
      faults.push(fault('WS-NAME-004', { got: `${show(key)}: ${show(value)}`, what }, { field: prop }));
    }
  }
  return { labels: good, faults };
}

/** Faults of a namespace that the fleet is going to make. */
export function checkNamespace(namespace: unknown, what: string): Fault[] {
  if (!isDnsLabel(namespace)) {
    return [fault('WS-NAME-001', {
      prop: 'namespace', what, got: show(namespace), expected: `at most ${LIMITS.dnsLabel} lower-case letters, digits and hyphens, starting and ending with a letter or digit`,
    }, { field: 'namespace' })];
  }
  const prefix = Object.keys(SYSTEM_PREFIXES).find((candidate) => namespace.startsWith(candidate));
  const system = Object.prototype.hasOwnProperty.call(SYSTEM_NAMESPACES, namespace) ? SYSTEM_NAMESPACES[namespace] : undefined;
  const owner = system ?? (prefix === undefined ? undefined : SYSTEM_PREFIXES[prefix]);
  return owner === undefined ? [] : [fault('WS-NAME-003', { what, got: show(namespace), expected: owner }, { field: 'namespace' })];
}

/** True for a container image by digest: `registry.k8s.io/kubectl@sha256:…`, with or without a tag before it. */
export function isPinnedImage(image: unknown): image is string {
  return typeof image === 'string' && image.length <= 1024 && /^[a-z0-9]+(?:[._-][a-z0-9]+)*(?::\d{1,5})?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?@sha256:[0-9a-f]{64}$/.test(image);
}
