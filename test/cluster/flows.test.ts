import { Chart, Size } from 'cdk8s';
import fc from 'fast-check';
import { GoldenImage } from '../../src/constructs/golden-image';
import { ImageSpace } from '../../src/constructs/image-space';
import { RbdQos } from '../../src/constructs/rbd-qos';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { FleetApp } from '../../src/output/fleet-app';
import { checkObjects } from '../../src/checks';
import { GuestService, ImageSource, NetworkIsolation, NetworkPeer, NetworkPort, Person, Profile, Readiness } from '../../src/values';
import { SHA } from '../support/fleet';
import { type Answer, Engine, type EngineName, type Passage, type Peer, type Pod, type World } from './flows';
import { type KubeObject } from './harness/client';
import { definitions } from './definitions';
import { Judge } from './judges';
import { GROUNDS, mutated, mutations } from './mutations';
import { describeUnless, say, START } from './suite';

const TARGET = { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } as const;

/** What only a running agent can tell: its flags, its cloud, and the Services of its cluster. */
const ELSEWHERE = /cannot be resolved here|flag is set/;

/** Random changes: so many times ten. */
const CHANGES = Number(process.env.WORKSTATIONS_FLEETS ?? 200) / 2;

/*
 * Who reaches whom over the policies that a fleet gets, answered by upstream's engines. A network that lets the kubelet of a pod's own node through does so by itself:
 * a NetworkPolicy has no word for it, and that engine is not asked.
 */

const CLUSTER = ['10.42.0.0/16', '10.43.0.0/16', '10.1.0.0/24'];
const API_SERVER = '10.1.0.11';
const web = [NetworkPort.tcp(443)];
const shared = {
  ingress: [{ peer: NetworkPeer.pods({ namespace: 'bastion', labels: { app: 'sshd' } }) }],
  gateway: NetworkPeer.pods({ namespace: 'gateway', labels: { app: 'envoy' } }),
};
const TO_LICENCES = { peer: NetworkPeer.cidr('10.0.0.0/8', { excluding: ['10.9.0.0/16'] }), ports: [NetworkPort.tcpRange(27000, 27009)] };
const FORMS: Readonly<Record<EngineName, { readonly people: NetworkIsolation; readonly images: NetworkIsolation }>> = {
  cilium: {
    people: NetworkIsolation.cilium({ ...shared, clusterCidrs: CLUSTER, egress: [{ peer: NetworkPeer.fqdn('*.mirror.example'), ports: web }, { peer: NetworkPeer.world(), ports: [NetworkPort.udp(123)] }, TO_LICENCES] }),
    images: NetworkIsolation.cilium(),
  },
  networkPolicies: {
    people: NetworkIsolation.networkPolicy({ ...shared, clusterCidrs: CLUSTER, apiServer: [API_SERVER], egress: [{ peer: NetworkPeer.cidr('203.0.113.9'), ports: web }, { peer: NetworkPeer.world(), ports: [NetworkPort.udp(123)] }, TO_LICENCES] }),
    images: NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, egress: [{ peer: NetworkPeer.cidr('203.0.113.20'), ports: web }] }),
  },
};

