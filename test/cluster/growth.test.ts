import { Chart, Size } from 'cdk8s';
import { FleetApp, GoldenImage, Person, RbdDriver, RbdQos, RbdRootDisk, RbdStorage, UserSpace } from '../../src';
import { drift } from './additions';
import { fill } from './cdi';
import { definitions } from './definitions';
import { type Client, type KubeObject, Refused } from './harness/client';
import { ControlPlane } from './harness/control-plane';
import { outside, title, type Output, writtenBy } from './outputs';
import { Proofs } from './proofs';
import { describeCluster, onEachRelease, say, START } from './suite';

const NAMESPACE = 'workstation-alice';
const CLAIM = 'alice-rootdisk';

function fleet(grownTo?: Size, qos?: 'bronze' | 'silver'): Pick<Output, 'objects' | 'expects'> {
  const app = new FleetApp({ kubectlImage: `registry.example.internal/kubectl@sha256:${'ab'.repeat(32)}` });
  const alice = new UserSpace(app, 'alice', { owner: Person.of('alice', { user: 'oidc:alice' }) });
  const image = GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: Size.gibibytes(10) });
  const storage = RbdStorage.fromClassName('ceph-rbd');
  new RbdRootDisk(alice, 'root', { image, storage, size: Size.gibibytes(60), ...(grownTo === undefined ? {} : { grownTo }), ...(qos === undefined ? {} : { qos: limits(app, qos) }) });
  new RbdRootDisk(alice, 'other', { image, storage, size: Size.gibibytes(60), machine: 'other' });
  return writtenBy(app);
}

function limits(app: FleetApp, name: string): RbdQos {
  const platform = new Chart(app, 'platform', { namespace: 'workstations' });
  return new RbdQos(platform, name, { driver: RbdDriver.rook({ cephCsi: '3.18' }), maxReadIops: name === 'bronze' ? 1000 : 5000 });
}

interface PodSpec {
  readonly serviceAccountName: string;
  readonly containers: readonly { readonly args: readonly string[] }[];
  readonly initContainers: readonly { readonly args: readonly string[] }[];
}

/** What CDI's webhook says of a DataVolume whose spec was changed, played by the API server itself. */
const WRITTEN_ONCE: readonly KubeObject[] = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy', metadata: { name: 'written-once' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: [{ apiGroups: ['cdi.kubevirt.io'], apiVersions: ['*'], resources: ['datavolumes'], operations: ['UPDATE'] }] },
      validations: [{ expression: 'object.spec == oldObject.spec', message: 'Cannot update DataVolume Spec' }],
    },
  },
  { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: 'written-once' }, spec: { policyName: 'written-once', validationActions: ['Deny'] } },
];

