import fc from 'fast-check';
import { Admission } from './admission';
import { definitions } from './definitions';
import { fleetOf, plans } from './fleets';
import { type KubeObject } from './harness/client';
import { ControlPlane } from './harness/control-plane';
import { Judge } from './judges';
import { broken, MISTAKES } from './broken-machines';
import { mutated, mutations } from './mutations';
import { kubevirtSpec, outputs } from './outputs';
import { Proofs } from './proofs';
import { describeCluster, onEachRelease, say, START } from './suite';

const FLEETS = Math.ceil(Number(process.env.WORKSTATIONS_FLEETS ?? 200) / 4);
const PLURALS: Readonly<Record<string, string>> = {
  VirtualMachine: 'virtualmachines', VirtualMachineInstance: 'virtualmachineinstances', VirtualMachineClusterInstancetype: 'virtualmachineclusterinstancetypes', VirtualMachineClusterPreference: 'virtualmachineclusterpreferences',
  VirtualMachineSnapshot: 'virtualmachinesnapshots', VirtualMachineRestore: 'virtualmachinerestores', VirtualMachineExport: 'virtualmachineexports', VirtualMachineClone: 'virtualmachineclones',
};
const { objects, expects } = [...outputs()].sort((a, b) => b.objects.length - a.objects.length)[0]!;
const machine = objects.find(({ kind, metadata }) => kind === 'VirtualMachine' && metadata.labels?.['workstations.dev/profile'] === 'trainer-v1')!;
const of = (kind: string, apiVersion: string, spec: object): KubeObject => ({ apiVersion, kind, metadata: { name: 'one', namespace: machine.metadata.namespace! }, spec });
/** Who of the process in answers stands for a webhook: the kind itself, or its mutating one. */
const HOOKS = ['', ', mutating'];
const virtual = { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: machine.metadata.name };

