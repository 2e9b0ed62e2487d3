import { LIMITS } from '../facts';

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const PART = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** RFC 1123 label. */
export function isLabel(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LIMITS.dnsLabel && LABEL.test(value);
}

/** RFC 1123 subdomain. */
export function isSubdomain(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LIMITS.dnsSubdomain && SUBDOMAIN.test(value);
}

export function isLabelValue(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || (value.length <= LIMITS.labelPart && PART.test(value)));
}

/** Key of a label or an annotation. Annotations may have upper case in it, as labels may. */
export function isKey(key: string): boolean {
  const slash = key.indexOf('/');
  const name = slash < 0 ? key : key.slice(slash + 1);
  return name.length <= LIMITS.labelPart && PART.test(name) && (slash < 0 || isSubdomain(key.slice(0, slash)));
}

/** Domain, bus, slot and function (KubeVirt pkg/util/hardware/hw_utils.go). */
export const isPciAddress = (text: string): boolean => /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i.test(text);

/** An IPv4 or IPv6 address. */
export function isAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) {
    return false;
  }
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups[groups.length - 1];
  const dotted = last?.includes('.') === true;
  const count = groups.length + (dotted ? 1 : 0);
  return groups.every((group, index) => (dotted && index === groups.length - 1 ? isIpv4(group) : /^[0-9a-f]{1,4}$/i.test(group)))
    && (halves.length === 2 ? count < 8 : count === 8);
}
