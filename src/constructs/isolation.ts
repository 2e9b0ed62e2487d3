import { Construct, type IConstruct } from 'constructs';
import { CDI_PODS, KEYS, VIRT_API_LABELS } from '../facts';
import { fault } from '../faults';
import { policy, type PolicyFlow, type PolicyIntent } from '../objects/network-policy';
import { type GuestService, type ImageSourceData, NetworkIsolation, type NetworkIsolationData, type NetworkFlow, type NetworkPortData, isAbsent, readCidr, type ReadinessData, type Reading } from '../values';
import { PullMethod } from '../values/choices';
import { emit } from './emit';
import { recordFaults } from './fault-record';
import { kept, type Marks } from './naming';

const ISOLATIONS = new WeakMap<IConstruct, Isolation>();

/** The isolation of a space, and the namespace that it closes. */
interface Isolation {
  readonly space: Construct;
  readonly namespace: string;
  readonly data: NetworkIsolationData;
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads the prop `network`. */
export function readIsolationProp(given: unknown, reading: Reading): NetworkIsolationData | undefined {
  return isAbsent(given) ? undefined : reading.instance('network', given, NetworkIsolation, 'a NetworkIsolation, such as NetworkIsolation.cilium()')?._data;
}

/**
 * Closes the namespace of a space, but for CDI's transfers. That nothing passes is kept like the namespace itself: the machine of somebody who
 * left the fleet file stays closed in.
 */
export function isolate(space: Construct, namespace: string, data: NetworkIsolationData, labels: Readonly<Record<string, string>>): void {
  const isolation = { space, namespace, data, labels: { ...labels, [KEYS.role]: 'network-policy' } };
  ISOLATIONS.set(space, isolation);
  recordFaults(space, data.warnings);
  const scope = new Construct(space, 'network');
  emitPolicy(scope, isolation, 'default-deny', { pods: {}, ingress: [], egress: [] }, kept(isolation.labels));
  const [transfer, health] = [tcp(CDI_PODS.port), tcp(CDI_PODS.healthPort)];
  emitPolicy(scope, isolation, 'cdi-worker', {
    pods: CDI_PODS.worker,
    // Uploads, and how far a worker has come.
    ingress: [{ peer: { kind: 'pods', namespace: data.cdiNamespace, labels: {} }, ports: transfer }],
    egress: [],
  });
  emitPolicy(scope, isolation, 'cdi-clone-source', { pods: CDI_PODS.cloneSource, ingress: [], egress: [...data.dns, { peer: { kind: 'here', labels: CDI_PODS.uploadServer }, ports: transfer }] });
  emitPolicy(scope, isolation, 'cdi-upload-server', {
    pods: CDI_PODS.uploadServer, ingress: [{ peer: { kind: 'here', labels: CDI_PODS.cloneSource }, ports: transfer }, { peer: { kind: 'ownNode' }, ports: health }], egress: [],
  });
}

/** Lets a machine be reached on the ports of its services, be probed, and reach what the fleet file names. */
export function letMachine(machine: Construct, name: string, services: readonly GuestService[], readiness: ReadinessData): void {
  const isolation = isolationOf(machine);
  if (isolation === undefined) {
    return;
  }
  const { data } = isolation;
  const declared = services.map(({ port }): NetworkPortData => ({ protocol: 'TCP', port }));
  // No ports would be all ports.
  // The rights to a machine say who may use this way.
  const virtctl: PolicyFlow = { peer: { kind: 'pods', namespace: data.kubevirtNamespace, labels: VIRT_API_LABELS }, ports: [] };
  const reached = [...data.gateway, ...data.ingress, virtctl]
    .map(({ peer, ports }) => ({ peer, ports: ports.length === 0 ? declared : ports })).filter(({ ports }) => ports.length > 0);
  const probed: PolicyFlow[] = readiness.kind === 'tcp' || readiness.kind === 'http' ? [{ peer: { kind: 'ownNode' }, ports: tcp(readiness.port) }] : [];
  emitPolicy(new Construct(machine, 'network'), isolation, `machine-${name}`, { pods: { [KEYS.workstation]: name }, ingress: [...reached, ...probed], egress: leaving(data, data.egress) });
}

/** Lets the Jobs that change claims of a space ask the API server. */
export function letClaimJobs(disk: Construct, { claim, role, field }: { readonly claim: string; readonly role: 'growth' | 'qos'; readonly field: string }): void {
  const isolation = isolationOf(disk);
  if (isolation === undefined) {
    return;
  }
  const { space, data, labels } = isolation;
  if (data.form === 'NetworkPolicy' && data.apiServer.length === 0) {
    recordFaults(disk, [fault('WS-POLICY-007', { disk: claim }, { field })]);
    return;
  }
  const ports = tcp(data.apiServerPort);
  if (space.node.tryFindChild('network')?.node.tryFindChild(role) === undefined) {
    emitPolicy(space.node.findChild('network') as Construct, isolation, role, {
      pods: { ...labels, [KEYS.role]: role },
      ingress: [],
      egress: data.form === 'NetworkPolicy' ? data.apiServer.map((cidr) => ({ peer: { kind: 'cidr', cidr, except: [] }, ports })) : [{ peer: { kind: 'apiServer' }, ports }],
    });
  }
}

/** Lets CDI's importers reach where an image comes from. */
export function letImport(image: Construct, name: string, sources: readonly ImageSourceData[]): void {
  const isolation = isolationOf(image);
  // The node's container runtime is outside of every policy.
  const fetched = sources.flatMap((source) => (source.kind === 'http' || (source.kind === 'registry' && source.pullMethod === PullMethod.POD) ? [source.url] : []));
  if (isolation === undefined || fetched.length === 0) {
    return;
  }
  const { data } = isolation;
  const hosts = data.form === 'NetworkPolicy' ? [] : fetched.flatMap((url) => hostOf(url) ?? []);
  const flows = [...new Map([...data.egress, ...hosts].map((flow) => [JSON.stringify(flow, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)), flow])).values()];
  if (data.egress.length === 0 && hosts.length < fetched.length) {
    const unreachable = data.form === 'NetworkPolicy' ? fetched : fetched.filter((url) => hostOf(url) === undefined);
    recordFaults(image, unreachable.map((url) => fault('WS-POLICY-008', { image: name, got: `'${authorityOf(url).host}'` }, { field: 'source' })));
    return;
  }
  emitPolicy(new Construct(image, 'network'), isolation, `import-${name}`, { pods: CDI_PODS.importer, ingress: [], egress: leaving(data, flows) });
}

