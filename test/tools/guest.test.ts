import { execFileSync } from 'child_process';
import { createHash } from 'crypto';
import { chmodSync, closeSync, existsSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'fs';
import { tmpdir } from 'os';
import { delimiter, join } from 'path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { type GuestSetup, networkData, userData, WORKSPACE_SCRIPT } from '../../src/objects/guest';
import { type Plain, yamlText } from '../../src/objects/guest/yaml-text';
import { CLOUD_INIT_HEADERS } from '../../src/values';
import { cloudInit, parts, SETUP, TRICKY, wellFormed, WORKSPACE } from '../objects/guest/setup';
import { ask, has, PATH, pythonWith, run, withTools } from './programs';

const folder = mkdtempSync(join(tmpdir(), 'guest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (name: string): string => join(folder, `${count++}-${name}`);
const written = (name: string, text: string): string => {
  const path = fresh(name);
  writeFileSync(path, text);
  return path;
};

const FILES: GuestSetup['cloudInit'] = cloudInit({
  packages: ['git', 'build-essential'], runCommands: ['if true; then\n  echo "$(date)" # now\nfi', 'echo no'],
  files: [{ path: '/etc/motd', content: '工作站: alice\n' }], settings: { timezone: 'Asia/Shanghai', apt: { preserve_sources_list: true } },
});
const USER_DATA: readonly (readonly [string, GuestSetup])[] = [
  ['the default', SETUP],
  ['no workspace', { ...SETUP, workspace: undefined }],
  ['no login, no agent', { ...SETUP, login: undefined, agent: false, workspace: undefined }],
  ['XFS', { ...SETUP, workspace: { ...WORKSPACE, type: 'xfs', mountPath: '/srv/data' } }],
  ['additions', { ...SETUP, cloudInit: FILES }],
  ['hard texts', { ...SETUP, cloudInit: parts({ packages: ['no'], runCommands: TRICKY.filter((text) => text !== ''), settings: { timezone: 'on' } }) }],
];

withTools({ 'cloud-init': 'cloud-init' }, 'cloud-init', () => {
  it.each(USER_DATA)('finds no fault in the user data: %s', (_, setup) => {
    expect(run('cloud-init', ['schema', '--config-file', written('user-data', userData(setup))])).toMatchObject({ status: 0, out: expect.stringContaining('Valid') });
  });

  it('does find the fault of a wrong text', () => {
    expect(run('cloud-init', ['schema', '--config-file', written('user-data', '#cloud-config\nruncmd: yes\n')]).status).not.toBe(0);
  });

  it('makes one script of the commands, which sh can read', () => {
    const shellify = 'import json, sys\nfrom cloudinit import util\nsys.stdout.write(util.shellify(json.load(sys.stdin)))';
    const { runcmd } = parse(userData({ ...SETUP, cloudInit: FILES })) as { runcmd: string[] };
    const script = ask(pythonWith('cloudinit') ?? 'python3', shellify, runcmd);
    expect(script).toBe(`#!/bin/sh\n${runcmd.join('\n')}\n`);
    expect(run('sh', ['-n', written('runcmd', script)])).toEqual({ status: 0, out: '' });
  });

  it('BL-011: knows the headers that the check takes, and no other', () => {
    const types = 'import json, sys\nfrom cloudinit.handlers import type_from_starts_with\nprint(json.dumps([type_from_starts_with(text) for text in json.load(sys.stdin)]))';
    const known = CLOUD_INIT_HEADERS.filter((header) => header.startsWith('#'));
    const told = JSON.parse(ask(pythonWith('cloudinit') ?? 'python3', types, [...known, '# cloud-config', 'users: []', '---\n#cloud-config'])) as (string | null)[];
    expect(told.slice(0, known.length)).not.toContain(null);
    expect(told.slice(known.length)).toEqual([null, null, null]);
  });

  it.each(['netplan', 'network-manager', 'sysconfig'])('renders the network data for %s', (kind) => {
    const data = written('network', networkData([{ match: 'mac', mac: '52:54:00:12:34:56', name: 'enp1s0' }, { match: 'mac', mac: '0a:00:00:00:00:02', name: 'office0' }]));
    const output = fresh('rendered');
    const done = run('cloud-init', ['devel', 'net-convert', '-p', data, '-k', 'yaml', '-d', output, '-D', kind === 'netplan' ? 'ubuntu' : 'centos', '-O', kind]);
    expect(done).toMatchObject({ status: 0 });
    const files = execFileSync('find', [output, '-type', 'f'], { encoding: 'utf8' }).trim().split('\n');
    expect(files.map((file) => readFileSync(file, 'utf8')).join('').toLowerCase()).toContain('52:54:00:12:34:56');
  });
});

withTools({ netplan: 'netplan.io' }, 'netplan', () => {
  const generate = (text: string): { status: number | null; out: string } => {
    const root = fresh('root');
    mkdirSync(join(root, 'etc', 'netplan'), { recursive: true });
    const file = join(root, 'etc', 'netplan', '50-cloud-init.yaml');
    writeFileSync(file, text === '' ? '' : `network:\n${text.replace(/^(?=.)/gm, '  ')}`);
    chmodSync(file, 0o600);
    const done = run('netplan', ['generate', '--root-dir', root]);
    const units = join(root, 'run', 'systemd', 'network');
    return { ...done, out: done.out + (existsSync(units) ? execFileSync('find', [units, '-type', 'f', '-exec', 'cat', '{}', '+'], { encoding: 'utf8' }) : '') };
  };

  it('makes a unit that matches the MAC and asks DHCP', () => {
    const { status, out } = generate(networkData({ match: 'mac', mac: '52:54:00:12:34:56', name: 'enp1s0' }));
    expect(status).toBe(0);
    expect(out).toMatch(/MACAddress=52:54:00:12:34:56/);
    expect(out).toMatch(/DHCP=ipv4/);
  });

  it('makes a unit that matches the name', () => {
    const { status, out } = generate(networkData({ match: 'name', name: 'enp1s0' }));
    expect(status).toBe(0);
    expect(out).toMatch(/Name=enp1s0/);
  });

  it('takes the default route of the first interface only', () => {
    const { status, out } = generate(networkData([{ match: 'name', name: 'enp1s0' }, { match: 'mac', mac: '0a:00:00:00:00:02', name: 'office0' }]));
    expect(status).toBe(0);
    expect(out.match(/UseRoutes=false/g)).toHaveLength(1);
  });
});

const pyYaml = pythonWith('yaml');
withTools(pyYaml === undefined ? { PyYAML: 'python3-yaml' } : {}, 'PyYAML', () => {
  const READ = 'import json, sys, yaml\nprint(json.dumps([yaml.safe_load(text) for text in json.load(sys.stdin)]))';
  const read = (texts: readonly string[]): unknown => JSON.parse(ask(pyYaml ?? 'python3', READ, texts)) as unknown;

  it('reads hard texts as they were given', () => {
    const maps = TRICKY.map((text) => ({ value: text, list: [text, [text], { [text]: text }], map: { [text]: [text] } }));
    expect(read(maps.map(yamlText))).toEqual(maps);
  });

  it('reads any data as it was given', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }).map(wellFormed), fc.constantFrom(...TRICKY));
    const data = fc.letrec<{ data: Plain }>((tie) => ({
      data: fc.oneof({ depthSize: 'small' }, text, fc.boolean(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (Object.is(one, -0) ? 0 : one)),
        fc.array(tie('data'), { maxLength: 4 }), fc.dictionary(text, tie('data'), { maxKeys: 4, noNullPrototype: true })),
    })).data;
    const maps = fc.sample(fc.dictionary(text, data, { maxKeys: 5, noNullPrototype: true }), 2000);
    expect(read(maps.map(yamlText))).toEqual(maps);
  });

  it('reads user data as it was given', () => {
    const [data] = read([userData({ ...SETUP, cloudInit: parts({ packages: TRICKY, runCommands: TRICKY, files: [{ path: '/x', owner: 'root:root', permissions: '0644', content: '#!/bin/sh\n\techo: "x" \n' }] }) })]) as
      { packages: string[]; runcmd: string[]; write_files: { content: string; permissions: string }[] }[];
    expect(data?.packages).toEqual(['qemu-guest-agent', ...new Set(TRICKY)]);
    expect(data?.runcmd.slice(3)).toEqual(TRICKY);
    expect(data?.write_files).toMatchObject([{ content: WORKSPACE_SCRIPT, permissions: '0755' }, { content: '#!/bin/sh\n\techo: "x" \n', permissions: '0644' }]);
  });
});

