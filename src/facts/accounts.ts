import type { Source } from './source';

export const ACCOUNTS_SOURCE: Source = {
  from: 'Debian base-passwd 3.6 passwd.master and group.master; packages of the cloud images of Debian 13 and Ubuntu 24.04 (systemd, openssh-server, dbus, rsyslog, polkitd, lxd-installer)',
  read: '2026-12-01',
};

/**
 * Accounts and groups that a guest has before cloud-init makes a person's: it leaves an account that is there as it is
 * (no shell, no home), and useradd refuses the name of a group.
 */
export const SYSTEM_ACCOUNTS: ReadonlySet<string> = new Set([
  'root', 'daemon', 'bin', 'sys', 'sync', 'games', 'man', 'lp', 'mail', 'news', 'uucp', 'proxy', 'www-data', 'backup', 'list', 'irc', '_apt',
  'adm', 'tty', 'disk', 'dialout', 'fax', 'voice', 'cdrom', 'floppy', 'tape', 'sudo', 'audio', 'dip', 'operator', 'src', 'shadow', 'utmp', 'video', 'sasl', 'plugdev', 'staff', 'users', 'nogroup',
  'systemd-network', 'systemd-resolve', 'systemd-timesync', 'systemd-journal', 'messagebus', 'syslog', 'sshd', 'polkitd', 'uuidd', 'tcpdump', 'landscape', 'pollinate', 'tss', 'usbmux', 'dhcpcd',
  'kvm', 'render', 'netdev', 'lxd', 'input', 'sgx', 'crontab', 'kmem', 'clock', 'rdma',
]);
