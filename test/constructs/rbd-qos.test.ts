import { Size } from 'cdk8s';
import { RbdQos, type RbdQosProps } from '../../src/constructs/rbd-qos';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { FleetApp } from '../../src/output/fleet-app';
import { NetworkIsolation, Quota, RbdDriver } from '../../src/values';
import { chart, codesBelow, faultsBelow, gi, manifestsOf, person, plainApp, root, SHA, STORAGE, theOne } from '../support/fleet';

/* eslint-disable @typescript-eslint/no-explicit-any */

const DRIVER = RbdDriver.rook({ cephCsi: '3.18' });
const app = () => plainApp({ kubectlImage: `kubectl@sha256:${SHA}` });
const qos = (props: Partial<RbdQosProps> = {}): RbdQos => new RbdQos(chart(), 'bronze', { driver: DRIVER, maxReadIops: 5000, ...props });
const BRONZE = RbdQos.fromClassName('bronze');
const said = (props: any): string[] => faultsBelow(new RbdQos(chart(), 'bronze', props)).map(({ code, field }) => `${code} ${field ?? ''}`);

describe('RbdQos', () => {
  it('is a class of limits that nothing prunes', () => {
    const manifest = theOne(qos({ maxWriteIops: 2000, maxReadPerSecond: Size.mebibytes(100), maxWritePerSecond: Size.kibibytes(1500) }), 'VolumeAttributesClass');
    expect(manifest).toMatchObject({
      apiVersion: 'storage.k8s.io/v1', metadata: { name: 'bronze', labels: { 'workstations.dev/keep': 'true', 'workstations.dev/role': 'qos' } },
      driverName: 'rook-ceph.rbd.csi.ceph.com',
      parameters: { maxReadIops: '5000', maxWriteIops: '2000', maxReadBps: '104857600', maxWriteBps: '1536000' },
    });
    expect(manifest.metadata.namespace).toBeUndefined();
  });

  it('has only the limits that are given, and may have a name of its own', () => {
    const gold = qos({ className: 'gold.example' });
    expect(gold.qosName).toBe('gold.example');
    expect(theOne(gold, 'VolumeAttributesClass').parameters).toEqual({ maxReadIops: '5000' });
    expect(theOne(qos({ driver: RbdDriver.cephCsi({ secretNamespace: 'ceph', release: 'v3.18.1' }) }), 'VolumeAttributesClass').driverName).toBe('rbd.csi.ceph.com');
  });

  it.each<[string, any, string[]]>([
    ['no limits', { driver: DRIVER }, ['WS-STORAGE-010 ']],
    ['no driver', { maxReadIops: 1 }, ['WS-APP-002 driver']],
    ['nothing', undefined, ['WS-APP-002 driver']],
    ['a driver of no release', { driver: RbdDriver.rook(), maxReadIops: 1 }, ['WS-STORAGE-009 driver']],
    ['a driver that is too old', { driver: RbdDriver.rook({ cephCsi: '3.17.2' }), maxReadIops: 1 }, ['WS-STORAGE-009 driver']],
    ['no reads', { driver: DRIVER, maxReadIops: 0 }, ['WS-APP-002 maxReadIops']],
    ['half a write', { driver: DRIVER, maxWriteIops: 1.5 }, ['WS-APP-002 maxWriteIops']],
    ['a text', { driver: DRIVER, maxWriteIops: '5k' }, ['WS-APP-002 maxWriteIops']],
    ['a number of bytes', { driver: DRIVER, maxReadPerSecond: 100 }, ['WS-SIZE-001 maxReadPerSecond']],
    ['too few bytes', { driver: DRIVER, maxWritePerSecond: Size.kibibytes(1) }, ['WS-SIZE-002 maxWritePerSecond']],
    ['a name that is none', { driver: DRIVER, maxReadIops: 1, className: 'Gold' }, ['WS-NAME-002 className']],
    ['a misspelt prop', { driver: DRIVER, maxReadIops: 1, maxIops: 2 }, ['WS-APP-007 maxIops']],
  ])('refuses %s', (_name, props, expected) => {
    expect(said(props)).toEqual(expected);
  });

  it('says what the driver lacks, and how to say it', () => {
    expect(faultsBelow(qos({ driver: RbdDriver.rook({ cephCsi: '3.16' }) }))[0]?.message).toBe("QoS 'bronze' limits volumes, but of its driver it is ceph-csi 3.16");
  });
});

describe('a release of the driver', () => {
  it.each<[any, string | undefined]>([['3.18', '3.18'], ['v3.18.1', '3.18'], [undefined, undefined], [null, undefined]])('%p is %p', (given, expected) => {
    expect(RbdDriver.rook({ cephCsi: given })._data.release).toBe(expected);
    expect(RbdDriver.cephCsi({ secretNamespace: 'ceph', release: given })._data.release).toBe(expected);
  });

  it.each<[any]>([[3.18], ['latest'], ['3'], [''], [{}]])('%p is none', (given) => {
    expect(() => RbdDriver.rook({ cephCsi: given })).toThrow(/WS-APP-002/);
    expect(() => RbdDriver.cephCsi({ secretNamespace: 'ceph', release: given })).toThrow(/WS-APP-002/);
  });
});

