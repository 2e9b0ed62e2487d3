import fc from 'fast-check';
import { checkObjects } from '../../src/checks';
import { definitions } from './definitions';
import { fleetOf, plans, type Promised } from './fleets';
import { type KubeObject } from './harness/client';
import { Judge, type Verdict } from './judges';
import { broken, type Loose, MISTAKES, OURS } from './broken-machines';
import { asked as askedBy, differences, type Machine } from './launcher';
import { kubevirtSpec, outputs, type Expected } from './outputs';
import { mutated, mutations } from './mutations';
import { snapshotCases } from './cases';
import { changed, oneOfEach, WRONG_VALUES } from './mistakes';
import { describeUnless, say, START } from './suite';

const FLEETS = Number(process.env.WORKSTATIONS_FLEETS ?? 200);

/** Random changes of each random machine. */
const CHANGES = 10;
const TARGET = { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } as const;
/** What only the cluster knows: its KubeVirt object, and the claim for a machine's state that virt-controller makes. */
const ELSEWHERE = /feature gate|not permitted in permittedHostDevices|backend-storage PVC/i;

const LEVEL = 'pod-security.kubernetes.io/enforce';
const inside = (machine: KubeObject): Machine => (machine.spec as { template: { spec: Machine } }).template.spec;
const levelOf = (objects: readonly KubeObject[], { metadata: { namespace } }: KubeObject): string => objects
  .find(({ kind, metadata }) => kind === 'Namespace' && metadata.name === namespace)?.metadata.labels?.[LEVEL] ?? 'privileged';
/** The devices of machines without a fleet around them. */
const devicesOf = (objects: readonly KubeObject[]): readonly Expected[] => [...new Set(JSON.stringify(objects).match(/(?<="deviceName":")[^"]+/g))]
  .map((name) => ({ kind: 'device', name, must: '' }));

const canonical = (list: readonly unknown[]): readonly string[] => list.map((one) => JSON.stringify(Object.entries(one as object).sort())).sort();

/** What a pod asks otherwise than our own reckoning says. */
function brokenPromises({ requests: { cpu, memory, others }, nodeSelector, tolerations }: Promised, pod: KubeObject): readonly string[] {
  const asks = askedBy(pod).requests;
  const spec = pod.spec as { nodeSelector: Readonly<Record<string, string>>; tolerations?: readonly unknown[] };
  const selects = Object.entries(nodeSelector).filter(([key, value]) => spec.nodeSelector[key] !== value).map(([key, value]) => `promised node selector ${key}: ${value}, the pod has ${String(spec.nodeSelector[key])}`);
  const [is, shall] = [JSON.stringify(canonical(spec.tolerations ?? [])), JSON.stringify(canonical(tolerations))];
  const should: Readonly<Record<string, number>> = { cpu, memory, ...Object.fromEntries(others) };
  return [
    ...[...new Set([...Object.keys(should), ...Object.keys(asks)])].filter((name) => should[name] !== asks[name])
      .map((name) => `promised ${name}: the pod asks ${String(asks[name])}, our reckoning says ${String(should[name])}`),
    ...selects,
    ...(is === shall ? [] : [`promised tolerations ${shall}, the pod has ${is}`]),
  ];
}

const isInline = ({ spec }: KubeObject): boolean => !('instancetype' in (spec as object | undefined ?? {}));

/** False if the type that a machine names is not at hand: then only the cluster knows what the machine is. */
const isOfAType = (machine: KubeObject, types: readonly KubeObject[]): boolean => {
  const { instancetype: { name, revisionName } = {} } = machine.spec as { instancetype?: { name?: unknown; revisionName?: unknown } };
  return revisionName === undefined && (typeof name !== 'string' || name === '' || types.some(({ metadata }) => metadata.name === name));
};

const named = (kind: string, apiVersion: string, spec: object): KubeObject => ({ apiVersion, kind, metadata: { name: 'one', namespace: 'a' }, spec });
const source = { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: 'x' };
const kubevirt = (configuration: object): KubeObject => named('KubeVirt', 'kubevirt.io/v1', { configuration });

