import fc from 'fast-check';
import { checkNetworkData, checkUserDataText } from '../../../src/constructs/guest-text/check-text';
import { hasSubstitution, networkData, userData } from '../../../src/objects/guest';
import { LIMITS } from '../../../src/facts';
import { renderFault } from '../../../src/faults';
import { cloudInit, SETUP } from '../../objects/guest/setup';

const codes = (text: string): string[] => checkUserDataText(text, 'alice').map((fault) => fault.code);
const config = (...lines: string[]): string => `#cloud-config\n${lines.join('\n')}\n`;
const secret = (text: string): (string | undefined)[] => checkUserDataText(text, 'alice').filter((fault) => fault.code === 'WS-SECRET-001').map((fault) => fault.got);

describe('checkUserDataText', () => {
  it('has nothing to say of what the library writes', () => {
    expect(checkUserDataText(userData(SETUP), 'alice')).toEqual([]);
    expect(checkUserDataText(userData({ ...SETUP, cloudInit: cloudInit({ packages: ['git'], settings: { timezone: 'UTC' } }) }), 'alice')).toEqual([]);
  });

  it.each(['', ' ', '\n\n', '\t\n', '\ufeff', '\ufeff \n'])('BL-002: refuses %j as empty', (text) => {
    expect(codes(text)).toEqual(['WS-GUEST-001']);
  });

  it.each([
    ['users: []\n', "'users: []'"],
    ['---\n#cloud-config\n', "'---'"],
    ['\n#cloud-config\n', 'an empty line'],
    ['\r\n#cloud-config\n', 'an empty line'],
    ['\ufeff#cloud-config\n', 'a byte order mark'],
    ['# cloud-config\n', "'# cloud-config'"],
    [' #cloud-config\n', "' #cloud-config'"],
    ['#cloud-configs\n', "'#cloud-configs'"],
    ['#cloudconfig\n', "'#cloudconfig'"],
    ['## template: jinja\nusers: []\n', "'## template: jinja', then 'users: []'"],
    ['## template: jinja', "'## template: jinja', then ''"],
  ])('BL-011, BL-013: refuses %j', (text, got) => {
    expect(checkUserDataText(text, 'alice')).toMatchObject([{ code: 'WS-GUEST-002', got }]);
  });

  it.each([
    '#cloud-config\nusers: []\n', '#cloud-config', '#cloud-config # ours\n', '#Cloud-Config\n', '#cloud-config\r\nusers: []\r\n', '#!/bin/sh\n', '#!/usr/bin/env python3\n',
    '#include\nhttps://example.com/x\n', '#include-once\n', '## template: jinja\n#cloud-config\n', '#cloud-boothook\n', '#part-handler\n', '#cloud-config-archive\n',
    '#cloud-config-jsonp\n', 'Content-Type: multipart/mixed; boundary="x"\n', 'MIME-Version: 1.0\n',
  ])('BL-011: takes %j', (text) => {
    expect(codes(text)).toEqual([]);
  });

  it('WS-GUEST-009: bounds the text by what a Secret holds, in bytes', () => {
    const start = '#cloud-config\n#';
    expect(codes(start + 'a'.repeat(LIMITS.secretBytes - start.length))).toEqual([]);
    expect(codes(start + 'a'.repeat(LIMITS.secretBytes - start.length + 1))).toEqual(['WS-GUEST-009']);
    expect(codes(start + '工'.repeat(LIMITS.secretBytes / 3))).toEqual(['WS-GUEST-009']);
  });
});

