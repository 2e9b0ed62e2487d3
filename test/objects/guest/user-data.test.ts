import fc from 'fast-check';
import { parse } from 'yaml';
import { fitsInline, type GuestSetup, hasSubstitution, userData, utf8Bytes, WORKSPACE_SCRIPT } from '../../../src/objects/guest';
import { CloudInit } from '../../../src/values';
import { cloudInit, key, parts, SETUP, TRICKY, wellFormed, WORKSPACE } from './setup';

interface Read {
  readonly [key: string]: unknown;
  readonly users?: Record<string, unknown>[];
  readonly packages?: string[];
  readonly runcmd: string[];
  readonly write_files?: { path: string; owner?: string; permissions: string; content: string }[];
}

/** As PyYAML, so cloud-init, would read it. */
const read = (text: string): Read => parse(text, { version: '1.1' }) as Read;
const dataOf = (setup: Partial<GuestSetup>): Read => read(userData({ ...SETUP, ...setup }));

describe('the user data of a default workstation', () => {
  const text = userData(SETUP);

  it('says all of it', () => {
    expect(read(text)).toEqual({
      hostname: 'alice-workstation',
      disable_root: true,
      ssh_pwauth: false,
      users: [{
        name: 'alice', lock_passwd: true, shell: '/bin/bash', sudo: 'ALL=(ALL) NOPASSWD:ALL', ssh_authorized_keys: [key('alice@laptop'), key('alice@desk')],
      }],
      growpart: { mode: 'auto', devices: ['/'] },
      resize_rootfs: true,
      packages: ['qemu-guest-agent'],
      write_files: [{ path: '/usr/local/sbin/workstation-workspace', permissions: '0755', content: WORKSPACE_SCRIPT }],
      runcmd: [
        'systemctl enable --now qemu-guest-agent',
        'systemctl enable --now fstrim.timer',
        '/usr/local/sbin/workstation-workspace /dev/disk/by-id/virtio-workspace ext4 workspace /workspace alice',
      ],
    });
  });

  it('goes inline', () => {
    expect(utf8Bytes(text)).toBeLessThan(2048 - 200);
  });

  it('is the same text each time and changes nothing that it was given', () => {
    const before = JSON.stringify(SETUP);
    expect(userData(SETUP)).toBe(text);
    expect(JSON.stringify(SETUP)).toBe(before);
  });

  it('BL-209: holds nothing that Flux would replace', () => {
    expect(hasSubstitution(text)).toBe(false);
  });

  it('leaves the package lists to cloud-init, so that a first start without network goes on', () => {
    expect(read(text)).not.toHaveProperty('package_update');
  });

  it('never lets cloud-init format or mount the disk', () => {
    for (const name of ['fs_setup', 'disk_setup', 'mounts']) {
      expect(read(text)).not.toHaveProperty(name);
    }
  });
});

