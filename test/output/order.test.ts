import { Construct } from 'constructs';
import { Layer } from '../../src/constructs/layers';
import { codes, configMap, documentsOf, faultsWith, filesOf, newApp, newChart, newObject } from './apps';

const FILE = '1-platform/c.yaml';

test('BL-172: without dependencies objects stand in the order of application, then by name', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  const add = (apiVersion: string, kind: string, name: string) => newObject(chart, name, { apiVersion, kind });
  add('kubevirt.io/v1', 'VirtualMachine', 'vm');
  add('example.org/v1', 'Thing', 'thing');
  add('cdi.kubevirt.io/v1beta1', 'DataVolume', 'b');
  add('cdi.kubevirt.io/v1beta1', 'DataVolume', 'a');
  add('k8s.cni.cncf.io/v1', 'NetworkAttachmentDefinition', 'net');
  add('rbac.authorization.k8s.io/v1', 'RoleBinding', 'r');
  add('rbac.authorization.k8s.io/v1', 'Role', 'r');
  add('storage.k8s.io/v1', 'StorageClass', 'sc');
  configMap(chart, 'm');
  add('v1', 'ServiceAccount', 'sa');
  add('v1', 'Namespace', 'ns');
  expect(documentsOf(app, FILE)).toEqual(['Namespace ns', 'ServiceAccount sa', 'ConfigMap m', 'StorageClass sc', 'Role r', 'RoleBinding r',
    'DataVolume a', 'DataVolume b', 'NetworkAttachmentDefinition net', 'Thing thing', 'VirtualMachine vm']);
});

test('an explicit dependency wins over the order of application', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  const map = configMap(chart, 'a');
  const thing = newObject(chart, 'z');
  map.addDependency(thing);
  expect(documentsOf(app, FILE)).toEqual(['Thing z', 'ConfigMap a']);
});

test('a dependency holds for all below its two constructs, and through other charts', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  const [first, last] = [new Construct(chart, 'first'), new Construct(chart, 'last')];
  configMap(last, 'a');
  configMap(last, 'b');
  newObject(first, 'y');
  newObject(new Construct(first, 'deep'), 'z');
  const other = newChart(app, 'other');
  configMap(other, 'between');
  last.node.addDependency(other);
  other.addDependency(first);
  expect(documentsOf(app, FILE)).toEqual(['Thing y', 'Thing z', 'ConfigMap a', 'ConfigMap b']);
});

test('a construct that depends on what lies in it comes after that, and the other way round', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  const outer = new Construct(chart, 'outer');
  configMap(outer, 'a');
  const inner = new Construct(outer, 'inner');
  newObject(inner, 'x');
  newObject(inner, 'y');
  outer.node.addDependency(inner);
  expect(documentsOf(app, FILE)).toEqual(['Thing x', 'Thing y', 'ConfigMap a']);
  expect(codes(app)).toEqual([]);

  const second = newChart(app, 'd');
  const whole = new Construct(second, 'whole');
  const part = configMap(whole, 'a');
  newObject(whole, 'x');
  part.node.addDependency(whole);
  expect(documentsOf(app, '1-platform/d.yaml')).toEqual(['Thing x', 'ConfigMap a']);
});

test('a circle is a fault that names it, and a self-dependency is none', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  const [a, b, c] = [configMap(chart, 'a'), configMap(chart, 'b'), configMap(chart, 'c')];
  a.addDependency(b);
  b.addDependency(c);
  c.addDependency(a);
  a.addDependency(a);
  const [fault] = faultsWith(app, 'WS-APP-005');
  expect(fault?.message).toMatch(/^the constructs depend on each other in a circle: (c\/configmap-[abc]( → )?){4}$/);
  expect(documentsOf(app, FILE)).toHaveLength(3);
});

test('diamonds and a chart that many depend on stay linear', () => {
  const app = newApp();
  const shared = newChart(app, 'shared');
  for (let index = 0; index < 50; index++) {
    configMap(shared, `s${index}`);
  }
  let before = shared;
  for (let level = 0; level < 300; level++) {
    const [left, right, next] = [newChart(app, `l${level}`), newChart(app, `r${level}`), newChart(app, `n${level}`)];
    [left, right].forEach((side) => { side.addDependency(before, shared); configMap(side, 'x'); });
    next.addDependency(left, right);
    configMap(next, 'x');
    before = next;
  }
  const { objects } = app._synthesize();
  expect(objects).toHaveLength(950);
});

test('files that make a namespace stand before those that use it', () => {
  const app = newApp();
  configMap(newChart(app, 'a', { namespace: 'made' }), 'm');
  newObject(newChart(app, 'z'), 'made', { apiVersion: 'v1', kind: 'Namespace' });
  expect(filesOf(app)).toEqual(['1-platform/z.yaml', '1-platform/a.yaml']);
});

