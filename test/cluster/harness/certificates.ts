import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'crypto';

/** Just enough X.509 for loopback: Node's crypto makes keys and signatures, the structure is written here. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export interface Wish {
  readonly commonName: string;
  readonly organization?: string;
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
}

export class Authority {
  readonly certificate: string;
  private readonly key: KeyObject;
  private readonly name: Buffer;

  constructor(commonName: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    this.name = distinguished({ commonName });
    this.certificate = this.signed(this.name, publicKey, [
      extension(OID.basicConstraints, sequence(TRUE), true),
      extension(OID.keyUsage, Buffer.from([3, 2, 1, 0x06]), true),   // keyCertSign, cRLSign
    ]);
  }

  issue(wish: Wish): Certificate {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const alternatives = [
      ...(wish.names ?? []).map((name) => tlv(0x82, Buffer.from(name))),
      ...(wish.addresses ?? []).map((address) => tlv(0x87, Buffer.from(address.split('.').map(Number)))),
    ];
    return {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificate: this.signed(distinguished(wish), publicKey, [
        extension(OID.basicConstraints, sequence(), true),
        extension(OID.keyUsage, Buffer.from([3, 2, 7, 0x80]), true),   // digitalSignature
        extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth), oid(OID.clientAuth))),
        ...(alternatives.length > 0 ? [extension(OID.subjectAltName, sequence(...alternatives))] : []),
      ]),
    };
  }

  private signed(subject: Buffer, publicKey: KeyObject, extensions: readonly Buffer[]): string {
    const serial = randomBytes(16);
    serial[0] = (serial[0]! & 0x7f) | 0x40;
    const algorithm = sequence(oid(OID.ecdsaWithSha256));
    const day = 86_400_000;
    const body = sequence(
      tlv(0xa0, tlv(2, Buffer.from([2]))),
      tlv(2, serial),
      algorithm,
      this.name,
      sequence(time(Date.now() - day), time(Date.now() + 30 * day)),
      subject,
      publicKey.export({ type: 'spki', format: 'der' }),
      tlv(0xa3, sequence(...extensions)),
    );
    const der = sequence(body, algorithm, bits(sign('sha256', body, this.key)));
    return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
  }
}

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

const TRUE = Buffer.from([1, 1, 0xff]);

function tlv(tag: number, content: Buffer): Buffer {
  const length = content.length < 0x80 ? Buffer.from([content.length])
    : content.length < 0x100 ? Buffer.from([0x81, content.length])
      : Buffer.from([0x82, content.length >> 8, content.length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts));
const bits = (content: Buffer): Buffer => tlv(3, Buffer.concat([Buffer.from([0]), content]));
const time = (at: number): Buffer => tlv(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

function oid(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]];
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) {
      groups.unshift((left & 0x7f) | 0x80);
    }
    bytes.push(...groups);
  }
  return tlv(6, Buffer.from(bytes));
}

const extension = (id: string, value: Buffer, critical = false): Buffer => sequence(oid(id), ...(critical ? [TRUE] : []), tlv(4, value));

const distinguished = (who: { readonly commonName: string; readonly organization?: string }): Buffer => sequence(
  ...(who.organization ? [tlv(0x31, sequence(oid(OID.organization), tlv(0x0c, Buffer.from(who.organization))))] : []),
  tlv(0x31, sequence(oid(OID.commonName), tlv(0x0c, Buffer.from(who.commonName)))),
);