describe('secrets', () => {
  it.each([
    ['a password', config('password: hunter22')],
    ['a password', config('users:', '- name: bob', '  passwd: $6$hunter22')],
    ['a password', config('chpasswd:', '  list: |', `    root:$6$hunter22$${'aB3'.repeat(29)}`)],
    ['a password', `#!/bin/sh\nusermod -p '$y$j9T$hunter22$${'aB3'.repeat(15)}' alice\n`],
    ['a password', `#!/bin/sh\necho 'alice:$2b$10$${'aB3'.repeat(18)}' | chpasswd -e\n`],
    ['a password', config('users:', '- {name: bob, plain_text_passwd: hunter22}')],
    ['a password', config('users:', '- name: bob', '  hashed_passwd: "x6xabcdef"')],
    ['a password', config('chpasswd:', '  list: |', '    root:hunter22', '  expire: false')],
    ['a password', config('chpasswd:', '  list:', '  - alice:hunter22')],
    ['a password', config('chpasswd: {list: "alice:hunter22"}')],
    ['a password', config('chpasswd:', '  users:', '  - {name: alice, password: hunter22, type: text}')],
    ['a password', '#!/bin/sh\necho alice:hunter22 | chpasswd\n'],
    ['a password', '#!/bin/sh\nchpasswd <<EOF\nalice:hunter22\nEOF\n'],
    ['a password', '#!/bin/sh\nuseradd -m -p hunter22 alice\n'],
    ['a private key', config('write_files:', '- path: /k', '  content: |', '    -----BEGIN OPENSSH PRIVATE KEY-----', '    hunter22')],
    ['a private key', '#!/bin/sh\necho "-----BEGIN RSA PRIVATE KEY-----" hunter22\n'],
    ['a private key', config('# -----BEGIN PRIVATE KEY-----')],
    ['private host keys', config('ssh_keys:', '  ed25519_private: hunter22')],
    ['an AWS access key', '#!/bin/sh\naws configure set aws_access_key_id AKIAIOSFODNN7EXAMPLE\n'],
    ['an AWS access key', config('aws_secret_access_key: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')],
    ['a token', `#!/bin/sh\ngh auth ghp_${'a1'.repeat(18)}\n`],
    ['a token', config('ubuntu_pro:', '  token: C1hunter22')],
    ['a token', config('ubuntu_pro: { token: C1hunter22 }')],
    ['a password in an address', '#!/bin/sh\ngit clone https://bob:hunter22@example.com/x.git\n'],
    ['a secret in a variable', '#!/bin/sh\nexport DB_PASSWORD=hunter222\n'],
  ])('finds %s in %j and does not repeat it', (words, text) => {
    const faults = checkUserDataText(text, 'alice');
    expect(secret(text).join()).toContain(words);
    expect(faults.map(renderFault).join()).not.toMatch(/hunter22|AKIA|wJalr|ghp_|C1h/);
  });

  it('names the line', () => {
    expect(checkUserDataText(config('a: b', 'password: hunter22'), 'alice')).toMatchObject([{
      code: 'WS-SECRET-001', message: "the user data of 'alice' holds a password (line 3)",
    }]);
  });

  it.each([
    config('users:', '- name: bob', '  lock_passwd: true'), config('ssh_pwauth: false'), config('users:', '- {name: bob, passwd: "*"}'), config("password: '!'"),
    config('chpasswd: { expire: false }'), config('chpasswd:', '  list: |', '    alice:RANDOM', '  expire: false', 'timezone: Asia/Shanghai'),
    config('chpasswd:', '  users:', '  - {name: alice, type: RANDOM}'), config('# password: none is set here'), config('password: $PASSWORD'), '#!/bin/sh\necho $1$suffix_of_the_name\n', config('password: ${PASSWORD}'), config('password: $1'), config('password:'),
    '#!/bin/sh\nexport DB_PASSWORD=$(cat /run/db)\nexport TOKEN_FILE=/run/token\nTOKEN="$1"\n', '#!/bin/sh\nTOKEN=/run/secrets/token\n',
    '#!/bin/sh\necho "alice:$(cat /run/secrets/alice)" | chpasswd\n', '#!/bin/sh\nmkdir -p /srv/data\nuseradd -m alice\n', '#!/bin/sh\npasswd -l root\n',
    '#!/bin/sh\ncurl https://example.com:8443/a@b\n', '#!/bin/sh\ngit clone https://bob:${TOKEN}@example.com/x\n', '#!/bin/sh\n# PubkeyAuthentication, PasswordAuthentication no\n',
    config('write_files:', '- path: /k.pub', '  content: |', '    -----BEGIN PUBLIC KEY-----'), config('ssh_keys: {}'), config('ssh_authorized_keys:', '- ssh-ed25519 AAAA alice'),
    config('runcmd:', "- sed -i 's/^PasswordAuthentication.*/PasswordAuthentication no/' /etc/ssh/sshd_config"),
  ])('leaves %j alone', (text) => {
    expect(secret(text)).toEqual([]);
  });

  it('is quick with one line of nearly a MiB', () => {
    for (const unit of ['a.', 'eyJ', 'A_', 'useradd ', 'chpasswd', 'x://a:', '- ', 'password: ', '-----BEGIN ']) {
      const start = Date.now();
      checkUserDataText(`#!/bin/sh\n${unit.repeat(Math.floor(1_000_000 / unit.length))}`, 'alice');
      expect([unit, Date.now() - start < 3000]).toEqual([unit, true]);
    }
  });

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '#cloud-config\n', 'version: 2\n', 'ethernets: '), (text, start) => {
      checkUserDataText(start + text, 'alice');
      checkNetworkData(start + text, 'alice', '0a:00:00:00:00:01');
    }));
  });
});

