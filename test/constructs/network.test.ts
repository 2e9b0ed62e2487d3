import { FleetApp } from '../../src/output/fleet-app';
import { faultsOf } from '../../src/constructs/fault-record';
import { GoldenImage } from '../../src/constructs/golden-image';
import { ImageSpace } from '../../src/constructs/image-space';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation, type WorkstationProps } from '../../src/constructs/workstation';
import { GuestService, ImageSource, NetworkIsolation, NetworkPeer, NetworkPort, PullMethod, Readiness } from '../../src/values';
import { gi, manifestsOf, office, person, plainApp, root, SHA, STORAGE } from '../support/fleet';

/* eslint-disable @typescript-eslint/no-explicit-any */

const CLUSTER = ['10.42.0.0/16', '10.43.0.0/16', '10.1.0.0/24'];
const app = () => plainApp({ kubectlImage: `kubectl@sha256:${SHA}` });
const GATEWAY = NetworkPeer.pods({ namespace: 'gateway', labels: { app: 'envoy' } });

/** The policies of a space, by name. */
const policies = (space: UserSpace | ImageSpace): Record<string, any> =>
  Object.fromEntries(manifestsOf(space).filter(({ kind }) => kind.endsWith('NetworkPolicy')).map((manifest) => [manifest.metadata.name, manifest]));

function home(network: NetworkIsolation, machine: Partial<WorkstationProps> = {}, grownTo?: number): UserSpace {
  const alice = new UserSpace(app(), 'alice', { owner: person(), network });
  const rootDisk = root(alice, 'root', { size: gi(150), ...(grownTo === undefined ? {} : { grownTo: gi(grownTo) }) });
  new Workstation(alice, 'workstation', { profile: office(), rootDisk, ...machine });
  return alice;
}

const machine = (network: NetworkIsolation, props: Partial<WorkstationProps> = {}): any => policies(home(network, props))['machine-alice-workstation'].spec;
const DNS = [{ port: '53', protocol: 'UDP' }, { port: '53', protocol: 'TCP' }];

