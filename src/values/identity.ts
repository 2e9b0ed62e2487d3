import { createHash } from 'crypto';

/** The namespace of our name-based UUIDs (RFC 9562, version 5): a constant for ever, since machines are known by what it gives. */
const UUID_NAMESPACE = 'b9c3a6f4-6a0e-5d0b-9d7a-3f1f5c0c7e21';

function uuidV5(name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(UUID_NAMESPACE.replace(/-/g, ''), 'hex'))
    .update(name, 'utf8')
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
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
  const digest = createHash('sha256').update(`mac/${fleet}/${owner}/${machine}/${network}`, 'utf8').digest();
  return ['0a', ...Array.from(digest.subarray(0, 5), (octet) => octet.toString(16).padStart(2, '0'))].join(':');
}

/** A well-formed UUID, lower case. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
