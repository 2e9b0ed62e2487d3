import { accountsOf, admit } from './accounts';
import { snapshotCases, sourcesOf } from './cases';
import { fill, guardClones } from './cdi';
import { definitions } from './definitions';
import { everything, onExisting } from './existing';
import { type Client, type KubeObject } from './harness/client';
import { ControlPlane, inParallel } from './harness/control-plane';
import { clientOf } from './harness/kubeconfig';
import { kubevirtSpec, outputs, outside, title } from './outputs';
import { Proofs } from './proofs';
import { ARGO, data, FLUX, prune, unmarked } from './prune';
import { called, granted, hasEndpoint, reviewed, type Row, SUBJECTS, TABLE, type Who } from './rights';
import { describeCluster, onEachRelease, say, START } from './suite';

// The example that names deploying accounts, and beside it one machine with every grant.
const fleet = outputs().find(({ rights }) => rights.length > 0)!;
const rita = granted();

onEachRelease('gitops', (kubernetes) => {
  describeCluster(`rights, and what leaves, on Kubernetes ${kubernetes}`, { kubernetes, kubevirt: true }, () => {
    let plane: ControlPlane;
    let admin: Client;
    let proofs: Proofs<'gitops'>;
    const tokens = new Map<Who, Client>();
    const deployers = new Map<KubeObject, Client>();
    const deployer = (object: KubeObject): Client => deployers.get(object) ?? admin;

    beforeAll(async () => {
      const { from, crds } = definitions(fleet.objects);
      proofs = new Proofs('gitops', kubernetes, from);
      plane = await ControlPlane.start({
        kubernetes, kubevirt: { spec: kubevirtSpec(fleet.expects, fleet.objects) }, crds, say, logs: `reports/cluster/gitops-${kubernetes}`, users: Object.values(SUBJECTS),
      });
      say(`Kubernetes ${kubernetes} and KubeVirt answer`);
      admin = plane.client;
      const made = new Set(fleet.objects.map(title));
      for (const object of outside(fleet.expects).filter((one) => !made.has(title(one)) && !made.has(`Namespace ${one.metadata.namespace}`))) {
        await admin.apply(object, { manager: 'people-of-the-cluster' });
      }
      (await admit(admin, fleet)).forEach((by, object) => deployers.set(object, by));
      await guardClones(admin, [...sourcesOf(rita), ...fleet.objects.filter(({ kind }) => kind === 'DataSource')]);
      const begin = Date.now();
      await deployed();
      say(`${fleet.objects.length} objects deployed, and their disks filled, in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
      for (const object of rita) {
        await admin.apply(object);
      }
      await admin.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'stranger', namespace: 'default' } });
      for (const [who, { user }] of Object.entries(SUBJECTS) as [Who, { user: string }][]) {
        const [, , namespace, name] = user.startsWith('system:serviceaccount:') ? user.split(':') : [];
        tokens.set(who, who === 'nobody' ? admin.withToken('') : namespace && name ? await admin.asServiceAccount(namespace, name) : plane.clientOf(user));
      }
    }, START);

    afterAll(async () => {
      await plane?.stop();
    }, 60_000);

    /** The fleet as its accounts apply it, layer after layer and person beside person, and its disks filled. */
    const deployed = async (): Promise<void> => {
      const people = new Map<string, readonly KubeObject[]>();
      for (const object of fleet.objects) {
        if (fleet.layerOf.get(object) === '3-people') {
          const person = object.metadata.namespace ?? object.metadata.name;
          people.set(person, [...people.get(person) ?? [], object]);
        } else {
          await deployer(object).apply(object);
        }
      }
      await inParallel([...people.values()], async (objects) => {
        for (const object of objects) {
          await deployer(object).apply(object);
        }
      });
      await inParallel(fleet.objects.filter(({ kind }) => kind === 'DataVolume'), (volume) => fill(admin, volume));
    };

    describe('the table of rights', () => {
      const words = ({ who, verb, resource, at }: Row): string => `${who}: ${verb} ${resource} ${at}`;
      const wrong = async (answer: (row: Row) => Promise<boolean>, asked: readonly Row[]): Promise<readonly string[]> => {
        const found: string[] = [];
        await inParallel(asked, async (row) => {
          const said = await answer(row);
          if (said !== row.allowed) {
            found.push(`${words(row)} is ${said ? 'allowed' : 'refused'}`);
          }
        });
        return found.sort();
      };
      const ask = (row: Row): Promise<boolean> => called(tokens.get(row.who)!, row);

      test('says nothing twice, and of each subject who has a right both what he may and what he may not', () => {
        const all = TABLE.map(words);
        expect(all.filter((row, at) => all.indexOf(row) !== at)).toEqual([]);
        const powerless: readonly Who[] = ['a strange service account', 'anybody with an account', 'nobody'];
        for (const who of Object.keys(SUBJECTS) as Who[]) {
          const own = TABLE.filter((row) => row.who === who).map(({ allowed }) => allowed);
          expect([who, own.includes(true), own.includes(false)]).toEqual([who, !powerless.includes(who), true]);
        }
        say(`${TABLE.length} rows, ${TABLE.filter(({ allowed }) => allowed).length} of them allowed; ${TABLE.filter((row) => !hasEndpoint(row)).length} have no endpoint and are reviewed only`);
      });

      test('a review answers each row', async () => {
        expect(await wrong((row) => reviewed(admin, row), TABLE)).toEqual([]);
      });

      test('a call with the subject\'s own token answers each row', async () => {
        expect(await wrong(ask, TABLE.filter(hasEndpoint))).toEqual([]);
        proofs.part('rights', 'calls', 4);
      }, 60_000);

      test('a row that is not so is found, by both', async () => {
        for (const row of [TABLE.find(({ who, allowed }) => who === 'an owner' && allowed)!, TABLE.find(({ who, allowed }) => who === 'an owner' && !allowed)!]) {
          const turned = { ...row, allowed: !row.allowed };
          expect(await wrong((one) => reviewed(admin, one), [turned])).toHaveLength(1);
          expect(await wrong(ask, [turned])).toHaveLength(1);
        }
      });

      test('nobody hands on what he does not hold', async () => {
        for (const [who, at] of [['the platform\'s account', 'vm-images'], ['the people\'s account', 'workstation-ada']] as const) {
          const role = fleet.objects.find(({ kind, metadata }) => kind === 'Role' && metadata.namespace === at)!;
          const more = { ...role, rules: [...role.rules as readonly unknown[], { apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] };
          await expect(tokens.get(who)!.apply(more, { dryRun: true })).rejects.toThrow(/is attempting to grant RBAC permissions not currently held:\n\{APIGroups:\[""\], Resources:\["secrets"\], Verbs:\["get"\]\}/);
        }
        proofs.part('rights', 'escalation', 4);
      });

      test('the people\'s account clones from the image, from no other claim and for nobody else\'s right', async () => {
        const disk = fleet.objects.find(({ kind, spec }) => kind === 'DataVolume' && (spec as { sourceRef?: unknown }).sourceRef)!;
        const copy = (source: string): KubeObject => ({
          ...disk, metadata: { name: 'copy', namespace: disk.metadata.namespace! }, spec: { ...disk.spec as object, sourceRef: { kind: 'DataSource', name: source, namespace: 'vm-images' } },
        });
        const people = tokens.get('the people\'s account')!;
        const { apiVersion, kind } = fleet.objects.find((object) => object.kind === 'DataSource')!;
        const owned = { apiVersion, kind, metadata: { name: 'other', namespace: 'vm-images' }, spec: { source: { pvc: { name: 'other', namespace: 'vm-images' } } } };
        await guardClones(admin, [...fleet.objects.filter((object) => object.kind === 'DataSource'), owned]);
        for (const source of ['ubuntu-24-04-cuda', 'ubuntu-24-04-cuda-v1', 'ubuntu-24-04-cuda-v2']) {
          await people.apply(copy(source), { dryRun: true });
        }
        await plane.until('the policy knows the other image', async () => {
          const said = await people.apply(copy('other'), { dryRun: true }).then(() => 'accepted', (error: Error) => error.message);
          return said.includes('workstations-people may not clone from vm-images/other') ? undefined : said;
        }, 10);
        proofs.part('rights', 'clones', 4);
      });

      test('without the image\'s clone right no disk of a person can be written, not even unchanged', async () => {
        const binding = fleet.objects.find(({ kind, metadata }) => kind === 'RoleBinding' && metadata.labels?.['workstations.dev/role'] === 'clone-right')!;
        const disk = fleet.objects.find(({ kind, metadata }) => kind === 'DataVolume' && metadata.name === 'ada-rootdisk')!;
        const people = tokens.get('the people\'s account')!;
        await admin.delete(binding);
        try {
          await plane.until('the disk is refused', async () => {
            const said = await people.apply(disk).then(() => 'accepted', (error: Error) => error.message);
            return said.includes('workstations-people may not clone from vm-images/ubuntu-24-04-cuda-v2') ? undefined : said;
          }, 10);
        } finally {
          await deployer(binding).apply(binding);
        }
        await plane.until('the disk is accepted again', () => people.apply(disk).then(() => undefined, (error: Error) => error.message), 10);
        proofs.part('rights', 'withdrawn', 4);
      });
    });

    const of = (person: string): readonly KubeObject[] => fleet.objects.filter(({ metadata: { name, namespace } }) => (namespace ?? name) === `workstation-${person}`);
    /** What of a person holds no data, and does not close the namespace in which the data stays. */
    const prunable = (person: string): readonly string[] => of(person)
      .filter(({ kind, metadata }) => kind !== 'Namespace' && kind !== 'DataVolume' && metadata.name !== 'default-deny').map(title).sort();

    describe.each([
      { tool: ARGO, claim: 'prune-argo', leaves: 'ada', careless: 'alan' },
      { tool: FLUX, claim: 'prune-flux', leaves: 'barbara', careless: 'claude' },
    ] as const)('prune as $tool.name does it', ({ tool, claim, leaves, careless }) => {
      const pods = (namespace: string): Promise<readonly KubeObject[]> => admin.list(`/api/v1/namespaces/${namespace}/pods?labelSelector=kubevirt.io%3Dvirt-launcher`);
      const gone = (objects: readonly string[]): Promise<void> => plane.until(`${objects.join(', ')} gone`, async () => {
        const found = await Promise.all(fleet.objects.filter((one) => objects.includes(title(one))).map((one) => admin.find(one)));
        const left = found.filter((one) => one !== undefined);
        return left.length === 0 ? undefined : left.map((one) => `${title(one)} ${JSON.stringify(one.metadata)}`).join(', ').slice(0, 800);
      }, 40);

      beforeAll(deployed, 60_000);

      test('a person leaves while the machine runs, and an image version: the machine goes, no data goes', async () => {
        const machine = fleet.objects.find(({ metadata }) => metadata.name === `${leaves}-workstation`)!;
        await admin.call('PUT', `/apis/subresources.kubevirt.io/v1/namespaces/${machine.metadata.namespace}/virtualmachines/${machine.metadata.name}/start`, {});
        await plane.until('the machine runs', async () => ((await pods(machine.metadata.namespace!)).length === 1 ? undefined : 'there is no pod'), 30);
        const before = await data(admin);
        const after = fleet.objects.filter((object) => !of(leaves).includes(object) && !object.metadata.name.endsWith('-cuda-v1'));
        for (const object of after.filter(({ metadata }) => metadata.namespace === 'vm-images' || metadata.name === 'vm-images')) {
          await deployer(object).apply(object);
        }
        const deleted = await prune(tool, fleet.objects, after, deployer);
        expect(deleted).toEqual(prunable(leaves));
        expect(deleted).toContain(title(machine));
        await gone(deleted);
        await plane.until('its pod is gone', async () => ((await pods(machine.metadata.namespace!)).length === 0 ? undefined : 'there is a pod'), 30);
        await collected(plane, admin);
        expect(await data(admin)).toEqual(before);
        expect(before.filter((line) => line.startsWith(`persistentvolumeclaims workstation-${leaves}/`)).length).toBeGreaterThan(0);
        proofs.part(claim, 'kept', 4);
      }, 90_000);

      test('the sync comes before the new rights: those of a fleet without the person do not let the machine\'s Role be removed', async () => {
        const people = accountsOf(fleet).find(({ role }) => role.metadata.name.endsWith('-people'))!;
        const right = fleet.objects.find(({ kind, metadata }) => kind === 'Role' && metadata.namespace === `workstation-${careless}`)!;
        const rules = people.role.rules.map(({ resourceNames, ...rule }) => (resourceNames ? { ...rule, resourceNames: resourceNames.filter((name) => !name.startsWith(`${careless}-`)) } : rule));
        const gone = async (): Promise<string> => {
          const { status, body } = await deployer(right).ask<{ message?: string }>('DELETE', `${await admin.path(right)}?dryRun=All`);
          return status < 400 ? 'removed' : body.message ?? '';
        };
        expect(await gone()).toBe('removed');
        await admin.apply({ ...people.role, rules } as KubeObject, { manager: 'people-of-the-cluster' });
        try {
          await plane.until('the Role stays', async () => (/cannot delete resource "roles"/.test(await gone()) ? undefined : gone()), 10);
        } finally {
          await admin.apply(people.role, { manager: 'people-of-the-cluster' });
        }
        await plane.until('the Role may go again', async () => (await gone() === 'removed' ? undefined : gone()), 10);
      });

      test('planted: a disk without our marks is lost with its claim; only the account\'s missing right would save it', async () => {
        const disk = fleet.objects.find(({ metadata }) => metadata.name === `${careless}-rootdisk`)!;
        await admin.apply(unmarked(disk));
        await expect(prune(tool, [disk], [], deployer)).rejects.toThrow(/User "system:serviceaccount:argocd:workstations-people" cannot delete resource "datavolumes"/);
        const before = await data(admin);
        expect(await prune(tool, [disk], [], () => admin)).toEqual([title(disk)]);
        await plane.until('the garbage collector has taken the claim', async () => {
          const left = (await data(admin)).filter((line) => line.includes(` workstation-${careless}/${careless}-rootdisk `));
          return left.length === 0 ? undefined : left.join(', ');
        }, 40);
        await collected(plane, admin);
        const now = new Set(await data(admin));
        expect(before.filter((line) => !now.has(line)).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
          `datavolumes workstation-${careless}/${careless}-rootdisk`, `persistentvolumeclaims workstation-${careless}/${careless}-rootdisk`,
        ]);
        proofs.part(claim, 'planted disk', 4);
      }, 90_000);

      test('the whole fleet is taken away: machines go, no data goes', async () => {
        await deployed();
        const before = await data(admin);
        const deleted = await prune(tool, fleet.objects, [], deployer, tool.keepsAtTheEnd);
        expect(deleted.filter((one) => /^(Namespace|DataVolume|DataSource|StorageClass|StorageProfile|VolumeSnapshotClass|CephBlockPool) /.test(one))).toEqual([]);
        expect(deleted.filter((one) => one.endsWith('/default-deny'))).toEqual([]);
        expect(deleted.filter((one) => one.startsWith('VirtualMachine '))).toHaveLength(fleet.objects.filter(({ kind }) => kind === 'VirtualMachine').length);
        await gone(deleted);
        await collected(plane, admin);
        expect(await data(admin)).toEqual(before);
        proofs.part(claim, 'all', 4);
      }, 120_000);
    });

    describe('a namespace that is not marked', () => {
      test('planted: a namespace without our marks takes everything with it, whichever tool prunes', async () => {
        await deployed();
        await Promise.all(([[ARGO, 'prune-argo', 'anita'], [FLUX, 'prune-flux', 'donald']] as const).map(async ([tool, claim, unkept]) => {
          const namespace = of(unkept).find(({ kind }) => kind === 'Namespace')!;
          await admin.apply(unmarked(namespace));
          await expect(prune(tool, [namespace], [], deployer)).rejects.toThrow(/User "system:serviceaccount:argocd:workstations-people" cannot delete resource "namespaces"/);
          expect(await prune(tool, of(unkept), [], () => admin)).toEqual([...prunable(unkept), title(namespace)].sort());
          await plane.until('the namespace is gone', async () => {
            const left = (await data(admin)).filter((line) => new RegExp(` workstation-${unkept}[ /]`).test(line));
            return left.length === 0 ? undefined : left.join(', ');
          }, 60);
          proofs.part(claim, 'planted namespace', 4);
        }));
      }, 90_000);
    });

    describe('a cluster that is there already, such as this one', () => {
      test('is asked about everything, in namespaces that are removed again, and nothing else is changed', async () => {
        const client = clientOf(plane.kubeconfig);
        try {
          // CDI itself would look into the namespaces; the policy that stands in for it knows those of the fleet only.
          await admin.delete({ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: 'clones' } });
          // A namespace of somebody's that has the name of one of ours: the run ends there, and what it had made is gone.
          await admin.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'taken-1' } });
          await admin.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'of-somebody', namespace: 'taken-1' }, data: { a: 'b' } });
          await plane.until('the namespace has what every namespace gets', async () => (await admin.find({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'taken-1' } }) ? undefined : 'no service account'));
          await plane.until('the namespace has its certificate', async () => (await admin.find({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt', namespace: 'taken-1' } }) ? undefined : 'no ConfigMap'));
          const before = await everything(client);
          const objects = [...rita, ...snapshotCases().flatMap((one) => one.objects)];
          await expect(onExisting(client, [...rita, ...sourcesOf(rita)], 'taken')).rejects.toThrow(/409 namespaces "taken-1" already exists/);
          expect(await everything(client)).toEqual(before);
          const { applied, asked, left, ...wrong } = await onExisting(client, objects);
          say(`on an existing cluster: ${applied} applied, ${asked} asked about, left out: ${left.join(', ') || 'nothing'}`);
          expect(wrong).toEqual({ refused: [], warned: [], changed: [] });
          expect([applied > 20, asked > 20, left]).toEqual([true, true, []]);
          expect(await everything(client)).toEqual(before);
        } finally {
          client.close();
        }
        proofs.prove('existing');
      }, 180_000);
    });
  });
});

/** Until the garbage collector has done what it had to do before now: it took a dependent of something that we delete last. */
async function collected(plane: ControlPlane, client: Client): Promise<void> {
  const map = (name: string, metadata: object = {}): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', ...metadata } });
  const { body: owner } = await client.apply(map('owner'));
  await client.apply(map('dependent', { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid }] }));
  await client.delete(map('owner'));
  await plane.until('the garbage collector has collected', async () => (await client.find(map('dependent')) === undefined ? undefined : 'the dependent is still there'), 40);
}