describe('what a machine may have or not', () => {
  it('without a workspace: no script and no command', () => {
    const data = dataOf({ workspace: undefined });
    expect(data).not.toHaveProperty('write_files');
    expect(data.runcmd).toEqual(['systemctl enable --now qemu-guest-agent', 'systemctl enable --now fstrim.timer']);
  });

  it("without a login: the image's users stay, the workspace stays root's", () => {
    const data = dataOf({ login: undefined });
    expect(data).not.toHaveProperty('users');
    expect(data.runcmd.at(-1)).toBe('/usr/local/sbin/workstation-workspace /dev/disk/by-id/virtio-workspace ext4 workspace /workspace');
  });

  it('a login without keys has no empty list of keys', () => {
    expect(dataOf({ login: { user: 'bob', authorizedKeys: [] } }).users?.[0]).not.toHaveProperty('ssh_authorized_keys');
  });

  it('the same key twice: once', () => {
    expect(dataOf({ login: { user: 'bob', authorizedKeys: [key('a'), key('a')] } }).users?.[0]?.ssh_authorized_keys).toEqual([key('a')]);
  });

  it('without the agent: neither package nor service', () => {
    const data = dataOf({ agent: false });
    expect(data).not.toHaveProperty('packages');
    expect(data.runcmd.join()).not.toContain('agent');
  });

  it('XFS brings its tools', () => {
    const data = dataOf({ workspace: { ...WORKSPACE, type: 'xfs', mountPath: '/srv/data', label: 'data', serial: 'd1' } });
    expect(data.packages).toEqual(['qemu-guest-agent', 'xfsprogs']);
    expect(data.runcmd.at(-1)).toBe('/usr/local/sbin/workstation-workspace /dev/disk/by-id/virtio-d1 xfs data /srv/data alice');
  });

  it('BL-085: the root filesystem grows with its disk', () => {
    expect(dataOf({})).toMatchObject({ growpart: { mode: 'auto', devices: ['/'] }, resize_rootfs: true });
  });

  it('signs in by key only', () => {
    expect(dataOf({})).toMatchObject({ disable_root: true, ssh_pwauth: false });
  });

  it('a hostname of digits stays a text', () => {
    expect(dataOf({ hostname: '007' }).hostname).toBe('007');
  });
});