/** Kinds that no fleet has yet: one that is accepted, one that is not, and why. */
const BESIDE: readonly (readonly [name: string, good: KubeObject, bad: KubeObject, says: RegExp, old?: KubeObject])[] = [
  ['a snapshot of a pod', named('VirtualMachineSnapshot', 'snapshot.kubevirt.io/v1beta1', { source }), named('VirtualMachineSnapshot', 'snapshot.kubevirt.io/v1beta1',
    { source: { ...source, kind: 'Pod' } }), /invalid kind/],
  ['an export of a strange group', named('VirtualMachineExport', 'export.kubevirt.io/v1', { source }), named('VirtualMachineExport', 'export.kubevirt.io/v1',
    { source: { ...source, apiGroup: 'x' } }), /API group/],
  ['a clone onto itself', named('VirtualMachineClone', 'clone.kubevirt.io/v1beta1', { source, target: { ...source, name: 'y' } }), named('VirtualMachineClone',
    'clone.kubevirt.io/v1beta1', { source, target: source }), /target/i],
  ['a restore of a strange policy', named('VirtualMachineRestore', 'snapshot.kubevirt.io/v1beta1', { target: source, virtualMachineSnapshotName: 'x' }),
    named('VirtualMachineRestore', 'snapshot.kubevirt.io/v1beta1', { target: source, virtualMachineSnapshotName: 'x', volumeRestorePolicy: 'Sometimes' }), /volume restore policy "Sometimes"/],
  ['a preference of a strange topology', named('VirtualMachinePreference', 'instancetype.kubevirt.io/v1beta1', { cpu: { preferredCPUTopology: 'cores' } }),
    named('VirtualMachinePreference', 'instancetype.kubevirt.io/v1beta1', { cpu: { preferredCPUTopology: 'none' } }), /topology/i],
  ['a toleration that no pod may have', kubevirt({}), named('KubeVirt', 'kubevirt.io/v1', { configuration: {}, workloads: { nodePlacement: { tolerations: [{ key: 'A b', operator: 'Exists' }] } } }),
    /tolerations/, kubevirt({})],
  ['a gate that is on and off', kubevirt({ developerConfiguration: { featureGates: ['HostDisk'] } }), kubevirt({ developerConfiguration: { featureGates: ['HostDisk'],
    disabledFeatureGates: ['HostDisk'] } }), /HostDisk/, kubevirt({})],
];