describe('a user space', () => {
  it('has no policy by default', () => {
    expect(policies(new UserSpace(app(), 'alice'))).toEqual({});
  });

  it('has the same policies in both forms, and keeps the one that closes it', () => {
    const names = ['cdi-clone-source', 'cdi-upload-server', 'cdi-worker', 'default-deny', 'growth', 'machine-alice-workstation'];
    for (const network of [NetworkIsolation.cilium(), NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, apiServer: ['10.1.0.1'] })]) {
      const found = policies(home(network, {}, 200));
      expect(Object.keys(found).sort()).toEqual(names);
      expect(new Set(Object.values(found).map(({ metadata }) => metadata.namespace))).toEqual(new Set(['workstation-alice']));
      expect(Object.values(found).filter(({ metadata }) => metadata.labels['workstations.dev/keep'] === 'true').map(({ metadata }) => metadata.name)).toEqual(['default-deny']);
      expect(found['default-deny'].metadata.annotations).toEqual({ 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false', 'kustomize.toolkit.fluxcd.io/prune': 'disabled' });
    }
  });

  it('is closed in both directions, for all pods', () => {
    expect(policies(home(NetworkIsolation.cilium()))['default-deny'].spec).toEqual({ egress: [{}], endpointSelector: {}, ingress: [{}] });
    expect(policies(home(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER })))['default-deny'].spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('BL-133: finds the DNS in its own namespace, on both protocols', () => {
    expect(machine(NetworkIsolation.cilium()).egress).toEqual([{
      toEndpoints: [{ matchLabels: { 'k8s:io.kubernetes.pod.namespace': 'kube-system', 'k8s:k8s-app': 'kube-dns' } }], toPorts: [{ ports: DNS }],
    }]);
  });

  it('BL-134: has the DNS beside any rule of its own, and none only if it is told so', () => {
    const web = NetworkPeer.cidr('10.20.0.0/16');
    expect(machine(NetworkIsolation.cilium({ egress: [{ peer: web }] })).egress).toHaveLength(2);
    expect(machine(NetworkIsolation.cilium({ egress: [{ peer: web }], dns: [] })).egress).toEqual([{ toCIDR: ['10.20.0.0/16'] }]);
  });

  it('lets Cilium read the DNS where names are rules, and nowhere else', () => {
    const alice = policies(home(NetworkIsolation.cilium({ egress: [{ peer: NetworkPeer.fqdn('*.ubuntu.com') }, { peer: NetworkPeer.fqdn('pypi.org') }] })));
    expect(alice['machine-alice-workstation'].spec.egress.map(({ toFQDNs, toPorts }: any) => toFQDNs?.[0] ?? toPorts[0].rules)).toEqual([
      { dns: [{ matchPattern: '*' }] }, { matchPattern: '*.ubuntu.com' }, { matchName: 'pypi.org' },
    ]);
    expect(alice['cdi-clone-source'].spec.egress[0].toPorts).toEqual([{ ports: DNS }]);
  });

  it("opens each machine's ports to the gateway, and its probe to its own node", () => {
    const ports = [{ port: '22', protocol: 'TCP' }];
    expect(machine(NetworkIsolation.cilium({ gateway: GATEWAY }))).toMatchObject({
      endpointSelector: { matchLabels: { 'workstations.dev/workstation': 'alice-workstation' } },
      ingress: [
        { fromEndpoints: [{ matchLabels: { 'k8s:app': 'envoy', 'k8s:io.kubernetes.pod.namespace': 'gateway' } }], toPorts: [{ ports }] },
        { fromEndpoints: [{ matchLabels: { 'k8s:io.kubernetes.pod.namespace': 'kubevirt', 'k8s:kubevirt.io': 'virt-api' } }], toPorts: [{ ports }] },
        { fromEntities: ['host'], toPorts: [{ ports }] },
      ],
    });
    const plain = (namespace: string, labels: object) => ({
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } }, podSelector: { matchLabels: labels } }], ports: [{ port: 22, protocol: 'TCP' }],
    });
    expect(machine(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, gateway: GATEWAY, kubevirtNamespace: 'kv' })).ingress).toEqual([
      plain('gateway', { app: 'envoy' }), plain('kv', { 'kubevirt.io': 'virt-api' }),
    ]);
  });

  it("BL-137: knows Cilium's own gateway as what it is", () => {
    expect(machine(NetworkIsolation.cilium({ gateway: NetworkPeer.ciliumGateway() })).ingress[0].fromEntities).toEqual(['ingress']);
    expect(machine(NetworkIsolation.cilium({ gateway: NetworkPeer.nodes() })).ingress[0].fromEntities).toEqual(['host', 'remote-node']);
  });

  it('opens nothing where a machine has no service', () => {
    const closed = { services: [], readiness: Readiness.none() };
    expect(machine(NetworkIsolation.cilium({ gateway: GATEWAY, ingress: [{ peer: NetworkPeer.world() }] }), closed).ingress).toEqual([{}]);
    expect(machine(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, gateway: GATEWAY }), closed).ingress).toBeUndefined();
    expect(machine(NetworkIsolation.cilium(), { readiness: Readiness.guestAgent() }).ingress).toHaveLength(1);
  });

  it('takes the ports of a rule, else those of the services', () => {
    const { ingress } = machine(NetworkIsolation.cilium({ ingress: [{ peer: NetworkPeer.cidr('10.9.0.0/16'), ports: [NetworkPort.tcpRange(60000, 61000)] }, { peer: NetworkPeer.cidr('10.8.0.0/16') }] }), { services: [GuestService.ssh()] });
    expect(ingress.slice(0, 2)).toEqual([
      { fromCIDR: ['10.9.0.0/16'], toPorts: [{ ports: [{ port: '60000', endPort: 61000, protocol: 'TCP' }] }] },
      { fromCIDR: ['10.8.0.0/16'], toPorts: [{ ports: [{ port: '22', protocol: 'TCP' }] }] },
    ]);
  });

  it('never gives Cilium more ports at once than it takes', () => {
    const ports = Array.from({ length: 90 }, (_, index) => NetworkPort.tcp(9000 + index));
    const [, rule] = machine(NetworkIsolation.cilium({ egress: [{ peer: NetworkPeer.world(), ports }] })).egress;
    expect(rule.toPorts.map((one: any) => one.ports.length)).toEqual([40, 40, 10]);
  });

  it('writes blocks and what they leave out', () => {
    const egress = [{ peer: NetworkPeer.cidr('10.0.0.0/8', { excluding: ['10.9.0.0/16'] }) }];
    expect(machine(NetworkIsolation.cilium({ egress })).egress[1]).toEqual({ toCIDRSet: [{ cidr: '10.0.0.0/8', except: ['10.9.0.0/16'] }] });
    expect(machine(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, egress })).egress[1]).toEqual({
      to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/24', '10.9.0.0/16', '10.42.0.0/16', '10.43.0.0/16'] } }],
    });
  });

  it('BL-139: lets the Job that grows a claim ask the API server, by its word in Cilium and by its addresses elsewhere', () => {
    const growth = (network: NetworkIsolation) => policies(home(network, {}, 200)).growth?.spec;
    expect(growth(NetworkIsolation.cilium({ apiServerPort: 443 }))).toEqual({
      egress: [{ toEntities: ['kube-apiserver'], toPorts: [{ ports: [{ port: '443', protocol: 'TCP' }] }] }],
      endpointSelector: { matchLabels: { 'workstations.dev/fleet': 'fleet', 'workstations.dev/owner': 'alice', 'workstations.dev/role': 'growth' } },
      ingress: [{}],
    });
    expect(growth(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, apiServer: ['10.1.0.1', '10.1.0.2'] })).egress.map(({ to }: any) => to[0].ipBlock.cidr)).toEqual(['10.1.0.1/32', '10.1.0.2/32']);
    expect(policies(home(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER }))).growth).toBeUndefined();
  });

  it("selects exactly the growing Job's pods", () => {
    const alice = home(NetworkIsolation.cilium(), {}, 200);
    const job = manifestsOf(alice).find(({ kind }) => kind === 'Job')!;
    expect(job.spec.template.metadata.labels).toMatchObject(policies(alice).growth.spec.endpointSelector.matchLabels);
  });

  it('has one policy for all of its growing disks', () => {
    const alice = home(NetworkIsolation.cilium(), {}, 200);
    root(alice, 'second', { size: gi(150), grownTo: gi(160), machine: 'second' });
    expect(Object.keys(policies(alice)).filter((name) => name === 'growth')).toHaveLength(1);
  });

  it('refuses a growing disk whose Job would find nobody (WS-POLICY-007)', () => {
    const alice = home(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER }), {}, 200);
    expect(alice.node.findAll().flatMap(faultsOf).map(({ code }) => code)).toContain('WS-POLICY-007');
  });

  it('warns of addresses of the cluster on each space (WS-POLICY-004), which can be accepted', () => {
    const network = NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, egress: [{ peer: NetworkPeer.cidr('10.1.0.9') }] });
    expect(faultsOf(new UserSpace(app(), 'alice', { network })).map(({ code }) => code)).toContain('WS-POLICY-004');
    expect(faultsOf(new ImageSpace(app(), 'vm-images', { network })).map(({ code }) => code)).toEqual(['WS-POLICY-004']);
  });

  it('refuses what is no isolation', () => {
    for (const network of [{}, 'cilium', 7, NetworkPeer.world()] as any[]) {
      expect(faultsOf(new UserSpace(app(), 'alice', { network })).map(({ code, field }) => `${code} ${field}`)).toContain('WS-APP-002 network');
      expect(faultsOf(new ImageSpace(app(), 'vm-images', { network })).map(({ code, field }) => `${code} ${field}`)).toEqual(['WS-APP-002 network']);
    }
  });
});

