import { Include, JsonPatch, Lazy, Testing, Yaml, App, Chart, ApiObject } from 'cdk8s';
import { writeFileSync, mkdirSync } from 'fs';
import { join } from 'path';
import { Layer } from '../../src/constructs/layers';
import { Layout } from '../../src/output/fleet-app';
import { codes, configMap, documentsOf, faultsWith, filesOf, newApp, newChart, newFolder, newObject } from './apps';

describe('files', () => {
  test('a chart is a file in the folder of its layer', () => {
    const app = newApp();
    configMap(newChart(app, 'operators', { layer: Layer.OPERATORS }), 'a');
    configMap(newChart(app, 'platform'), 'a', {});
    configMap(newChart(app, 'images', { layer: Layer.IMAGES }), 'b');
    configMap(newChart(app, 'alice', { layer: Layer.PEOPLE }), 'c');
    newChart(app, 'empty');
    expect(filesOf(app)).toEqual(['0-operators/operators.yaml', '1-platform/platform.yaml', '2-images/images.yaml', '3-people/alice.yaml']);
  });

  test('an object may lie in another layer than its chart', () => {
    const app = newApp();
    const chart = newChart(app, 'mixed');
    configMap(chart, 'here');
    configMap(newChart(chart, 'sub'), 'nested');
    const other = newChart(app, 'other');
    configMap(other, 'x');
    const there = configMap(other, 'y');
    jest.requireActual<typeof import('../../src/constructs/layers')>('../../src/constructs/layers').Layers.set(there, Layer.PEOPLE);
    expect(filesOf(app)).toEqual(['1-platform/mixed.sub.yaml', '1-platform/mixed.yaml', '1-platform/other.yaml', '3-people/other.yaml']);
  });

  test('BL-163: an object of a nested chart is written once, with its closest chart', () => {
    const app = newApp();
    const outer = newChart(app, 'outer');
    configMap(outer, 'o');
    configMap(newChart(outer, 'inner'), 'i');
    expect(documentsOf(app, '1-platform/outer.yaml')).toEqual(['ConfigMap o']);
    expect(documentsOf(app, '1-platform/outer.inner.yaml')).toEqual(['ConfigMap i']);
  });

  test.each([Layout.FILE_PER_CHART, Layout.FILE_PER_OBJECT])('BL-164: the same kind and name in three namespaces are three objects (%s)', (layout) => {
    const app = newApp({ layout });
    for (const namespace of ['a', 'b', 'c']) {
      configMap(newChart(app, namespace, { namespace }), 'same');
    }
    expect(filesOf(app)).toHaveLength(3);
    expect(codes(app)).toEqual([]);
  });

  test('one file an object, by namespace, kind and name; two never share one', () => {
    const app = newApp({ layout: Layout.FILE_PER_OBJECT });
    const chart = newChart(app, 'c');
    configMap(chart, 'm');
    newObject(chart, 'm', { apiVersion: 'a.example.org/v1', kind: 'Thing' });
    newObject(newChart(app, 'd'), 'm', { apiVersion: 'b.example.org/v1', kind: 'THING' });
    newObject(chart, 'fast', { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'p', reclaimPolicy: 'Retain' });
    expect(filesOf(app)).toEqual([
      '1-platform/StorageClass.fast.yaml', '1-platform/ns.ConfigMap.m.yaml', expect.stringMatching(/^1-platform\/ns\.THING\.m-[0-9a-f]{8}\.yaml$/),
      expect.stringMatching(/^1-platform\/ns\.Thing\.m-[0-9a-f]{8}\.yaml$/),
    ]);
  });

  test('two charts that would share a file are a fault, also where case is ignored', () => {
    const app = newApp();
    configMap(newChart(app, 'Alice'), 'a');
    configMap(newChart(app, 'alice'), 'b');
    expect(faultsWith(app, 'WS-OUT-004')).toEqual([expect.objectContaining({ construct: 'Alice', message: "two charts would be written to the same file 'Alice.yaml': 'Alice', 'alice'" })]);
    const turned = newApp();
    configMap(newChart(turned, 'alice'), 'a');
    configMap(newChart(turned, 'Alice'), 'b');
    expect(faultsWith(turned, 'WS-OUT-004')).toHaveLength(1);
  });

  test.each(['..', '.', '.git', '../../etc/passwd', 'con', 'NUL.x', 'ü', 'a b', 'x'.repeat(300), 'a\\b', 'a:b', 'end.', '💻', 'a\u0000b', '-x'])('a chart called %j stays inside its layer, under a name that every system can hold', (id) => {
    const app = newApp();
    configMap(newChart(app, id), 'a');
    const [file = ''] = filesOf(app);
    expect(file).toMatch(/^1-platform\/(?!con\.|nul\.)[A-Za-z0-9][A-Za-z0-9_-]{0,120}\.yaml$/i);
    expect(file).not.toContain('..');
  });
});

