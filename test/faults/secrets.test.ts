import { masked, secretIn } from '../../src/faults';

const SECRETS: readonly (readonly [string, string])[] = [
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  ['a GitHub token', `ghp_${'a1'.repeat(18)}`],
  ['a Ceph key', `AQ${'b'.repeat(36)}==`],
  ['a key in an address', 'http://a?sig=abcd'],
  ['a password in an address', 'a://bcd:efg@hijklm'],
];

test.each(SECRETS)('%s is found in any line of a text, however often its neighbours were read', (name, secret) => {
  for (const text of [secret, `${secret}\nnext`, `first line\n${secret}`, `first line\r\nmore ${secret}\nnext`]) {
    expect(secretIn('first line\nnext')).toBeUndefined();
    expect([text, secretIn(text)]).toEqual([text, name]);
    expect(masked(text)).not.toContain(secret);
  }
});

test('of more lines than are remembered, each is read', () => {
  const lines = Array.from({ length: 12_000 }, (_, n) => `line ${n}`);
  expect(secretIn(lines.join('\n'))).toBeUndefined();
  expect(secretIn([...lines, SECRETS[1]![1]].join('\n'))).toBe('a GitHub token');
});