/** Two people, one with a disk that has grown and has limits, and the images of both. */
function objectsOf(people: NetworkIsolation | undefined, images: NetworkIsolation | undefined): readonly KubeObject[] {
  const app = new FleetApp({ fleet: 'lab', kubectlImage: `registry.example.internal/kubectl@sha256:${SHA}` });
  const platform = new Chart(app, 'platform', { namespace: 'workstations' });
  const storage = new RbdStorage(platform, 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'workstations' });
  const space = new ImageSpace(app, 'vm-images', images === undefined ? {} : { network: images });
  const image = new GoldenImage(space, 'ubuntu', { source: ImageSource.http('https://images.example/u.qcow2', { sha256: SHA }), size: Size.gibibytes(10), storage });
  for (const name of ['alice', 'bob']) {
    const home = new UserSpace(app, name, { owner: Person.of(name), ...(people === undefined ? {} : { network: people }) });
    const rootDisk = new RbdRootDisk(home, 'root', {
      image, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(20), ...(name === 'alice' ? { grownTo: Size.gibibytes(30), qos: RbdQos.fromClassName('bronze') } : {}),
    });
    new Workstation(home, 'workstation', {
      profile: Profile.of('office', { version: 1, cpus: 2, memory: Size.gibibytes(4) }), rootDisk,
      ...(name === 'bob' ? { services: [GuestService.ssh()], readiness: Readiness.guestAgent() } : {}),
    });
  }
  const { faults, objects } = app._synthesize();
  expect(faults.filter(({ severity }) => severity === 'error')).toEqual([]);
  return objects.map(({ object }) => object as unknown as KubeObject);
}

const CDI = { app: 'containerized-data-importer' };
const labelsAt = (objects: readonly KubeObject[], kind: string, namespace: string, match: RegExp): Readonly<Record<string, string>> => {
  const found = objects.find((one) => one.kind === kind && one.metadata.namespace === namespace && match.test(one.metadata.name));
  return (found?.spec as { template: { metadata: { labels: Readonly<Record<string, string>> } } }).template.metadata.labels;
};

/** The pods of the fleet, by the labels of their manifests and of CDI's own code, among those of a cluster. */
function worldOf(objects: readonly KubeObject[], policies: readonly KubeObject[]): World {
  const [ALICE, BOB, IMAGES] = ['workstation-alice', 'workstation-bob', 'vm-images'];
  const pods: Omit<Pod, 'ip'>[] = [
    { namespace: ALICE, name: 'machine', labels: { ...labelsAt(objects, 'VirtualMachine', ALICE, /./), 'kubevirt.io': 'virt-launcher', 'vm.kubevirt.io/name': 'alice-workstation' } },
    { namespace: BOB, name: 'machine', labels: { ...labelsAt(objects, 'VirtualMachine', BOB, /./), 'kubevirt.io': 'virt-launcher', 'vm.kubevirt.io/name': 'bob-workstation' } },
    { namespace: ALICE, name: 'grow', labels: { ...labelsAt(objects, 'Job', ALICE, /-grow-/), 'batch.kubernetes.io/job-name': 'grow' } },
    { namespace: ALICE, name: 'qos', labels: { ...labelsAt(objects, 'Job', ALICE, /-qos-/), 'batch.kubernetes.io/job-name': 'qos' } },
    ...[ALICE, IMAGES].flatMap((namespace) => [
      { namespace, name: 'importer', labels: { ...CDI, 'cdi.kubevirt.io': 'importer', 'prometheus.cdi.kubevirt.io': 'true' } },
      { namespace, name: 'clone-source', labels: { ...CDI, 'cdi.kubevirt.io': 'cdi-clone-source', 'prometheus.cdi.kubevirt.io': 'true' } },
      { namespace, name: 'upload-server', labels: { ...CDI, 'cdi.kubevirt.io': 'cdi-upload-server', 'service': 'cdi-upload-prime' } },
    ]),
    { namespace: ALICE, name: 'stray', labels: { app: 'envoy' } },
    { namespace: 'gateway', name: 'envoy', labels: { app: 'envoy' } },
    { namespace: 'gateway', name: 'controller', labels: { app: 'controller' } },
    { namespace: 'bastion', name: 'sshd', labels: { app: 'sshd' } },
    { namespace: 'kube-system', name: 'dns', labels: { 'k8s-app': 'kube-dns' } },
    { namespace: 'kube-system', name: 'other', labels: { 'k8s-app': 'other' } },
    { namespace: 'kubevirt', name: 'virt-api', labels: { 'kubevirt.io': 'virt-api' } },
    { namespace: 'kubevirt', name: 'virt-handler', labels: { 'kubevirt.io': 'virt-handler' } },
    { namespace: 'cdi', name: 'deployment', labels: { 'cdi.kubevirt.io': '' } },
    { namespace: 'stranger', name: 'dns', labels: { 'k8s-app': 'kube-dns' } },
    { namespace: 'stranger', name: 'machine', labels: { 'kubevirt.io': 'virt-launcher' } },
  ];
  return {
    namespaces: [...new Set(pods.map(({ namespace }) => namespace))].map((name) => ({ name, labels: { 'kubernetes.io/metadata.name': name } })),
    pods: pods.map((pod, index) => ({ ...pod, ip: `10.42.0.${index + 10}` })),
    policies,
  };
}

