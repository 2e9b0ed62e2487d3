import { hasSubstitution, WORKSPACE_SCRIPT } from '../../../src/objects/guest';
import { deviceOfSerial, workspaceCommand } from '../../../src/objects/guest/workspace-script';

describe('the script for the workspace disk', () => {
  it('holds nothing that Flux would replace, no tab and no CR', () => {
    expect(hasSubstitution(WORKSPACE_SCRIPT)).toBe(false);
    expect(WORKSPACE_SCRIPT).not.toMatch(/[\t\r]/);
  });

  it('finds the disk by its serial, whatever the order of the disks', () => {
    expect(deviceOfSerial('workspace')).toBe('/dev/disk/by-id/virtio-workspace');
  });

  it('never forces', () => {
    expect(WORKSPACE_SCRIPT).not.toMatch(/mkfs.*\s-[fF]\b|wipefs|dd /);
  });

  it('is called with words that the shell leaves alone', () => {
    expect(workspaceCommand({ type: 'xfs', label: "a b'c", mountPath: '/srv/$x', serial: 's;1' }, 'al ice'))
      .toBe(`/usr/local/sbin/workstation-workspace '/dev/disk/by-id/virtio-s;1' xfs 'a b'\\''c' '/srv/$x' 'al ice'`);
  });
});