withTools({ shellcheck: 'shellcheck' }, 'shellcheck', () => {
  it.each(['sh', 'dash', 'bash'])('finds nothing in the workspace script, read as %s', (shell) => {
    expect(run('shellcheck', ['--shell', shell, '--severity', 'style', written('script', WORKSPACE_SCRIPT)])).toEqual({ status: 0, out: '' });
  });
});

const MIB = 1024 * 1024;
const DISK_TOOLS = { 'blkid': 'util-linux', 'mkfs.ext4': 'e2fsprogs', 'mkfs.xfs': 'xfsprogs', 'dash': 'dash' };

/** XFS refuses a smaller disk. */
const LARGE = 320 * MIB;

/** A disk of nothing: a file with a hole. */
function blankDisk(size = 32 * MIB): string {
  const path = fresh('disk');
  const file = openSync(path, 'w');
  ftruncateSync(file, size);
  closeSync(file);
  return path;
}
function write(path: string, at: number, data: Buffer | string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.from(data), 0, Buffer.byteLength(data), at);
  closeSync(file);
}
const digest = (path: string): string => execFileSync('sha256sum', [path], { encoding: 'utf8' }).slice(0, 64);
const typeOf = (path: string): string => run('blkid', ['-p', '-o', 'value', '-s', 'TYPE', path]).out.trim();

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly called: string;
  readonly fstab: string;
}