onEachRelease('growth', (kubernetes) => {
  describeCluster(`a claim that grows, before Kubernetes ${kubernetes}; CDI's rule for DataVolumes is played`, { kubernetes }, () => {
    let plane: ControlPlane;
    let client: Client;
    let proofs: Proofs<'growth'>;

    beforeAll(async () => {
      proofs = new Proofs('growth', kubernetes);
      const { objects, expects } = fleet();
      plane = await ControlPlane.start({ kubernetes, crds: definitions(objects).crds, say, logs: `reports/cluster/growth-${kubernetes}` });
      client = plane.client;
      for (const object of [...WRITTEN_ONCE, ...outside(expects)]) {
        await client.apply(object);
      }
    }, START);

    afterAll(async () => {
      await plane?.stop();
    }, 60_000);

    const disks = (objects: readonly KubeObject[]): readonly KubeObject[] => objects.filter(({ kind }) => kind === 'DataVolume');
    const apply = async (objects: readonly KubeObject[]): Promise<void> => {
      for (const object of objects) {
        await client.apply(object);
      }
    };
    const edited = (): KubeObject => {
      const disk = structuredClone(disks(fleet().objects)[0]!);
      (disk.spec as { storage: { resources: { requests: { storage: string } } } }).storage.resources.requests.storage = '61Gi';
      return disk;
    };
    const claim = async (): Promise<KubeObject> => client.get('v1', 'PersistentVolumeClaim', CLAIM, NAMESPACE);
    const request = async (): Promise<string> => ((await claim()).spec as { resources: { requests: { storage: string } } }).resources.requests.storage;

    /** What the Job's container does, with the token of its account: kubectl itself is not built here. */
    const run = async (objects: readonly KubeObject[], what = 'grow'): Promise<Client> => {
      const job = objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name.includes(`-${what}-`))!;
      const { serviceAccountName, containers, initContainers } = (job.spec as { template: { spec: PodSpec } }).template.spec;
      const account = await client.asServiceAccount(NAMESPACE, serviceAccountName);
      const path = `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`;
      for (const { args: [verb, waited = ''] } of initContainers) {
        // `kubectl wait` gets, lists and watches by name.
        expect([verb, waited]).toEqual(['wait', `persistentvolumeclaim/${CLAIM}`]);
        expect((await account.ask('GET', `${path}?fieldSelector=metadata.name%3D${CLAIM}`)).status).toBe(200);
      }
      const [verb, , name, type, patch = ''] = containers[0]!.args;
      expect([verb, name, type]).toEqual(['patch', CLAIM, '--type=merge']);
      await account.call('PATCH', `${path}/${name!}`, JSON.parse(patch.replace(/^--patch=/, '')), 'application/merge-patch+json');
      return account;
    };

    test('born, grown, grown again: the DataVolume stays as it was, and each apply is accepted', async () => {
      const [born, grown, more] = [fleet().objects, fleet(Size.gibibytes(300)).objects, fleet(Size.gibibytes(500)).objects];
      await apply(born);
      for (const disk of disks(born)) {
        await fill(client, disk);
      }
      // The API server reads a new policy some time after it was stored.
      await plane.until('CDI\'s rule is at work', async () => {
        const said = await client.apply(edited(), { dryRun: true }).then(() => 'accepted', String);
        return said.includes('Cannot update DataVolume Spec') ? undefined : said;
      });
      await plane.until('the claim is bound', async () => {
        const { status } = await claim() as KubeObject & { status?: { phase?: string } };
        return status?.phase === 'Bound' ? undefined : JSON.stringify(status);
      });
      const before = await Promise.all(disks(born).map(({ apiVersion, kind, metadata }) => client.get(apiVersion, kind, metadata.name, NAMESPACE)));

      await apply(grown);
      const account = await run(grown);
      expect(await request()).toBe('300Gi');
      await run(grown);
      expect(await request()).toBe('300Gi');

      await apply(more);
      await run(more);
      expect(await request()).toBe('500Gi');
      await apply(more);

      for (const disk of before) {
        const { added, changed } = drift(disk, await client.get(disk.apiVersion, disk.kind, disk.metadata.name, NAMESPACE));
        expect([title(disk), added, changed]).toEqual([title(disk), [], []]);
      }

      // The right is to this claim, and to grow it; what the driver has made larger is never less again.
      const path = `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`;
      const asks = async (name: string, body: unknown, method = 'PATCH'): Promise<string> => account.call(method, `${path}/${name}`, body, 'application/merge-patch+json').then(() => 'done', (error: unknown) => (error instanceof Refused ? `${error.status} ${error.said}` : String(error)));
      const size = (storage: string) => ({ spec: { resources: { requests: { storage } } } });
      expect(await asks('alice-other-rootdisk', size('300Gi'))).toMatch(/^403 /);
      expect(await asks(CLAIM, {}, 'DELETE')).toMatch(/^403 /);
      expect((await account.ask('GET', path)).status).toBe(403);
      await client.call('PATCH', `${path}/${CLAIM}/status`, { status: { capacity: { storage: '500Gi' } } }, 'application/merge-patch+json');
      expect(await asks(CLAIM, size('400Gi'))).toMatch(/^422 .*can not be less than/);
      proofs.prove('growth');
    });

    test('limits are given to the claim, and others, by an account that may change this one; a class of limits never changes', async () => {
      const grownTo = Size.gibibytes(500);
      const ofClaim = async (): Promise<unknown> => ((await claim()).spec as { volumeAttributesClassName?: string }).volumeAttributesClassName;
      for (const qos of ['bronze', 'silver'] as const) {
        const { objects } = fleet(grownTo, qos);
        await apply(objects);
        await run(objects, 'qos');
        await run(objects, 'qos');
        expect(await ofClaim()).toBe(qos);
        await apply(objects);
      }
      const bronze = fleet(grownTo, 'bronze').objects.find(({ kind }) => kind === 'VolumeAttributesClass')!;
      await expect(client.apply({ ...bronze, parameters: { maxReadIops: '2' } } as KubeObject)).rejects.toThrow(/updates to parameters are forbidden/);
      proofs.prove('limits');
    });

    test('an edited birth size is what CDI would refuse: the rule is at work', async () => {
      await expect(client.apply(edited())).rejects.toThrow(/Cannot update DataVolume Spec/);
    });
  });
});
