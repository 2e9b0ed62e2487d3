import { FilesystemType, RbdDriver, RbdEncryption, WorkspaceFilesystem, type CephCsiDriverProps, type RookDriverProps } from '../../src/values';
import { codesOf, faultOf, faultsOf } from './support';

describe('RbdDriver.rook', () => {
  it('is Rook in rook-ceph', () => {
    const driver = RbdDriver.rook();
    expect(driver.provisioner).toBe('rook-ceph.rbd.csi.ceph.com');
    expect(driver._data).toEqual({
      provisioner: 'rook-ceph.rbd.csi.ceph.com', rook: true, secretNamespace: 'rook-ceph', controllerSecret: 'rook-csi-rbd-provisioner', nodeSecret: 'rook-csi-rbd-node',
    });
  });

  it("names the driver by the operator's namespace and looks for Secrets in the cluster's", () => {
    expect(RbdDriver.rook({ operatorNamespace: 'rook' })._data).toMatchObject({ provisioner: 'rook.rbd.csi.ceph.com', secretNamespace: 'rook' });
    expect(RbdDriver.rook({ operatorNamespace: 'rook', clusterNamespace: 'ceph' })._data).toMatchObject({ provisioner: 'rook.rbd.csi.ceph.com', secretNamespace: 'ceph' });
    expect(RbdDriver.rook({ clusterNamespace: 'ceph' })._data).toMatchObject({ provisioner: 'rook-ceph.rbd.csi.ceph.com', secretNamespace: 'ceph' });
  });

  it('says what is wrong, each prop once', () => {
    expect(faultsOf(() => RbdDriver.rook({ operatorNamespace: 'a.b', clusterNamespace: 'C' })).map((fault) => fault.field)).toEqual(['clusterNamespace', 'operatorNamespace']);
    expect(faultOf(() => RbdDriver.rook({ operatorNamespace: 'a.b' }))).toMatchObject({ code: 'WS-NAME-001', field: 'operatorNamespace' });
    expect(faultOf(() => RbdDriver.rook({ operatorNamespace: '' } as RookDriverProps)).code).toBe('WS-NAME-001');
  });
});

describe('RbdDriver.cephCsi', () => {
  it('is the plain driver with one Secret', () => {
    expect(RbdDriver.cephCsi({ secretNamespace: 'ceph-csi' })._data).toEqual({
      provisioner: 'rbd.csi.ceph.com', rook: false, secretNamespace: 'ceph-csi', controllerSecret: 'csi-rbd-secret', nodeSecret: 'csi-rbd-secret',
    });
    expect(RbdDriver.cephCsi({ secretNamespace: 'ceph-csi', secretName: 'mine' })._data).toMatchObject({ controllerSecret: 'mine', nodeSecret: 'mine' });
  });

  it('says all that is wrong at once', () => {
    expect(codesOf(() => RbdDriver.cephCsi({ secretNamespace: 'A', secretName: 'B' }))).toEqual(['WS-NAME-001', 'WS-NAME-002']);
    expect(codesOf(() => RbdDriver.cephCsi(undefined as unknown as CephCsiDriverProps))).toEqual(['WS-NAME-001']);
  });
});

describe('RbdEncryption', () => {
  it('names a key management service', () => {
    expect(RbdEncryption.kms('vault-tokens').kmsId).toBe('vault-tokens');
  });

  it.each(['', ' ', '-a', 'a b', 'a\n', 5])('refuses %j', (id) => {
    expect(faultOf(() => RbdEncryption.kms(id as string)).code).toBe('WS-STORAGE-005');
  });
});

describe('WorkspaceFilesystem', () => {
  it('is ext4 at /workspace', () => {
    expect(WorkspaceFilesystem.of()._data).toEqual({ type: FilesystemType.EXT4, mountPath: '/workspace', label: 'workspace' });
  });

  it('keeps every prop', () => {
    expect(WorkspaceFilesystem.of({ type: FilesystemType.XFS, mountPath: '/srv/data', label: 'Data_1.a' })._data).toEqual({ type: 'xfs', mountPath: '/srv/data', label: 'Data_1.a' });
  });

  it('may be none', () => {
    expect(WorkspaceFilesystem.none()._data).toBeUndefined();
  });

  it.each(['/home/alice', '/var/lib/data', '/opt', '/mnt/a.b-c_d', `/${'a'.repeat(199)}`])('may be mounted at %s', (mountPath) => {
    expect(WorkspaceFilesystem.of({ mountPath })._data?.mountPath).toBe(mountPath);
  });

  it.each([
    '', '/', 'data', './data', '/data/', '/a//b', '/a/../b', '/..', '/.a', '/a b', '/a\tb', '/a#b', '/a"b', "/a'b", '/a$b', '/a\\b', '/a\n', '/工作', `/${'a'.repeat(200)}`, 5,
    '/etc', '/etc/x', '/usr', '/usr/local', '/proc', '/sys/x', '/dev/x', '/run/x', '/boot', '/bin', '/home', '/root', '/tmp', '/var', '/lib64/x',
  ])('may not be mounted at %j', (mountPath) => {
    expect(faultOf(() => WorkspaceFilesystem.of({ mountPath: mountPath as string }))).toMatchObject({ code: 'WS-GUEST-008', field: 'mountPath' });
  });

  it.each(['', 'a'.repeat(13), 'a b', '-a', '工作', 5])('may not be labelled %j', (label) => {
    expect(faultOf(() => WorkspaceFilesystem.of({ label: label as string }))).toMatchObject({ code: 'WS-GUEST-008', field: 'label' });
  });

  it('says all that is wrong at once', () => {
    expect(codesOf(() => WorkspaceFilesystem.of({ type: 'btrfs' as FilesystemType, mountPath: 'x', label: '' }))).toEqual(['WS-APP-002', 'WS-GUEST-008', 'WS-GUEST-008']);
  });
});
