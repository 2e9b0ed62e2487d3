import { expectationsOf } from '../../src/constructs/expectations';
import { RbdStorage, type RbdStorageProps } from '../../src/constructs/rbd-storage';
import { CloneStrategy, DeletionPolicy, RbdDriver, RbdEncryption, RbdImageFeature } from '../../src/values';
import { changes, chart, codesBelow, faultsBelow, manifestsOf, theOne } from '../support/fleet';

const SMALLEST: RbdStorageProps = { clusterId: 'rook-ceph', pool: 'workstations' };
const made = (props: Partial<RbdStorageProps> = {}, id = 'ceph-rbd') => new RbdStorage(chart(), id, { ...SMALLEST, ...props });
const parameters = (storage: RbdStorage): Record<string, string> => theOne(storage, 'StorageClass').parameters;

describe('RbdStorage', () => {
  it('needs a cluster and a pool only', () => {
    const storage = made();
    expect(codesBelow(storage)).toEqual([]);
    expect(storage.className).toBe('ceph-rbd');
    expect(manifestsOf(storage).map((one) => `${one.kind} ${one.metadata.name} ${one.metadata.namespace}`)).toEqual([
      'StorageClass ceph-rbd undefined', 'VolumeSnapshotClass ceph-rbd undefined', 'StorageProfile ceph-rbd undefined',
    ]);
    expect(theOne(storage, 'StorageClass')).toMatchObject({
      provisioner: 'rook-ceph.rbd.csi.ceph.com', reclaimPolicy: 'Retain', allowVolumeExpansion: true, volumeBindingMode: 'Immediate',
      parameters: { clusterID: 'rook-ceph', pool: 'workstations', imageFeatures: 'layering,exclusive-lock,object-map,fast-diff,deep-flatten' },
    });
    expect(theOne(storage, 'VolumeSnapshotClass')).toMatchObject({
      driver: 'rook-ceph.rbd.csi.ceph.com', deletionPolicy: 'Delete', metadata: { annotations: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' } },
    });
    expect(theOne(storage, 'StorageProfile').spec).toEqual({ claimPropertySets: [{ accessModes: ['ReadWriteOnce'], volumeMode: 'Block' }], cloneStrategy: 'csi-clone' });
  });

  it('always gives all four pairs of Secrets', () => {
    for (const role of ['provisioner', 'controller-expand', 'controller-publish', 'node-stage']) {
      expect(parameters(made())).toMatchObject({
        [`csi.storage.k8s.io/${role}-secret-name`]: role === 'node-stage' ? 'rook-csi-rbd-node' : 'rook-csi-rbd-provisioner',
        [`csi.storage.k8s.io/${role}-secret-namespace`]: 'rook-ceph',
      });
    }
  });

  const P = '/0/parameters';
  it.each<[string, Partial<RbdStorageProps>, Record<string, [unknown, unknown]>]>([
    ['clusterId', { clusterId: 'other' }, { [`${P}/clusterID`]: ['rook-ceph', 'other'], '/1/parameters/clusterID': ['rook-ceph', 'other'] }],
    ['pool', { pool: 'p.1_x-y' }, { [`${P}/pool`]: ['workstations', 'p.1_x-y'] }],
    ['dataPool', { dataPool: 'ec' }, { [`${P}/dataPool`]: [undefined, 'ec'] }],
    ['className', { className: 'fast.rbd' }, Object.fromEntries([0, 1, 2].map((at) => [`/${at}/metadata/name`, ['ceph-rbd', 'fast.rbd']]))],
    ['imageFeatures', { imageFeatures: [RbdImageFeature.LAYERING] }, { [`${P}/imageFeatures`]: [expect.anything(), 'layering'] }],
    ['mapOptions', { mapOptions: ['krbd:rxbounce', 'lock_on_read'] }, { [`${P}/mapOptions`]: [undefined, 'krbd:rxbounce,lock_on_read'] }],
    ['unmapOptions', { unmapOptions: ['force'] }, { [`${P}/unmapOptions`]: [undefined, 'force'] }],
    ['encryption', { encryption: RbdEncryption.kms('vault') }, { [`${P}/encrypted`]: [undefined, 'true'], [`${P}/encryptionKMSID`]: [undefined, 'vault'] }],
    ['defaultSnapshotClass', { defaultSnapshotClass: false }, { '/1/metadata/annotations/snapshot.storage.kubernetes.io~1is-default-class': ['true', undefined] }],
    ['snapshotDeletionPolicy', { snapshotDeletionPolicy: DeletionPolicy.RETAIN }, { '/1/deletionPolicy': ['Delete', 'Retain'] }],
    ['cloneStrategy', { cloneStrategy: CloneStrategy.COPY }, { '/2/spec/cloneStrategy': ['csi-clone', 'copy'] }],
    ['empty lists', { mapOptions: [], unmapOptions: [] }, {}],
    ['null', { dataPool: null, driver: null, encryption: null, blockPool: null, className: null } as never, {}],
    ['blockPool', { blockPool: {} }, {
      '/3': [undefined, expect.objectContaining({ kind: 'CephBlockPool', spec: { failureDomain: 'host', replicated: { size: 3, requireSafeReplicaSize: true } } })],
    }],
  ])('%s changes this only', (_, props, expected) => {
    const changed = made(props);
    expect(codesBelow(changed)).toEqual([]);
    expect(changes(manifestsOf(made()), manifestsOf(changed))).toEqual(expected);
  });

  it('takes provisioner and Secrets from the driver', () => {
    const storage = made({ driver: RbdDriver.cephCsi({ secretNamespace: 'ceph', secretName: 'key' }) });
    expect(codesBelow(storage)).toEqual([]);
    expect([theOne(storage, 'StorageClass').provisioner, theOne(storage, 'VolumeSnapshotClass').driver]).toEqual(['rbd.csi.ceph.com', 'rbd.csi.ceph.com']);
    const secrets = Object.entries({ ...parameters(storage), ...theOne(storage, 'VolumeSnapshotClass').parameters }).filter(([name]) => name.includes('secret'));
    expect(new Set(secrets.map(([, value]) => value))).toEqual(new Set(['ceph', 'key']));
    expect(secrets).toHaveLength(10);
  });

  it('makes the pool where the CephCluster is', () => {
    const storage = made({ blockPool: { replicas: 4, failureDomain: 'rack', deviceClass: 'nvme' }, driver: RbdDriver.rook({ operatorNamespace: 'rook', clusterNamespace: 'ceph' }) });
    expect(theOne(storage, 'CephBlockPool')).toMatchObject({
      metadata: { name: 'workstations', namespace: 'ceph' }, spec: { failureDomain: 'rack', deviceClass: 'nvme', replicated: { size: 4, requireSafeReplicaSize: true } },
    });
  });

  it('may have one replica, with a warning and without the safety', () => {
    const storage = made({ blockPool: { replicas: 1 } });
    expect(codesBelow(storage)).toEqual(['WS-STORAGE-008']);
    expect(theOne(storage, 'CephBlockPool').spec.replicated).toEqual({ size: 1, requireSafeReplicaSize: false });
  });

  it.each<[string, unknown, string[]]>([
    ['no clusterId', { clusterId: '' }, ['WS-STORAGE-001']],
    ['a clusterId of 37 bytes', { clusterId: 'x'.repeat(37) }, ['WS-STORAGE-001']],
    ['a clusterId of 36 bytes', { clusterId: 'x'.repeat(36) }, []],
    ['no pool', { pool: '' }, ['WS-STORAGE-002']],
    ['a pool with a blank', { pool: 'a b' }, ['WS-STORAGE-002']],
    ['an empty dataPool', { dataPool: '' }, ['WS-STORAGE-002']],
    ['a className in capitals', { className: 'Ceph' }, ['WS-NAME-002']],
    ['a feature without the one it needs', { imageFeatures: ['layering', 'object-map'] }, ['WS-STORAGE-003']],
    ['two of these', { imageFeatures: ['layering', 'object-map', 'fast-diff'] }, ['WS-STORAGE-003']],
    ['journaling', { imageFeatures: ['layering', 'exclusive-lock', 'journaling'] }, ['WS-STORAGE-003']],
    ['an unknown feature', { imageFeatures: ['layering', 'striping'] }, ['WS-STORAGE-003']],
    ['no layering', { imageFeatures: ['exclusive-lock'] }, ['WS-STORAGE-003']],
    ['no feature at all', { imageFeatures: [] }, ['WS-STORAGE-003']],
    ['an option with a comma', { mapOptions: ['a,b'] }, ['WS-STORAGE-004']],
    ['an option with a blank', { unmapOptions: ['a b', ''] }, ['WS-STORAGE-004', 'WS-STORAGE-004']],
    ['eleven replicas', { blockPool: { replicas: 11 } }, ['WS-STORAGE-007']],
    ['no replicas', { blockPool: { replicas: 0 } }, ['WS-STORAGE-007']],
    ['a pool for plain ceph-csi', { driver: RbdDriver.cephCsi({ secretNamespace: 'ceph' }), blockPool: {} }, ['WS-STORAGE-007']],
    ['two replicas', { blockPool: { replicas: 2 } }, ['WS-STORAGE-008']],
    ['a driver that is a text', { driver: 'rbd.csi.ceph.com' }, ['WS-APP-002']],
    ['an encryption that is a flag', { encryption: true }, ['WS-APP-002']],
    ['a flag that is a text', { defaultSnapshotClass: 'true' }, ['WS-APP-002']],
    ['another clone strategy', { cloneStrategy: 'smart' }, ['WS-APP-002']],
    ['another policy', { snapshotDeletionPolicy: 'Recycle' }, ['WS-APP-002']],
    ['all at once', { clusterId: 7, pool: '', className: 'X', mapOptions: ['a,b'], imageFeatures: [] },
      ['WS-NAME-002', 'WS-STORAGE-001', 'WS-STORAGE-002', 'WS-STORAGE-003', 'WS-STORAGE-004']],
  ])('records %s', (_, props, codes) => {
    const storage = made(props as Partial<RbdStorageProps>);
    expect(codesBelow(storage)).toEqual(codes);
    expect(faultsBelow(storage).every((fault) => fault.construct === 'platform/ceph-rbd' && fault.field !== undefined)).toBe(true);
  });

  it('records a missing set of props', () => {
    expect(codesBelow(new RbdStorage(chart(), 'ceph-rbd', undefined as never))).toEqual(['WS-STORAGE-001', 'WS-STORAGE-002']);
  });

  it('says what it expects of the cluster', () => {
    const found = expectationsOf(made({ dataPool: 'ec', encryption: RbdEncryption.kms('vault') })).map(({ kind, namespace, name }) => `${kind} ${namespace ?? ''}/${name}`);
    expect(found).toEqual([
      'pool /workstations', 'secret rook-ceph/rook-csi-rbd-provisioner', 'secret rook-ceph/rook-csi-rbd-node', 'right /CSI driver rook-ceph.rbd.csi.ceph.com',
      'configMap rook-ceph/ceph-csi-encryption-kms-config', 'pool /ec',
    ]);
  });

  it('refers to a class of somebody else', () => {
    expect(RbdStorage.fromClassName('ceph-rbd').className).toBe('ceph-rbd');
  });
});