describe('an image space', () => {
  const HTTP = (url: string) => ImageSource.http(url, { sha256: SHA });
  function space(network: NetworkIsolation, ...sources: ImageSource[]): ImageSpace {
    const images = new ImageSpace(app(), 'vm-images', { network });
    const [first, ...others] = sources;
    new GoldenImage(images, 'ubuntu', {
      source: first!, size: gi(40), storage: STORAGE, version: sources.length,
      retained: others.map((source, index) => ({ version: sources.length - 1 - index, source, size: gi(40) })),
    });
    return images;
  }
  const hosts = (images: ImageSpace): any => policies(images)['import-ubuntu']?.spec.egress.slice(1)
    .map(({ toFQDNs, toCIDR, toPorts }: any) => `${toFQDNs?.[0].matchName ?? toCIDR[0]}:${toPorts[0].ports[0].port}`);

  it.each<[string, ImageSource[], string[] | undefined]>([
    ['an image by HTTPS', [HTTP('https://images.example.internal/u.qcow2')], ['images.example.internal:443']],
    ['one by HTTP on a port', [HTTP('http://images.example.internal:8080/u.qcow2')], ['images.example.internal:8080']],
    ['one by HTTP', [HTTP('http://Images.Example.internal/u.qcow2')], ['images.example.internal:80']],
    ['an address', [HTTP('https://10.9.0.10/u.qcow2')], ['10.9.0.10/32:443']],
    ['an address of IPv6', [HTTP('https://[fd00:9::10]:8443/u.qcow2')], ['fd00:9::10/128:8443']],
    ['a registry', [ImageSource.registry(`docker://registry.example.internal:5000/u@sha256:${SHA}`)], ['registry.example.internal:5000']],
    ['a registry that nodes ask', [ImageSource.registry(`docker://registry.example.internal/u@sha256:${SHA}`, { pullMethod: PullMethod.NODE })], undefined],
    ['versions of two places', [HTTP('https://b.example/u.qcow2'), HTTP('https://a.example/u.qcow2'), HTTP('https://b.example/v.qcow2')], ['b.example:443', 'a.example:443']],
    ['an upload', [ImageSource.upload({ sha256: SHA })], undefined],
    ['a snapshot', [ImageSource.snapshot('sealed')], undefined],
  ])('lets importers reach the place of %s', (_name, sources, expected) => {
    expect(hosts(space(NetworkIsolation.cilium(), ...sources))).toEqual(expected);
  });

  it('lets only importers, with the DNS that Cilium reads', () => {
    const { spec } = policies(space(NetworkIsolation.cilium(), HTTP('https://images.example.internal/u.qcow2')))['import-ubuntu'];
    expect(spec.endpointSelector).toEqual({ matchLabels: { 'cdi.kubevirt.io': 'importer' } });
    expect(spec.ingress).toEqual([{}]);
    expect(spec.egress[0].toPorts[0].rules).toEqual({ dns: [{ matchPattern: '*' }] });
  });

  it('BL-083: a NetworkPolicy needs the addresses of the source (WS-POLICY-008)', () => {
    const closed = space(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER }), HTTP('https://images.example.internal/u.qcow2'));
    expect(closed.node.findAll().flatMap(faultsOf).map(({ code, message }) => `${code} ${message}`)).toEqual([expect.stringContaining("WS-POLICY-008 image 'ubuntu' comes from 'images.example.internal'")]);
    const open = space(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, egress: [{ peer: NetworkPeer.cidr('10.9.0.10'), ports: [NetworkPort.tcp(443)] }] }), HTTP('https://images.example.internal/u.qcow2'));
    expect(open.node.findAll().flatMap(faultsOf)).toEqual([]);
    expect(policies(open)['import-ubuntu'].spec.egress[1]).toEqual({ ports: [{ port: 443, protocol: 'TCP' }], to: [{ ipBlock: { cidr: '10.9.0.10/32' } }] });
  });

  it.each(['https://files.images.svc/u.qcow2', 'https://files.images.svc.cluster.local/u.qcow2', 'https://files/u.qcow2'])('a Service of the cluster must be named by its pods: %s', (url) => {
    const codes = (network: NetworkIsolation) => space(network, HTTP(url)).node.findAll().flatMap(faultsOf).map(({ code }) => code);
    expect(codes(NetworkIsolation.cilium())).toEqual(['WS-POLICY-008']);
    expect(codes(NetworkIsolation.cilium({ egress: [{ peer: NetworkPeer.pods({ namespace: 'images' }) }] }))).toEqual([]);
  });
});

describe('in an app', () => {
  it.each([
    ['Cilium', NetworkIsolation.cilium({ gateway: GATEWAY, egress: [{ peer: NetworkPeer.fqdn('*.ubuntu.com') }, { peer: NetworkPeer.world() }] })],
    ['NetworkPolicy', NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, apiServer: ['10.1.0.1'], gateway: GATEWAY, egress: [{ peer: NetworkPeer.world() }] })],
  ])('nothing is said against the policies of %s', (_name, network) => {
    const fleet = new FleetApp({ fleet: 'ai-lab', kubectlImage: `kubectl@sha256:${SHA}` });
    const alice = new UserSpace(fleet, 'alice', { owner: person(), network });
    new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice, 'root', { size: gi(150), grownTo: gi(160) }) });
    const { faults } = fleet._synthesize();
    expect(faults.map(({ code }) => code).filter((code) => /POLICY|SCHEMA|KEEP/.test(code))).toEqual([]);
  });
});
