import { ApiObject, App, Chart, JsonPatch, Lazy, type IResolver, Size } from 'cdk8s';
import * as fc from 'fast-check';
import { plainly } from '../../src/output/plain';

const object = (fields: object, app: App = new App()): ApiObject =>
  new ApiObject(new Chart(app, 'c', { namespace: 'ns', labels: { chart: 'c' } }), 'x', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', annotations: { b: '1', a: '2' } }, ...fields });

/** A field of this name makes cdk8s itself fall. */
const field = (word: string): boolean => word !== 'constructor' && word !== '__proto__';

test("plain data are rendered as cdk8s' toJson renders them, order of keys included", () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null), fc.constant(undefined),
      fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(fc.oneof(fc.string().filter(field), fc.constantFrom('10', '9', 'value', 'resolve')), tie('value'), { maxKeys: 5, noNullPrototype: true })),
  })).value;
  fc.assert(fc.property(fc.dictionary(fc.string({ minLength: 1 }).filter((key) => field(key) && !['apiVersion', 'kind', 'metadata'].includes(key)), value, { maxKeys: 5, noNullPrototype: true }), (fields) => {
    const one = object(fields);
    const [ours, theirs] = [plainly(one), one.toJson() as unknown];
    fc.pre(ours !== undefined);
    expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
    expect(ours).toEqual(theirs);
  }), { numRuns: 1000, seed: 3 });
});

test.each<[string, (one: ApiObject) => void]>([
  ['labels and annotations', (one) => { one.metadata.addLabel('z', '1'); one.metadata.addLabel('10', 'x'); one.metadata.addAnnotation('a/b', ''); }],
  ['finalizers', (one) => { one.metadata.addFinalizers('x/y'); }],
  ['an owner', (one) => { one.metadata.addOwnerReference({ apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u' }); }],
  ['another field', (one) => { one.metadata.add('generateName', 'g-'); one.metadata.add('empty', {}); }],
  ['no namespace', (one) => { Object.assign(one.metadata, { namespace: undefined }); }],
  ['a label that is no text', (one) => { one.metadata.addLabel('n', 7 as unknown as string); }],
])('metadata with %s are as cdk8s renders them', (_, change) => {
  const one = object({ data: { a: 'b' } });
  change(one);
  expect(JSON.stringify(plainly(one))).toBe(JSON.stringify(one.toJson()));
});

test('what has its keys in order already is not copied', () => {
  const spec = { a: { b: [1, { c: 'd' }] } };
  expect(plainly(object({ spec }))?.spec).toBe(spec);
});

const shout: IResolver = { resolve: (context) => { if (context.value === 'x') { context.replaceValue('X'); } } };

test.each<[string, () => ApiObject]>([
  ['a patch', () => { const one = object({ spec: { a: 1 } }); one.addJsonPatch(JsonPatch.replace('/spec/a', 2)); return one; }],
  ['a lazy value', () => object({ spec: { a: Lazy.any({ produce: () => 1 }) } })],
  ['a value of a class', () => object({ spec: { a: Size.gibibytes(1) } })],
  ['a token', () => object({ spec: { a: { resolve: () => 1 } } })],
  ['a function', () => object({ spec: { a: () => 1 } })],
  ['no number', () => object({ spec: { a: Number.NaN } })],
  ['a resolver of the user', () => object({ spec: { a: 'x' } }, new App({ resolvers: [shout] }))],
  ['a toJson of its own', () => Object.assign(object({ spec: {} }), { toJson: () => ({}) })],
])('%s is left to cdk8s', (_, make) => {
  expect(plainly(make())).toBeUndefined();
});