describe('a storage class', () => {
  const storage = (props: any = {}) => new RbdStorage(chart(), 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'workstations', ...props });
  const secrets = (one: RbdStorage): string[] => Object.keys(theOne(one, 'StorageClass').parameters).filter((key) => key.endsWith('secret-name')).map((key) => key.slice('csi.storage.k8s.io/'.length, -'-secret-name'.length));

  it('has the Secrets that a change of limits needs only where it is asked for', () => {
    expect(secrets(storage())).toEqual(['controller-expand', 'controller-publish', 'node-stage', 'provisioner']);
    expect(secrets(storage({ modifiable: true, driver: DRIVER }))).toEqual(['controller-expand', 'controller-modify', 'controller-publish', 'node-publish', 'node-stage', 'provisioner']);
  });

  it('refuses a driver that is not known to limit volumes (WS-STORAGE-009)', () => {
    expect(codesBelow(storage({ modifiable: true }))).toEqual(['WS-STORAGE-009']);
    expect(codesBelow(storage({ modifiable: 'yes' }))).toEqual(['WS-APP-002']);
  });
});

describe('a disk with limits', () => {
  function home(props: any, network?: NetworkIsolation, among = app()): UserSpace {
    const alice = new UserSpace(among, 'alice', { owner: person(), quota: Quota.asDeclared(), ...(network === undefined ? {} : { network }) });
    root(alice, 'root', props);
    return alice;
  }

  it('is born as any other; a Job gives its claim the class', () => {
    const alice = home({ qos: BRONZE });
    expect(theOne(alice, 'DataVolume')).toEqual(theOne(home({}), 'DataVolume'));
    const job = theOne(alice, 'Job');
    expect(job.metadata.name).toMatch(/^alice-rootdisk-qos-bronze-[0-9a-f]{5}$/);
    expect(job.spec.template.spec.containers).toMatchObject([{ name: 'qos', args: ['patch', 'persistentvolumeclaim', 'alice-rootdisk', '--type=merge', '--patch={"spec":{"volumeAttributesClassName":"bronze"}}'] }]);
    expect(job.spec.template.spec.initContainers).toHaveLength(2);
    expect(theOne(alice, 'Role', 'alice-rootdisk-qos').rules).toEqual([{ apiGroups: [''], resources: ['persistentvolumeclaims'], resourceNames: ['alice-rootdisk'], verbs: ['get', 'list', 'watch', 'patch'] }]);
    expect(theOne(alice, 'RoleBinding', 'alice-rootdisk-qos').subjects).toEqual([{ kind: 'ServiceAccount', name: 'alice-rootdisk-qos', namespace: 'workstation-alice' }]);
  });

  it('gets another Job with another class', () => {
    expect(theOne(home({ qos: RbdQos.fromClassName('gold.example') }), 'Job').metadata.name).toMatch(/^alice-rootdisk-qos-gold-example-[0-9a-f]{5}$/);
  });

  it('may grow, too: the quota has room for both Jobs', () => {
    const cpu = (props: any): number => Number.parseInt(String(theOne(home(props), 'ResourceQuota').spec.hard['requests.cpu']), 10);
    expect(manifestsOf(home({ qos: BRONZE, grownTo: gi(200) })).filter(({ kind }) => kind === 'Job')).toHaveLength(2);
    expect(cpu({ qos: BRONZE, grownTo: gi(200) }) - cpu({})).toBe(2 * (cpu({ qos: BRONZE }) - cpu({})));
    expect(cpu({ qos: BRONZE })).toBeGreaterThan(cpu({}));
  });

  it('takes limits as a workspace disk', () => {
    const alice = new UserSpace(app(), 'alice', { owner: person() });
    new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: gi(100), qos: BRONZE });
    expect(theOne(alice, 'Job').metadata.name).toMatch(/^alice-workspace-qos-bronze-/);
  });

  it('lets its Job ask the API server where the space is closed', () => {
    expect(theOne(home({ qos: BRONZE }, NetworkIsolation.cilium()), 'CiliumNetworkPolicy', 'qos').spec).toMatchObject({
      egress: [{ toEntities: ['kube-apiserver'] }], endpointSelector: { matchLabels: { 'workstations.dev/role': 'qos' } },
    });
    expect(codesBelow(home({ qos: BRONZE }, NetworkIsolation.networkPolicy({ clusterCidrs: ['10.42.0.0/16'] })))).toEqual(['WS-POLICY-007']);
  });

  it('says what it expects', () => {
    const fleet = new FleetApp({ fleet: 'ai-lab', kubectlImage: `kubectl@sha256:${SHA}` });
    home({ qos: BRONZE }, undefined, fleet as any);
    expect(fleet._synthesize().expects.filter(({ kind }) => kind === 'volumeAttributesClass').map(({ name }) => name)).toEqual(['bronze']);
  });

  it.each<[string, any, string[]]>([
    ['what is no QoS', { qos: 'bronze' }, ['WS-APP-002']],
    ['a QoS of no name', { qos: RbdQos.fromClassName('') }, ['WS-APP-002']],
    ['a storage of ours that takes no limits', { qos: BRONZE, storage: new RbdStorage(chart(), 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'workstations' }) }, ['WS-STORAGE-011']],
  ])('refuses %s', (_name, props, expected) => {
    expect(codesBelow(home(props))).toEqual(expected);
  });

  it('accepts a storage of ours that takes them, and one of somebody else', () => {
    expect(codesBelow(home({ qos: BRONZE, storage: new RbdStorage(chart(), 'modifiable', { clusterId: 'rook-ceph', pool: 'workstations', driver: DRIVER, modifiable: true }) }))).toEqual([]);
    expect(codesBelow(home({ qos: BRONZE, storage: STORAGE }))).toEqual([]);
  });

  it('needs an image with kubectl (WS-GROW-002)', () => {
    expect(codesBelow(home({ qos: BRONZE }, undefined, plainApp()))).toEqual(['WS-GROW-002']);
    expect(faultsBelow(home({ qos: BRONZE }, undefined, plainApp()))[0]?.message).toContain("shall have the QoS 'bronze'");
  });
});
