import { SSH_KEY_TYPES } from '../../src/facts';
import { MacAddress, Person, type PersonProps, Subject } from '../../src/values';
import { codesOf, faultOf, faultsOf, sshKey } from './support';

describe('Person', () => {
  it('needs only a name', () => {
    const person = Person.of('alice');
    expect(person.name).toBe('alice');
    expect(person.identity).toBeUndefined();
    expect(person.user).toBeUndefined();
    expect(person.sshKeys).toEqual([]);
  });

  it('keeps every prop; keys without blanks around them', () => {
    const person = Person.of('mei-lin', { identity: '4f1c…', user: 'oidc:mei lin', sshKeys: [` ${sshKey()}\n`, sshKey('ssh-rsa')] });
    expect(person).toMatchObject({ identity: '4f1c…', user: 'oidc:mei lin', sshKeys: [sshKey(), sshKey('ssh-rsa')] });
  });

  it('gives copies, and keeps none of what it was given', () => {
    const sshKeys = [sshKey()];
    const person = Person.of('alice', { sshKeys });
    sshKeys.push('x');
    person.sshKeys.push('x');
    expect(person.sshKeys).toEqual([sshKey()]);
  });

  it.each(['a', 'a1', 'mei-lin', 'x'.repeat(32)])('may be called %j', (name) => {
    expect(Person.of(name).name).toBe(name);
  });

  it.each(['', 'Alice', '1a', '-a', 'a-', 'a_b', 'a.b', 'a/b', 'x'.repeat(33), '美琳', 'a ', ' a', 'a\n', 'é'])('may not be called %j', (name) => {
    expect(faultOf(() => Person.of(name))).toMatchObject({ code: 'WS-PERSON-001', field: 'name' });
  });

  it.each(['', ' ', ' a', 'a ', 'a\nb', 'a\u0000', 5, true, {}])('cannot have the identity or user %j', (value) => {
    for (const prop of ['identity', 'user']) {
      expect(faultOf(() => Person.of('alice', { [prop]: value }))).toMatchObject({ code: 'WS-PERSON-002', field: prop, message: expect.stringContaining(`'${prop}' of person 'alice'`) });
    }
  });

  it.each(SSH_KEY_TYPES)('takes a key of type %s, with and without a comment', (type) => {
    const sshKeys = [sshKey(type, 1, ''), sshKey(type, 2, 'alice with a comment of 中文')];
    expect(Person.of('alice', { sshKeys }).sshKeys).toEqual(sshKeys);
  });

  it.each([
    ['a type that sshd no longer takes', sshKey('ssh-dss')], ['a certificate', sshKey('ssh-ed25519-cert-v01@openssh.com')],
    ['another type inside', sshKey().replace('ssh-ed25519', 'ssh-rsa')], ['no blob', 'ssh-ed25519'], ['a cut blob', 'ssh-ed25519 AAAA'], ['no base64', 'ssh-ed25519 !!!!'],
    ['options before it', `no-pty ${sshKey()}`], ['two lines', `${sshKey()}\n${sshKey('ssh-rsa')}`], ['a file name', '~/.ssh/id_ed25519.pub'], ['nothing', ''], ['a number', 5],
  ])('refuses a key that is %s', (_, key) => {
    expect(faultOf(() => Person.of('alice', { sshKeys: [key as string] }))).toMatchObject({ code: 'WS-SSH-002', field: 'sshKeys[0]', expected: SSH_KEY_TYPES.join(', ') });
  });

  it('refuses a private key and never shows it', () => {
    const secret = 'b3BlbnNzaC1rZXktdjEAAAAA';
    const fault = faultOf(() => Person.of('alice', { sshKeys: [`-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}\n-----END OPENSSH PRIVATE KEY-----`] }));
    expect(fault).toMatchObject({ code: 'WS-SSH-003', field: 'sshKeys[0]' });
    expect(JSON.stringify(fault)).not.toContain(secret);
  });

  it('refuses the same key twice, whatever its comment', () => {
    expect(faultOf(() => Person.of('alice', { sshKeys: [sshKey(), sshKey('ssh-ed25519', 1, 'other')] }))).toMatchObject({ code: 'WS-SSH-004', field: 'sshKeys[1]' });
  });

  it('refuses a key alone where a list belongs, and a hole in the list', () => {
    expect(faultOf(() => Person.of('alice', { sshKeys: sshKey() as unknown as string[] }))).toMatchObject({ code: 'WS-APP-002', field: 'sshKeys' });
    expect(faultOf(() => Person.of('alice', { sshKeys: [, sshKey()] as string[] }))).toMatchObject({ code: 'WS-SSH-002', field: 'sshKeys[0]' });
  });

  it('says all that is wrong at once', () => {
    const wrong = { identity: '', user: ' ', sshKeys: ['x', 'PRIVATE KEY', sshKey(), sshKey()] };
    expect(codesOf(() => Person.of('Alice', wrong))).toEqual(['WS-PERSON-001', 'WS-PERSON-002', 'WS-PERSON-002', 'WS-SSH-002', 'WS-SSH-003', 'WS-SSH-004']);
  });

  it('keeps a message short and on one line, whatever the name', () => {
    const fault = faultsOf(() => Person.of(`a\n\u001b[31m${'x'.repeat(10_000)}`, { identity: '' } as PersonProps)).find(({ code }) => code === 'WS-PERSON-002')!;
    expect(fault.message.length).toBeLessThan(200);
    expect(fault.message).toContain('a\\u000a\\u001b[31m');
  });
});

