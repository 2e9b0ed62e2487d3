import { readFileSync } from 'fs';
import { join } from 'path';
import Ajv from 'ajv';
import { Size } from 'cdk8s';
import { type Expectation, expect as needs } from '../../src/constructs/expectations';
import { leaveNote } from '../../src/constructs/notes';
import { FleetApp, GoldenImage, ImageSource, ImageSpace, RbdStorage } from '../../src';
import { checkObjects } from '../../src/checks';
import { readExpected } from '../../src/output/read';
import { configMap, newApp, newChart, newFolder, newObject, readFolder, synth } from './apps';

const expected = (...all: readonly (readonly Expectation[])[]) => {
  const app = newApp();
  all.forEach((some, index) => { needs(newChart(app, `c${index}`), ...some); });
  return app._synthesize().expects;
};

test('a snapshot in the images\' own namespace is expected, and the app writes', () => {
  const app = new FleetApp({ outdir: newFolder(), fleet: 'a' });
  new GoldenImage(new ImageSpace(app, 'vm-images'), 'u', { source: ImageSource.snapshot('sealed'), size: Size.gibibytes(10), storage: RbdStorage.fromClassName('c') });
  synth(app);
  expect(JSON.parse(readFileSync(`${app.outdir}.info/expects.json`, 'utf8'))).toMatchObject({ expects: expect.arrayContaining([expect.objectContaining({ kind: 'snapshot', namespace: 'vm-images', name: 'sealed' })]) });
  const { faults } = checkObjects({ objects: app._synthesize().objects.map(({ object }) => ({ object })), target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' }, expected: readExpected(app.outdir) });
  expect(faults.map(({ code }) => code)).not.toContain('WS-REF-001');
});

test('the same thing is expected once: words joined, the largest size, and the sum of room', () => {
  expect(expected(
    [{ kind: 'dataSource', namespace: 'n', name: 'a', must: 'ready', kibibytes: 10 }, { kind: 'room', name: 'r', must: 'room', kibibytes: 10 }],
    [{ kind: 'dataSource', namespace: 'n', name: 'a', must: 'small', kibibytes: 30 }, { kind: 'room', name: 'r', must: 'room', kibibytes: 5 }],
    [{ kind: 'dataSource', namespace: 'm', name: 'a', must: 'ready' }],
  )).toEqual([
    { kind: 'dataSource', namespace: 'm', name: 'a', must: 'ready' },
    { kind: 'dataSource', namespace: 'n', name: 'a', must: 'ready; small', kibibytes: 30 },
    { kind: 'room', name: 'r', must: 'room', kibibytes: 15 },
  ]);
});

test('what the app makes is not expected; what an object names and nobody makes is', () => {
  const app = newApp();
  const chart = newChart(app, 'c', { namespace: 'mine' });
  newObject(chart, 'mine', { apiVersion: 'v1', kind: 'Namespace' });
  newObject(chart, 'fast', { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'p.example.org' });
  configMap(chart, 'ca');
  needs(chart, { kind: 'storageClass', name: 'fast', must: 'x' }, { kind: 'configMap', namespace: 'mine', name: 'ca', must: 'x' }, { kind: 'secret', namespace: 'mine', name: 'ca', must: 'x' });
  configMap(newChart(app, 'd', { namespace: 'theirs' }), 'm');
  expect(app._synthesize().expects.map(({ kind, namespace, name }) => [kind, namespace, name])).toEqual([['namespace', undefined, 'theirs'], ['secret', 'mine', 'ca']]);
});

test('CRDs of the kinds that are used, with the release that the target means', () => {
  const app = newApp({ target: { kubevirt: '1.8', kubernetes: '1.35' } });
  const chart = newChart(app, 'c');
  newObject(chart, 'x');
  newObject(chart, 'net', { apiVersion: 'k8s.cni.cncf.io/v1', kind: 'NetworkAttachmentDefinition' });
  newObject(chart, 'vm', { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine' });
  newObject(chart, 'r', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', rules: [] });
  expect(app._synthesize().expects.filter(({ kind }) => kind === 'crd')).toEqual([
    { kind: 'crd', name: 'network-attachment-definitions.k8s.cni.cncf.io', must: 'served in version v1' },
    { kind: 'crd', name: 'things.example.org', must: 'served in version v1' },
    { kind: 'crd', name: 'virtualmachines.kubevirt.io', must: 'served in version v1 (KubeVirt 1.8)' },
  ]);
});

test('a feature gate that the KubeVirt object of the app lists is not expected', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  newObject(chart, 'kubevirt', { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', spec: { configuration: { developerConfiguration: { featureGates: ['CPUManager'] } } } });
  needs(chart, { kind: 'gate', name: 'CPUManager', must: 'x' }, { kind: 'gate', name: 'Other', must: 'x' });
  expect(app._synthesize().expects.filter(({ kind }) => kind === 'gate').map(({ name }) => name)).toEqual(['Other']);
});

test('expects.json keeps to its schema, expects.md to one line each', () => {
  const outdir = newFolder();
  const app = newApp({ outdir });
  const chart = newChart(app, 'c');
  configMap(chart, 'm');
  needs(chart, { kind: 'dataSource', namespace: 'n', name: 'a', must: 'ready | and\nfilled', kibibytes: 41943040 }, { kind: 'right', name: 'a driver', must: 'installed' });
  synth(app);
  const info = readFolder(`${outdir}.info`);
  const validate = new Ajv().compile(JSON.parse(readFileSync(join(__dirname, '../../src/output/expects.schema.json'), 'utf8')) as object);
  const read: unknown = JSON.parse(info['expects.json'] ?? '');
  expect([validate(read), validate.errors]).toEqual([true, null]);
  expect(info['expects.md']).toContain('| DataSource | n | a | ready \\| and filled (40Gi) | `kubectl get datasource a -n n` |\n');
  expect(validate({ format: 1, expects: [{ kind: 'cat', name: 'x', must: '' }] })).toBe(false);
});

test('notes lie in the info folder and cannot leave it; two under one path stand in one file', () => {
  const outdir = newFolder();
  const app = newApp({ outdir });
  const chart = newChart(app, 'c');
  configMap(chart, 'm');
  leaveNote(chart, { path: 'cloud-init/ns/vm.user-data', text: '#cloud-config\n' });
  leaveNote(chart, { path: '../../up', text: 'a' });
  leaveNote(newChart(app, 'd'), { path: '../../up', text: 'b' });
  synth(app);
  const info = readFolder(`${outdir}.info`);
  expect(Object.keys(info)).toEqual([expect.stringMatching(/^[0-9a-f]{8}\/[0-9a-f]{8}\/up$/), 'README.md', 'cloud-init/ns/vm.user-data', 'expects.json', 'expects.md', 'index.json']);
  expect(Object.values(info)[0]).toBe('a\n\nb\n');
});
