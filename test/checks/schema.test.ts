import { readFileSync } from 'fs';
import { createRequire } from 'module';
import { join } from 'path';
import { compile } from '../../src/checks/schema/conditions';
import { check, codes, disk, type Loose, machine, object, places } from './given';

test('an unknown field is named with its near miss', () => {
  const [fault] = check([machine((spec) => { spec.domain.devices.disk = []; })]).faults;
  expect(fault).toMatchObject({ code: 'WS-SCHEMA-001', got: 'disk', field: '/spec/template/spec/domain/devices/disk' });
  expect(fault?.message).toContain("did you mean 'disks'");
});

test('BL-029 NUMA on the wrong path', () => {
  expect(places([machine((spec) => { spec.domain.numa = {}; })])).toEqual(['WS-SCHEMA-001 /spec/template/spec/domain/numa']);
});

test('a wrong type', () => {
  const [fault] = check([machine((spec) => { spec.domain.cpu.cores = '8'; })]).faults;
  expect(fault).toMatchObject({ code: 'WS-SCHEMA-002', got: "'8'", expected: 'a whole number', field: '/spec/template/spec/domain/cpu/cores' });
});

test('an enum, with its legal values', () => {
  const [fault] = check([object('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'a', undefined, { driver: 'x', deletionPolicy: 'delete' })]).faults;
  expect(fault).toMatchObject({ code: 'WS-SCHEMA-003', expected: 'Delete, Retain' });
  expect(fault?.message).toContain("did you mean 'Delete'");
});

test('a missing required field', () => {
  expect(places([object('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'a', undefined, { driver: 'x' })])).toEqual(['WS-SCHEMA-004 /deletionPolicy']);
});

test('a quantity', () => {
  const [fault] = check([machine((spec) => { spec.domain.memory.guest = '64GB'; })]).faults;
  expect(fault).toMatchObject({ code: 'WS-SCHEMA-005', got: "'64GB'" });
});

test('bounds', () => {
  const [fault] = check([object('v1', 'Service', 'a', 'b', { spec: { ports: [{ port: 2 ** 40 }] } })]).faults;
  expect(fault).toMatchObject({ code: 'WS-SCHEMA-006', expected: 'at most 2147483647' });
});

test('two elements that a cluster takes for one', () => {
  const [fault] = check([object('v1', 'Service', 'a', 'b', { spec: { ports: [{ name: 'a', port: 80 }, { name: 'b', port: 80, protocol: 'TCP' }] } })]).faults;
  expect(fault).toMatchObject({ code: 'WS-SCHEMA-007', field: '/spec/ports/1' });
});

test('kinds of a release: the newest that is not newer', () => {
  const role = object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'a', 'b', { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'x' } });
  for (const kubernetes of ['1.30', '1.34', '1.36', '1.99']) {
    expect(codes([role], { target: { kubernetes } })).toEqual([]);
  }
});

test('unknown kinds are listed and are no fault', () => {
  const report = check([object('example.org/v1', 'Thing', 'a', 'b', { spec: { x: 1 } }), object('kubevirt.io/v1alpha3', 'Foo', 'a', 'b'), machine(), disk()]);
  expect(report.unknownKinds).toEqual(['example.org/v1 Thing', 'kubevirt.io/v1alpha3 Foo']);
  expect(report.faults).toEqual([]);
});

describe('empty required texts, which KubeVirt lets pass', () => {
  test.each<[string, (spec: Loose) => void, string]>([
    ['gpus[].name', (spec) => { spec.domain.devices.gpus[0].name = ''; }, '/domain/devices/gpus/0/name'],
    ['watchdog.name', (spec) => { spec.domain.devices.watchdog = { name: '', i6300esb: { action: 'reset' } }; }, '/domain/devices/watchdog/name'],
    ['claimName', (spec) => { spec.volumes[0].persistentVolumeClaim.claimName = ''; }, '/volumes/0/persistentVolumeClaim/claimName'],
  ])('%s', (_title, change, field) => {
    expect(places([machine(change)])).toEqual([`WS-SCHEMA-008 /spec/template/spec${field}`]);
  });
  test('of a DataVolume', () => {
    expect(places([disk((spec) => { delete spec.sourceRef; spec.source = { pvc: { namespace: 'a', name: '' } }; })])).toEqual(['WS-SCHEMA-008 /spec/source/pvc/name']);
  });
});

test('a value of a Secret is not shown', () => {
  const faults = check([object('v1', 'Secret', 'a', 'b', { data: { userdata: 'hunter2 hunter2' } })]).faults;
  expect(faults.map((fault) => fault.code)).toContain('WS-SCHEMA-005');
  expect(JSON.stringify(faults)).not.toContain('hunter2');
});

describe('conditions that a CRD states in CEL', () => {
  const profile = (modes: string[]): Loose => object('cdi.kubevirt.io/v1beta1', 'StorageProfile', 'a', undefined, { spec: { claimPropertySets: [{ accessModes: modes, volumeMode: 'Block' }] } });
  test('hold', () => expect(codes([profile(['ReadWriteOnce'])])).toEqual([]));
  test('are broken', () => expect(places([profile(['ReadWriteOnce', 'ReadWrite'])])).toEqual(['WS-SCHEMA-009 /spec/claimPropertySets/0/accessModes']));
  test('of two fields exactly one', () => {
    const snapshot = (source: Loose): Loose => object('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'a', 'b', { spec: { source } });
    expect(codes([snapshot({ persistentVolumeClaimName: 'x' })])).toEqual([]);
    expect(codes([snapshot({ persistentVolumeClaimName: 'x', volumeSnapshotContentName: 'y' })])).toEqual(['WS-SCHEMA-009']);
  });
  test('are all of a form that we understand', () => {
    const folder = join(__dirname, '../../lib/validators');
    const files = Object.values(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Record<string, string>);
    const rules = [...new Set(files)].flatMap((file) => (createRequire(__filename)(join(folder, file)) as { rules: { rule: string }[] }).rules.map(({ rule }) => rule));
    expect(rules.filter((rule) => !rule.includes('oldSelf') && compile(rule) === null)).toEqual([]);
  });
  test('of one of two fields', () => {
    const policy = (more: Loose): Loose => object('cilium.io/v2', 'CiliumNetworkPolicy', 'a', 'alice', more);
    expect(codes([policy({ spec: { endpointSelector: {}, ingress: [{}] } })])).toEqual([]);
    expect(codes([policy({ specs: [{ endpointSelector: {}, ingress: [{}] }] })])).toEqual([]);
    expect(codes([policy({})])).toEqual(['WS-SCHEMA-009']);
  });
  test('of a field that is or is not there', () => {
    const pool = (erasureCoded: Loose): Loose => object('ceph.rook.io/v1', 'CephBlockPool', 'a', 'rook-ceph', { spec: { erasureCoded: { codingChunks: 1, dataChunks: 2, ...erasureCoded } } });
    expect(codes([pool({})])).toEqual([]);
    expect(codes([pool({ crushNumFailureDomains: 2 })])).toEqual(['WS-SCHEMA-009']);
  });
});