const tcp = (port: number): readonly NetworkPortData[] => [{ protocol: 'TCP', port }];

/** With names of the DNS among the destinations, Cilium must read what the DNS answers. */
function leaving({ dns }: NetworkIsolationData, flows: readonly NetworkFlow[]): PolicyFlow[] {
  const readsDns = flows.some(({ peer }) => peer.kind === 'fqdn');
  return [...dns.map((flow) => (readsDns ? { ...flow, readsDns } : flow)), ...flows];
}

/** Where an address of the web or of a registry leads to; undefined for a Service of the cluster, behind which pods have ports of their own. */
function hostOf(url: string): NetworkFlow | undefined {
  const { host, port } = authorityOf(url);
  const ports = tcp(port ?? (url.startsWith('http:') ? 80 : 443));
  const cidr = readCidr(host);
  if (cidr !== undefined) {
    return { peer: { kind: 'cidr', cidr, except: [] }, ports };
  }
  return !host.includes('.') || /\.svc(?:\.|$)/.test(host) ? undefined : { peer: { kind: 'fqdn', name: host }, ports };
}

/** Not by URL, which knows no hosts of `docker:`. */
function authorityOf(url: string): { readonly host: string; readonly port?: number } {
  const [, six, name = '', port] = /^[a-z]+:\/\/(?:[^@/]*@)?(?:\[([^\]]*)\]|([^:/?#]+))(?::(\d+))?/.exec(url) ?? [];
  return { host: (six ?? name).toLowerCase().replace(/\.$/, ''), ...(port === undefined ? {} : { port: Number(port) }) };
}

function isolationOf(construct: IConstruct): Isolation | undefined {
  for (let at: IConstruct | undefined = construct; at !== undefined; at = at.node.scope) {
    const found = ISOLATIONS.get(at);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function emitPolicy(scope: Construct, { namespace, data, labels }: Isolation, name: string, intent: PolicyIntent, marks: Marks = { labels: { ...labels }, annotations: {} }): void {
  emit(scope, name, policy(data.form, { name, namespace, ...marks }, intent));
}
