import { CASES } from '../constructs/cases';
import { accountsOf, admit, deletable, describeRule, forbidden, makeTrialNamespaces } from './accounts';
import { drift } from './additions';
import { judge, snapshotCases, snapshots, sourcesOf } from './cases';
import { fill, guardClones } from './cdi';
import { definitions } from './definitions';
import { type Client, type Identity, type KubeObject, Refused, serviceAccount } from './harness/client';
import { ControlPlane, inParallel } from './harness/control-plane';
import { sleep } from './harness/programs';
import { asked, differences, quantity, type Machine } from './launcher';
import { changed, oneOfEach, WRONG_VALUES } from './mistakes';
import { kubevirtSpec, outputs, outside, title, type Output } from './outputs';
import { Proofs } from './proofs';
import { describeCluster, onEachRelease, say, START } from './suite';

/** What KubeVirt's mutating webhook adds to a machine of ours on its way into the store, unless it is in the manifest; nothing else. */
const ADDED_BY_WEBHOOK: readonly { readonly line: string; readonly unless: (machine: Template) => boolean }[] = [
  { line: 'spec.template.metadata.annotations: {"kubevirt.io/pci-topology-version":"v3"}', unless: ({ metadata }) => metadata.annotations !== undefined },
  { line: 'spec.template.spec.domain.resources: {}', unless: ({ spec: { domain } }) => domain.resources !== undefined },
];

/** What virt-controller and the API server write into our objects later. */
const ADDED_LATER: readonly RegExp[] = [
  /^VirtualMachine \+ metadata\.annotations: \{"kubevirt\.io\/latest-observed-api-version":"v1","kubevirt\.io\/storage-observed-api-version":"v1"\}$/,
  /^VirtualMachine \+ metadata\.finalizers: \["kubevirt\.io\/virtualMachineControllerFinalize"\]$/,
  /^Namespace \+ metadata\.labels\.kubernetes\.io\/metadata\.name: "[a-z-]+"$/,
  // Defaults of every Job and of every pod's template, and what binds a Job to its pods.
  /^Job \+ spec\.((completionMode|completions|manualSelector|parallelism|podReplacementPolicy|selector|suspend)|template\.metadata\.labels\.(batch\.kubernetes\.io\/)?(controller-uid|job-name)): /,
  /^Job \+ spec\.template\.spec\.((containers|initContainers)\[\d\]\.(imagePullPolicy|terminationMessagePath|terminationMessagePolicy)|dnsPolicy|schedulerName|serviceAccount|terminationGracePeriodSeconds): /,
  /^Namespace \+ spec: \{"finalizers":\["kubernetes"\]\}$/,
];

interface Template {
  readonly metadata: { readonly annotations?: unknown };
  readonly spec: Machine;
}

/** Warnings that we accept, each with its reason; the last test of this file finds those that nobody gives any more. */
const WARNINGS: readonly { readonly text: RegExp; readonly because: string }[] = [];
const given = new Set<RegExp>();

function known(warning: string): boolean {
  const one = WARNINGS.find(({ text }) => text.test(warning));
  if (one) {
    given.add(one.text);
  }
  return one !== undefined;
}

const MISSING_RIGHT = /forbidden: [Uu]ser "system:serviceaccount:[\w-]+:[\w-]+"( \(groups=.*\))? (cannot (create|patch|delete) resource "[\w-]+" in API group "[\w.-]*"|is attempting to grant RBAC permissions not currently held)/;

// The fleet first: it makes what `hello` finds in its cluster.
const all: readonly Output[] = [...outputs()].sort((a, b) => b.objects.length - a.objects.length);
const expects = all.flatMap((output) => output.expects);
const objects = all.flatMap((output) => output.objects);
const machines = objects.filter(({ kind }) => kind === 'VirtualMachine');
const template = (machine: KubeObject): Template => (machine.spec as { template: Template }).template;
const spec = (machine: KubeObject): Machine => template(machine).spec;

const cases = snapshotCases();

/** One machine of each profile of each fleet. */
const chosen = [...new Map(machines.map((machine) => [
  `${machine.metadata.labels?.['workstations.dev/fleet']}/${machine.metadata.labels?.['workstations.dev/profile']}`, machine,
])).entries()];