describeUnless(Judge.missing(), 'KubeVirt and Kubernetes, asked in process', () => {
  let judge: Judge;

  beforeAll(async () => {
    judge = await Judge.start(say);
    const all = [...outputs().flatMap((output) => output.objects), ...snapshotCases().flatMap((one) => one.objects)];
    judge.define(definitions(all).crds);
  }, START);

  afterAll(async () => {
    await judge?.stop();
  });

  /** What is said against the objects of a fleet, and how its pods are not what the facts promise. */
  const against = async (objects: readonly KubeObject[], expects: readonly Expected[], promised: ReadonlyMap<string, Promised> = new Map(),
    around: readonly KubeObject[] = objects): Promise<readonly string[]> => {
    judge.configure(kubevirtSpec(expects, around), around.filter(({ kind }) => kind.startsWith('VirtualMachineCluster')));
    const levels = new Map(objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => [metadata.name, metadata.labels?.[LEVEL]]));
    const verdicts = await Promise.all(objects.map((object) => {
      const level = levels.get(object.metadata.namespace ?? '');
      // KubeVirt judges its own object only where it changes.
      return judge.ask({ object, ...(level === undefined ? {} : { level }), ...(object.kind === 'KubeVirt' ? { old: { ...object, spec: {} } } : {}) });
    }));
    return verdicts.flatMap(({ id, refused, warnings, instance, pod }, at) => {
      const object = objects[at]!;
      const isMachine = object.kind === 'VirtualMachine';
      // Where an instancetype says what the machine is, the instance says it, too.
      const pods = !isMachine || pod === undefined ? [] : differences(isInline(object) ? inside(object) : instance?.spec as Machine, pod);
      const absent = isMachine && pod === undefined && refused.length === 0 ? ['no pod'] : [];
      // The quota of a person's namespace reckons with this.
      const promise = promised.get(`${object.metadata.namespace ?? ''}/${object.metadata.name}`);
      const broke = promise === undefined || pod === undefined ? [] : brokenPromises(promise, pod);
      // KubeVirt 1.9 warns with an empty text of every gate that it knows (warnDeprecatedFeatureGates).
      return [...refused, ...warnings.filter((text) => text !== 'KubeVirt: '), ...pods, ...broke, ...absent].map((text) => `${id}: ${text}`);
    });
  };

  test.each(outputs().map((output) => [output.name, output] as const))('they accept all of dist/%s, and make the pods that the facts promise', async (_name, output) => {
    const { objects, expects } = output;
    expect(await against(objects, expects)).toEqual([]);
  });

  test.each(snapshotCases().map((one) => [one.name, one] as const))("they accept the manifests of the snapshot '%s'", async (_name, { objects }) => {
    // The types that a machine names stand in another snapshot.
    expect(await against(objects, devicesOf(objects), new Map(), snapshotCases().flatMap((one) => one.objects))).toEqual([]);
  });

  test(`they accept whatever synth accepts: ${FLEETS} fleets`, async () => {
    let accepted = 0;
    let objects = 0;
    const refused = new Map<string, number>();
    await fc.assert(fc.asyncProperty(plans, async (plan) => {
      const fleet = fleetOf(plan);
      if (fleet.refused.length > 0) {
        fleet.refused.forEach((code) => refused.set(code, (refused.get(code) ?? 0) + 1));
        return;
      }
      accepted += 1;
      objects += fleet.objects.length;
      // Gates of an older release are what 1.9 warns of.
      const judged = plan.kubevirt === '1.9' ? fleet.objects : fleet.objects.filter(({ kind }) => kind !== 'KubeVirt');
      expect(await against(judged, fleet.expects, fleet.promised, fleet.objects)).toEqual([]);
    }), { numRuns: FLEETS });
    say(`seed ${String(fc.readConfigureGlobal().seed)}: ${accepted} of ${FLEETS} random fleets were accepted by synth and their ${objects} objects judged; the others: ${JSON.stringify(Object.fromEntries(refused))}`);
    // Else the random fleets are no fleets.
    expect(accepted).toBeGreaterThan(FLEETS / 2);
  }, 60_000 + FLEETS * 1000);

  test(`our checks refuse what they refuse: ${FLEETS * CHANGES / 2} changes of random machines`, async () => {
    let [both, stricter] = [0, 0];
    const missed: string[] = [];
    // A miss is said in one line, with the change: nothing to shrink.
    await fc.assert(fc.asyncProperty(plans, fc.array(mutations, { minLength: CHANGES, maxLength: CHANGES }), async (plan, changes) => {
      const { objects, expects, refused } = fleetOf({ ...plan, kubevirt: '1.9' });
      const machine = objects.find(({ kind }) => kind === 'VirtualMachine');
      if (refused.length > 0 || machine === undefined) {
        return;
      }
      const types = objects.filter(({ kind }) => kind.startsWith('VirtualMachineCluster'));
      judge.configure(kubevirtSpec(expects), types);
      const around = objects.filter((object) => object !== machine);
      for (const { object, said } of changes.flatMap((change) => mutated(machine, change) ?? [])) {
        const words = isOfAType(object, types) ? (await judge.ask({ object, level: levelOf(around, machine) })).refused.filter((text) => !ELSEWHERE.test(text)) : [];
        const ours = checkObjects({ objects: [...around, object].map((one) => ({ object: one })), target: TARGET }).faults.some(({ severity }) => severity === 'error');
        both += words.length > 0 && ours ? 1 : 0;
        stricter += words.length === 0 && ours ? 1 : 0;
        missed.push(...(words.length > 0 && !ours ? [`${said}: ${words.join('; ')}`] : []));
      }
    }), { numRuns: FLEETS / 2, endOnFailure: true });
    expect(missed).toEqual([]);
    say(`${both} changes are refused by the judges and by our checks, ${stricter} by our checks alone`);
    expect(both).toBeGreaterThan(FLEETS);
  }, 60_000 + FLEETS * 1000);

  describe('what they refuse', () => {
    const { objects, expects } = [...outputs()].sort((a, b) => b.objects.length - a.objects.length)[0]!;
    const machine = objects.find(({ kind, metadata }) => kind === 'VirtualMachine' && metadata.labels?.['workstations.dev/profile'] === 'trainer-v1')!;

    const asked = async (object: KubeObject, level = 'baseline'): Promise<Verdict> => {
      judge.configure(kubevirtSpec(expects, objects));
      return judge.ask({ object, level });
    };

    test.each(MISTAKES)('%s', async (_name, change) => {
      const { refused } = await asked(broken(machine, change));
      expect(refused.length).toBeGreaterThan(0);
    });

    test('and our own checks refuse all of it, too', async () => {
      const missed: string[] = [];
      for (const [name, change] of [...MISTAKES, ...OURS]) {
        const object = broken(machine, change);
        const { faults } = checkObjects({ objects: [{ object }], target: TARGET });
        if (!faults.some(({ severity, code }) => severity === 'error' && code !== 'WS-REF-001')) {
          missed.push(`${name}: ${(await asked(object)).refused.join('; ')}`);
        }
      }
      expect(missed).toEqual([]);
    });

    test('what KubeVirt itself lets pass is still so', async () => {
      expect((await Promise.all(OURS.map(async ([name, change]) => [name, (await asked(broken(machine, change))).refused] as const))).filter(([,
        refused]) => refused.length > 0)).toEqual([]);
    });

    test('a GPU that nobody permits', async () => {
      expect((await asked(broken(machine, (spec) => { spec.domain.devices.gpus[0].deviceName = 'nvidia.com/NONE'; }))).refused.join()).toMatch(/not permitted/);
    });

    test('a pod of another level', async () => {
      expect((await asked(machine, 'restricted')).refused.join('\n')).toMatch(/Pod Security restricted/);
      expect((await asked(machine, 'privileged')).refused).toEqual([]);
    });

    test('what an update may not change, and a name that pods cannot have', async () => {
      judge.configure(kubevirtSpec(expects, objects));
      expect((await judge.ask({ object: machine, old: machine })).refused).toEqual([]);
      expect((await judge.ask({ object: broken(machine, (spec) => { spec.domain.devices.disks[0].disk.bus = 'no'; }), old: machine })).refused.length).toBeGreaterThan(0);
      expect((await asked({ ...machine, metadata: { ...machine.metadata, name: 'x'.repeat(250) } })).refused.length).toBeGreaterThan(0);
    });

    test.each(oneOfEach(outputs().flatMap((output) => output.objects), 'a').map((object) => [object.kind, object] as const))('a wrong value in a %s', async (kind, object) => {
      judge.configure({});
      const { at, value, says } = WRONG_VALUES[kind]!;
      expect((await judge.ask({ object: changed(object, at, value) })).refused.join('\n')).toMatch(says);
      expect((await judge.ask({ object: { ...object, unheardOf: 1 } as KubeObject })).refused.join('\n')).toMatch(/unknown field.*unheardOf/);
    });

    test('a privileged pod below the level privileged', async () => {
      judge.configure({});
      const container = { name: 'a', image: 'a', securityContext: { privileged: true } };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'a' }, spec: { containers: [container] } };
      expect((await judge.ask({ object: pod, level: 'baseline' })).refused).toEqual([expect.stringMatching(/^Pod Security baseline: privileged/)]);
      expect((await judge.ask({ object: pod, level: 'privileged' })).refused).toEqual([]);
    });

    test.each(BESIDE.map((one) => [one[0], one] as const))('%s', async (_name, [, good, bad, says, old]) => {
      judge.configure({});
      const before = old === undefined ? {} : { old };
      expect((await judge.ask({ object: good, ...before })).refused).toEqual([]);
      expect((await judge.ask({ object: bad, ...before })).refused.join('\n')).toMatch(says);
    });

    test('an instancetype without CPUs', async () => {
      judge.configure({});
      const instancetype = { apiVersion: 'instancetype.kubevirt.io/v1beta1', kind: 'VirtualMachineClusterInstancetype', metadata: { name: 'x' }, spec: { cpu: { guest: 0 },
        memory: { guest: '1Gi' } } };
      expect((await judge.ask({ object: { ...instancetype, spec: { ...instancetype.spec, cpu: { guest: 1, maxSockets: 1 }, memory: { guest: '1Gi', overcommitPercent: 50,
        hugepages: { pageSize: '1Gi' } } } } })).refused.join()).toMatch(/overcommit|hugepages/i);
    });

    test('a memory request that is off by one MiB', async () => {
      const { pod } = await asked(machine);
      const copy = structuredClone(pod) as Loose;
      copy.spec.containers[0].resources.requests.memory = '67013Mi';
      expect(differences(inside(machine), copy as KubeObject)).toEqual([expect.stringMatching(/^requests\.memory: /)]);
    });
  });
});