onEachRelease('admission', (kubernetes) => describeCluster("the process that judges is KubeVirt's own: its word and the running virt-api's are the same", { kubernetes, kubevirt: true }, () => {
  let plane: ControlPlane;
  let proofs: Proofs<'admission'>;
  let admission: Admission;
  let judge: Judge;

  beforeAll(async () => {
    proofs = new Proofs('admission', kubernetes);
    judge = await Judge.start(say);
    // All devices that a random machine may ask for, since the KubeVirt object is given once.
    plane = await ControlPlane.start({
      kubernetes, kubevirt: { spec: kubevirtSpec(expects, objects) }, crds: definitions(objects).crds, say, logs: `reports/cluster/admission-${kubernetes}`,
    });
    admission = await Admission.of(plane.client, plane.certificate);
    judge.configure(kubevirtSpec(expects, objects));
  }, START);

  afterAll(async () => {
    admission?.close();
    await judge?.stop();
    await plane?.stop();
  }, 60_000);

  /** What both say, each shortened to what can be compared: the message without the webhook's name. */
  const both = async (object: KubeObject, old?: KubeObject): Promise<{ here: readonly string[]; there: readonly string[] }> => {
    const [verdict, ruling] = await Promise.all([judge.ask({ object, ...(old === undefined ? {} : { old }) }), admission.ask(object, PLURALS[object.kind]!, old)]);
    // The process goes on to the object's schema, a machine's instance and its pod; these hooks do not.
    const here = verdict.refused.filter((text) => HOOKS.some((who) => text.startsWith(`${object.kind}${who}: `))).map(message);
    return { here, there: ruling.refused.map(message) };
  };
  /** A schema's faults come in any order. */
  const parts = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.split(', ')).sort();
  const placeless = (text: string): string => text.replace(/^.*not found$/, 'not found');
  const message = (text: string): string => text.replace(/^.*?: /, '').replace(/^admission webhook .* denied the request: /, '');

  test(`machines of ${FLEETS} random fleets: made, written again, started, and changed at random`, async () => {
    let [run, reviews, refused] = [0, 0, 0];
    const begin = Date.now();
    await fc.assert(fc.asyncProperty(plans, fc.array(mutations, { minLength: 4, maxLength: 4 }), async (plan, changes) => {
      run += 1;
      // The running virt-api remembers instancetypes: each fleet gets names of its own.
      const fleet = fleetOf({ ...plan, machines: plan.machines.map((wish) => ({ ...wish, profile: `p${run}` })) });
      const types = fleet.refused.length > 0 ? [] : fleet.objects.filter(({ kind }) => kind.startsWith('VirtualMachineCluster'));
      for (const type of types) {
        expect(await both(type)).toEqual({ here: [], there: [] });
        await plane.client.apply(type);
        reviews += 1;
      }
      judge.configure(kubevirtSpec(expects), types);
      for (const object of fleet.refused.length > 0 ? [] : fleet.objects.filter(({ kind }) => kind === 'VirtualMachine')) {
        expect(await both(object)).toEqual({ here: [], there: [] });
        expect(await both(object, object)).toEqual({ here: [], there: [] });
        const { instance } = await judge.ask({ object });
        const ruling = await admission.ask(instance!, PLURALS.VirtualMachineInstance!);
        expect(ruling.refused).toEqual([]);
        reviews += 3;
        for (const change of changes) {
          const { object: broken, said } = mutated(object, change)!;
          const { here, there } = await both(broken);
          expect({ said, refused: parts(there) }).toEqual({ said, refused: parts(here) });
          const update = await both(broken, object);
          expect({ said, refused: parts(update.there) }).toEqual({ said, refused: parts(update.here) });
          refused += here.length > 0 ? 1 : 0;
          reviews += 1;
        }
      }
    }), { numRuns: FLEETS });
    judge.configure(kubevirtSpec(expects, objects));
    say(`${reviews} objects in ${((Date.now() - begin) / 1000).toFixed(1)} s, of which both refuse ${refused} with the same words`);
    expect(reviews).toBeGreaterThan(FLEETS / 2);
    proofs.prove('fleets');
  }, 300_000);

  test.each(MISTAKES)('%s', async (_name, change) => {
    const object = broken(machine, change);
    const { here, there } = await both(object);
    expect(there).toEqual(here);
    // What the machine's own admission lets pass is refused for its instance, in both, or when its pod is made.
    if (here.length === 0) {
      const { instance, refused } = await judge.ask({ object });
      expect(refused.length).toBeGreaterThan(0);
      const ruling = instance === undefined ? undefined : await admission.ask(instance, PLURALS.VirtualMachineInstance!);
      const said = refused.filter((text) => text.startsWith('VirtualMachineInstance: ')).map(message);
      expect(ruling?.refused.map(message) ?? said).toEqual(said);
    }
  });

  test.each<[string, KubeObject, KubeObject, RegExp]>([
    ['VirtualMachineClusterInstancetype',
      { apiVersion: 'instancetype.kubevirt.io/v1beta1', kind: 'VirtualMachineClusterInstancetype', metadata: { name: 'a' }, spec: { cpu: { guest: 4 }, memory: { guest: '4Gi' } } },
      { apiVersion: 'instancetype.kubevirt.io/v1beta1', kind: 'VirtualMachineClusterInstancetype', metadata: { name: 'a' }, spec: { cpu: { guest: 4 }, memory: { guest: '4Gi', overcommitPercent: 10, hugepages: { pageSize: '1Gi' } } } }, /overcommit/i],
    ['VirtualMachineClusterPreference',
      { apiVersion: 'instancetype.kubevirt.io/v1beta1', kind: 'VirtualMachineClusterPreference', metadata: { name: 'a' }, spec: { cpu: { preferredCPUTopology: 'cores' } } },
      { apiVersion: 'instancetype.kubevirt.io/v1beta1', kind: 'VirtualMachineClusterPreference', metadata: { name: 'a' }, spec: { cpu: { preferredCPUTopology: 'none' } } }, /topology/i],
    ['VirtualMachineSnapshot', of('VirtualMachineSnapshot', 'snapshot.kubevirt.io/v1beta1', { source: virtual }), of('VirtualMachineSnapshot', 'snapshot.kubevirt.io/v1beta1', { source: { ...virtual, kind: 'Pod', apiGroup: 'kubevirt.io' } }), /kind/i],
    ['VirtualMachineExport', of('VirtualMachineExport', 'export.kubevirt.io/v1', { source: virtual }), of('VirtualMachineExport', 'export.kubevirt.io/v1', { source: { ...virtual, apiGroup: 'x' } }), /API group/],
    ['VirtualMachineClone', of('VirtualMachineClone', 'clone.kubevirt.io/v1beta1', { source: virtual, target: { ...virtual, name: 'two' } }), of('VirtualMachineClone', 'clone.kubevirt.io/v1beta1', { source: { ...virtual, kind: 'Pod' }, target: { ...virtual, name: 'two' } }), /kind|source/i],
    ['VirtualMachineRestore', of('VirtualMachineRestore', 'snapshot.kubevirt.io/v1beta1', { target: { ...virtual, name: 'two' }, virtualMachineSnapshotName: 'none' }), of('VirtualMachineRestore', 'snapshot.kubevirt.io/v1beta1', { target: { ...virtual, kind: 'Pod' }, virtualMachineSnapshotName: 'none' }), /kind/i],
  ])('%s is judged, too', async (kind, good, bad, said) => {
    for (const object of [good, bad]) {
      const { here, there } = await both(object);
      expect(there.map(placeless)).toEqual(here.map(placeless));
    }
    const accepted = await admission.ask(good, PLURALS[kind]!);
    expect(accepted.asked).toBeGreaterThan(0);
    // A restore needs its snapshot, which only a running cluster has.
    expect(accepted.refused.filter((text) => !/VirtualMachineSnapshot .*does not exist/.test(text))).toEqual([]);
    expect((await admission.ask(bad, PLURALS[kind]!)).refused.join('\n')).toMatch(said);
  });
}));
