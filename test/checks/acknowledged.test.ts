import { KEYS } from '../../src/facts';
import { check, machine } from './given';

const acknowledging = (value: unknown) => check([machine((_spec, vm) => {
  vm.spec.runStrategy = 'Halted';
  vm.metadata.annotations[KEYS.acknowledged] = value;
})]).faults;

test('marks the fault with the reason', () => {
  expect(acknowledging('{"WS-POWER-001": "Argo CD ignores it"}')).toMatchObject([{ code: 'WS-POWER-001', acknowledged: 'Argo CD ignores it' }]);
});

test.each([
  ['broken JSON', '{', 'WS-OBJECT-008'],
  ['a list', '[]', 'WS-OBJECT-008'],
  ['an unknown code', '{"WS-POWER-999": "x"}', 'WS-ACK-001'],
  ['an empty reason', '{"WS-POWER-001": " "}', 'WS-ACK-002'],
  ['a code that may not be', '{"WS-DISK-006": "x"}', 'WS-ACK-003'],
])('refuses %s', (_title, value, code) => {
  const found = acknowledging(value).map((fault) => [fault.code, fault.acknowledged]);
  expect(found).toEqual(expect.arrayContaining([[code, undefined], ['WS-POWER-001', undefined]]));
});

test('only on the object that says so', () => {
  const { faults } = check([
    machine((_spec, vm) => { vm.spec.runStrategy = 'Halted'; vm.metadata.annotations[KEYS.acknowledged] = '{"WS-POWER-001": "x"}'; }),
    machine((spec, vm) => {
      vm.spec.runStrategy = 'Halted'; vm.metadata.name = 'other'; vm.metadata.namespace = 'bob'; delete spec.domain.firmware.uuid;
      spec.domain.devices.interfaces[0].macAddress = '0a:1b:2c:3d:4e:61'; delete spec.volumes[1].cloudInitNoCloud.networkData;
    }),
  ]);
  expect(faults.map((fault) => fault.acknowledged)).toEqual(['x', undefined]);
});
