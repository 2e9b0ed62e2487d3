import { Size } from 'cdk8s';
import { GoldenImage, Gpu, GpuWorkstation, Person, Profile, Quota, RbdRootDisk, RbdStorage, UserSpace } from '../../src';
import { FleetApp } from '../../src/output/fleet-app';
import { CDI_WORKER } from '../../src/facts';
import { fill } from './cdi';
import { definitions } from './definitions';
import { type KubeObject } from './harness/client';
import { ControlPlane } from './harness/control-plane';
import { asked } from './launcher';
import { kubevirtSpec, outside, title, type Output, writtenBy } from './outputs';
import { Proofs } from './proofs';
import { describeCluster, onEachRelease, say, START } from './suite';

const MACHINES = ['', 'second', 'third'] as const;

/** One person with three machines, of which two may run at once. */
function fleet(): Pick<Output, 'objects' | 'expects'> {
  const app = new FleetApp();
  const alice = new UserSpace(app, 'alice', { owner: Person.of('alice', { user: 'oidc:alice' }), quota: Quota.asDeclared({ runningAtOnce: 2 }) });
  const image = GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: Size.gibibytes(10) });
  const profile = Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [Gpu.A100_PCIE_40GB] });
  for (const machine of MACHINES) {
    const rootDisk = new RbdRootDisk(alice, `root${machine}`, { image, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(20), machine });
    new GpuWorkstation(alice, `workstation${machine}`, { profile, rootDisk, machine, services: [] });
  }
  return writtenBy(app);
}

onEachRelease('quota', (kubernetes) => {
  describeCluster(`a person's quota, before Kubernetes ${kubernetes} and KubeVirt`, { kubernetes, kubevirt: true }, () => {
    const { objects, expects } = fleet();
    let plane: ControlPlane;
    let proofs: Proofs<'quota'>;

    beforeAll(async () => {
      proofs = new Proofs('quota', kubernetes);
      plane = await ControlPlane.start({
        kubernetes, kubevirt: { spec: kubevirtSpec(expects) }, crds: definitions(objects).crds, say, logs: `reports/cluster/quota-${kubernetes}`,
      });
      for (const object of [...outside(expects), ...objects]) {
        await plane.client.apply(object);
      }
      for (const disk of objects.filter(({ kind }) => kind === 'DataVolume')) {
        await fill(plane.client, disk);
      }
    }, START);

    afterAll(async () => {
      await plane?.stop();
    }, 60_000);

    test('it holds two machines that run, to the byte, and not a third; another starts when one has stopped', async () => {
      const { client } = plane;
      const namespace = 'workstation-alice';
      const names = objects.filter(({ kind }) => kind === 'VirtualMachine').map(({ metadata }) => metadata.name);
      const power = (name: string, verb: string): Promise<unknown> => client.call('PUT', `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${name}/${verb}`, {});
      const pods = async (): Promise<readonly string[]> => (await client.list(`/api/v1/namespaces/${namespace}/pods`)).map(({ metadata }) => metadata.labels?.['workstations.dev/workstation'] ?? '').sort();
      const has = (...wanted: readonly (string | undefined)[]): Promise<void> => plane.until(`there are pods of ${wanted.join(', ')}`, async () => {
        const found = await pods();
        return found.join() === [...wanted].sort().join() ? undefined : found.join(', ');
      }, 40);
      const [first, second, third] = names;

      await power(first!, 'start');
      await power(second!, 'start');
      await has(first, second);
      const quota = await client.get('v1', 'ResourceQuota', 'quota', namespace);
      await plane.until('the quota has counted them', async () => {
        const { status } = await client.get('v1', 'ResourceQuota', 'quota', namespace) as KubeObject & { status?: { used?: Record<string, string> } };
        return status?.used?.['requests.nvidia.com/GA100_A100_PCIE_40GB'] === '2' ? undefined : JSON.stringify(status?.used);
      });
      say(`${title(quota)}: ${JSON.stringify(quota.spec)}`);
      // Exactly the two pods as KubeVirt made them, and CDI's worker for each disk.
      const disks = objects.filter(({ kind }) => kind === 'DataVolume').length;
      const two = (await client.list(`/api/v1/namespaces/${namespace}/pods`)).map((pod) => asked(pod).requests);
      const sum = (what: string): number => two.reduce((all, requests) => all + (requests[what] ?? 0), 0);
      const { hard } = quota.spec as { hard: Record<string, string> };
      expect([hard['requests.memory'], hard['requests.cpu']]).toEqual([String(sum('memory') + disks * CDI_WORKER.memory), `${sum('cpu') + disks * CDI_WORKER.cpu}m`]);

      await power(third!, 'start');
      await plane.until('the third machine is told why it does not start', async () => {
        const instance = await client.find({ apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance', metadata: { name: third!, namespace } });
        const said = JSON.stringify(instance?.status ?? {});
        return /exceeded quota: quota/.test(said) ? undefined : said.slice(0, 600);
      }, 40);
      expect(await pods()).toEqual([first, second].sort());

      await power(first!, 'stop');
      await has(second, third);
      proofs.prove('quota');
    }, 180_000);
  });
});