/**
 * Runs the script on a file in place of a disk. mkfs and blkid are the real ones; what would change this computer
 * (mount, chown, sleep, its fstab) is replaced.
 */
function setUp(disk: string, options: { shell?: readonly string[]; type?: string; login?: string; mountable?: boolean; fstab?: string } = {}): Ran {
  const bin = fresh('bin');
  mkdirSync(bin);
  const log = written('log', '');
  const fstab = written('fstab', options.fstab ?? 'LABEL=root / ext4 defaults 0 1');
  const stub = (name: string, status: number): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >>'${log}'\nexit ${status}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  stub('mount', options.mountable === false ? 32 : 0);
  stub('mountpoint', 32);
  stub('chown', 0);
  stub('sleep', 0);
  const script = written('script', WORKSPACE_SCRIPT.replaceAll('/etc/fstab', fstab));
  const [shell = 'dash', ...flags] = options.shell ?? ['dash'];
  const args = [...flags, script, disk, options.type ?? 'ext4', 'workspace', fresh('mnt'), ...(options.login === undefined ? [] : [options.login])];
  const done = run(shell, args, { PATH: `${bin}${delimiter}${PATH}` });
  return { ...done, called: readFileSync(log, 'utf8'), fstab: readFileSync(fstab, 'utf8') };
}