const isPolicy = ({ kind }: KubeObject): boolean => kind === 'NetworkPolicy' || kind === 'CiliumNetworkPolicy';
const isClosed = (peer: string): boolean => /^(workstation-|vm-images)/.test(peer);

const PORTS: readonly (readonly [number, 'TCP' | 'UDP'])[] = [[22, 'TCP'], [53, 'UDP'], [53, 'TCP'], [80, 'TCP'], [123, 'UDP'], [443, 'TCP'], [443, 'UDP'], [6443, 'TCP'], [8080, 'TCP'], [8443, 'TCP'], [10250, 'TCP'], [27005, 'TCP']];

/** What lies outside of pods, by the word that the tables use. */
const PLACES: Readonly<Record<EngineName, Readonly<Record<string, Peer>>>> = {
  cilium: {
    'own node': { entity: 'host' }, 'another node': { entity: 'remote-node' }, 'API server': { entity: 'kube-apiserver' }, 'Cilium gateway': { entity: 'ingress' },
    'mirror': { fqdn: 'deb.mirror.example', ip: '203.0.113.9' }, 'images': { fqdn: 'images.example', ip: '203.0.113.20' }, 'another name': { fqdn: 'mirror.example.org', ip: '203.0.113.30' },
    'world': { ip: '198.51.100.7' }, 'metadata': { ip: '169.254.169.254' }, 'licences': { ip: '10.20.0.5' }, 'left out': { ip: '10.9.1.1' },
  },
  networkPolicies: {
    'another node': { ip: '10.1.0.20' }, 'API server': { ip: API_SERVER }, 'mirror': { ip: '203.0.113.9' }, 'images': { ip: '203.0.113.20' },
    'world': { ip: '198.51.100.7' }, 'metadata': { ip: '169.254.169.254' }, 'licences': { ip: '10.20.0.5' }, 'left out': { ip: '10.9.1.1' },
  },
};

/** Everything that passes, as `from → to port`; where one of the two engines has no word for an end, it is not asked. */
const PASSES: readonly (readonly [from: string, to: string, ...ports: string[]])[] = [
  ...['workstation-alice/machine', 'workstation-bob/machine'].flatMap((machine): (readonly [string, string, ...string[]])[] => [
    ['gateway/envoy', machine, '22/TCP'],
    ['bastion/sshd', machine, '22/TCP'],
    ['kubevirt/virt-api', machine, '22/TCP'],
    [machine, 'kube-system/dns', '53/UDP', '53/TCP'],
    [machine, 'mirror', '443/TCP', '123/UDP'],
    [machine, 'world', '123/UDP'],
    [machine, 'images', '123/UDP'],
    [machine, 'another name', '123/UDP'],
    [machine, 'licences', '123/UDP', '27005/TCP'],
    [machine, 'left out', '123/UDP'],
  ]),
  // Only Alice's machine has a probe that the kubelet asks by the network.
  ['own node', 'workstation-alice/machine', '22/TCP'],
  ...['grow', 'qos'].map((job): readonly [string, string, string] => [`workstation-alice/${job}`, 'API server', '6443/TCP']),
  ...['workstation-alice', 'vm-images'].flatMap((namespace): (readonly [string, string, ...string[]])[] => [
    ...['importer', 'clone-source', 'upload-server'].map((worker): readonly [string, string, string] => ['cdi/deployment', `${namespace}/${worker}`, '8443/TCP']),
    [`${namespace}/clone-source`, `${namespace}/upload-server`, '8443/TCP'],
    [`${namespace}/clone-source`, 'kube-system/dns', '53/UDP', '53/TCP'],
    ['own node', `${namespace}/upload-server`, '8080/TCP'],
  ]),
  ['vm-images/importer', 'kube-system/dns', '53/UDP', '53/TCP'],
  ['vm-images/importer', 'images', '443/TCP'],
];

