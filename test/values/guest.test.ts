import { CloudInit, type CloudInitProps, GuestService, Readiness } from '../../src/values';
import { CLOUD_INIT_HEADERS, OWN_CLOUD_CONFIG_KEYS } from '../../src/values/cloud-init';
import { codesOf, faultOf, faultsOf, sshKey } from './support';

const of = (props: unknown) => CloudInit.of(props as CloudInitProps);
const file = (props: object) => of({ files: [{ path: '/etc/motd', content: 'hello\n', ...props }] });

describe('GuestService.ssh', () => {
  it('is port 22 for the keys and the name of the owner', () => {
    const ssh = GuestService.ssh();
    expect([ssh.name, ssh.port]).toEqual(['ssh', 22]);
    expect(ssh._data).toEqual({ name: 'ssh', port: 22 });
  });

  it('keeps every prop; keys without blanks around them, in a list of its own', () => {
    const authorizedKeys = [` ${sshKey()} `];
    const ssh = GuestService.ssh({ authorizedKeys, user: 'admin_1' });
    authorizedKeys.push('x');
    expect(ssh._data).toEqual({ name: 'ssh', port: 22, authorizedKeys: [sshKey()], user: 'admin_1' });
  });

  it('tells no keys from keys of the owner', () => {
    expect(GuestService.ssh({ authorizedKeys: [] })._data.authorizedKeys).toEqual([]);
  });

  it.each(['', 'root', 'Alice', '1a', '-a', 'a b', 'a:b', 'x'.repeat(33), '美琳', 5])('has no login %j', (user) => {
    expect(faultOf(() => GuestService.ssh({ user: user as string }))).toMatchObject({ code: 'WS-SERVICE-002', field: 'user' });
  });

  it('says all that is wrong at once', () => {
    expect(faultsOf(() => GuestService.ssh({ user: 'root', authorizedKeys: ['x', 'PRIVATE KEY', sshKey(), sshKey()] })).map(({ code, field }) => `${code} ${field}`)).toEqual([
      'WS-SSH-002 authorizedKeys[0]', 'WS-SSH-003 authorizedKeys[1]', 'WS-SSH-004 authorizedKeys[3]', 'WS-SERVICE-002 user',
    ]);
    expect(codesOf(() => GuestService.ssh({ user: 'root', authorizedKeys: 'x' as unknown as string[] }))).toEqual(['WS-APP-002', 'WS-SERVICE-002']);
  });
});

describe('Readiness', () => {
  it('is a port, a path, the agent or nothing', () => {
    expect(Readiness.tcp(22)._data).toEqual({ kind: 'tcp', port: 22 });
    expect(Readiness.http(65535, '/api?x=1')._data).toEqual({ kind: 'http', port: 65535, path: '/api?x=1' });
    expect(Readiness.guestAgent()._data).toEqual({ kind: 'guestAgent' });
    expect(Readiness.none()._data).toEqual({ kind: 'none' });
  });

  it.each([0, -1, 65536, 1.5, NaN, '22', undefined])('asks no port %p', (port) => {
    expect(faultOf(() => Readiness.tcp(port as number))).toMatchObject({ code: 'WS-SERVICE-001', field: 'port' });
  });

  it.each(['', 'api', '/a b', '/a\n', '/ä', 5])('asks no path %j', (path) => {
    expect(faultOf(() => Readiness.http(80, path as string))).toMatchObject({ code: 'WS-GUEST-008', field: 'path' });
  });

  it('says all that is wrong at once', () => {
    expect(codesOf(() => Readiness.http(0, 'x'))).toEqual(['WS-GUEST-008', 'WS-SERVICE-001']);
  });
});

