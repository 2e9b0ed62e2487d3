import { check, codes, disk, type Loose, machine, object } from './given';

describe('what is no object', () => {
  test.each([['a number', 3], ['a text', 'a'], ['a list', []], ['no kind', { apiVersion: 'v1', metadata: { name: 'a' } }],
    ['no apiVersion', { kind: 'Pod', metadata: { name: 'a' } }], ['no name', { apiVersion: 'v1', kind: 'Namespace', metadata: {} }]])('%s', (_title, value) => {
    expect(codes([value])).toEqual(['WS-OBJECT-001']);
  });
  test('null documents are skipped', () => expect(check([null, undefined])).toMatchObject({ faults: [], objects: 0 }));
  test('a List is judged element by element', () => {
    const report = check([{ apiVersion: 'v1', kind: 'List', items: [machine(), disk(), 3] }]);
    expect(report.objects).toBe(3);
    expect(report.faults.map((fault) => fault.code)).toEqual(['WS-OBJECT-001']);
  });
});

describe('twice', () => {
  test('BL-166 the same kind, namespace and name', () => {
    const { faults } = check([disk(), disk()]);
    expect(faults.map((fault) => fault.code)).toEqual(['WS-OBJECT-002']);
    expect(faults[0]?.message).toContain('a.yaml, document 1');
    expect(faults[0]?.document).toBe(1);
  });
  test('under two versions of the group', () => {
    const of = (version: string): Loose => object(`gateway.networking.k8s.io/${version}`, 'HTTPRoute', 'a', 'alice');
    expect(codes([of('v1'), of('v1beta1')])).toEqual(['WS-OBJECT-002']);
  });
  test('BL-164 accepts one name in two namespaces', () => expect(codes([object('v1', 'ConfigMap', 'a', 'alice'), object('v1', 'ConfigMap', 'a', 'bob')])).toEqual([]));
  test('accepts one name of two groups', () => expect(codes([object('apps/v1x', 'Thing', 'a', 'b'), object('example.org/v1', 'Thing', 'a', 'b')])).toEqual([]));
});

describe('names and namespaces', () => {
  test('a namespaced object needs one', () => expect(codes([object('v1', 'ConfigMap', 'a')])).toEqual(['WS-OBJECT-003']));
  test('BL-173 a cluster-scoped one has none', () => expect(codes([object('storage.k8s.io/v1', 'StorageClass', 'a', 'b', { provisioner: 'x' })])).toEqual(['WS-OBJECT-004']));
  test('an unknown kind may do either', () => expect(codes([object('example.org/v1', 'Thing', 'a'), object('example.org/v1', 'Thing', 'b', 'c')])).toEqual([]));
  test('upper case in a name', () => expect(codes([object('v1', 'ConfigMap', 'A', 'b')])).toEqual(['WS-NAME-002']));
  test('a namespace with a dot', () => expect(codes([object('v1', 'Namespace', 'a.b')])).toEqual(['WS-NAME-001']));
  test('a Service that begins with a digit', () => expect(codes([object('v1', 'Service', '1a', 'b')])).toEqual(['WS-NAME-001']));
  test('RBAC names are free', () => expect(codes([object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'system:a', undefined, { rules: [] })])).toEqual([]));
  test('254 characters', () => expect(codes([object('v1', 'ConfigMap', 'a'.repeat(254), 'b')])).toEqual(['WS-NAME-002']));
});

describe('labels and annotations', () => {
  const labelled = (labels: Loose, annotations: Loose = {}): Loose => {
    const made = object('v1', 'ConfigMap', 'a', 'b');
    made.metadata = { ...made.metadata, labels, annotations };
    return made;
  };
  test('accepts 63 characters and an empty value', () => expect(codes([labelled({ 'a.example/b': 'x'.repeat(63), 'c': '' })])).toEqual([]));
  test('BL-038 64 characters', () => expect(codes([labelled({ a: 'x'.repeat(64) })])).toEqual(['WS-OBJECT-005']));
  test('BL-158 a number', () => expect(codes([labelled({ team: 42 })])).toEqual(['WS-OBJECT-005']));
  test('a bad key', () => expect(codes([labelled({ 'a/b/c': 'x' })])).toEqual(['WS-OBJECT-005']));
  test('BL-070 an annotation that is no string', () => expect(codes([labelled({}, { 'cdi.kubevirt.io/storage.bind.immediate.requested': true })])).toEqual(['WS-OBJECT-006']));
  test('a bad annotation key', () => expect(codes([labelled({}, { 'a b': 'x' })])).toEqual(['WS-OBJECT-006']));
  test('256 KiB of annotations', () => expect(codes([labelled({}, { a: 'x'.repeat(256 * 1024) })])).toEqual(['WS-OBJECT-006']));
  test('the pointer is escaped', () => expect(check([labelled({ 'a.example/b': 4 })]).faults[0]?.field).toBe('/metadata/labels/a.example~1b'));
});

describe('hosts', () => {
  const route = (name: string, host: string, path = '/'): Loose => object('gateway.networking.k8s.io/v1', 'HTTPRoute', name, name, {
    spec: { hostnames: [host], rules: [{ matches: [{ path: { type: 'PathPrefix', value: path } }], backendRefs: [{ name: 'a', port: 1 }] }] },
  });
  test('refuses one for two people', () => expect(codes([route('alice', 'a.example'), route('bob', 'a.example')])).toEqual(['WS-HOST-001']));
  test('accepts two paths', () => expect(codes([route('alice', 'a.example', '/a'), route('bob', 'a.example', '/b')])).toEqual([]));
});