/**
 * What Cilium lets pass beside that, in every cluster: a node reaches its own pods on all ports (`--allow-localhost`, which is always on in Kubernetes),
 * so that kubelets can probe.
 */
const ALWAYS = (engine: EngineName, from: string): boolean => engine === 'cilium' && from === 'own node';

const passage = (engine: EngineName, from: string, to: string, port: number, protocol: 'TCP' | 'UDP'): Passage => {
  const end = (word: string): Peer => PLACES[engine][word] ?? { pod: word };
  const source = end(from);
  // Whoever opens a connection has no name.
  return { from: 'fqdn' in source ? { ip: source.ip } : source, to: end(to), port, protocol };
};

/** Every passage between two ends of which one is closed, as `from → to port/protocol`, that passes. */
async function passing(engine: Engine, name: EngineName, world: World): Promise<readonly string[]> {
  const ends = [...world.pods.map((pod) => `${pod.namespace}/${pod.name}`), ...Object.keys(PLACES[name])];
  const found: string[] = [];
  for (const from of ends) {
    for (const to of ends.filter((one) => one !== from && (isClosed(one) || isClosed(from)))) {
      const answers = await Promise.all(PORTS.map(([port, protocol]): Promise<Answer> => engine.ask(passage(name, from, to, port, protocol))));
      answers.forEach(({ allowed }, index) => {
        if (allowed) {
          found.push(`${from} → ${to} ${PORTS[index]!.join('/')}`);
        }
      });
    }
  }
  return found.sort();
}

