import { type Fault, fault, show, throwAll } from '../faults';
import { isAbsent, type PropNames, Reading } from './reading';

/** A file that cloud-init writes at the first start. */
export interface CloudInitFile {
  /** Absolute path in the guest. */
  readonly path: string;
  /** Its text. Line ends become LF. No secrets: the text stands in the manifests. */
  readonly content: string;
  /**
   * Mode, as a string of octal digits.
   * @default '0644'
   */
  readonly permissions?: string;
  /**
   * Owner and group.
   * @default 'root:root'
   */
  readonly owner?: string;
}

/** What a fleet adds to the cloud-init that the library writes. */
export interface CloudInitProps {
  /**
   * Packages to install at the first start, beside qemu-guest-agent.
   * @default - none
   */
  readonly packages?: string[];
  /**
   * Commands to run as root at the end of the first start, each a line for /bin/sh.
   * @default - none
   */
  readonly runCommands?: string[];
  /**
   * Files to write at the first start.
   * @default - none
   */
  readonly files?: CloudInitFile[];
  /**
   * Other top-level keys of cloud-config, as its documentation names them, such as `timezone` or `locale`.
   * Keys that the library writes itself (users, packages, runcmd, write_files, mounts …) are refused.
   * @default - none
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- jsii has no other word for free-form data
  readonly settings?: { [key: string]: any };
}

/** @internal */
export type CloudInitData =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parts'; readonly packages: readonly string[]; readonly runCommands: readonly string[];
    readonly files: readonly Required<CloudInitFile>[]; readonly settings: Readonly<Record<string, unknown>>; };

/** First lines that cloud-init knows (cloud-init docs, explanation/format). */
export const CLOUD_INIT_HEADERS = [
  '#cloud-config', '#!', '#include', '#include-once', '## template: jinja', '#cloud-boothook', '#part-handler', '#cloud-config-archive',
  '#cloud-config-jsonp', 'Content-Type: multipart/', 'MIME-Version:',
] as const;

/** Keys that the library writes itself, with what to use in their place. */
export const OWN_CLOUD_CONFIG_KEYS: Readonly<Record<string, string>> = {
  users: "give keys and login by GuestService.ssh({ authorizedKeys, user }) and the person's sshKeys",
  user: 'give the login by GuestService.ssh({ user })',
  ssh_authorized_keys: "give keys by GuestService.ssh({ authorizedKeys }) or the person's sshKeys",
  packages: 'use `packages`',
  runcmd: 'use `runCommands`',
  write_files: 'use `files`',
  mounts: 'give `mountPath` of the workspace disk, or mount by a unit under `files`',
  fs_setup: 'the workspace disk is set up by the library; cloud-init itself formats a disk whose label differs',
  disk_setup: 'the workspace disk is set up by the library',
  hostname: "the hostname is the machine's name",
  fqdn: "the hostname is the machine's name",
  chpasswd: 'a password may not stand in the manifests; sign in by key',
  password: 'a password may not stand in the manifests; sign in by key',
  ssh_keys: 'a private host key may not stand in the manifests; the guest makes its own',
  ssh_pwauth: 'sign-in by password is off',
  growpart: 'the root filesystem always grows with its disk',
  resize_rootfs: 'the root filesystem always grows with its disk',
  network: 'network data is written by the library, beside the user data',
};

const PROPS: PropNames<CloudInitProps> = { packages: true, runCommands: true, files: true, settings: true };
const FILE_PROPS: PropNames<CloudInitFile> = { path: true, content: true, permissions: true, owner: true };

/** Of these, the ones that hold a secret's value. */
const SECRET_KEYS = ['chpasswd', 'password', 'ssh_keys'];

/**
 * What the guest does at its first start.
 *
 * @example
 * const cloudInit = CloudInit.of({ packages: ['build-essential'], settings: { timezone: 'Asia/Shanghai' } });
 */
export class CloudInit {
  /**
   * Is merged into what the library writes: lists are appended, settings stand beside.
   *
   * Faults: WS-GUEST-003 (file mode), WS-GUEST-008 (path, owner), WS-GUEST-010 (a key that the library writes), WS-APP-002, WS-APP-007.
   */
  public static of(props: CloudInitProps): CloudInit {
    const reading = new Reading('CloudInit');
    const given = reading.props(props, PROPS);
    const packages = reading.texts('packages', given.packages);
    const runCommands = reading.texts('runCommands', given.runCommands).map(withUnixLineEnds);
    const files = reading.list('files', given.files).flatMap((file, index) => readFile(file, `files[${index}]`, reading));
    const settings = readSettings(given.settings, reading);
    throwAll(reading.faults);
    return new CloudInit({ kind: 'parts', packages, runCommands, files, settings });
  }

