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
