import { CLUSTER_DNS, DEFAULTS, METADATA_ADDRESSES } from '../facts';
import { type Fault, fault, throwAll } from '../faults';
import { type Cidr, covers, mergeCidrs, readCidr } from './cidr';
import { isDnsLabel } from './names';
import { NetworkPeer, type NetworkPeerData, noBlock, peerText } from './network-peer';
import { NetworkPort, type NetworkPortData } from './network-port';
import { isAbsent, type PropNames, Reading } from './reading';

/** Who is at the other end, and on which ports. */
export interface NetworkRule {
  /** The other end: who asks in `ingress`, who is asked in `egress` and `dns`. */
  readonly peer: NetworkPeer;
  /**
   * On which ports.
   * @default - in `ingress` the ports of the machine's services, in `egress` every port and protocol, in `dns` port 53 with UDP and TCP
   */
  readonly ports?: NetworkPort[];
}

/** What passes in both forms. */
export interface IsolationProps {
  /**
   * Who hands on the connections of people: the pods of the gateway's data plane. They reach the ports of every machine's services.
   * @default - nobody
   */
  readonly gateway?: NetworkPeer;
  /**
   * Who else reaches the machines, such as an SSH bastion.
   * @default - nobody
   */
  readonly ingress?: NetworkRule[];
  /**
   * What the machines reach beside the DNS; in an ImageSpace what CDI's importers reach. Mirrors, object storage, licence servers.
   * @default - nothing; in an ImageSpace, with Cilium, the hosts that the images come from
   */
  readonly egress?: NetworkRule[];
  /**
   * The DNS servers that the pods ask.
   * @default - pods with the label k8s-app: kube-dns in kube-system
   */
  readonly dns?: NetworkRule[];
  /**
   * The port of the API server, behind its Service: a Job that grows a claim asks there.
   * @default 6443
   */
  readonly apiServerPort?: number;
  /**
   * The namespace that KubeVirt runs in.
   * @default kubevirt
   */
  readonly kubevirtNamespace?: string;
  /**
   * The namespace that CDI runs in.
   * @default cdi
   */
  readonly cdiNamespace?: string;
}

/** What passes, as CiliumNetworkPolicies. */
export interface CiliumIsolationProps extends IsolationProps {
  /**
   * The blocks of addresses of the cluster's pods, Services and nodes. Cilium never finds them by address: a rule that tries is refused.
   * @default - not known, and not checked
   */
  readonly clusterCidrs?: string[];
}

/** What passes, as NetworkPolicies. */
export interface NetworkPolicyIsolationProps extends IsolationProps {
  /** The blocks of addresses of the cluster's pods, Services and nodes: no wider block of a rule opens them. */
  readonly clusterCidrs: string[];
  /**
   * The addresses of the API servers themselves (`kubectl get endpointslices -n default -l kubernetes.io/service-name=kubernetes`), not that of the
   * Service: needed as soon as a disk grows.
   * @default - none
   */
  readonly apiServer?: string[];
}

/** @internal */
export type IsolationForm = 'CiliumNetworkPolicy' | 'NetworkPolicy';

/**
 * A peer and its ports; no ports are all of them.
 * @internal
 */
export interface NetworkFlow {
  readonly peer: Exclude<NetworkPeerData, { kind: 'world' }>;
  readonly ports: readonly NetworkPortData[];
}

/** @internal */
export interface NetworkIsolationData {
  readonly form: IsolationForm;
  readonly gateway: readonly NetworkFlow[];
  readonly ingress: readonly NetworkFlow[];
  readonly egress: readonly NetworkFlow[];
  readonly dns: readonly NetworkFlow[];
  readonly apiServer: readonly Cidr[];
  readonly apiServerPort: number;
  readonly kubevirtNamespace: string;
  readonly cdiNamespace: string;
  /** Warnings, recorded on each space. */
  readonly warnings: readonly Fault[];
}

type AllProps = CiliumIsolationProps & Partial<Pick<NetworkPolicyIsolationProps, 'apiServer'>>;

const COMMON: PropNames<IsolationProps> = { gateway: true, ingress: true, egress: true, dns: true, apiServerPort: true, kubevirtNamespace: true, cdiNamespace: true };
const CILIUM_PROPS: PropNames<CiliumIsolationProps> = { ...COMMON, clusterCidrs: true };
const NETWORK_POLICY_PROPS: PropNames<NetworkPolicyIsolationProps> = { ...COMMON, clusterCidrs: true, apiServer: true };
const RULE_PROPS: PropNames<NetworkRule> = { peer: true, ports: true };

