import type { CloudInitData } from '../../values';
import { WORKSPACE_SCRIPT, WORKSPACE_SCRIPT_PATH, workspaceCommand } from './workspace-script';
import { type Plain, yamlText } from './yaml-text';

/** What a guest is told at its first start, resolved. */
export interface GuestSetup {
  readonly hostname: string;
  /** The one login. Without it the image's own default user stays, and gets no key from us. */
  readonly login?: { readonly user: string; readonly authorizedKeys: readonly string[] } | undefined;
  readonly workspace?: { readonly type: 'ext4' | 'xfs'; readonly mountPath: string; readonly label: string; readonly serial: string } | undefined;
  /** Whether the guest agent is installed and started. */
  readonly agent: boolean;
  readonly cloudInit: CloudInitData;
}

/** The first line of what the library writes. */
const HEADER = '#cloud-config\n';

/**
 * The user data of a machine.
 *
 * Order in the guest, whatever the order of the keys: `write_files`, `growpart`, `resize_rootfs`, `users` before the
 * network's services, `packages` and then `runcmd` at the end. No `package_update`: cloud-init refreshes the package
 * lists itself before it installs, and goes on when there is no network.
 */
export function userData(setup: GuestSetup): string {
  const { cloudInit, login, workspace } = setup;
  if (cloudInit.kind === 'text') {
    return cloudInit.text;
  }
  const packages = unique([
    ...(setup.agent ? ['qemu-guest-agent'] : []),
    ...(workspace?.type === 'xfs' ? ['xfsprogs'] : []),
    ...cloudInit.packages,
  ]);
  const files = [
    ...(workspace === undefined ? [] : [{ path: WORKSPACE_SCRIPT_PATH, permissions: '0755', content: WORKSPACE_SCRIPT }]),
    ...cloudInit.files.map(({ path, owner, permissions, content }) => ({ path, owner, permissions, content })),
  ];
  const commands = [
    ...(setup.agent ? ['systemctl enable --now qemu-guest-agent'] : []),
    'systemctl enable --now fstrim.timer',
    ...(workspace === undefined ? [] : [workspaceCommand(workspace, login?.user)]),
    ...cloudInit.runCommands,
  ];
  const own: { [key: string]: Plain } = {
    hostname: setup.hostname,
    disable_root: true,
    ssh_pwauth: false,
    ...(login === undefined ? {} : { users: [userOf(login)] }),
    growpart: { mode: 'auto', devices: ['/'] },
    resize_rootfs: true,
    ...(packages.length === 0 ? {} : { packages }),
    ...(files.length === 0 ? {} : { write_files: files }),
    runcmd: commands,
  };
  return `${HEADER}${yamlText({ ...own, ...sorted(cloudInit.settings) })}`;
}

function userOf(login: { readonly user: string; readonly authorizedKeys: readonly string[] }): { [key: string]: Plain } {
  return {
    name: login.user,
    lock_passwd: true,
    shell: '/bin/bash',
    sudo: 'ALL=(ALL) NOPASSWD:ALL',
    ...(login.authorizedKeys.length === 0 ? {} : { ssh_authorized_keys: unique(login.authorizedKeys) }),
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Values that are plain data (CloudInit made a plain copy), by their names. */
function sorted(settings: Readonly<Record<string, unknown>>): { [key: string]: Plain } {
  return Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))) as { [key: string]: Plain };
}