withTools(DISK_TOOLS, 'the workspace script', () => {
  describe.each([['dash', ['dash']], ['bash as sh', ['bash', '--posix']]] as const)('under %s', (_, shell) => {
    it.each(['ext4', 'xfs'])('makes %s on a blank disk, mounts it, gives its root to the login and enters it in fstab', (type) => {
      const disk = blankDisk(LARGE);
      const ran = setUp(disk, { shell, type, login: 'alice' });
      expect(ran).toMatchObject({ status: 0, out: '' });
      expect(typeOf(disk)).toBe(type);
      expect(run('blkid', ['-p', '-o', 'value', '-s', 'LABEL', disk]).out.trim()).toBe('workspace');
      expect(ran.called).toMatch(/^mountpoint -q .*\nmount .*\nchown alice: .*\n$/);
      expect(ran.fstab).toMatch(new RegExp(`^LABEL=root / ext4 defaults 0 1\n${disk} \\S+ auto nofail,x-systemd.device-timeout=30,x-systemd.growfs 0 2\n$`));
    });
  });

  it('without a login leaves the root of the disk to root', () => {
    expect(setUp(blankDisk()).called).not.toContain('chown');
  });

  it('a second time changes nothing: neither the disk, nor fstab, nor the owner', () => {
    const disk = blankDisk();
    const first = setUp(disk, { login: 'alice' });
    const before = digest(disk);
    const second = setUp(disk, { login: 'alice', fstab: first.fstab });
    expect(second.status).toBe(0);
    expect(digest(disk)).toBe(before);
    expect(second.fstab).toBe(first.fstab);
    expect(second.called).not.toContain('chown');
  });

  it('waits for a disk, but not for ever', () => {
    const ran = setUp(join(folder, 'nothing'));
    expect(ran).toMatchObject({ status: 1, out: expect.stringContaining('is missing') });
    expect(ran.called.match(/^sleep 1$/gm)).toHaveLength(60);
  });

  it('does not take a disk that cannot be read for a blank one', () => {
    expect(setUp(folder, { mountable: false })).toMatchObject({ status: 1, out: expect.stringContaining('left alone') });
  });

  it('does not take a disk below 1 MiB for a blank one', () => {
    const disk = blankDisk(MIB - 512);
    setUp(disk, { mountable: false });
    expect(typeOf(disk)).toBe('');
  });

  const random = createHash('sha512').update('x').digest();
  const KEPT: readonly (readonly [string, string, string, (disk: string) => void])[] = [
    ['ext4 of another label', 'mkfs.ext4', 'e2fsprogs', (disk) => run('mkfs.ext4', ['-q', '-L', 'old', disk])],
    ['XFS, where ext4 is asked for', 'mkfs.xfs', 'xfsprogs', (disk) => run('mkfs.xfs', ['-q', disk])],
    ['btrfs', 'mkfs.btrfs', 'btrfs-progs', (disk) => run('mkfs.btrfs', ['-q', disk])],
    ['FAT', 'mkfs.vfat', 'dosfstools', (disk) => run('mkfs.vfat', [disk])],
    ['swap', 'mkswap', 'util-linux', (disk) => run('mkswap', [disk])],
    ['LUKS', 'cryptsetup', 'cryptsetup-bin', (disk) => run('sh', ['-c', `echo x | cryptsetup luksFormat -q --pbkdf pbkdf2 --pbkdf-force-iterations 1000 '${disk}' -`])],
    ['a LUKS header alone', 'sh', 'dash', (disk) => write(disk, 0, Buffer.from('4c554b53babe0002', 'hex'))],
    ['a GPT', 'sfdisk', 'fdisk', (disk) => run('sh', ['-c', `printf 'label: gpt\\n,,\\n' | sfdisk -q '${disk}'`])],
    ['a GPT without partitions', 'sfdisk', 'fdisk', (disk) => run('sh', ['-c', `printf 'label: gpt\\n' | sfdisk -q '${disk}'`])],
    ['an MBR', 'sfdisk', 'fdisk', (disk) => run('sh', ['-c', `printf 'label: dos\\n,,\\n' | sfdisk -q '${disk}'`])],
    ['the label of an LVM volume', 'sh', 'dash', (disk) => {
      // Label header in the second sector: id, sector number, CRC, offset of the contents, type.
      write(disk, 512, Buffer.concat([Buffer.from('LABELONE'), Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]), Buffer.alloc(4), Buffer.from([32, 0, 0, 0]), Buffer.from('LVM2 001')]));
    }],
    ['random bytes in the first MiB', 'sh', 'dash', (disk) => write(disk, 700_001, random)],
    ['one byte at the end of the first MiB', 'sh', 'dash', (disk) => write(disk, MIB - 1, '\n')],
    ['one line end at the beginning', 'sh', 'dash', (disk) => write(disk, 0, '\n')],
    ['random bytes in the last MiB', 'sh', 'dash', (disk) => write(disk, 32 * MIB - 500_000, random)],
    ['one byte at the very end', 'sh', 'dash', (disk) => write(disk, 32 * MIB - 1, '\n')],
    ['ext4 and swap at once (ambivalent)', 'mkfs.ext4', 'e2fsprogs', (disk) => {
      run('mkfs.ext4', ['-q', disk]);
      write(disk, 4086, 'SWAPSPACE2');
    }],
    ['the backup of a GPT whose beginning is wiped', 'sfdisk', 'fdisk', (disk) => {
      run('sh', ['-c', `printf 'label: gpt\\n,,\\n' | sfdisk -q '${disk}'`]);
      write(disk, 0, Buffer.alloc(MIB));
    }],
  ];

  for (const [what, program, debian, prepare] of KEPT) {
    const size = /xfs|btrfs/.test(program) ? LARGE : 32 * MIB;
    withTools({ [program]: debian }, `on a disk with ${what}`, () => {
      it('changes no byte of it, says so, and enters nothing in fstab, when it cannot be mounted', () => {
        const disk = blankDisk(size);
        const blank = digest(disk);
        prepare(disk);
        const before = digest(disk);
        expect(before).not.toBe(blank);
        const ran = setUp(disk, { login: 'alice', mountable: false });
        expect(digest(disk)).toBe(before);
        expect(ran).toMatchObject({ status: 1, out: expect.stringContaining('left alone'), fstab: 'LABEL=root / ext4 defaults 0 1' });
        expect(ran.called).not.toContain('chown');
      });

      it('changes no byte of it and no owner, when it can be mounted', () => {
        const disk = blankDisk(size);
        prepare(disk);
        const before = digest(disk);
        expect(setUp(disk, { login: 'alice' })).toMatchObject({ status: 0, called: expect.not.stringContaining('chown') });
        expect(digest(disk)).toBe(before);
      });
    });
  }
});

