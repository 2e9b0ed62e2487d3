import { Size } from 'cdk8s';
import { CpuMode, Gpu, HugePages, Numa, Profile, type ProfileProps, ProfileSet } from '../../src/values';
import { codesOf, faultOf, faultsOf } from './support';

const SMALL: ProfileProps = { version: 1, cpus: 4, memory: Size.gibibytes(16) };
const of = (props: Partial<Record<keyof ProfileProps, unknown>>, name = 'office') => Profile.of(name, { ...SMALL, ...props } as ProfileProps);

describe('Profile', () => {
  it('needs a version, CPUs and memory; the rest has defaults', () => {
    const profile = Profile.of('office', SMALL);
    expect(profile).toMatchObject({
      name: 'office', version: 1, cpus: 4, cpuMode: CpuMode.SHARED, threadsPerCore: 1, numa: Numa.NONE, isolateEmulatorThread: false, gpus: [], id: 'office-v1', _memoryText: '16Gi',
    });
    expect(profile.hugepages).toBeUndefined();
    expect(profile.memory).toBe(SMALL.memory);
  });

  it('keeps every prop', () => {
    const profile = Profile.of('trainer', {
      version: 3, cpus: 8, memory: Size.mebibytes(65536), gpus: Gpu.A10_24GB.times(2), cpuMode: CpuMode.DEDICATED, threadsPerCore: 2, hugepages: HugePages.SIZE_1GI,
      numa: Numa.PASSTHROUGH, isolateEmulatorThread: true,
    });
    expect(profile).toMatchObject({
      id: 'trainer-v3', cpus: 8, cpuMode: 'dedicated', threadsPerCore: 2, hugepages: '1Gi', numa: 'passthrough', isolateEmulatorThread: true, _memoryText: '65536Mi',
    });
    expect(profile.gpus).toEqual([Gpu.A10_24GB, Gpu.A10_24GB]);
  });

  it('gives copies, and keeps none of what it was given', () => {
    const gpus = [Gpu.A10_24GB];
    const profile = of({ gpus });
    gpus.push(Gpu.L40S_48GB);
    profile.gpus.push(Gpu.L40S_48GB);
    expect(profile.gpus).toEqual([Gpu.A10_24GB]);
  });

  it.each(['a', 'office', 'a-1', 'x'.repeat(40)])('may be called %j', (name) => {
    expect(of({}, name).name).toBe(name);
  });

  it.each(['', 'Office', '1a', '-a', 'a-', 'a_b', 'a.b', 'x'.repeat(41), '工作', 'a\n'])('may not be called %j', (name) => {
    expect(faultOf(() => of({}, name))).toMatchObject({ code: 'WS-PROFILE-001', expected: expect.stringContaining('40') });
  });

  it.each([0, -1, 1.5, 10_000, NaN, '1', undefined])('cannot have version %p', (version) => {
    expect(faultOf(() => of({ version }))).toMatchObject({ code: 'WS-PROFILE-001', expected: 'a whole number from 1 to 9999' });
    expect(of({ version: 9999 }).version).toBe(9999);
  });

  it.each([0, 513, 1.5, '8', NaN, Infinity, undefined])('cannot have %p CPUs', (cpus) => {
    expect(faultOf(() => of({ cpus }))).toMatchObject({ code: 'WS-PROFILE-002', message: expect.stringContaining("profile 'office'") });
  });

  it.each([1, 512])('can have %d CPUs', (cpus) => {
    expect(of({ cpus }).cpus).toBe(cpus);
  });

  it.each([[Size.mebibytes(127), "'127Mi'"], [Size.kibibytes(131073), '131073Ki'], [Size.kibibytes(0.5), 'an object'], ['16Gi', "'16Gi'"], [16, '16'], [undefined, 'nothing']])(
    'cannot have memory %p', (memory, got) => {
      const fault = faultOf(() => of({ memory }));
      expect(fault.code).toBe('WS-PROFILE-003');
      expect([got, got.replace(/'/g, '')]).toContain(fault.got);
    });

  it('can have 128Mi, and memory in any unit that is whole MiB', () => {
    expect(of({ memory: Size.mebibytes(128) })._memoryText).toBe('128Mi');
    expect(of({ memory: Size.kibibytes(131072) })._memoryText).toBe('131072Ki');
    expect(of({ memory: Size.gibibytes(1.5) })._memoryText).toBe('1536Mi');
  });

  it('has at most 16 GPUs, all of them Gpus', () => {
    expect(of({ gpus: Gpu.A10_24GB.times(16) }).gpus).toHaveLength(16);
    expect(faultOf(() => of({ gpus: [...Gpu.A10_24GB.times(16), Gpu.A10_24GB] }))).toMatchObject({ code: 'WS-GPU-005', got: '17' });
    expect(faultOf(() => of({ gpus: [Gpu.A10_24GB, 'A10_24GB'] }))).toMatchObject({ code: 'WS-APP-002', field: 'gpus[1]', got: "'A10_24GB'" });
    expect(faultOf(() => of({ gpus: Gpu.A10_24GB }))).toMatchObject({ code: 'WS-APP-002', field: 'gpus', expected: 'a list' });
    expect(faultOf(() => of({ gpus: [, Gpu.A10_24GB] }))).toMatchObject({ code: 'WS-APP-002', field: 'gpus[0]', got: 'nothing' });
  });

  it.each([['cpuMode', 'shard'], ['hugepages', '4Mi'], ['numa', true], ['isolateEmulatorThread', 'yes']])('has only known words for %s', (prop, value) => {
    expect(faultOf(() => of({ [prop]: value }))).toMatchObject({ code: 'WS-APP-002', field: prop });
  });

  it.each([[0, 4], [3, 6], [2, 3], [1.5, 3], ['2', 4]])('cannot have %p threads a core with %d CPUs', (threadsPerCore, cpus) => {
    expect(faultOf(() => of({ threadsPerCore, cpus }))).toMatchObject({ code: 'WS-PROFILE-004', message: expect.stringContaining(`with ${cpus} vCPUs`) });
  });

  it.each([[HugePages.SIZE_1GI, Size.mebibytes(5632), '5632Mi'], [HugePages.SIZE_2MI, Size.mebibytes(129), '129Mi'], [HugePages.SIZE_1GI, Size.mebibytes(512), '512Mi']])(
    'needs a multiple of its huge page of %s', (hugepages, memory, got) => {
      expect(faultOf(() => of({ hugepages, memory }))).toMatchObject({ code: 'WS-PROFILE-005', got, expected: hugepages });
    });

  it('compares bytes, not units', () => {
    expect(of({ hugepages: HugePages.SIZE_1GI, memory: Size.mebibytes(2048) }).hugepages).toBe('1Gi');
  });

  it.each([
    [{}, 'dedicated CPUs and huge pages'], [{ cpuMode: CpuMode.DEDICATED }, 'huge pages'], [{ hugepages: HugePages.SIZE_1GI }, 'dedicated CPUs'],
    [{ cpuMode: CpuMode.GUARANTEED, hugepages: HugePages.SIZE_1GI }, 'dedicated CPUs'],
  ])('passes NUMA through only with dedicated CPUs and huge pages: %j', (props, got) => {
    expect(faultOf(() => of({ numa: Numa.PASSTHROUGH, ...props }))).toMatchObject({ code: 'WS-PROFILE-006', got });
  });

  it('isolates the emulator thread only with dedicated CPUs', () => {
    expect(codesOf(() => of({ isolateEmulatorThread: true }))).toEqual(['WS-PROFILE-007']);
    expect(codesOf(() => of({ isolateEmulatorThread: true, cpuMode: CpuMode.DEDICATED }))).toEqual([]);
  });

  it('says all that is wrong at once', () => {
    const wrong = { version: 0, cpus: 0, memory: Size.mebibytes(1), gpus: [...Gpu.A10_24GB.times(16), 5], threadsPerCore: 3, numa: Numa.PASSTHROUGH, isolateEmulatorThread: true, cpuMode: 'x' };
    expect(codesOf(() => of({ ...wrong, gpus: [...Gpu.A10_24GB.times(16), Gpu.A10_24GB, 5] }, 'A'))).toEqual([
      'WS-APP-002', 'WS-APP-002', 'WS-GPU-005', 'WS-PROFILE-001', 'WS-PROFILE-001', 'WS-PROFILE-002', 'WS-PROFILE-003', 'WS-PROFILE-004', 'WS-PROFILE-006', 'WS-PROFILE-007',
    ]);
  });

  it('says it without props, too', () => {
    expect(codesOf(() => Profile.of('a', undefined as unknown as ProfileProps))).toEqual(['WS-PROFILE-001', 'WS-PROFILE-002', 'WS-PROFILE-003']);
  });
});

describe('ProfileSet', () => {
  const one = of({ version: 1 });
  const ten = of({ version: 10 });
  const two = of({ version: 2 });
  const trainer = Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64) });
  const set = ProfileSet.of([one, ten, two, trainer]);

  it('gives the newest version by number, or the one that is asked for', () => {
    expect(set.named('office')).toBe(ten);
    expect(set.named('office', 2)).toBe(two);
    expect(set.named('office', null as unknown as number)).toBe(ten);
    expect(set.named('trainer')).toBe(trainer);
  });

  it('lists them in the order given, as a copy', () => {
    set.all.pop();
    expect(set.all).toEqual([one, ten, two, trainer]);
  });

  it('refuses the same name and version twice', () => {
    expect(faultOf(() => ProfileSet.of([one, of({ version: 1, cpus: 2 })]))).toMatchObject({ code: 'WS-PROFILE-008', got: 'office', message: "profile 'office' version 1 is given twice" });
  });

  it('says all that is wrong at once', () => {
    expect(faultsOf(() => ProfileSet.of([one, one, 5 as unknown as Profile, 'office' as unknown as Profile])).map(({ code, field }) => [code, field])).toEqual([
      ['WS-PROFILE-008', undefined], ['WS-APP-002', 'profiles[2]'], ['WS-APP-002', 'profiles[3]'],
    ]);
  });

  it('offers the near name', () => {
    expect(faultOf(() => set.named('ofice'))).toMatchObject({ code: 'WS-PROFILE-009', message: "there is no profile 'ofice' (did you mean 'office'?)", expected: 'office, trainer' });
    expect(faultOf(() => set.named('office', 3))).toMatchObject({ got: "'office-v3'", expected: 'office-v1, office-v10, office-v2, trainer-v1' });
    expect(faultOf(() => set.named('toString')).code).toBe('WS-PROFILE-009');
    expect(faultOf(() => set.named('office', '2' as unknown as number)).code).toBe('WS-PROFILE-009');
  });

  it('says that it is empty', () => {
    expect(faultOf(() => ProfileSet.of([]).named('office')).expected).toBe('(the set is empty)');
  });
});