  /**
   * A whole user-data text that replaces what the library would write: SSH keys and the workspace's mount are then yours (WS-GUEST-007).
   * CRLF becomes LF; nothing else is changed.
   *
   * Faults, at the machine: WS-GUEST-001 (empty), WS-GUEST-002 (first line), WS-SECRET-001.
   */
  public static fromText(text: string): CloudInit {
    const reading = new Reading('CloudInit.fromText');
    if (typeof text !== 'string') {
      reading.refuse('text', text, 'the user data as text');
    }
    throwAll(reading.faults);
    return new CloudInit({ kind: 'text', text: /^#ps1/.test(text) ? text : withUnixLineEnds(text) });
  }

  /** @internal */
  public readonly _data: CloudInitData;

  private constructor(data: CloudInitData) {
    this._data = data;
  }
}

function withUnixLineEnds(text: string): string {
  return text.replace(/\r\n/g, '\n');
}

function readFile(file: unknown, prop: string, reading: Reading): Required<CloudInitFile>[] {
  const given = reading.props(file as CloudInitFile | undefined, FILE_PROPS, prop);
  const path = typeof given.path === 'string' && /^\/[^\u0000-\u001f]*[^/\u0000-\u001f]$/.test(given.path) ? given.path : undefined;
  if (path === undefined) {
    reading.add(fault('WS-GUEST-008', { prop: `${prop}.path`, what: 'CloudInit', got: show(given.path), expected: 'an absolute path' }, { field: `${prop}.path` }));
  }
  const content = typeof given.content === 'string' ? withUnixLineEnds(given.content) : reading.refuse(`${prop}.content`, given.content, 'the text of the file');
  const permissions: unknown = isAbsent(given.permissions) ? '0644' : given.permissions;
  if (typeof permissions !== 'string' || !/^0?[0-7]{3,4}$/.test(permissions)) {
    reading.add(fault('WS-GUEST-003', { path: path ?? '?', got: show(permissions) }, { field: `${prop}.permissions` }));
  }
  const owner: unknown = isAbsent(given.owner) ? 'root:root' : given.owner;
  if (typeof owner !== 'string' || !/^[a-z_][a-z0-9_-]*(:[a-z_][a-z0-9_-]*)?$/.test(owner)) {
    reading.add(fault('WS-GUEST-008', { prop: `${prop}.owner`, what: 'CloudInit', got: show(owner), expected: 'user or user:group' }, { field: `${prop}.owner` }));
  }
  return path === undefined || content === undefined || typeof permissions !== 'string' || typeof owner !== 'string' ? [] : [{ path, content, permissions, owner }];
}

function readSettings(settings: unknown, reading: Reading): Record<string, unknown> {
  if (isAbsent(settings)) {
    return {};
  }
  if (typeof settings !== 'object' || Array.isArray(settings)) {
    reading.refuse('settings', settings, 'an object of cloud-config keys');
    return {};
  }
  const faults: Fault[] = [];
  for (const key of Object.keys(settings as object)) {
    const own = Object.prototype.hasOwnProperty.call(OWN_CLOUD_CONFIG_KEYS, key) ? OWN_CLOUD_CONFIG_KEYS[key] : undefined;
    if (own !== undefined) {
      faults.push(fault('WS-GUEST-010', { key, got: SECRET_KEYS.includes(key) ? 'a secret, which may not stand in the manifests' : 'a key that the library writes itself', expected: own }, { field: `settings.${key}` }));
    } else if (!/^[a-z][a-z0-9_-]*$/.test(key)) {
      faults.push(fault('WS-GUEST-010', { key, got: 'no key of cloud-config', expected: 'use lower-case letters, digits, underscores and hyphens' }, { field: 'settings' }));
    }
  }
  const plain = plainCopy(settings, { left: 10_000 }, 0);
  if (plain === undefined) {
    reading.refuse('settings', 'data that is not plain', 'texts, numbers, booleans, lists and objects of these, at most 20 levels and 10,000 values');
  }
  reading.add(...faults);
  return (plain as Record<string, unknown> | undefined) ?? {};
}

/** A deep copy of plain data; undefined if anything in it is not plain, or if there is no end to it. */
function plainCopy(value: unknown, budget: { left: number }, depth: number): unknown {
  budget.left--;
  if (depth > 20 || budget.left < 0) {
    return undefined;
  }
  if (typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as unknown[]) {
      const copied = plainCopy(item, budget, depth + 1);
      if (copied === undefined) {
        return undefined;
      }
      items.push(copied);
    }
    return items;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return undefined;
  }
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) {
      continue;
    }
    const copied = key === '__proto__' ? undefined : plainCopy(item, budget, depth + 1);
    if (copied === undefined) {
      return undefined;
    }
    copy[key] = copied;
  }
  return copy;
}
