import { createHash } from 'crypto';

/** Five hexadecimal digits that stand for a text in a name. */
export const shortDigest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 5);

/** The namespace of our name-based UUIDs (RFC 9562, version 5): a constant for ever, since machines are known by what it gives. */
const UUID_NAMESPACE = Buffer.from('b9c3a6f4-6a0e-5d0b-9d7a-3f1f5c0c7e21'.replace(/-/g, ''), 'hex');

function uuidV5(name: string): string {
  const hex = createHash('sha1').update(UUID_NAMESPACE).update(name, 'utf8').digest('hex');
  // The digits of version (5) and variant (binary 10) are not the hash's.
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The firmware uuid of a machine, from fleet id, owner and machine and from nothing else: cloud-init's instance id.
 * The namespace is left out on purpose, so that a machine may move.
 */
export function firmwareUuid(fleet: string, owner: string, machine: string): string {
  return uuidV5(`uuid/${fleet}/${owner}/${machine}`);
}

/** The firmware serial of a machine, derived like its uuid. */
export function firmwareSerial(fleet: string, owner: string, machine: string): string {
  return uuidV5(`serial/${fleet}/${owner}/${machine}`);
}

/**
 * A locally administered unicast address, prefix 0a: outside 02:…, the range that KubeMacPool hands out by default
 * (kubemacpool v0.51 default range 02:00:00:00:00:00 – 02:FF:FF:FF:FF:FF).
 */
export function derivedMac(fleet: string, owner: string, machine: string, network: string): string {
  const hex = createHash('sha256').update(`mac/${fleet}/${owner}/${machine}/${network}`, 'utf8').digest('hex');
  return `0a${hex.slice(0, 10).replace(/../g, ':$&')}`;
}

/** A well-formed UUID, lower case. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