describe('CloudInit.of', () => {
  it('may be empty', () => {
    expect(of({})._data).toEqual({ kind: 'parts', packages: [], runCommands: [], files: [], settings: {} });
    expect(of(undefined)._data).toEqual(of({})._data);
  });

  it('keeps every prop; a file belongs to root and is 0644', () => {
    const settings = { timezone: 'Asia/Shanghai', apt: { sources: [{ uri: 'x' }], n: 1, on: true, none: undefined } };
    expect(of({ packages: ['git'], runCommands: ['a\nb'], files: [{ path: '/a', content: '' }, { path: '/b/c', content: 'x', permissions: '1755', owner: 'alice:users' }], settings })._data).toEqual({
      kind: 'parts', packages: ['git'], runCommands: ['a\nb'],
      files: [{ path: '/a', content: '', permissions: '0644', owner: 'root:root' }, { path: '/b/c', content: 'x', permissions: '1755', owner: 'alice:users' }],
      settings: { timezone: 'Asia/Shanghai', apt: { sources: [{ uri: 'x' }], n: 1, on: true } },
    });
  });

  it('keeps nothing of what it was given', () => {
    const props = { packages: ['git'], runCommands: ['true'], files: [{ path: '/a', content: 'a' }], settings: { apt: { list: ['x'] } } };
    const data = of(props)._data;
    const before = structuredClone(data);
    props.packages.push('x');
    props.runCommands.push('x');
    props.files[0]!.content = 'b';
    props.settings.apt.list.push('y');
    expect(data).toEqual(before);
  });

  it.each([['packages', ['git', ''], 'packages[1]'], ['packages', 'git', 'packages'], ['runCommands', [5], 'runCommands[0]'], ['files', {}, 'files'], ['settings', [], 'settings'], ['settings', 'x', 'settings']])(
    'refuses %s: %j', (prop, value, field) => {
      expect(faultOf(() => of({ [prop]: value }))).toMatchObject({ code: 'WS-APP-002', field });
    });

  it.each(['644', '0644', '1777', '01777', '0000'])('takes the mode %j', (permissions) => {
    expect(file({ permissions })._data).toMatchObject({ files: [{ permissions }] });
  });

  it.each([420, 0o644, '', '0o644', '888', 'rw-r--r--', '64', '077777', true])('refuses the mode %j', (permissions) => {
    expect(faultOf(() => file({ permissions }))).toMatchObject({ code: 'WS-GUEST-003', field: 'files[0].permissions', fix: "give the mode as a string, such as '0644'" });
  });

  it.each(['', '/', 'etc/motd', './a', '/a/', '/a\nb', '~/a', 5, undefined])('refuses the path %j', (path) => {
    expect(faultOf(() => file({ path }))).toMatchObject({ code: 'WS-GUEST-008', field: 'files[0].path' });
  });

  it.each(['', 'Root', 'a:b:c', 'a b', ':a', 5])('refuses the owner %j', (owner) => {
    expect(faultOf(() => file({ owner }))).toMatchObject({ code: 'WS-GUEST-008', field: 'files[0].owner' });
  });

  it.each([undefined, null, 5, Buffer.from('a')])('refuses the content %p', (content) => {
    expect(faultOf(() => file({ content }))).toMatchObject({ code: 'WS-APP-002', field: 'files[0].content' });
  });

  it.each(Object.keys(OWN_CLOUD_CONFIG_KEYS))('refuses the key %s, which the library writes, and says what to use', (key) => {
    expect(faultOf(() => of({ settings: { [key]: 'x' } }))).toMatchObject({ code: 'WS-GUEST-010', expected: OWN_CLOUD_CONFIG_KEYS[key], field: `settings.${key}` });
  });

  it.each(['', 'Timezone', 'a b', '1a', 'a.b', '区'])('refuses the key %j, which cloud-config cannot have', (key) => {
    expect(faultOf(() => of({ settings: { [key]: 'x' } })).code).toBe('WS-GUEST-010');
  });

  it.each([
    ['a date', new Date(0)], ['a function', () => 1], ['null', null], ['NaN', NaN], ['Infinity', Infinity], ['a bigint', 1n], ['a map', new Map()], ['a buffer', Buffer.from('a')],
    ['a hole', new Array(1)], ['no prototype', Object.create(null)], ['__proto__', JSON.parse('{"__proto__":{"a":1}}')],
  ])('refuses settings that hold %s', (_, value) => {
    expect(faultOf(() => of({ settings: { a: { b: [value] } } }))).toMatchObject({ code: 'WS-APP-002', field: 'settings' });
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  it('ends with settings that have no end', () => {
    const circle: Record<string, unknown> = {};
    circle.a = [circle, circle, circle];
    circle.b = circle;
    let bomb: unknown = 'x';
    for (let level = 0; level < 15; level++) {
      bomb = Array.from({ length: 10 }, () => bomb);
    }
    for (const value of [circle, bomb]) {
      expect(faultOf(() => of({ settings: { a: value } }))).toMatchObject({ code: 'WS-APP-002', field: 'settings' });
    }
  });

  it('says all that is wrong at once', () => {
    const wrong = { packages: [5], runCommands: [''], files: [{ path: 'a', content: 5, permissions: 420, owner: 'A' }, 'x'], settings: { users: [], A: 1, a: NaN } };
    expect(faultsOf(() => of(wrong)).map(({ code, field }) => `${code} ${field}`)).toEqual([
      'WS-GUEST-003 files[0].permissions', 'WS-APP-002 files[0].content', 'WS-GUEST-008 files[0].owner', 'WS-GUEST-008 files[0].path', 'WS-APP-002 files[1]', 'WS-APP-002 files[1].content', 'WS-GUEST-008 files[1].path',
      'WS-APP-002 packages[0]', 'WS-APP-002 runCommands[0]', 'WS-APP-002 settings', 'WS-GUEST-010 settings', 'WS-GUEST-010 settings.users',
    ].sort((a, b) => (a.split(' ')[1]! < b.split(' ')[1]! ? -1 : 1)));
  });
});

describe('CloudInit.fromText', () => {
  it('keeps the text', () => {
    const text = '#cloud-config\nusers: []\n';
    expect(CloudInit.fromText(text)._data).toEqual({ kind: 'text', text });
  });

  it.each([5, undefined, null, {}, Buffer.from('#cloud-config')])('refuses %p', (text) => {
    expect(faultOf(() => CloudInit.fromText(text as string))).toMatchObject({ code: 'WS-APP-002', field: 'text' });
  });

  it('knows the first lines of cloud-init', () => {
    expect(CLOUD_INIT_HEADERS).toEqual(expect.arrayContaining(['#cloud-config', '#!', '#include', '## template: jinja', 'MIME-Version:']));
  });
});