/** Only root may mount, and not in every container. */
const mayMount = ((): boolean => {
  if (process.getuid?.() !== 0 || !has('mkfs.ext4') || !has('mkfs.xfs')) {
    return false;
  }
  const disk = blankDisk(16 * MIB);
  const to = fresh('mnt');
  mkdirSync(to);
  run('mkfs.ext4', ['-q', disk]);
  const mounted = run('mount', [disk, to]).status === 0;
  run('umount', [to]);
  return mounted;
})();

(mayMount ? describe : describe.skip)('the workspace script, really mounting (needs root)', () => {
  it.each(['ext4', 'xfs'])('%s: what stands in fstab mounts it again, with its files and owner', (type) => {
    const disk = blankDisk(LARGE);
    const to = fresh('mnt');
    const fstab = written('fstab', '');
    const script = written('script', WORKSPACE_SCRIPT.replaceAll('/etc/fstab', fstab));
    const again = (): { status: number | null; out: string } => run('sh', [script, disk, type, 'workspace', to, 'nobody']);
    try {
      expect(again()).toEqual({ status: 0, out: '' });
      expect(run('stat', ['-c', '%U', to]).out).toBe('nobody\n');
      writeFileSync(join(to, 'file'), 'x');
      run('chown', ['root:root', to]);
      expect(again()).toEqual({ status: 0, out: '' });
      expect(run('umount', [to]).status).toBe(0);
      expect(again()).toEqual({ status: 0, out: '' });
      expect(run('umount', [to]).status).toBe(0);
      expect(run('mount', ['--fstab', fstab, to]).status).toBe(0);
      expect(readFileSync(join(to, 'file'), 'utf8')).toBe('x');
      expect(run('stat', ['-c', '%U', to]).out).toBe('root\n');
      expect(readFileSync(fstab, 'utf8').match(/auto nofail/g)).toHaveLength(1);
    } finally {
      run('umount', [to]);
    }
  });
});