describe('checkNetworkData', () => {
  const MAC = '0a:1b:2c:3d:4e:5f';
  const problem = (text: string, mac?: string): (string | undefined)[] => checkNetworkData(text, 'alice', mac).map((fault) => `${fault.code} ${fault.got}`);

  it('has nothing to say of what the library writes', () => {
    expect(problem(networkData({ match: 'mac', mac: MAC, name: 'enp1s0' }), MAC)).toEqual([]);
    expect(problem(networkData({ match: 'name', name: 'enp1s0' }), MAC)).toEqual([]);
    expect(problem(networkData([{ match: 'mac', mac: '0a:00:00:00:00:09', name: 'a' }, { match: 'mac', mac: MAC, name: 'b' }]), MAC)).toEqual([]);
  });

  it('BL-002: refuses an empty text', () => {
    expect(checkNetworkData('\n', 'alice')).toMatchObject([{ code: 'WS-GUEST-001', message: "the network data of 'alice' is empty" }]);
  });

  it('BL-007: refuses a key `network` around it', () => {
    expect(checkNetworkData('network:\n  version: 2\n', 'alice').map((fault) => fault.message)).toEqual(["the network data of 'alice' has a key 'network' around it"]);
  });

  it('BL-004: refuses the MAC of another machine; case and separators do not count', () => {
    const text = `version: 2\nethernets:\n  a:\n    match: {macaddress: "0A-1B-2C-3D-4E-5F"}\n`;
    expect(problem(text, MAC)).toEqual([]);
    expect(problem(text, '0a:00:00:00:00:01')).toEqual(['WS-GUEST-006 matches MAC 0A-1B-2C-3D-4E-5F, but the machine has 0a:00:00:00:00:01']);
    expect(problem(`version: 1\nconfig:\n- {type: physical, name: a, mac_address: "${MAC}"}\n`, '0a:00:00:00:00:01')).toHaveLength(1);
  });

  it('refuses a MAC that YAML 1.1 reads as a number', () => {
    expect(problem('version: 2\nethernets: {a: {match: {macaddress: 52:54:00:12:34:56}}}\n')).toEqual(['WS-GUEST-006 holds a MAC address without quotes, which YAML 1.1 reads as a number']);
  });

  it.each([
    ['a: [\n', /is no YAML/], ['- a\n', /is no map/], ['ethernets: {}\n', /has no `version`/], ['version: 3\n', /has version 3/], ['version: "2"\n', /has version '2'/],
  ])('refuses %j', (text, words) => {
    expect(problem(text).join()).toMatch(words);
  });

  it('gives way to no bomb of aliases', () => {
    const bomb = ['a0: &a0 [x]', ...Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`)].join('\n');
    expect(problem(`version: 2\n${bomb}\n`).join()).toMatch(/is no YAML/);
  });

  it('finds secrets', () => {
    expect(problem('version: 2\nwifis: {w: {access-points: {x: {password: hunter22}}}}\n').join()).toMatch(/WS-SECRET-001 a password/);
  });
});

describe('hasSubstitution', () => {
  it('BL-209: sees ${…}, not $(…) and not $x', () => {
    expect(hasSubstitution('echo ${HOME}')).toBe(true);
    expect(hasSubstitution('echo $(date) $HOME')).toBe(false);
  });
});