onEachRelease('manifests', (kubernetes) => {
  describeCluster(`what we write, before Kubernetes ${kubernetes} and KubeVirt`, { kubernetes, kubevirt: true }, () => {
    let plane: ControlPlane;
    let client: Client;
    let proofs: Proofs<'manifests'>;
    /** Whom each object is applied by. */
    const deployers = new Map<KubeObject, Client>();

    beforeAll(async () => {
      const { from, source, crds } = definitions([...objects, ...cases.flatMap((one) => one.objects)]);
      say(`definitions: ${source}`);
      proofs = new Proofs('manifests', kubernetes, from);
      const begin = Date.now();
      plane = await ControlPlane.start({ kubernetes, kubevirt: { spec: kubevirtSpec(expects, objects) }, crds, say });
      client = plane.client;
      say(`Kubernetes ${kubernetes} and KubeVirt answer after ${((Date.now() - begin) / 1000).toFixed(1)} s`);
      await furnish((namespace) => !objects.some((object) => object.kind === 'Namespace' && object.metadata.name === namespace));
      for (const output of all) {
        (await admit(client, output)).forEach((by, object) => deployers.set(object, by));
        say(`${output.name} is applied by ${accountsOf(output).map(({ subject }) => subject.name).join(' and ') || 'an administrator: it names no deploying accounts'}`);
      }
    }, START);

    afterAll(async () => {
      if (plane) {
        say(`memory at its highest, MiB: ${JSON.stringify(plane.peaks())}`);
        await plane.stop();
      }
    }, 60_000);

    /** What the fleets expect and do not make, in namespaces that are there by now. */
    const furnish = async (there: (namespace: string) => boolean): Promise<void> => {
      const made = new Set(objects.map(title));
      for (const thing of outside(expects)) {
        if (!made.has(title(thing)) && there(thing.metadata.namespace ?? '')) {
          await client.apply(thing, { manager: 'people-of-the-cluster' });
        }
      }
    };

    describe.each(all.filter(({ rights }) => rights.length > 0))('the deploying accounts of $name', (output) => {
      test('need each rule of their file: without it the API server refuses a part of the fleet, and says which right is missing', async () => {
        await makeTrialNamespaces(client, output.objects.filter(({ kind }) => kind === 'Role'));
        for (const { role, objects: own } of accountsOf(output)) {
          const account = deployers.get(own[0]!)!;
          const said = (wanted: boolean, rule: string): Promise<void> => plane.until(`${role.metadata.name}, ${rule}`, async () => {
            const words = await forbidden(account, own);
            const strange = words.filter((one) => !MISSING_RIGHT.test(one));
            return (words.length > 0) === wanted && strange.length === 0 ? undefined : JSON.stringify(words);
          }, 10);
          await said(false, 'with all rules nothing is forbidden');
          await expect(deletable(account, own)).resolves.toEqual([]);
          try {
            for (const rule of role.rules) {
              await client.apply({ ...role, rules: role.rules.filter((one) => one !== rule) } as KubeObject, { manager: 'people-of-the-cluster' });
              await said(true, `without ${describeRule(rule)} something is forbidden`);
            }
          } finally {
            await client.apply(role, { manager: 'people-of-the-cluster' });
          }
          await said(false, 'with all rules again nothing is forbidden');
        }
        proofs.prove('least-rights');
      });
    });

    test('the API server and KubeVirt accept every object, as the deploying accounts, in the order of the index, without a warning', async () => {
      const refused: string[] = [];
      const warned: string[] = [];
      const surplus = new Map<string, number>();
      await guardClones(client, [...sourcesOf(cases.flatMap((one) => one.objects)), ...outside(expects), ...objects].filter(({ kind }) => kind === 'DataSource'));
      for (const object of objects) {
        try {
          const { body, warnings } = await deployers.get(object)!.apply(object);
          if (object.kind === 'Namespace') {
            await furnish((namespace) => namespace === object.metadata.name);
          }
          warned.push(...warnings.filter((text) => !known(text)).map((text) => `${title(object)}: ${text}`));
          if (object.kind === 'VirtualMachine') {
            const { added, changed } = drift(object, body);
            for (const line of [...added, ...changed]) {
              surplus.set(line, (surplus.get(line) ?? 0) + 1);
            }
          }
        } catch (error) {
          refused.push(`${title(object)}: ${error instanceof Refused ? `${error.status} ${error.said}` : String(error)}`);
        }
      }
      say(`${objects.length} objects applied; the mutating webhook added to ${machines.length} machines:\n${[...surplus].map(([line, count]) => `  ${count} x ${line}`).join('\n')}`);
      expect(refused).toEqual([]);
      proofs.prove('accepted');
      expect(warned).toEqual([]);
      proofs.prove('quiet');
      const due = ADDED_BY_WEBHOOK.map(({ line, unless }) => [line, machines.filter((machine) => !unless(template(machine))).length] as const);
      expect([...surplus].sort()).toEqual(due.filter(([, count]) => count > 0));
    });

    test('what lies in the store is what we wrote', async () => {
      await quiet(client);
      const found: string[] = [];
      await inParallel(objects, async (object) => {
        const stored = await client.get(object.apiVersion, object.kind, object.metadata.name, object.metadata.namespace);
        const { added, changed } = drift(object, stored);
        found.push(...changed.map((line) => `${object.kind}: ${line}`), ...added.filter((line) => !ADDED_BY_WEBHOOK.some((one) => one.line === line)).map((line) => `${object.kind} + ${line}`));
      });
      expect(found.filter((line) => !ADDED_LATER.some((one) => one.test(line)))).toEqual([]);
      proofs.prove('as-written');
    });

    test('a second apply changes nothing', async () => {
      await quiet(client);
      expect(await reapplied(deployers, objects)).toEqual([]);
      proofs.prove('idempotent');
    });

    describe('the manifests of the snapshots', () => {
      test('are all here', () => {
        expect(snapshots()).toEqual({ 'constructs/__snapshots__/snapshots.test.ts.snap': CASES.map(({ name }) => name).sort() });
      });

      test.each(cases.map((one, at) => [one.name, one, `case-${at}`] as const))('%s', async (_name, one, namespace) => {
        const { refused, warned, changed: again } = await judge(client, one, namespace);
        expect(refused).toEqual([]);
        expect(again).toEqual([]);
        expect(warned.filter((text) => !known(text))).toEqual([]);
        proofs.part('cases', namespace, cases.length);
      });
    });

    describe.each(chosen)('%s', (_profile, machine) => {
      const { name, namespace = '' } = machine.metadata;
      const power = (verb: string): Promise<unknown> => client.call('PUT', `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${name}/${verb}`, {});
      const own = objects.filter((object) => object.metadata.namespace === namespace || object.metadata.name === namespace);
      const instances = (): Promise<readonly KubeObject[]> => client.list(`/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachineinstances`);
      const pods = (): Promise<readonly KubeObject[]> => client.list(`/api/v1/namespaces/${namespace}/pods?labelSelector=kubevirt.io%3Dvirt-launcher`);
      const strategy = async (): Promise<unknown> => ((await client.get('kubevirt.io/v1', 'VirtualMachine', name, namespace)).spec as { runStrategy?: string }).runStrategy;

      test('start makes the pod that the manifest and the facts promise; stop removes it; GitOps sees neither', async () => {
        for (const volume of own.filter(({ kind }) => kind === 'DataVolume')) {
          await fill(client, volume);
        }
        await plane.until('claims are bound', async () => {
          const claims = await client.list<KubeObject & { status?: { phase?: string } }>(`/api/v1/namespaces/${namespace}/persistentvolumeclaims`);
          return claims.every(({ status }) => status?.phase === 'Bound') ? undefined : JSON.stringify(claims.map(({ status }) => status));
        });
        expect(await instances()).toEqual([]);

        await power('start');
        await plane.until(`${title(machine)} has a launcher pod`, async () => {
          if ((await pods()).length === 1) {
            return undefined;
          }
          const { status } = await client.get('kubevirt.io/v1', 'VirtualMachine', name, namespace);
          return JSON.stringify({ machine: status, instances: (await instances()).map((one) => one.status) }).slice(0, 1500);
        }, 30);
        const [pod] = await pods();
        say(`${title(machine)}: the pod asks ${JSON.stringify(asked(pod!))}`);
        expect(differences(spec(machine), pod!)).toEqual([]);
        for (const [mistake, said] of planted(pod!)) {
          expect(differences(spec(machine), mistake)).toEqual([expect.stringMatching(said)]);
        }
        proofs.part('requests', name, chosen.length);
        expect(await strategy()).toBe('Manual');
        await quiet(client);
        expect(await reapplied(deployers, own)).toEqual([]);
        expect((await instances()).map(({ metadata }) => metadata.name)).toEqual([name]);

        await power('stop');
        await plane.until(`${title(machine)} is stopped`, async () => {
          const left = [...await instances(), ...await pods()];
          return left.length === 0 ? undefined : left.map((one) => `${title(one)} ${JSON.stringify(one.status).slice(0, 300)}`).join(', ');
        }, 30);
        expect(await strategy()).toBe('Manual');
        await quiet(client);
        expect(await reapplied(deployers, own)).toEqual([]);
        await sleep(500);
        expect(await instances()).toEqual([]);
        proofs.part('power', name, chosen.length);
      }, 120_000);
    });

    describe('the clone right', () => {
      const bindings = objects.filter(({ kind, metadata }) => kind === 'RoleBinding' && metadata.labels?.['workstations.dev/role'] === 'clone-right');
      const images = objects.filter(({ kind, metadata }) => kind === 'DataVolume' && metadata.labels?.['workstations.dev/role'] === 'image');
      // What CDI asks before it clones.
      const clone = (who: Identity, namespace: string, name?: string): Promise<boolean> => client.may(who, {
        verb: 'create', group: 'cdi.kubevirt.io', resource: 'datavolumes', subresource: 'source', namespace, ...(name ? { name } : {}),
      });

      test('is there to be asked', () => {
        expect(bindings.length).toBeGreaterThan(0);
        expect(images.length).toBeGreaterThan(0);
      });

      test.each(bindings.map((binding) => [title(binding), binding] as const))('%s: from each image, from no other claim', async (_name, binding) => {
        const namespace = binding.metadata.namespace!;
        const subjects = (binding as unknown as { subjects: { kind: string; name: string; namespace: string }[] }).subjects;
        for (const subject of subjects) {
          expect(subject.kind).toBe('ServiceAccount');
          const who = serviceAccount(subject.namespace, subject.name);
          for (const image of images.filter(({ metadata }) => metadata.namespace === namespace)) {
            expect([image.metadata.name, await clone(who, namespace, image.metadata.name)]).toEqual([image.metadata.name, true]);
          }
          const elsewhere = machines[0]!.metadata.namespace!;
          expect(await clone(who, namespace, 'somebody-elses-claim')).toBe(false);
          expect(await clone(who, namespace)).toBe(false);
          expect(await clone(who, elsewhere, images[0]!.metadata.name)).toBe(false);
          // CDI takes the right to make pods beside the claim for a right to clone it.
          expect(await client.may(who, { verb: 'create', group: '', resource: 'pods', namespace })).toBe(false);
          expect(await client.may(who, { verb: 'delete', group: 'cdi.kubevirt.io', resource: 'datavolumes', namespace, name: images[0]!.metadata.name })).toBe(false);
        }
        expect(await clone(serviceAccount('default', 'stranger'), namespace, images[0]!.metadata.name)).toBe(false);
      });
    });

    describe('a planted mistake is caught', () => {
      const machine = chosen.at(-1)![1];
      type Domain = Record<string, unknown> & { devices: Record<string, unknown> & { disks: { disk: { bus: string } }[]; interfaces: Record<string, unknown>[] } };
      const broken = (change: (domain: Domain) => void): KubeObject => {
        const copy = structuredClone(machine);
        change(spec(copy).domain as unknown as Domain);
        return copy;
      };
      const mistakes: readonly [string, KubeObject, RegExp][] = [
        ['a field that is none', broken(({ devices }) => {
          devices.diskks = [];
        }), /diskks/],
        ['a value outside an enum', broken(({ devices }) => {
          devices.disks[0]!.disk.bus = 'virtiooo';
        }), /bus/],
        ['two bindings of one interface', broken(({ devices }) => {
          devices.interfaces[0]!.bridge = {};
        }), /binding|interface/i],
        ['a machine of two networks and one interface', (() => {
          const copy = structuredClone(machine);
          (spec(copy) as unknown as { networks: unknown[] }).networks.push({ name: 'second', multus: { networkName: 'net' } });
          return copy;
        })(), /network/i],
      ];
      const kinds = oneOfEach([...objects, ...cases.flatMap((one) => one.objects)], 'mistakes');

      beforeAll(async () => {
        await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'mistakes' } });
        // Roles are there already, so that bindings find them.
        const bound = kinds.find(({ kind }) => kind === 'RoleBinding')!;
        await client.apply({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: (bound.roleRef as { name: string }).name, namespace: 'mistakes' }, rules: [] });
      });

      test('a value to try is known of each kind that is written', () => {
        expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(WRONG_VALUES));
      });

      test.each(kinds.map((object) => [object.kind, object] as const))('%s: a field that is none, and a wrong value; without them it is accepted', async (kind, object) => {
        const { at, value, says } = WRONG_VALUES[kind]!;
        await client.apply(object, { dryRun: true });
        await expect(client.apply({ ...object, surplus: 1 }, { dryRun: true })).rejects.toThrow(/surplus/);
        await expect(client.apply(changed(object, at, value), { dryRun: true })).rejects.toThrow(says);
        proofs.part('mistakes', kind, kinds.length);
      });

      test.each(mistakes)('%s', async (_name, object, said) => {
        await expect(client.apply(object, { dryRun: true })).rejects.toThrow(said);
      });

      test('something to warn of: the warning is heard', async () => {
        const { runStrategy: _strategy, ...old } = machine.spec as { runStrategy: string };
        const { name } = machine.metadata;
        const one = { name: 'old', objects: [{ ...machine, spec: { ...old, running: false } } as KubeObject] };
        expect(await judge(client, one, 'mistakes')).toEqual({ refused: [], changed: [], warned: [expect.stringMatching(new RegExp(`^old: VirtualMachine [a-z-]+/${name}: spec\\.running is deprecated`))] });
      });
    });

    test('each warning that is listed was given', () => {
      expect(WARNINGS.filter(({ text }) => !given.has(text))).toEqual([]);
    });
  });
});