/**
 * Closes the namespace of a UserSpace or an ImageSpace: nothing passes but what is named here and what machines and disks need to be born and to live. That is
 * the DNS, the kubelet's probes, `virtctl ssh`, CDI's transfers, and the Jobs that change claims.
 *
 * @example
 * const network = NetworkIsolation.cilium({
 *   gateway: NetworkPeer.pods({ namespace: 'envoy-gateway-system' }),
 *   egress: [{ peer: NetworkPeer.fqdn('*.ubuntu.com'), ports: [NetworkPort.tcp(80), NetworkPort.tcp(443)] }],
 * });
 */
export class NetworkIsolation {
  /**
   * As CiliumNetworkPolicies: names of the DNS, nodes and Cilium's own gateway can be said.
   *
   * Faults: WS-POLICY-002, WS-POLICY-003, WS-POLICY-005, WS-POLICY-006, WS-APP-002, WS-APP-007.
   */
  public static cilium(props?: CiliumIsolationProps): NetworkIsolation {
    const reading = new Reading('NetworkIsolation.cilium');
    return new NetworkIsolation(readIsolation('CiliumNetworkPolicy', reading.props(props, CILIUM_PROPS), reading));
  }

  /**
   * As NetworkPolicies, which every network with policies understands. That the kubelet's probes pass is up to the network: all that are in use let them.
   *
   * Faults: WS-POLICY-001, WS-POLICY-002, WS-POLICY-003, WS-POLICY-006, WS-APP-002, WS-APP-007; later WS-POLICY-004 (warning), WS-POLICY-007, WS-POLICY-008.
   */
  public static networkPolicy(props: NetworkPolicyIsolationProps): NetworkIsolation {
    const reading = new Reading('NetworkIsolation.networkPolicy');
    const given = reading.props(props, NETWORK_POLICY_PROPS);
    if (isAbsent(given.clusterCidrs) || (Array.isArray(given.clusterCidrs) && given.clusterCidrs.length === 0)) {
      reading.refuse('clusterCidrs', given.clusterCidrs, "the blocks of the cluster's pods, Services and nodes, such as ['10.42.0.0/16', '10.43.0.0/16', '10.1.0.0/24']");
    }
    return new NetworkIsolation(readIsolation('NetworkPolicy', given, reading));
  }

  /** @internal */
  public readonly _data: NetworkIsolationData;

  private constructor(data: NetworkIsolationData) {
    this._data = data;
  }
}

function readIsolation(form: IsolationForm, given: Partial<AllProps>, reading: Reading): NetworkIsolationData {
  const what = `NetworkIsolation.${form === 'NetworkPolicy' ? 'networkPolicy' : 'cilium'}`;
  const blocks = (prop: 'clusterCidrs' | 'apiServer'): Cidr[] => reading.list(prop, given[prop]).flatMap((item, index) => {
    const cidr = readCidr(item);
    if (cidr === undefined) {
      reading.add(noBlock(item, `${prop}[${index}]`, what));
    }
    return cidr === undefined ? [] : [cidr];
  });
  const world = new World(form, what, mergeCidrs(blocks('clusterCidrs')));
  const apiServer = mergeCidrs(blocks('apiServer'));
  const gateway = isAbsent(given.gateway) ? undefined : reading.instance('gateway', given.gateway, NetworkPeer, "a NetworkPeer, such as NetworkPeer.pods({ namespace: 'envoy-gateway-system' })");
  const rules = (prop: 'ingress' | 'egress' | 'dns'): NetworkFlow[] =>
    reading.list(prop, given[prop]).flatMap((item, index) => {
      const place = `${prop}[${index}]`;
      if (typeof item !== 'object' || item === null || item instanceof NetworkPeer) {
        reading.refuse(place, item, "a rule, such as { peer: NetworkPeer.cidr('10.20.0.0/16'), ports: [NetworkPort.tcp(443)] }");
        return [];
      }
      const rule = reading.props(item as NetworkRule, RULE_PROPS, place);
      const peer = reading.instance(`${place}.peer`, rule.peer, NetworkPeer, "a NetworkPeer, such as NetworkPeer.cidr('10.20.0.0/16')");
      const ports = reading.list(`${place}.ports`, rule.ports).flatMap((port, at) => reading.instance(`${place}.ports[${at}]`, port, NetworkPort, 'a NetworkPort, such as NetworkPort.tcp(443)') ?? []);
      if (prop === 'dns') {
        // Cilium reads the DNS on single ports only.
        ports.forEach((port, at) => {
          if (port._data.endPort !== undefined) {
            reading.refuse(`${place}.ports[${at}]`, `${port._data.port}-${port._data.endPort}`, 'one port; DNS servers have no ranges');
          }
        });
      }
      if (Array.isArray(rule.ports) && rule.ports.length === 0) {
        reading.refuse(`${place}.ports`, rule.ports, 'at least one port, or none at all for every port');
      }
      const asked = ports.length === 0 && prop === 'dns' ? DNS_PORTS : ports.map((port) => port._data);
      return peer === undefined ? [] : world.flows(peer._data, asked, prop, `${place}.peer`);
    });
  const namespace = (prop: 'kubevirtNamespace' | 'cdiNamespace'): string => {
    const name: unknown = given[prop];
    return isDnsLabel(name) ? name : (isAbsent(name) ? undefined : reading.refuse(prop, name, 'the name of a namespace')) ?? DEFAULTS[prop];
  };
  const data: NetworkIsolationData = {
    form,
    gateway: gateway === undefined ? [] : world.flows(gateway._data, [], 'ingress', 'gateway'),
    ingress: rules('ingress'),
    egress: rules('egress'),
    dns: isAbsent(given.dns) ? CLUSTER_DNS_FLOWS : rules('dns'),
    apiServer,
    apiServerPort: isAbsent(given.apiServerPort) ? DEFAULTS.apiServerPort : reading.wholeNumber('apiServerPort', given.apiServerPort, 1, 65535) ?? DEFAULTS.apiServerPort,
    kubevirtNamespace: namespace('kubevirtNamespace'),
    cdiNamespace: namespace('cdiNamespace'),
    warnings: world.warnings,
  };
  throwAll([...reading.faults, ...world.faults]);
  return data;
}