describe('objects', () => {
  test('BL-173: a cluster-scoped kind has no namespace, whatever its chart says', () => {
    const app = newApp();
    const chart = newChart(app, 'c');
    const cluster = [['storage.k8s.io/v1', 'StorageClass'], ['snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass'], ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
      ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'], ['v1', 'PersistentVolume'], ['cdi.kubevirt.io/v1beta1', 'CDI'], ['v1', 'Namespace']] as const;
    cluster.forEach(([apiVersion, kind]) => newObject(chart, 'x', { apiVersion, kind }));
    configMap(chart, 'stays');
    const { objects, files } = app._synthesize();
    expect(objects.filter(({ identity }) => identity.namespace !== undefined).map(({ identity }) => identity.kind)).toEqual(['ConfigMap']);
    expect([...files.values()].join('').match(/namespace: ns/g)).toHaveLength(1);
  });

  test('a kind that a CRD of the app defines has the scope which that says', () => {
    const app = newApp();
    const chart = newChart(app, 'c');
    newObject(chart, 'clusterthings.example.org', {
      apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec: { group: 'example.org', scope: 'Cluster', names: { kind: 'ClusterThing', plural: 'clusterthings' }, versions: [] },
    });
    newObject(chart, 'x', { kind: 'ClusterThing' });
    expect(app._synthesize().objects.find(({ identity }) => identity.kind === 'ClusterThing')?.identity.namespace).toBeUndefined();
  });

  test('a namespaced object without a namespace is a fault', () => {
    const app = newApp();
    configMap(new Chart(app, 'c'), 'm');
    newObject(new Chart(app, 'd'), 'unknown kinds are left alone');
    expect(faultsWith(app, 'WS-OBJECT-003')).toEqual([expect.objectContaining({ construct: 'c/configmap-m', message: "ConfigMap 'm' has no namespace" })]);
  });

  test('BL-169: JSON patches survive, also on keys with a slash, and run after rendering', () => {
    const app = newApp();
    newObject(newChart(app, 'c'), 'x', { spec: { limits: { 'nvidia.com/gpu': 1, 'old': 1 } } })
      .addJsonPatch(JsonPatch.replace('/spec/limits/nvidia.com~1gpu', 2), JsonPatch.remove('/spec/limits/old'), JsonPatch.add('/spec/unknownField', { a: null }));
    expect(app._synthesize().objects[0]?.object.spec).toEqual({ limits: { 'nvidia.com/gpu': 2 }, unknownField: { a: null } });
  });

  test('what cannot be rendered is a fault of its construct, and the others are still reported', () => {
    const app = newApp();
    const chart = newChart(app, 'c');
    newObject(chart, 'patch').addJsonPatch(JsonPatch.replace('/spec/a/b', 1));
    newObject(chart, 'class', { spec: { when: new Date(0) } });
    newObject(chart, 'function', { spec: { f: () => 1 } });
    newObject(chart, 'number', { spec: { n: Number.NaN } });
    newObject(chart, 'big', { spec: { n: 1n } });
    newObject(chart, 'lazy', { spec: { n: Lazy.any({ produce: () => { throw new TypeError('too lazy'); } }) } });
    newObject(chart, 'list').addJsonPatch(JsonPatch.replace('', []));
    newObject(chart, 'good');
    const faults = faultsWith(app, 'WS-APP-004');
    expect(faults.map(({ construct }) => construct)).toEqual(['big', 'class', 'function', 'lazy', 'list', 'number', 'patch'].map((name) => `c/thing-${name}`));
    expect(faults.map(({ message }) => message).join('\n')).not.toMatch(/Failed serializing|\n {4}at /);
    expect(app._synthesize().objects).toHaveLength(1);
  });

  test('a validation that throws, or that a user added, is a fault of its construct', () => {
    const app = newApp();
    const chart = newChart(app, 'c');
    chart.node.addValidation({ validate: () => ['one\n  two', 'three'] });
    newChart(app, 'd').node.addValidation({ validate: () => { throw new TypeError('four'); } });
    expect(faultsWith(app, 'WS-APP-003').map(({ construct, message }) => `${construct ?? ''}: ${message}`)).toEqual([
      'c: the app says: one two', 'c: the app says: three', 'd: the app says: four',
    ]);
  });

  test('BL-170: rendering is pure: twice gives the same, and leaves the props alone', () => {
    const app = newApp();
    const props = { apiVersion: 'example.org/v1', kind: 'Thing', metadata: { name: 'x' }, spec: { list: [{ a: 1 }] } };
    const before = JSON.stringify(props);
    new ApiObject(newChart(app, 'c'), 'x', props).addJsonPatch(JsonPatch.add('/spec/list/-', { b: 2 }));
    const first = [...app._synthesize().files];
    expect([...app._synthesize().files]).toEqual(first);
    expect(JSON.stringify(props)).toBe(before);
  });

  test('objects that Include reads are written as they are', () => {
    const folder = join(newFolder(), '..');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'in.yaml'), 'apiVersion: example.org/v1\nkind: Thing\nmetadata:\n  name: read\n  namespace: other\nspec:\n  mode: "0777"\n');
    const app = newApp();
    new Include(newChart(app, 'c'), 'in', { url: join(folder, 'in.yaml') });
    expect(app._synthesize().objects[0]?.object).toEqual({ apiVersion: 'example.org/v1', kind: 'Thing', metadata: { name: 'read', namespace: 'other' }, spec: { mode: '0777' } });
  });
});

test('a chart gives the bytes of a plain cdk8s App, but for order, and works under one', () => {
  const build = (app: App): Chart => {
    const chart = newChart(app, 'c');
    configMap(chart, 'm', { script: '#!/bin/sh\necho "x"\n', on: 'yes', n: '1e3', empty: '' });
    return chart;
  };
  const app = newApp();
  build(app);
  expect(app._synthesize().files.get('1-platform/c.yaml')).toBe(Yaml.stringify(...Testing.synth(build(new App())) as unknown[]));
});