describe.each(['cilium', 'networkPolicies'] as const)('%s', (name) => {
  describeUnless(Engine.missing(name) ?? Judge.missing(), 'asked in process', () => {
    let engine: Engine;
    let judge: Judge;
    beforeAll(async () => {
      engine = await Engine.start(name, say);
      judge = await Judge.start(say);
      judge.configure({});
    }, START);
    afterAll(async () => {
      await engine?.stop();
      await judge?.stop();
    });

    const { people, images } = FORMS[name];
    const fleet = (): { objects: readonly KubeObject[]; policies: readonly KubeObject[] } => {
      const objects = objectsOf(people, images);
      return { objects, policies: objects.filter(isPolicy) };
    };

    test('exactly what is meant passes, and nothing else between all ends, on all ports', async () => {
      const { objects, policies } = fleet();
      const world = worldOf(objects, policies);
      await expect(engine.settle(world)).resolves.toEqual([]);
      const known = new Set([...world.pods.map((pod) => `${pod.namespace}/${pod.name}`), ...Object.keys(PLACES[name])]);
      const meant = PASSES.filter(([from, to]) => known.has(from) && known.has(to) && !ALWAYS(name, from)).flatMap(([from, to, ...ports]) => ports.map((port) => `${from} → ${to} ${port}`));
      const found = await passing(engine, name, world);
      expect(found.filter((one) => !ALWAYS(name, one.slice(0, one.indexOf(' → '))))).toEqual(meant.sort());
    }, START);

    test('the same holds for what the pages promise of a probe: it passes, whatever the network does by itself', async () => {
      const { objects, policies } = fleet();
      const probes = PASSES.filter(([from]) => from === 'own node');
      await engine.settle(worldOf(objects, policies));
      for (const [from, to, ...ports] of name === 'cilium' ? probes : []) {
        for (const port of ports) {
          const [number, protocol] = port.split('/') as [string, 'TCP'];
          await expect(engine.ask(passage(name, from, to, Number(number), protocol))).resolves.toMatchObject({ allowed: true });
        }
      }
      expect(probes).toHaveLength(3);
    });

    test('without an isolation everything passes', async () => {
      const objects = objectsOf(undefined, undefined);
      expect(objects.filter(isPolicy)).toEqual([]);
      await engine.settle(worldOf(objects, []));
      await expect(engine.ask(passage(name, 'stranger/machine', 'workstation-alice/machine', 22, 'TCP'))).resolves.toMatchObject({ allowed: true });
      await expect(engine.ask(passage(name, 'workstation-alice/machine', 'workstation-bob/machine', 443, 'TCP'))).resolves.toMatchObject({ allowed: true });
    });

    /** Each policy of Alice is there for something: without it something else passes, or something does not. */
    test('no policy is there for nothing', async () => {
      const { objects, policies } = fleet();
      await engine.settle(worldOf(objects, policies));
      const whole = await passing(engine, name, worldOf(objects, policies));
      for (const gone of policies.filter(({ metadata }) => metadata.namespace === 'workstation-alice' || metadata.name.startsWith('import-'))) {
        const world = worldOf(objects, policies.filter((one) => one !== gone));
        await engine.settle(world);
        expect({ without: gone.metadata.name, passes: await passing(engine, name, world) }).not.toEqual({ without: gone.metadata.name, passes: whole });
      }
    }, START);

    test('what upstream refuses of a policy that is changed at random, our own checks refuse, too', async () => {
      const kind = name === 'cilium' ? 'CiliumNetworkPolicy' : 'NetworkPolicy';
      const { policies } = fleet();
      const missed: string[] = [];
      let both = 0;
      judge.define(definitions(policies).crds);
      await fc.assert(fc.asyncProperty(fc.constantFrom(...policies), fc.array(mutations, { minLength: 10, maxLength: 10 }), async (policy, changes) => {
        for (const { object, said } of changes.flatMap((change) => mutated(policy, change, GROUNDS[kind]) ?? [])) {
          const all = [...await engine.settle({ namespaces: [], pods: [], policies: [object] }), ...(await judge.ask({ object })).refused];
          const words = all.filter((text) => !ELSEWHERE.test(text));
          const ours = checkObjects({ objects: [{ object }], target: TARGET }).faults.some(({ severity }) => severity === 'error');
          both += words.length > 0 && ours ? 1 : 0;
          missed.push(...(words.length > 0 && !ours ? [`${said}: ${words.join('; ')}`] : []));
        }
      }), { numRuns: CHANGES });
      expect(missed).toEqual([]);
      expect(both).toBeGreaterThan(CHANGES);
    }, START);

    const onCilium = name === 'cilium' ? test : undefined;
    onCilium?.('BL-139: NetworkPolicies on Cilium close as much, but no address finds the API server', async () => {
      const plain = FORMS.networkPolicies;
      const objects = objectsOf(plain.people, plain.images);
      await expect(engine.settle(worldOf(objects, objects.filter(isPolicy)))).resolves.toEqual([]);
      const asked = async (from: string, to: string, port: number): Promise<boolean> => (await engine.ask(passage(name, from, to, port, 'TCP'))).allowed;
      expect(await asked('gateway/envoy', 'workstation-alice/machine', 22)).toBe(true);
      expect(await asked('stranger/machine', 'workstation-alice/machine', 22)).toBe(false);
      expect(await asked('workstation-bob/machine', 'workstation-alice/machine', 22)).toBe(false);
      expect(await asked('workstation-alice/grow', 'API server', 6443)).toBe(false);
    });

    test('our own checks and upstream find nothing in random isolations', async () => {
      const port = fc.oneof(
        fc.integer({ min: 1, max: 65535 }).map((one) => NetworkPort.tcp(one)), fc.integer({ min: 1, max: 65534 }).map((one) => NetworkPort.udpRange(one, one + 1)),
      );
      // Not the cluster's own, and none with a metadata service.
      const first = fc.integer({ min: 1, max: 223 }).filter((one) => ![10, 100, 168, 169].includes(one));
      const block = fc.tuple(first, fc.integer({ min: 0, max: 255 }), fc.constantFrom(8, 12, 16, 20, 24, 32)).map(([a, b, prefix]) => {
        const masked = prefix <= 8 ? 0 : prefix < 16 ? (b >> (16 - prefix)) << (16 - prefix) : b;
        return `${a}.${masked}.0.0/${prefix}`;
      });
      const six = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), fc.constantFrom(16, 32, 64, 128)).map(([word, prefix]) => `${word.toString(16)}::/${prefix}`);
      const anywhere = fc.oneof(block, six).map((one) => NetworkPeer.cidr(one));
      const pods = fc.constantFrom('gateway', 'a', 'b-c').map((namespace) => NetworkPeer.pods({ namespace, labels: namespace === 'a' ? {} : { app: namespace } }));
      const ends = name === 'cilium' ? fc.oneof(anywhere, pods, fc.constantFrom(NetworkPeer.world(), NetworkPeer.nodes())) : fc.oneof(anywhere, pods, fc.constant(NetworkPeer.world()));
      const names = fc.constantFrom('a.example', '*.b.example', '*.*.c.example', 'x-y.z_a.example').map((one) => NetworkPeer.fqdn(one));
      const rule = (peer: fc.Arbitrary<NetworkPeer>) => fc.record({ peer, ports: fc.option(fc.array(port, { minLength: 1, maxLength: 50 }), { nil: undefined }) })
        .map(({ peer: end, ports }) => (ports === undefined ? { peer: end } : { peer: end, ports }));
      const isolation = fc.record({
        gateway: fc.option(name === 'cilium' ? fc.oneof(pods, fc.constant(NetworkPeer.ciliumGateway())) : pods, { nil: undefined }),
        ingress: fc.array(rule(ends), { maxLength: 4 }),
        egress: fc.array(rule(name === 'cilium' ? fc.oneof(ends, names) : ends), { maxLength: 6 }),
        dns: fc.option(
          fc.array(fc.oneof(pods, anywhere).map((peer) => ({ peer, ports: [NetworkPort.udp(5353), NetworkPort.tcp(53)] })), { minLength: 1, maxLength: 2 }), { nil: undefined },
        ),
      });
      await fc.assert(fc.asyncProperty(isolation, async ({ gateway, dns, ...rules }) => {
        const props = { ...rules, ...(gateway === undefined ? {} : { gateway }), ...(dns === undefined ? {} : { dns }), clusterCidrs: CLUSTER };
        const network = name === 'cilium' ? NetworkIsolation.cilium(props) : NetworkIsolation.networkPolicy({ ...props, apiServer: [API_SERVER] });
        const objects = objectsOf(network, images);
        const policies = objects.filter(isPolicy);
        await expect(engine.settle(worldOf(objects, policies))).resolves.toEqual([]);
        expect(checkObjects({ objects: policies.map((object) => ({ object })), target: TARGET }).faults.filter(({ code }) => /SCHEMA|POLICY-009|POLICY-01[012]/.test(code))).toEqual([]);
        // Whatever was declared, people never reach each other by it.
        for (const [from, to] of [['alice', 'bob'], ['bob', 'alice']] as const) {
          await expect(engine.ask(passage(name, `workstation-${from}/machine`, `workstation-${to}/machine`, 22, 'TCP'))).resolves.toMatchObject({ allowed: false });
        }
        await expect(engine.ask(passage(name, 'workstation-alice/machine', 'metadata', 80, 'TCP'))).resolves.toMatchObject({ allowed: false });
      }), { numRuns: 40 });
    }, START);
  });
});
