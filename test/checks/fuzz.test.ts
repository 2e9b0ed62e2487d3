import fc from 'fast-check';
import { CATALOGUE, type Code } from '../../src/faults';
import { check, disk, type Loose, machine, object } from './given';

const SEEDS: readonly (() => Loose)[] = [
  machine, disk,
  () => object('v1', 'Secret', 'a', 'b', { data: { userdata: 'I2Nsb3VkLWNvbmZpZwo=' } }),
  () => object('cdi.kubevirt.io/v1beta1', 'DataSource', 'a', 'b', { spec: { source: { pvc: { name: 'x', namespace: 'y' } } } }),
  () => object('cdi.kubevirt.io/v1beta1', 'DataImportCron', 'a', 'b', { spec: { schedule: '* * * * *', managedDataSource: 'x', template: { spec: { source: { registry: { url: 'docker://a' } } } } } }),
  () => object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'a', 'b', { spec: { hostnames: ['a'], rules: [{ matches: [{ path: { value: '/' } }] }] } }),
  () => object('apps/v1', 'Deployment', 'a', 'b', { spec: { template: { spec: { volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'alice-rootdisk' } }], containers: [{ volumeMounts: [{ name: 'a' }] }] } } } }),
  () => { const vm = machine(); vm.spec.dataVolumeTemplates = [{ metadata: { name: 'x' }, spec: disk().spec }]; return vm; },
];

const strange = fc.oneof(
  fc.constantFrom(null, undefined, 0, -1, 1e300, NaN, true, '', ' ', '\u0000', '${X}', '__proto__', [], {}, [null], [[]], { name: {} }, [{ name: 3 }], 'x'.repeat(5000)),
  fc.jsonValue(), fc.string(),
);

/** Every place in an object. */
function slots(value: Loose, found: [Loose, string][] = []): [Loose, string][] {
  for (const key of Object.keys(value ?? {})) {
    found.push([value, key]);
    if (typeof value[key] === 'object') {
      slots(value[key], found);
    }
  }
  return found;
}

test('no object, however broken, makes the checks throw', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), strange), { minLength: 1, maxLength: 6 }), (changes) => {
    const objects = SEEDS.map((seed) => seed());
    for (const [which, where, value] of changes) {
      const places = slots(objects[which % objects.length]);
      const [holder, key] = places[where % places.length] ?? [{}, ''];
      holder[key] = value;
    }
    for (const fault of check(objects).faults) {
      // A key of the fuzzer may look like a hole, too; an open one has a name of the catalogue.
      const { says, fix } = CATALOGUE[fault.code as Code];
      const open = (`${says} ${fix}`.match(/\{[a-zA-Z]+\}/g) ?? []).filter((hole) => fault.message.includes(hole) || fault.fix.includes(hole));
      expect(open).toEqual([]);
      expect(`${fault.message} ${fault.fix}`).not.toMatch(/undefined|\[object/);
    }
  }), { numRuns: 600 });
});

test('each value in each place, one at a time', () => {
  for (const seed of SEEDS) {
    for (let index = 0; index < slots(seed()).length; index++) {
      for (const value of [null, 0, 'x', [], {}, [null], { x: null }]) {
        const made = seed();
        const [holder, key] = slots(made)[index] ?? [{}, ''];
        holder[key] = value;
        expect(() => check([made])).not.toThrow();
      }
    }
  }
});

test('anything at all', () => {
  fc.assert(fc.property(fc.array(fc.anything()), (objects) => {
    check(objects);
  }), { numRuns: 500 });
});

test('the same objects give the same faults, in any order of reading', () => {
  const faults = (objects: readonly unknown[]): string[] => check(objects).faults.map((fault) => `${fault.code} ${fault.object?.name ?? ''}`).sort();
  const objects = [machine((spec) => { spec.volumes.pop(); }), disk((spec) => { spec.storage.volumeMode = 'Raw'; })];
  expect(faults(objects)).toEqual(faults([...objects].reverse()));
});
