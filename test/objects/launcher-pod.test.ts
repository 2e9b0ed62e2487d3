import { Size } from 'cdk8s';
import { launcherPod } from '../../src/objects/launcher-pod';
import { CpuMode, Gpu, HugePages, Profile, ProfileForm, type ProfileProps } from '../../src/values';

const pod = (props: Partial<ProfileProps> = {}, { form = ProfileForm.INLINE, graphics = true } = {}) =>
  launcherPod({ profile: Profile.of('p', { version: 1, cpus: 8, memory: Size.gibibytes(64), ...props }), form, graphics });

// As virt-controller made them: facts of the pods that were read back.
test('a machine with one GPU: 67012Mi for the guest and KubeVirt, and 35M for its console', () => {
  expect(pod({ gpus: [Gpu.A100_PCIE_40GB] })).toEqual({ cpu: 805, memory: 70302174912, others: new Map([['nvidia.com/GA100_A100_PCIE_40GB', 1]]) });
});

test('without a GPU there is no request in the manifest, and no room for page tables', () => {
  expect(pod({ cpus: 4, memory: Size.gibibytes(16) })).toEqual({ cpu: 405, memory: 16676 * 1024 ** 2 + 35e6, others: new Map() });
});

test('huge pages are counted apart; dedicated CPUs are whole, and what the console asks is its limit', () => {
  expect(pod({ cpus: 16, memory: Size.gibibytes(128), gpus: Gpu.A100_PCIE_40GB.times(2), cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI })).toEqual({
    cpu: 16015, memory: 1853882369 + 60e6, others: new Map([['nvidia.com/GA100_A100_PCIE_40GB', 2], ['hugepages-1Gi', 128 * 1024 ** 3]]),
  });
});

test("QEMU's own thread takes a CPU; a screen takes 32 MiB; an instancetype asks for no page tables", () => {
  const dedicated = { cpuMode: CpuMode.DEDICATED };
  expect(pod({ ...dedicated, isolateEmulatorThread: true }).cpu - pod(dedicated).cpu).toBe(1000);
  expect(pod().memory - pod({}, { graphics: false }).memory).toBe(32 * 1024 ** 2);
  expect(pod(dedicated).memory - pod(dedicated, { form: ProfileForm.INSTANCETYPE }).memory).toBe(Math.floor(Math.ceil(64 * 1024 ** 3 / 1000) * 1000 / 512));
});
