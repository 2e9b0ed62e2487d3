import fc from 'fast-check';
import { checkMac, derivedMac, firmwareSerial, firmwareUuid, isDnsLabel, isUuid } from '../../src/values';

/**
 * Frozen for ever: a machine of an older release keeps its uuid (cloud-init's instance id), serial and address.
 * Computed by another program (Python's uuid.uuid5 and hashlib).
 */
const GOLDEN = [
  ['fleet', 'alice', '', '6c9269b0-c057-5102-9fd5-239aac14f08f', 'dc430808-3871-5cb9-8e95-2f1c58942e89', '0a:cb:7d:da:8a:36', '0a:44:f7:be:ca:af'],
  ['fleet', 'alice', 'render', '662f062b-8394-5893-a286-f67e7038b895', '00ad44eb-79dc-5eae-ad6b-74171354dede', '0a:12:7f:c7:02:bb', '0a:cc:56:da:16:75'],
  ['ai-prod', 'mei-lin', '', '7ca7616c-79f1-5159-8119-54e3425035f3', '042ee094-8b29-5e11-b73c-178112eb4dc9', '0a:9c:f1:ae:af:3c', '0a:2a:69:9c:52:dd'],
] as const;

describe.each(GOLDEN)('machine %s/%s/%s', (fleet, owner, machine, uuid, serial, mac, office) => {
  it('has its uuid, serial and addresses for ever', () => {
    expect(firmwareUuid(fleet, owner, machine)).toBe(uuid);
    expect(firmwareSerial(fleet, owner, machine)).toBe(serial);
    expect(derivedMac(fleet, owner, machine, 'default')).toBe(mac);
    expect(derivedMac(fleet, owner, machine, 'office')).toBe(office);
  });
});

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/);
const machine = fc.oneof(fc.constant(''), label);
const place = fc.tuple(label, label, machine, label);

it('gives a uuid of version 5 and an address that is local, unicast and outside 02:', () => {
  fc.assert(fc.property(place, ([fleet, owner, name, network]) => {
    for (const id of [firmwareUuid(fleet, owner, name), firmwareSerial(fleet, owner, name)]) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(isUuid(id)).toBe(true);
    }
    const mac = derivedMac(fleet, owner, name, network);
    const first = parseInt(mac.slice(0, 2), 16);
    expect([first & 1, first & 2]).toEqual([0, 2]);
    expect(mac).toMatch(/^0a(:[0-9a-f]{2}){5}$/);
    expect(checkMac(mac)).toEqual([]);
  }));
});

it('gives the same for the same and another for all else', () => {
  fc.assert(fc.property(place, place, (a, b) => {
    const same = JSON.stringify(a) === JSON.stringify(b);
    const sameMachine = JSON.stringify(a.slice(0, 3)) === JSON.stringify(b.slice(0, 3));
    expect(firmwareUuid(a[0], a[1], a[2]) === firmwareUuid(b[0], b[1], b[2])).toBe(sameMachine);
    expect(firmwareSerial(a[0], a[1], a[2]) === firmwareSerial(b[0], b[1], b[2])).toBe(sameMachine);
    expect(derivedMac(...a) === derivedMac(...b)).toBe(same);
  }));
});

it('tells fleet, owner, machine and network apart, and uuid from serial', () => {
  const machines: [string, string, string][] = [['f', 'a', ''], ['g', 'a', ''], ['f', 'b', ''], ['f', 'a', 'x'], ['a', 'f', ''], ['f', 'a-b', ''], ['f', 'a', 'b'], ['f-a', 'b', ''], ['f', 'ab', '']];
  const all = machines.flatMap((one) => [firmwareUuid(...one), firmwareSerial(...one), derivedMac(...one, 'default'), derivedMac(...one, 'office')]);
  expect(new Set(all).size).toBe(all.length);
});

it('rests on names that hold no slash, so that the parts cannot run together', () => {
  expect(firmwareUuid('f', 'a/b', '')).not.toBe(firmwareUuid('f', 'a', 'b'));
  expect(firmwareUuid('f', 'a/b', 'c')).toBe(firmwareUuid('f', 'a', 'b/c'));
  expect(isDnsLabel('a/b')).toBe(false);
});

it.each(['6C9269B0-C057-5102-9FD5-239AAC14F08F', '6c9269b0c05751029fd5239aac14f08f', '6c9269b0-c057-5102-9fd5-239aac14f08', '', 5, undefined, '6c9269b0-c057-5102-9fd5-239aac14f08f\n'])(
  'does not take %j for a uuid', (text) => {
    expect(isUuid(text)).toBe(false);
  });
