import { fill } from './cdi';
import { definitions } from './definitions';
import { type KubeObject } from './harness/client';
import { ControlPlane } from './harness/control-plane';
import { type Machine, wants } from './launcher';
import { makeNode } from './nodes';
import { kubevirtSpec, outputs, outside, title } from './outputs';
import { Proofs } from './proofs';
import { describeCluster, onEachRelease, say, START } from './suite';

const GPU = 'nvidia.com/GA100_A100_PCIE_40GB';

// The largest of the examples; one control plane of its own, because nobody takes a pod away from a node that has no kubelet.
const fleet = [...outputs()].sort((a, b) => b.objects.length - a.objects.length)[0]!;
const machines = (profile: string): readonly KubeObject[] => fleet.objects.filter(({ kind, metadata }) => kind === 'VirtualMachine' && metadata.labels?.['workstations.dev/profile'] === profile);
const [office] = machines('office-v1');
const [first, second, third, fourth] = machines('trainer-v1');

/** As `nodes.md` of the fleet says it. */
const GPU_POOL = { labels: { 'workstations.dev/pool': 'vm-gpu-pci' }, taints: [{ key: 'workstations.dev/pool', value: 'vm-gpu-pci', effect: 'NoSchedule' }] };
const CPU_POOL = { labels: { 'workstations.dev/pool': 'vm-cpu' } };

interface Pod extends KubeObject {
  spec: { nodeName?: string };
  status: { conditions?: readonly { type: string; status: string; reason?: string; message?: string }[] };
}

onEachRelease('scheduling', (kubernetes) => {
  describeCluster(`where machines go, by the scheduler of Kubernetes ${kubernetes}`, { kubernetes, kubevirt: true }, () => {
    let plane: ControlPlane;
    let proofs: Proofs<'scheduling'>;

    beforeAll(async () => {
      const { from, crds } = definitions(fleet.objects);
      proofs = new Proofs('scheduling', kubernetes, from);
      plane = await ControlPlane.start({
        kubernetes, kubevirt: { spec: kubevirtSpec(fleet.expects, fleet.objects) }, crds, scheduler: true, say,
        logs: `reports/cluster/scheduling-${kubernetes}`,
      });
      const { client } = plane;
      for (const object of [...outside(fleet.expects).filter(({ kind }) => kind === 'Namespace'), ...fleet.objects.filter(({ kind }) => kind === 'Namespace' || kind === 'StorageClass')]) {
        await client.apply(object);
      }
      const common = { cpu: '64', memory: '512Gi' };
      await makeNode(client, 'with-gpus', { ...common, [GPU]: '2' }, GPU_POOL);
      await makeNode(client, 'without-gpus', common, CPU_POOL);
      await makeNode(client, 'of-no-pool', { ...common, [GPU]: '16' });
    }, START);

    afterAll(async () => {
      await plane?.stop();
    }, 60_000);

    /** Starts a machine; answers with its pod, once the scheduler has spoken. */
    const started = async (machine: KubeObject): Promise<Pod> => {
      const { client } = plane;
      const { name, namespace = '' } = machine.metadata;
      for (const volume of fleet.objects.filter(({ kind, metadata }) => kind === 'DataVolume' && metadata.namespace === namespace)) {
        await client.apply(volume);
        await fill(client, volume);
      }
      // The scheduler speaks once about a pod whose claims are not bound yet, and of nothing else then.
      await plane.until('claims are bound', async () => {
        const claims = await client.list<KubeObject & { status?: { phase?: string } }>(`/api/v1/namespaces/${namespace}/persistentvolumeclaims`);
        return claims.every(({ status }) => status?.phase === 'Bound') ? undefined : JSON.stringify(claims.map(({ status }) => status));
      }, 30);
      await client.apply(machine);
      await client.call('PUT', `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${name}/start`, {});
      let pod: Pod | undefined;
      await plane.until(`the scheduler has spoken about ${title(machine)}`, async () => {
        [pod] = await client.list<Pod>(`/api/v1/namespaces/${namespace}/pods`);
        return pod?.status.conditions?.some(({ type }) => type === 'PodScheduled') ? undefined : JSON.stringify(pod?.status ?? 'no pod');
      }, 30);
      return pod!;
    };

    test('planted: a machine with a GPU that does not tolerate the taint of its pool starts nowhere', async () => {
      const copy = structuredClone(fourth!);
      (copy.spec as { template: { spec: { tolerations: unknown[] } } }).template.spec.tolerations = [];
      const said = (await started(copy)).status.conditions?.find(({ type }) => type === 'PodScheduled');
      expect(said).toMatchObject({ status: 'False', reason: 'Unschedulable', message: expect.stringMatching(/untolerated taint/) });
    });

    test('a machine with a GPU goes where the GPUs of its pool are; the one too many waits for one', async () => {
      expect((await started(first!)).spec.nodeName).toBe('with-gpus');
      expect((await started(second!)).spec.nodeName).toBe('with-gpus');
      const waiting = await started(third!);
      expect(waiting.spec.nodeName).toBeUndefined();
      const said = waiting.status.conditions?.find(({ type }) => type === 'PodScheduled');
      expect(said).toMatchObject({ status: 'False', reason: 'Unschedulable', message: expect.stringMatching(new RegExp(`1 Insufficient ${GPU}, 2 node\\(s\\) didn't match Pod's node affinity/selector`)) });
      proofs.part('gpu-nodes', 'with', 2);
    });

    test('a machine without one finds room', async () => {
      expect((await started(office!)).spec.nodeName).toBe('without-gpus');
      proofs.part('gpu-nodes', 'without', 2);
    });

    test('a machine of our size fits a node of exactly its size, and not one of a MiB less', async () => {
      const { client } = plane;
      const [, next, last] = machines('office-v1');
      const asked = wants((next!.spec as { template: { spec: Machine } }).template.spec).requests.memory!;
      await client.call('PATCH', '/api/v1/nodes/without-gpus', { spec: { unschedulable: true } }, 'application/merge-patch+json');
      await makeNode(client, 'tight', { cpu: '64', memory: String(asked - 1024 ** 2) }, CPU_POOL);
      expect((await started(next!)).status.conditions).toContainEqual(expect.objectContaining({ type: 'PodScheduled', status: 'False', message: expect.stringContaining('1 Insufficient memory') }));
      await makeNode(client, 'exact', { cpu: '64', memory: String(asked) }, CPU_POOL);
      const pods = async (): Promise<readonly (string | undefined)[]> => (await client.list<Pod>(`/api/v1/namespaces/${next!.metadata.namespace}/pods`)).map(({ spec }) => spec.nodeName);
      await plane.until('the waiting machine has its node', async () => ((await pods())[0] === 'exact' ? undefined : JSON.stringify(await pods())), 30);
      expect((await started(last!)).spec.nodeName).toBeUndefined();
      proofs.prove('fits');
    });

    test('a privileged pod is not admitted beside a machine', async () => {
      const { metadata: { namespace = '' } } = office!;
      await expect(plane.client.create({
        apiVersion: 'v1', kind: 'Pod', metadata: { name: 'privileged', namespace },
        spec: { containers: [{ name: 'one', image: 'any', securityContext: { privileged: true } }] },
      })).rejects.toThrow(/violates PodSecurity "baseline:latest": privileged/);
      proofs.prove('pod-security');
    });
  });
});
