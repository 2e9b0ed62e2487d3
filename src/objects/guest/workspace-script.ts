/** Where the script lies in the guest. */
export const WORKSPACE_SCRIPT_PATH = '/usr/local/sbin/workstation-workspace';

/**
 * Sets up the workspace disk: `workstation-workspace DEVICE TYPE LABEL FOLDER [LOGIN]`.
 *
 * Not by cloud-init's `fs_setup`, which formats a disk whose type or label differs. Blank is: blkid finds nothing (its
 * exit status 2; 0 is something, 8 is several things) and the first and the last MiB hold nothing but zeros. The zeros
 * are counted, so that a disk that cannot be read is not taken for blank. Not by `mounts` either: it runs before the
 * script and would try to mount the blank disk, which fails and leaves the whole first start "degraded".
 *
 * No `${…}` in it: Flux would replace that.
 */
export const WORKSPACE_SCRIPT = `#!/bin/sh
# Makes a filesystem on a blank disk and mounts it. A disk that holds anything is left alone.
set -eu
dev=$1 dir=$4
stop() { echo "$0: $dev $1" >&2; exit 1; }
blank() {
  rc=0
  blkid -p "$dev" >/dev/null 2>&1 || rc=$?
  [ $rc -eq 2 ] || return 1
  for end in head tail; do
    [ "$($end -c 1048576 "$dev" | tr -dc '\\0' | wc -c)" -eq 1048576 ] || return 1
  done
}
i=0
until [ -e "$dev" ]; do
  [ $i -lt 60 ] || stop 'is missing'
  i=$((i+1))
  sleep 1
done
made=
if blank; then
  "mkfs.$2" -q -L "$3" "$dev" || stop 'got no filesystem'
  made=1
fi
mkdir -p "$dir"
mountpoint -q "$dir" || mount "$dev" "$dir" || stop 'is not blank and cannot be mounted; left alone'
grep -q "^$dev " /etc/fstab || printf '\\n%s %s auto nofail,x-systemd.device-timeout=30,x-systemd.growfs 0 2\\n' "$dev" "$dir" >>/etc/fstab
[ -z "$made" ] || [ $# -lt 5 ] || chown "$5:" "$dir"
`;

/** The device by which a guest finds the disk with this serial, whatever the order of the disks. */
export function deviceOfSerial(serial: string): string {
  return `/dev/disk/by-id/virtio-${serial}`;
}

/** The line for /bin/sh that runs the script. */
export function workspaceCommand(workspace: { readonly type: string; readonly mountPath: string; readonly label: string; readonly serial: string }, user?: string): string {
  const words = [deviceOfSerial(workspace.serial), workspace.type, workspace.label, workspace.mountPath, ...(user === undefined ? [] : [user])];
  return [WORKSPACE_SCRIPT_PATH, ...words.map(shellWord)].join(' ');
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:@+-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}