const DNS_PORTS: readonly NetworkPortData[] = [{ protocol: 'UDP', port: CLUSTER_DNS.port }, { protocol: 'TCP', port: CLUSTER_DNS.port }];

const CLUSTER_DNS_FLOWS: readonly NetworkFlow[] = [{ peer: { kind: 'pods', namespace: CLUSTER_DNS.namespace, labels: CLUSTER_DNS.labels }, ports: DNS_PORTS }];

const EVERYWHERE = ['0.0.0.0/0', '::/0'].map(known);
const METADATA = METADATA_ADDRESSES.map(known);

function known(text: string): Cidr {
  return readCidr(text)!;
}

/** What lies at which address, and which peers can be said in which form. */
class World {
  public readonly faults: Fault[] = [];
  public readonly warnings: Fault[] = [];

  public constructor(private readonly form: IsolationForm, private readonly what: string, private readonly cluster: readonly Cidr[]) {}

  public flows(peer: NetworkPeerData, ports: readonly NetworkPortData[], direction: 'ingress' | 'egress' | 'dns', field: string): NetworkFlow[] {
    if (direction !== 'egress' && peer.kind === 'fqdn') {
      this.faults.push(fault('WS-POLICY-002', { got: peerText(peer), prop: field, what: this.what, expected: 'a destination of machines' }, { field }));
    } else if (direction !== 'ingress' && peer.kind === 'ciliumGateway') {
      this.faults.push(fault('WS-POLICY-002', { got: peerText(peer), prop: field, what: this.what, expected: 'a source' }, { field }));
    }
    if (this.form === 'NetworkPolicy' && (peer.kind === 'fqdn' || peer.kind === 'nodes' || peer.kind === 'ciliumGateway')) {
      this.faults.push(fault('WS-POLICY-001', { got: peerText(peer), prop: field, what: this.what }, { field }));
    }
    switch (peer.kind) {
      case 'world':
        return EVERYWHERE.map((cidr) => ({ peer: this.addresses(cidr, [], direction), ports }));
      case 'cidr':
        if (direction !== 'dns') {
          this.checkAddresses(peer.cidr, direction, field);
        }
        return [{ peer: this.addresses(peer.cidr, peer.except, direction), ports }];
      case 'pods':
      case 'fqdn':
      case 'nodes':
      case 'ciliumGateway':
        return [{ peer, ports }];
    }
  }

  /** A block without what must not be reached by it. Cilium has no need of the cluster's own: it never finds those by address. */
  private addresses(cidr: Cidr, except: readonly Cidr[], direction: 'ingress' | 'egress' | 'dns'): NetworkFlow['peer'] {
    const closed = [...this.form === 'NetworkPolicy' ? this.cluster : [], ...direction === 'egress' ? METADATA : []];
    return { kind: 'cidr', cidr, except: mergeCidrs([...except, ...closed.filter((one) => covers(cidr, one) && one.text !== cidr.text)]) };
  }

  private checkAddresses(cidr: Cidr, direction: 'ingress' | 'egress', field: string): void {
    if (direction === 'egress' && METADATA.some((one) => covers(one, cidr))) {
      this.faults.push(fault('WS-POLICY-006', { got: cidr.text, prop: field, what: this.what }, { field }));
    }
    const inside = this.cluster.find((one) => covers(one, cidr));
    if (inside === undefined) {
      return;
    }
    const values = { got: cidr.text, prop: field, what: this.what, expected: inside.text };
    if (this.form === 'NetworkPolicy') {
      this.warnings.push(fault('WS-POLICY-004', values, { field }));
    } else {
      this.faults.push(fault('WS-POLICY-005', values, { field }));
    }
  }
}