/** The pod with one thing wrong: each must be found, and nothing else. */
function planted(pod: KubeObject): readonly (readonly [KubeObject, RegExp])[] {
  interface Pod {
    containers: { name: string; resources: { requests: Record<string, string> } }[];
    nodeSelector: Record<string, string>;
    tolerations: unknown[];
  }
  const broken = (change: (spec: Pod, compute: Pod['containers'][number]) => void): KubeObject => {
    const copy = structuredClone(pod);
    const inside = copy.spec as unknown as Pod;
    change(inside, inside.containers.find(({ name }) => name === 'compute')!);
    return copy;
  };
  return [
    [broken((_spec, { resources }) => {
      resources.requests.memory = String(quantity(resources.requests.memory!) + 1024 ** 2);
    }), /^requests\.memory: /],
    [broken((_spec, { resources }) => {
      resources.requests['nvidia.com/surplus'] = '1';
    }), /^requests\.nvidia\.com\/surplus: /],
    [broken(({ nodeSelector }) => {
      nodeSelector.pool = 'other';
    }), /^nodeSelector: /],
    [broken(({ tolerations }) => {
      tolerations.push({ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' });
    }), /^tolerations: /],
  ];
}

/** Objects that a server-side apply of the same content by the same account would write again. */
async function reapplied(deployers: ReadonlyMap<KubeObject, Client>, objects: readonly KubeObject[]): Promise<readonly string[]> {
  const written: string[] = [];
  for (const object of objects) {
    const client = deployers.get(object)!;
    const { apiVersion, kind, metadata: { name, namespace } } = object;
    const before = await client.get(apiVersion, kind, name, namespace);
    const { body: after, warnings } = await client.apply(object);
    if (before.metadata.resourceVersion !== after.metadata.resourceVersion) {
      written.push(`${title(object)}: ${JSON.stringify(drift(before, after))}`);
    }
    written.push(...warnings.filter((text) => !known(text)).map((text) => `${title(object)}: ${text}`));
  }
  return written;
}

/** Until no controller has written to any machine or its instance for a second. */
async function quiet(client: Client): Promise<void> {
  const versions = async (): Promise<string> => (await Promise.all(['virtualmachines', 'virtualmachineinstances'].map(async (kind) => (
    (await client.list(`/apis/kubevirt.io/v1/${kind}`)).map(({ metadata }) => metadata.resourceVersion).join()
  )))).join(';');
  let last = await versions();
  for (let calm = 0, left = 200; calm < 5 && left > 0; left--) {
    await sleep(200);
    const now = await versions();
    calm = now === last ? calm + 1 : 0;
    last = now;
  }
}
