import { Size } from 'cdk8s';
import fc from 'fast-check';
import { parse } from 'yaml';
import { checkName, nameOf } from '../../src/constructs/naming';
import { LIMITS } from '../../src/facts';
import { networkData, type NetworkInterfaceMatch } from '../../src/objects/guest/network-data';
import { isDnsLabel, isDnsLabelWithLetter, isLabelValue } from '../../src/values';
import { parseQuantity, quantity, readSize } from '../../src/values/sizes';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const label = (most: number, first = LETTERS): fc.Arbitrary<string> => fc.tuple(
  fc.constantFrom(...first), fc.string({ unit: fc.constantFrom(...`${LETTERS}0123456789-`), maxLength: most - 2 }), fc.constantFrom(...`${LETTERS}0123456789`),
).map((parts) => parts.join(''));
const mac = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 }).map((bytes) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':'));

describe('network data', () => {
  // A kernel takes at most 15 characters; some of them look like other things in YAML.
  const name = fc.oneof(fc.string({ unit: fc.constantFrom(...`${LETTERS}0123456789._-`), minLength: 1, maxLength: 15 }), fc.constantFrom('__proto__', 'on', 'no', 'null', '0', '1e3', '~', '0x1f', '12:30'));
  const nic: fc.Arbitrary<NetworkInterfaceMatch> = fc.oneof(
    fc.record({ match: fc.constant('mac' as const), mac: fc.oneof(mac, mac.map((text) => text.toUpperCase())), name }),
    fc.record({ match: fc.constant('name' as const), name }),
  );
  const nics = fc.uniqueArray(nic, { minLength: 1, maxLength: 5, selector: (one) => one.name });

  test.each(['1.1', '1.2'] as const)('is what was asked for, whatever the names and addresses, read as YAML %s', (version) => {
    fc.assert(fc.property(nics, (interfaces) => {
      const { ethernets, ...rest } = parse(networkData(interfaces), { version, mapAsMap: false }) as { ethernets: Record<string, Record<string, unknown>> };
      expect(rest).toEqual({ version: 2 });
      expect(Object.keys(ethernets).sort()).toEqual(interfaces.map((one) => one.name).sort());
      interfaces.forEach((one, index) => {
        expect(ethernets[one.name]).toEqual({
          ...(one.match === 'mac' ? { 'match': { macaddress: one.mac.toLowerCase() }, 'set-name': one.name } : {}),
          dhcp4: true, dhcp6: false, ...(index === 0 ? {} : { 'dhcp4-overrides': { 'use-routes': false } }),
        });
      });
    }));
  });

  test('gives the default route to exactly one interface', () => {
    fc.assert(fc.property(nics, (interfaces) => {
      expect((networkData(interfaces).match(/use-routes: false/g) ?? []).length).toBe(interfaces.length - 1);
    }));
  });
});

describe('sizes', () => {
  const UNIT = { Ki: 1, Mi: 1024, Gi: 1024 ** 2, Ti: 1024 ** 3, Pi: 1024 ** 4 } as const;
  /** A data file may give up to 15 digits. */
  const MOST = 999_999_999_999_999;
  const written = fc.constantFrom(...Object.keys(UNIT) as (keyof typeof UNIT)[]).chain((unit) =>
    fc.integer({ min: 1, max: Math.min(MOST, Math.floor(Number.MAX_SAFE_INTEGER / UNIT[unit])) }).map((amount) => ({ text: `${amount}${unit}`, kibibytes: amount * UNIT[unit] })));

  test('what a data file says is written as it stands, and is as large', () => {
    fc.assert(fc.property(written, ({ text, kibibytes }) => {
      expect(readSize(parseQuantity(text))).toMatchObject({ text, kibibytes });
    }));
  });

  test('the shortest quantity of a size is of the same size, and no shorter one is', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: MOST }), (kibibytes) => {
      const text = quantity(kibibytes);
      expect(parseQuantity(text)?.toKibibytes()).toBe(kibibytes);
      expect(quantity(parseQuantity(text)?.toKibibytes() ?? 0)).toBe(text);
      expect(text.length).toBeLessThanOrEqual(`${kibibytes}Ki`.length);
    }));
  });

  test('a Size of cdk8s comes out of the manifest as large as it went in', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 33 }), fc.constantFrom(Size.kibibytes, Size.mebibytes, Size.gibibytes), (amount, make) => {
      const read = readSize(make.call(Size, amount));
      expect(parseQuantity(read?.text ?? '')?.toKibibytes()).toBe(read?.kibibytes);
    }));
  });

  test('any other text is no quantity', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0159.-+eEKMGTPiB ') })), (text) => {
      expect(parseQuantity(text) === undefined || /^[1-9]\d{0,14}[KMGTP]i$/.test(text)).toBe(true);
    }));
    expect(['', '0Gi', '-1Gi', '1.5Gi', '1G', '1gi', ' 1Gi', '1Gi ', '1 Gi', '01Gi', '1e3Gi', '9007199254740993Ki', '999999999999999Pi'].filter((text) => parseQuantity(text) !== undefined)).toEqual([]);
  });
});

describe('names', () => {
  const role = fc.constantFrom('rootdisk', 'workspace', 'workstation');

  test('are the words of a person, in order, whole', () => {
    fc.assert(fc.property(label(LIMITS.loginName), fc.oneof(fc.constant(''), label(20)), role, (owner, machine, what) => {
      const name = nameOf(owner, machine, what);
      expect(name.split('-')).toEqual([...owner.split('-'), ...(machine === '' ? [] : machine.split('-')), what]);
    }));
  });

  test('that are too long are a fault and never cut; all others are labels, host names and label values', () => {
    fc.assert(fc.property(label(LIMITS.loginName), fc.oneof(fc.constant(''), label(40)), role, (owner, machine, what) => {
      const name = nameOf(owner, machine, what);
      const codes = checkName(name, 'name', 'a disk').map(({ code }) => code);
      expect(codes).toEqual(name.length > LIMITS.dnsLabel ? ['WS-NAME-005'] : []);
      expect(isDnsLabel(name)).toBe(codes.length === 0);
      expect(isLabelValue(name)).toBe(codes.length === 0);
    }));
  });

  test('of the first machine of anybody are labels', () => {
    fc.assert(fc.property(label(LIMITS.loginName), role, (owner, what) => {
      expect(isDnsLabelWithLetter(owner, LIMITS.loginName)).toBe(true);
      expect(isDnsLabelWithLetter(nameOf(owner, '', what))).toBe(true);
    }));
  });

  test('of two machines of one person differ, and so do those of two roles', () => {
    fc.assert(fc.property(label(20), fc.uniqueArray(fc.oneof(fc.constant(''), label(10)), { minLength: 2, maxLength: 2 }), (owner, [one = '', other = '']) => {
      expect(nameOf(owner, one, 'rootdisk')).not.toBe(nameOf(owner, other, 'rootdisk'));
      expect(nameOf(owner, one, 'rootdisk')).not.toBe(nameOf(owner, one, 'workspace'));
    }));
  });
});
