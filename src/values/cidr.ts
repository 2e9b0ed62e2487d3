import { isIP } from 'net';

/** A block of addresses; one address is a block of one. */
export interface Cidr {
  /** As Kubernetes and Cilium write it: `10.0.0.0/8`, `fd00::/8`. */
  readonly text: string;
  readonly family: 4 | 6;
  /** Its first address as a number. */
  readonly first: bigint;
  /** How many leading bits all of its addresses share. */
  readonly prefix: number;
}

const BITS = { 4: 32, 6: 128 } as const;

/** What is no block of addresses, in words that say what one is; with the block that was meant, where that is clear. */
export const CIDR_WORDS = 'a block of addresses, such as 10.20.0.0/16 or fd00:20::/48, or one address';

/** Reads `10.20.0.0/16`, `fd00::/8` or one address. Undefined for what is none, and for a block whose address is not its first. */
export function readCidr(text: unknown): Cidr | undefined {
  const cidr = parseCidr(text);
  return cidr === undefined || cidr.given !== cidr.first ? undefined : { text: cidr.text, family: cidr.family, first: cidr.first, prefix: cidr.prefix };
}

/** The block that a text such as `10.20.3.4/16` lies in, if that is what is wrong with it. */
export function blockOf(text: unknown): string | undefined {
  return parseCidr(text)?.text;
}

function parseCidr(text: unknown): Cidr & { readonly given: bigint } | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  const [address = '', length, ...rest] = text.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || rest.length > 0 || (length !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(length)) || address.includes('%')) {
    return undefined;
  }
  const bits = BITS[family];
  const prefix = length === undefined ? bits : Number(length);
  const given = family === 4 ? numberOf4(address) : numberOf6(address);
  if (prefix > bits || given === undefined) {
    return undefined;
  }
  const free = BigInt(bits - prefix);
  const first = (given >> free) << free;
  return { text: `${family === 4 ? textOf4(first) : textOf6(first)}/${prefix}`, family, given, first, prefix };
}

/** True if every address of `inner` lies in `outer`. */
export function covers(outer: Cidr, inner: Cidr): boolean {
  const free = BigInt(BITS[outer.family] - outer.prefix);
  return outer.family === inner.family && outer.prefix <= inner.prefix && inner.first >> free === outer.first >> free;
}

/** Blocks without those that lie in another of them, sorted: by family, then by address. */
export function mergeCidrs(blocks: readonly Cidr[]): Cidr[] {
  const unique = [...new Map(blocks.map((block) => [block.text, block])).values()];
  return unique
    .filter((one) => !unique.some((other) => other !== one && covers(other, one)))
    .sort((a, b) => a.family - b.family || (a.first < b.first ? -1 : 1));
}

const numberOf4 = (address: string): bigint => address.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n);

const textOf4 = (number: bigint): string => [24n, 16n, 8n, 0n].map((shift) => String((number >> shift) & 255n)).join('.');

/** Undefined for an address that has an IPv4 address in it: Kubernetes refuses those. */
function numberOf6(address: string): bigint | undefined {
  if (address.includes('.')) {
    return undefined;
  }
  const [head = '', tail] = address.split('::');
  const words = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [left, right] = [words(head), words(tail ?? '')];
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return all.reduce((number, word) => number * 65_536n + BigInt(`0x${word}`), 0n);
}

/** The one short form (RFC 5952), as Node's own URL writes it. */
function textOf6(number: bigint): string {
  const words = Array.from({ length: 8 }, (_, index) => ((number >> BigInt(112 - 16 * index)) & 65_535n).toString(16));
  return new URL(`http://[${words.join(':')}]/`).hostname.slice(1, -1);
}
