import { Size } from 'cdk8s';
import { GPUS, type GpuName } from '../../src/facts';
import { Gpu } from '../../src/values';
import { codesOf, faultOf, faultsOf } from './support';

const NAMES = Object.keys(GPUS) as GpuName[];

describe('Gpu', () => {
  it('has a static member for each card of the table, and no other', () => {
    const members = Object.keys(Gpu).filter((key) => (Gpu as unknown as Record<string, unknown>)[key] instanceof Gpu);
    expect(members.sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('%s carries its resource name and memory', (name) => {
    const gpu = Gpu[name];
    expect(gpu.name).toBe(name);
    expect(gpu.deviceName).toBe(GPUS[name].deviceName);
    expect(gpu.memory?.toGibibytes()).toBe(GPUS[name].memoryGiB);
    expect(Gpu.of(name)).toEqual(gpu);
  });

  it('offers the near card for a misspelt one, and all of them', () => {
    const fault = faultOf(() => Gpu.of('A100_PCIE_40G'));
    expect(fault).toMatchObject({ code: 'WS-GPU-001', got: "'A100_PCIE_40G'", expected: NAMES.join(', ') });
    expect(fault.message).toBe("there is no GPU 'A100_PCIE_40G' (did you mean 'A100_PCIE_40GB'?)");
    expect(faultOf(() => Gpu.of('a100-pcie-40gb')).message).toContain("did you mean 'A100_PCIE_40GB'");
  });

  it.each(['GeForce', '', 'constructor', '__proto__', 'toString', 'times'])('offers nothing for %j', (name) => {
    expect(faultOf(() => Gpu.of(name))).toMatchObject({ code: 'WS-GPU-001', message: `there is no GPU '${name}'` });
  });
});

describe('Gpu.times', () => {
  it.each([1, 2, 16])('gives %d of the same card', (count) => {
    const gpus = Gpu.H100_SXM5_80GB.times(count);
    expect(gpus).toHaveLength(count);
    expect(gpus.every((gpu) => gpu === Gpu.H100_SXM5_80GB)).toBe(true);
  });

  it.each([0, -1, 17, 1.5, NaN, Infinity])('refuses %d', (count) => {
    expect(faultOf(() => Gpu.H100_SXM5_80GB.times(count))).toMatchObject({ code: 'WS-GPU-006', got: String(count), message: `'times' of GPU 'H100_SXM5_80GB' is ${count}` });
  });
});

describe('Gpu.custom', () => {
  it('needs a name and a resource', () => {
    const gpu = Gpu.custom({ name: 'MI210_64GB', deviceName: 'amd.com/MI210' });
    expect([gpu.name, gpu.deviceName, gpu.pciIds]).toEqual(['MI210_64GB', 'amd.com/MI210', []]);
    expect(gpu.memory).toBeUndefined();
  });

  it.each(['x\n# h', '', ' ', 'a b', 'x'.repeat(64), '\ud800', 7])('refuses the name %j', (name) => {
    expect(() => Gpu.custom({ name: name as string, deviceName: 'amd.com/a' })).toThrow(/WS-APP-002/);
  });

  it.each([['H100_80GB', "did you mean 'H100_PCIE_80GB' or 'H100_SXM5_80GB'?"], ['a100 pcie', "did you mean 'A100_PCIE_40GB' or 'A100_PCIE_80GB'?"], ['A100_PCIE_40G', "did you mean 'A100_PCIE_40GB'?"]])('offers what %s may mean', (name, near) => {
    expect(() => Gpu.of(name)).toThrow(near);
  });

  it('knows its PCI ids, as they are told or from the table', () => {
    const gpu = Gpu.custom({ name: 'MI210_64GB', deviceName: 'amd.com/MI210', pciIds: ['1002:740F'] });
    gpu.pciIds.push('x');
    expect([gpu.pciIds, Gpu.A100_PCIE_40GB.pciIds]).toEqual([['1002:740f'], ['10de:20f1', '10de:20b1']]);
    for (const pciIds of [['740f'], ['1002:740g'], '1002:740f', [3]]) {
      expect(() => Gpu.custom({ name: 'a', deviceName: 'amd.com/a', pciIds: pciIds as string[] })).toThrow(/WS-APP-002/);
    }
  });

  it('keeps the memory', () => {
    expect(Gpu.custom({ name: 'a', deviceName: 'amd.com/MI210', memory: Size.gibibytes(64) }).memory?.toGibibytes()).toBe(64);
  });

  it.each([
    'A100 80GB', 'A100', 'nvidia.com/', '/A100', 'nvidia/A100', 'nvidia.com/A 100', 'nvidia.com/A100/80', 'Nvidia.com/A100', 'nvidia.com/_A', 'nvidia.com/A_', 'nvidia.com/A100\n',
    `nvidia.com/${'A'.repeat(64)}`, 'kubernetes.io/gpu', 'node.kubernetes.io/gpu', 'nvidia..com/A', 'nvidia.com/显卡', '',
  ])('refuses the resource %j', (deviceName) => {
    expect(faultOf(() => Gpu.custom({ name: 'a', deviceName }))).toMatchObject({ code: 'WS-GPU-003', field: 'deviceName' });
  });

  it.each(['nvidia.com/A', `nvidia.com/${'A'.repeat(63)}`, 'a.b.c/x-y_z.1', 'notkubernetes.io/gpu'])('takes the resource %j as it stands', (deviceName) => {
    expect(Gpu.custom({ name: 'a', deviceName }).deviceName).toBe(deviceName);
  });

  it('says all that is wrong at once', () => {
    const wrong = { name: ' ', deviceName: 'A100 80GB', memory: 64 as unknown as Size };
    expect(codesOf(() => Gpu.custom(wrong))).toEqual(['WS-APP-002', 'WS-APP-002', 'WS-GPU-003']);
    expect(faultsOf(() => Gpu.custom(wrong)).map((fault) => fault.field).sort()).toEqual(['deviceName', 'memory', 'name']);
  });
});
