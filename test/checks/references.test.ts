import { check, codes, disk, type Loose, machine, object } from './given';

const namespace = object('v1', 'Namespace', 'alice');

test('a claim that the manifests should bring and do not', () => {
  const { faults } = check([namespace, machine(), disk((_spec, dv) => { dv.metadata.name = 'alice-rootdsk'; })]);
  expect(faults.map((fault) => fault.code)).toEqual(['WS-REF-001']);
  expect(faults[0]).toMatchObject({ severity: 'error', field: '/spec/template/spec/volumes/0/persistentVolumeClaim/claimName' });
});

test('accepts a DataVolume, a claim, or a template for it', () => {
  expect(codes([namespace, machine(), disk()])).toEqual([]);
  expect(codes([namespace, machine(), object('v1', 'PersistentVolumeClaim', 'alice-rootdisk', 'alice', { spec: {} })])).toEqual([]);
});

test('outside our namespaces it is expected', () => {
  const report = check([machine()]);
  expect(report.faults).toEqual([]);
  expect(report.external).toEqual(expect.arrayContaining([
    { kind: 'PersistentVolumeClaim', namespace: 'alice', name: 'alice-rootdisk', by: expect.objectContaining({ name: 'desk' }) },
    { kind: 'Namespace', name: 'alice', by: expect.anything() },
  ]));
});

test('what the caller expects is no fault', () => {
  const expected = [{ kind: 'PersistentVolumeClaim', namespace: 'alice', name: 'alice-rootdisk' }];
  expect(codes([namespace, machine()], { expected })).toEqual([]);
  expect(codes([namespace, machine()], { expected: [{ ...expected[0]!, kind: 'claim' }] })).toEqual([]);
});

test.each<[string, (spec: Loose, vm: Loose) => void]>([
  ['a cloud-init Secret', (spec) => { spec.volumes[1].cloudInitNoCloud = { secretRef: { name: 'init' } }; }],
  ['a network of its own namespace', (spec) => { spec.networks.push({ name: 'o', multus: { networkName: 'office' } }); spec.domain.devices.interfaces.push({ name: 'o', bridge: {} }); }],
  ['a network named with the namespace', (spec) => { spec.networks.push({ name: 'o', multus: { networkName: 'alice/office' } }); spec.domain.devices.interfaces.push({ name: 'o', bridge: {} }); }],
  ['a DataVolume', (spec) => { spec.volumes.push({ name: 'w', dataVolume: { name: 'work' } }); spec.domain.devices.disks.push({ name: 'w', disk: { bus: 'virtio' } }); }],
  ['a namespaced instancetype', (spec, vm) => { delete spec.domain.cpu; delete spec.domain.memory; vm.spec.instancetype = { kind: 'VirtualMachineInstancetype', name: 'x' }; }],
])('%s that is missing', (_title, change) => {
  expect(codes([namespace, disk(), machine(change)])).toEqual(['WS-REF-001']);
});

test('a DataSource and a source claim that are missing', () => {
  const images = object('v1', 'Namespace', 'images');
  expect(codes([images, disk()])).toEqual(['WS-REF-001']);
  expect(codes([images, disk((spec) => { delete spec.sourceRef; spec.source = { pvc: { namespace: 'images', name: 'x' } }; })])).toEqual(['WS-REF-001']);
});

test('classes, cluster instancetypes and credentials come from elsewhere', () => {
  const report = check([namespace, disk((spec) => {
    delete spec.sourceRef;
    spec.source = { registry: { url: `docker://a.example/b@sha256:${'a'.repeat(64)}`, secretRef: 'creds' } };
  }), machine((spec, vm) => { delete spec.domain.cpu; delete spec.domain.memory; vm.spec.instancetype = { name: 'trainer' }; })]);
  expect(report.faults).toEqual([]);
  expect(report.external.map((ref) => `${ref.kind} ${ref.name}`)).toEqual(['Secret creds', 'StorageClass ceph-rbd', 'VirtualMachineClusterInstancetype trainer']);
});

test('a Secret that a controller makes from the manifests', () => {
  const wanting = machine((spec) => { spec.volumes[1].cloudInitNoCloud = { secretRef: { name: 'init' } }; });
  expect(codes([namespace, disk(), wanting, object('external-secrets.io/v1', 'ExternalSecret', 'x', 'alice', { spec: { target: { name: 'init' } } })])).toEqual([]);
});

test('a binding to a Role that is missing', () => {
  const binding = object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'a', 'alice', { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' } });
  expect(codes([namespace, binding])).toEqual(['WS-REF-001']);
});