describe('what a fleet adds', () => {
  it('packages: behind ours, each once', () => {
    expect(dataOf({ cloudInit: cloudInit({ packages: ['git', 'qemu-guest-agent', 'git', 'tmux'] }) }).packages).toEqual(['qemu-guest-agent', 'git', 'tmux']);
  });

  it('commands: behind ours, in their order, repeated if wanted', () => {
    const data = dataOf({ cloudInit: cloudInit({ runCommands: ['sync', 'date', 'sync'] }) });
    expect(data.runcmd.slice(0, 2)).toEqual(['systemctl enable --now qemu-guest-agent', 'systemctl enable --now fstrim.timer']);
    expect(data.runcmd.slice(3)).toEqual(['sync', 'date', 'sync']);
  });

  it('BL-016: the mode of a file is a text in quotes', () => {
    const setup = { ...SETUP, cloudInit: cloudInit({ files: [{ path: '/etc/motd', content: 'hello\n' }, { path: '/usr/local/bin/x', content: 'x', permissions: '0755', owner: 'alice:alice' }] }) };
    expect(userData(setup).match(/permissions: '0\d{3}'/g)).toEqual(["permissions: '0755'", "permissions: '0644'", "permissions: '0755'"]);
    expect(read(userData(setup)).write_files?.slice(1)).toEqual([
      { path: '/etc/motd', owner: 'root:root', permissions: '0644', content: 'hello\n' },
      { path: '/usr/local/bin/x', owner: 'alice:alice', permissions: '0755', content: 'x' },
    ]);
  });

  it('settings: beside ours, by name', () => {
    const text = userData({ ...SETUP, cloudInit: cloudInit({ settings: { timezone: 'Asia/Shanghai', locale: 'C.UTF-8', apt: { preserve_sources_list: true } } }) });
    expect(text.match(/^[a-z_]+(?=:)/gm)).toEqual([
      'hostname', 'disable_root', 'ssh_pwauth', 'users', 'growpart', 'resize_rootfs', 'packages', 'write_files', 'runcmd', 'apt', 'locale', 'timezone',
    ]);
  });

  it('a setting that the library also writes, and leaves free, is written once', () => {
    const text = userData({ ...SETUP, cloudInit: cloudInit({ settings: { disable_root: false } }) });
    expect(text.match(/^disable_root: .*$/gm)).toEqual(['disable_root: false']);
  });

  it('BL-014: the header is there exactly once, also when the settings come from a parsed file', () => {
    const settings = parse('#cloud-config\ntimezone: UTC\n') as Record<string, unknown>;
    const text = userData({ ...SETUP, cloudInit: cloudInit({ settings }) });
    expect(text.startsWith('#cloud-config\n')).toBe(true);
    expect(text.match(/#cloud-config/g)).toHaveLength(1);
  });

  it('BL-160: Windows line ends become LF', () => {
    const text = userData({ ...SETUP, cloudInit: cloudInit({ files: [{ path: '/usr/local/bin/x', content: '#!/bin/sh\r\necho\r\n' }], runCommands: ['a\r\nb'] }) });
    expect(text).not.toContain('\r');
    expect(text).not.toContain('\\r');
    expect(read(text).write_files?.at(-1)?.content).toBe('#!/bin/sh\necho\n');
  });

  it('BL-161: a command of several lines, with quotes and $(…), stays one item', () => {
    const command = 'if true; then\n\techo "$(date)" # now: \'x\'\n  fi\n';
    expect(dataOf({ cloudInit: cloudInit({ runCommands: [command] }) }).runcmd.at(-1)).toBe(command);
  });

  it('BL-155: words and number-like texts stay texts', () => {
    const data = dataOf({ cloudInit: parts({ packages: TRICKY, runCommands: TRICKY, settings: { tricky: TRICKY } }) });
    expect(data.packages).toEqual(['qemu-guest-agent', ...new Set(TRICKY)]);
    expect(data.runcmd.slice(3)).toEqual(TRICKY);
    expect(data.tricky).toEqual(TRICKY);
  });

  it('whatever texts are given, they are read back as given, in both versions of YAML', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }).map(wellFormed), fc.constantFrom(...TRICKY));
    const given = fc.record({
      packages: fc.array(text, { maxLength: 4 }), runCommands: fc.array(text, { maxLength: 4 }), content: text,
      settings: fc.record({ timezone: text, apt: fc.dictionary(fc.string(), text, { maxKeys: 3, noNullPrototype: true }) }, { noNullPrototype: true }),
    });
    fc.assert(fc.property(given, ({ packages, runCommands, content, settings }) => {
      const written = userData({ ...SETUP, cloudInit: parts({ packages, runCommands, settings, files: [{ path: '/x', owner: 'root:root', permissions: '0644', content }] }) });
      for (const version of ['1.1', '1.2'] as const) {
        const data = parse(written, { version }) as Read;
        expect(data.packages).toEqual([...new Set(['qemu-guest-agent', ...packages])]);
        expect(data.runcmd.slice(3)).toEqual(runCommands);
        expect(data.write_files?.at(-1)?.content).toBe(content);
        expect({ timezone: data.timezone, apt: data.apt }).toEqual(settings);
      }
      expect(written.startsWith('#cloud-config\nhostname:')).toBe(true);
      expect(written).not.toContain('\r');
      expect(written).not.toMatch(/^---/m);
    }), { numRuns: 200 });
  });
});

describe('a text of somebody\'s own', () => {
  it('is taken as it is', () => {
    const text = '#!/bin/sh\necho ${HOME}  \n\n';
    expect(userData({ ...SETUP, cloudInit: CloudInit.fromText(text)._data })).toBe(text);
  });
});

describe('what fits inline', () => {
  it('BL-001: 2048 bytes fit, 2049 do not; bytes count, not characters', () => {
    expect(fitsInline('a'.repeat(2048))).toBe(true);
    expect(fitsInline('a'.repeat(2049))).toBe(false);
    expect(fitsInline('工'.repeat(682))).toBe(true);
    expect(fitsInline(`${'工'.repeat(682)}aa`)).toBe(true);
    expect(fitsInline('工'.repeat(683))).toBe(false);
    expect(utf8Bytes('工🦀')).toBe(7);
  });

  it('BL-001: a command that takes the text over the bound', () => {
    const at = (length: number): string => userData({ ...SETUP, cloudInit: cloudInit({ runCommands: ['a'.repeat(length)] }) });
    const room = 2048 - utf8Bytes(at(1)) + 1;
    expect(fitsInline(at(room))).toBe(true);
    expect(fitsInline(at(room + 1))).toBe(false);
  });
});