describe('Subject', () => {
  it('is a user, a group or a service account', () => {
    expect({ ...Subject.user('oidc:alice') }).toEqual({ kind: 'User', name: 'oidc:alice' });
    expect({ ...Subject.group('operators') }).toEqual({ kind: 'Group', name: 'operators' });
    expect({ ...Subject.serviceAccount('argocd', 'people.v1') }).toEqual({ kind: 'ServiceAccount', name: 'people.v1', namespace: 'argocd' });
  });

  it('has words', () => {
    expect([Subject.user('a'), Subject.group('b'), Subject.serviceAccount('c', 'd')].map(String)).toEqual(['User a', 'Group b', 'ServiceAccount c/d']);
  });

  it.each(['', ' ', ' a', 'a ', 'a\nb', 5])('refuses the name %j', (name) => {
    expect(faultOf(() => Subject.user(name as string))).toMatchObject({ code: 'WS-SUBJECT-001', expected: "the user's name without blanks around it" });
    expect(faultOf(() => Subject.group(name as string))).toMatchObject({ code: 'WS-SUBJECT-001', expected: "the group's name without blanks around it" });
  });

  it('says both that are wrong with a service account', () => {
    expect(faultsOf(() => Subject.serviceAccount('a.b', 'A')).map((fault) => fault.message)).toEqual(["the namespace of a subject is 'a.b'", "the service account of a subject is 'A'"]);
  });
});

describe('MacAddress', () => {
  it.each(['0a:1b:2c:3d:4e:5f', '0A-1B-2C-3D-4E-5F', ' 0a:1B:2c:3D:4e:5F\n'])('reads %j', (text) => {
    const mac = MacAddress.of(text);
    expect(mac.text).toBe('0a:1b:2c:3d:4e:5f');
    expect(String(mac)).toBe('0a:1b:2c:3d:4e:5f');
  });

  it.each(['', '0a:1b:2c:3d:4e', '0a:1b:2c:3d:4e:5f:60', '0a:1b:2c:3d:4e:5g', '0a1b2c3d4e5f', '0a1b.2c3d.4e5f', '0a:1b-2c:3d:4e:5f', 'a:b:c:d:e:f', '０a:1b:2c:3d:4e:5f', 44, null])(
    'refuses %j', (text) => {
      expect(faultOf(() => MacAddress.of(text as string)).code).toBe('WS-MAC-001');
    });

  it.each([
    ['00:00:00:00:00:00', 'all zero'], ['02:00:00:00:00:00', "KubeVirt's own"], ['FF:FF:FF:FF:FF:FF', 'a multicast address'], ['01:00:5e:00:00:01', 'a multicast address'],
    ['0b:00:00:00:00:01', 'a multicast address'],
  ])('refuses %s', (text, reason) => {
    expect(faultOf(() => MacAddress.of(text))).toMatchObject({ code: 'WS-MAC-002', got: text.toLowerCase(), message: expect.stringContaining(reason) });
  });

  it.each(['02:00:00:00:00:01', '00:00:00:00:00:01', 'fe:ff:ff:ff:ff:ff'])('takes %s', (text) => {
    expect(MacAddress.of(text).text).toBe(text);
  });
});
