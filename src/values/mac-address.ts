import { type Fault, fault, show, throwAll } from '../faults';

/**
 * A MAC address of a machine's network interface.
 *
 * @example
 * const mac = MacAddress.of('0a:1b:2c:3d:4e:5f');
 */
export class MacAddress {
  /**
   * Reads an address.
   *
   * Faults: WS-MAC-001 (no address), WS-MAC-002 (multicast, zero or reserved).
   *
   * @param text six octets of two hexadecimal digits with colons or hyphens, in either case
   */
  public static of(text: string): MacAddress {
    const faults = checkMac(text);
    throwAll(faults);
    return new MacAddress(normalizeMac(text));
  }

  /** The address in lower case with colons. */
  public readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** The address in lower case with colons. */
  public toString(): string {
    return this.text;
  }
}

function normalizeMac(text: string): string {
  return text.trim().toLowerCase().replace(/-/g, ':');
}

/** Faults of a text that should be a MAC address. */
export function checkMac(text: unknown): Fault[] {
  if (typeof text !== 'string' || !/^[0-9a-f]{2}([:-])[0-9a-f]{2}(\1[0-9a-f]{2}){4}$/i.test(text.trim())) {
    return [fault('WS-MAC-001', { got: show(text) })];
  }
  const normal = normalizeMac(text);
  const reason = normal === '00:00:00:00:00:00' ? 'all zero'
    : normal === '02:00:00:00:00:00' ? "KubeVirt's own, on the gateway side of masquerade"
      : (parseInt(normal.slice(0, 2), 16) & 1) === 1 ? 'a multicast address'
        : undefined;
  return reason === undefined ? [] : [fault('WS-MAC-002', { got: normal, reason })];
}
