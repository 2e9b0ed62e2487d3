import { type ApiObject } from 'cdk8s';
import { Dependable } from 'constructs';
import { Acknowledge } from '../../src/constructs/acknowledge';
import { type Layer, Layers } from '../../src/constructs/layers';
import { type FleetApp } from '../../src/output/fleet-app';
import { codes, configMap, errorOf, faultsWith, newApp, newChart, newObject } from './apps';

/** An app with one odd object, and one that is whole. */
function withOdd(make: (app: FleetApp) => unknown): FleetApp {
  const app = newApp();
  make(app);
  configMap(newChart(app, 'whole'), 'm');
  return app;
}

const odd = (spec: unknown): FleetApp => withOdd((app) => newObject(newChart(app, 'c'), 'odd', { spec }));
const rendered = (toJson: () => unknown): FleetApp => withOdd((app) => Object.assign(newObject(newChart(app, 'c'), 'odd', { spec: {} }), { toJson }));

const circle: Record<string, unknown> = {};
circle.self = { list: [circle] };
const deep = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
/** Throws what has no words. */
const wordless = (): never => { throw Object.create(null); };
const angry = new Proxy({}, { ownKeys: wordless, get: wordless, getPrototypeOf: wordless });

test.each<[string, () => FleetApp]>([
  ['a circle', () => odd(circle)],
  ['a thousand levels', () => odd(deep(1_000))],
  ['very many levels', () => odd(deep(5_000))],
  ['a getter that throws', () => odd({ get a(): unknown { throw new TypeError('no'); } })],
  ['a getter that throws nothing', () => odd({ get a(): unknown { return wordless(); } })],
  ['a proxy that throws', () => odd({ a: angry })],
  ['a toJson that gives null', () => rendered(() => null)],
  ['a toJson that gives nothing', () => rendered(() => undefined)],
  ['a toJson that gives a list', () => rendered(() => [])],
  ['a toJson that gives a circle', () => rendered(() => circle)],
  ['a toJson that gives a function', () => rendered(() => ({ apiVersion: 'v1', kind: 'K', metadata: { name: 'x' }, f: () => 1 }))],
  ['a toJson that gives metadata that are none', () => rendered(() => ({ apiVersion: 'v1', kind: 'K', metadata: null }))],
  ['a toJson that gives a proxy', () => rendered(() => angry)],
  ['a toJson that throws nothing', () => rendered(wordless)],
  ['metadata that throw', () => withOdd((app) => { Object.defineProperty(newObject(newChart(app, 'c'), 'odd'), 'metadata', { get: wordless }); })],
])('WS-APP-004: %s', (_, make) => {
  const app = make();
  expect(faultsWith(app, 'WS-APP-004')).toEqual([expect.objectContaining({ construct: 'c/thing-odd', message: expect.stringMatching(/^this object cannot be rendered: \S/) as string })]);
  expect(app._synthesize().objects.map(({ identity }) => identity.name)).toEqual(['m']);
  expect(errorOf(() => { app.synth(); }).message).not.toMatch(/\n {4}at /);
});

test('what is nested as deep as manifests are is no fault', () => {
  expect(codes(odd(deep(100)))).toEqual([]);
});

test('a key called __proto__ is kept', () => {
  const app = rendered(() => JSON.parse('{"apiVersion": "v1", "kind": "Thing", "metadata": {"name": "x", "namespace": "ns"}, "data": {"__proto__": "a"}}'));
  expect(Object.keys(app._synthesize().objects.find(({ identity }) => identity.kind === 'Thing')?.object.data as object)).toEqual(['__proto__']);
});

test.each<[string, (app: FleetApp) => unknown]>([
  ['a validation that throws nothing', (app) => { newChart(app, 'c').node.addValidation({ validate: wordless }); }],
  ['a validation that gives no list', (app) => { newChart(app, 'c').node.addValidation({ validate: () => 7 as unknown as string[] }); }],
  ['a validation that gives what has no words', (app) => { newChart(app, 'c').node.addValidation({ validate: () => [Object.create(null) as string] }); }],
  ['a dependency that throws', (app) => { const one = {}; Dependable.implement(one, { get dependencyRoots() { return wordless(); } }); newChart(app, 'c').node.addDependency(one as ApiObject); }],
])('WS-APP-003: %s', (_, make) => {
  expect(faultsWith(withOdd(make), 'WS-APP-003')).toEqual([expect.objectContaining({ construct: 'c', message: expect.stringMatching(/^the app says: \S/) as string })]);
});

test.each([null, undefined, 'x', 7, {}, []])('WS-APP-002: %j is no construct', (scope) => {
  for (const [act, what] of [
    [() => { Layers.set(scope as never, '3-people' as Layer); }, 'Layers.set'],
    [() => { Acknowledge.of(scope as never, 'WS-POWER-001', 'because'); }, 'Acknowledge.of'],
  ] as const) {
    expect(errorOf(act).faults).toEqual([expect.objectContaining({ code: 'WS-APP-002', message: expect.stringContaining(`'scope' of ${what} is`) as string })]);
  }
});