describe('layers', () => {
  test('WS-LAYER-001: a dependency on a later layer', () => {
    const app = newApp();
    const early = newChart(app, 'early');
    configMap(early, 'a');
    const late = newChart(app, 'late', { layer: Layer.PEOPLE });
    configMap(late, 'b');
    early.addDependency(late);
    expect(faultsWith(app, 'WS-LAYER-001')).toEqual([expect.objectContaining({ construct: 'early', message: "this is in layer '1-platform', but needs 'late' of layer '3-people', which is applied later" })]);
  });

  test('WS-LAYER-001: a namespace of a later layer, once a file', () => {
    const app = newApp();
    newObject(newChart(app, 'late', { layer: Layer.PEOPLE }), 'made', { apiVersion: 'v1', kind: 'Namespace' });
    const early = newChart(app, 'early', { namespace: 'made' });
    configMap(early, 'a');
    configMap(early, 'b');
    expect(faultsWith(app, 'WS-LAYER-001')).toEqual([expect.objectContaining({ construct: 'early/configmap-a', got: '1-platform' })]);
  });

  test('the right way round is no fault', () => {
    const app = newApp();
    newObject(newChart(app, 'early'), 'made', { apiVersion: 'v1', kind: 'Namespace' });
    const late = newChart(app, 'late', { namespace: 'made', layer: Layer.PEOPLE });
    configMap(late, 'a');
    late.addDependency(app.node.findChild('early'));
    expect(codes(app)).toEqual([]);
  });
});

describe('layers by what objects name', () => {
  const DV = { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume' };
  const VM = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine' };
  const machine = (spec: object) => ({ ...VM, spec: { template: { spec } } });
  const volume = (source: object) => machine({ volumes: [{ name: 'v', ...source }] });
  type Given = Record<string, unknown> & { apiVersion: string; kind: string };
  const CASES: [string, Given, Given, boolean][] = [
    ['a DataSource', { ...DV, spec: { sourceRef: { kind: 'DataSource', name: 'x' } } }, { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataSource' }, false],
    ['a StorageClass', { ...DV, spec: { storage: { storageClassName: 'x' } } }, { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' }, true],
    ['a StorageClass of a claim', { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { storageClassName: 'x' } }, { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' }, true],
    ['an instancetype', { ...VM, spec: { instancetype: { name: 'x' } } }, { apiVersion: 'instancetype.kubevirt.io/v1', kind: 'VirtualMachineClusterInstancetype' }, true],
    ['a preference of the namespace', { ...VM, spec: { preference: { kind: 'VirtualMachinePreference', name: 'x' } } }, { apiVersion: 'instancetype.kubevirt.io/v1', kind: 'VirtualMachinePreference' }, true],
    ['a disk', volume({ persistentVolumeClaim: { claimName: 'x' } }), DV, true],
    ['a claim', volume({ dataVolume: { name: 'x' } }), { apiVersion: 'v1', kind: 'PersistentVolumeClaim' }, true],
    ['a Secret', volume({ cloudInitNoCloud: { secretRef: { name: 'x' } } }), { apiVersion: 'v1', kind: 'Secret' }, true],
    ['a network', machine({ networks: [{ name: 'n', multus: { networkName: 'ns/x' } }] }), { apiVersion: 'k8s.cni.cncf.io/v1', kind: 'NetworkAttachmentDefinition' }, true],
  ];
  const found = (user: Given, named: Given, [first, second]: [Layer, Layer]): string[] => {
    const app = newApp();
    newObject(newChart(app, 'one', { layer: first }), 'user', user);
    newObject(newChart(app, 'two', { layer: second }), 'x', named);
    return app._synthesize().faults.filter(({ code }) => code.startsWith('WS-LAYER')).map(({ code, construct }) => `${code} ${construct ?? ''}`);
  };
  test.each(CASES)('%s', (_, user, named, sameIsFine) => {
    const at = `one/${user.kind.toLowerCase()}-user`;
    expect(found(user, named, [Layer.IMAGES, Layer.PEOPLE])).toEqual([`WS-LAYER-001 ${at}`]);
    expect(found(user, named, [Layer.PEOPLE, Layer.IMAGES])).toEqual([]);
    expect(found(user, named, [Layer.PEOPLE, Layer.PEOPLE])).toEqual(sameIsFine ? [] : [`WS-LAYER-002 ${at}`]);
  });

  test('the right to clone: one role that is early enough does', () => {
    const build = (...layers: Layer[]): string[] => {
      const app = newApp();
      newObject(newChart(app, 'one', { namespace: 'mine', layer: Layer.PEOPLE }), 'user', { ...DV, spec: { sourceRef: { kind: 'DataSource', name: 'x', namespace: 'ns' } } });
      layers.forEach((layer, index) => newObject(newChart(app, `r${index}`, { layer }), `role${index}`, {
        apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', rules: [{ apiGroups: ['cdi.kubevirt.io'], resources: ['datavolumes/source'], verbs: ['create'] }],
      }));
      return codes(app).filter((code) => code.startsWith('WS-LAYER'));
    };
    expect(build()).toEqual([]);
    expect(build(Layer.IMAGES)).toEqual([]);
    expect(build(Layer.PEOPLE)).toEqual(['WS-LAYER-002']);
    expect(build(Layer.PEOPLE, Layer.IMAGES)).toEqual([]);
  });
});
