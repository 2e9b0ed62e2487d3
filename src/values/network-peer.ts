import { type Fault, fault, show, throwAll } from '../faults';
import { blockOf, type Cidr, CIDR_WORDS, covers, readCidr } from './cidr';
import { checkLabels, isDnsLabel } from './names';
import { type PropNames, Reading } from './reading';

/** Pods of a namespace. */
export interface PodsProps {
  /** Their namespace. */
  readonly namespace: string;
  /**
   * Labels that they carry, all of them.
   * @default - every pod of the namespace
   */
  readonly labels?: { [key: string]: string };
}

/** Addresses that a block has, but that are not meant. */
export interface CidrProps {
  /**
   * Blocks inside of it that are left out.
   * @default - none
   */
  readonly excluding?: string[];
}

/** @internal */
export type NetworkPeerData =
  | { readonly kind: 'pods'; readonly namespace: string; readonly labels: Readonly<Record<string, string>> }
  | { readonly kind: 'cidr'; readonly cidr: Cidr; readonly except: readonly Cidr[] }
  | { readonly kind: 'fqdn'; readonly name: string }
  | { readonly kind: 'world' }
  | { readonly kind: 'nodes' }
  | { readonly kind: 'ciliumGateway' };

const PODS_PROPS: PropNames<PodsProps> = { namespace: true, labels: true };
const CIDR_PROPS: PropNames<CidrProps> = { excluding: true };

/**
 * Who is at the other end of a connection.
 *
 * @example
 * const gateway = NetworkPeer.pods({ namespace: 'envoy-gateway-system', labels: { 'app.kubernetes.io/component': 'proxy' } });
 */
export class NetworkPeer {
  /**
   * Pods of one namespace. Pods that use the network of their node are {@link NetworkPeer.nodes}.
   *
   * Faults: WS-APP-002, WS-APP-007, WS-NAME-004.
   */
  public static pods(props: PodsProps): NetworkPeer {
    const reading = new Reading('NetworkPeer.pods');
    const given = reading.props(props, PODS_PROPS);
    const namespace = isDnsLabel(given.namespace) ? given.namespace : reading.refuse('namespace', given.namespace, 'the name of a namespace') ?? 'default';
    const { labels, faults } = checkLabels(reading.textMap('labels', given.labels), 'NetworkPeer.pods');
    throwAll([...reading.faults, ...faults]);
    return new NetworkPeer({ kind: 'pods', namespace, labels });
  }

  /**
   * Addresses outside of the cluster. Cilium never finds pods and nodes by their address; other networks do. The metadata services of clouds are always left out.
   *
   * Faults: WS-POLICY-003, WS-POLICY-006, WS-APP-002, WS-APP-007.
   *
   * @param block such as `10.20.0.0/16`; one address is `10.20.3.4` or `10.20.3.4/32`
   */
  public static cidr(block: string, props?: CidrProps): NetworkPeer {
    const reading = new Reading('NetworkPeer.cidr');
    const given = reading.props(props, CIDR_PROPS);
    const cidr = readCidr(block);
    const faults: Fault[] = cidr === undefined ? [noBlock(block, 'block', 'NetworkPeer.cidr')] : [];
    const except = reading.list('excluding', given.excluding).flatMap((item, index) => {
      const inner = readCidr(item);
      if (inner === undefined || (cidr !== undefined && (!covers(cidr, inner) || cidr.text === inner.text))) {
        faults.push(inner === undefined ? noBlock(item, `excluding[${index}]`, 'NetworkPeer.cidr') : fault('WS-APP-002', {
          prop: `excluding[${index}]`, what: 'NetworkPeer.cidr', got: show(item), expected: `a smaller block inside of ${cidr?.text ?? ''}`,
        }, { field: `excluding[${index}]` }));
        return [];
      }
      return [inner];
    });
    throwAll([...faults, ...reading.faults]);
    return new NetworkPeer({ kind: 'cidr', cidr: cidr!, except });
  }

  /**
   * A name of the DNS, as a destination; its addresses are those that the cluster's DNS has answered. Cilium only.
   *
   * Faults: WS-APP-002; later WS-POLICY-001 in a NetworkPolicy, WS-POLICY-002 as a source.
   *
   * @param name a full name, or a pattern with a `*` that stands for any letters of one label, such as `*.ubuntu.com`
   */
  public static fqdn(name: string): NetworkPeer {
    if (typeof name !== 'string' || name.length > 255 || !/^(?:[a-z0-9_*](?:[a-z0-9_*-]*[a-z0-9_*])?\.)+[a-z0-9*](?:[a-z0-9*-]*[a-z0-9*])?$/.test(name) || /^[0-9.]+$/.test(name)) {
      throwAll([fault('WS-APP-002', { prop: 'name', what: 'NetworkPeer.fqdn', got: show(name), expected: 'a full DNS name in lower case, such as archive.ubuntu.com or *.ubuntu.com' }, { field: 'name' })]);
    }
    return new NetworkPeer({ kind: 'fqdn', name });
  }

  /** Every address outside of the cluster, in IPv4 and IPv6, but the metadata services of clouds. */
  public static world(): NetworkPeer {
    return new NetworkPeer({ kind: 'world' });
  }

  /** The nodes, and pods that use the network of their node. Cilium only; elsewhere nodes are addresses. */
  public static nodes(): NetworkPeer {
    return new NetworkPeer({ kind: 'nodes' });
  }

  /** Cilium's own gateway, as a source: what comes through it is no pod of a namespace. Cilium only. */
  public static ciliumGateway(): NetworkPeer {
    return new NetworkPeer({ kind: 'ciliumGateway' });
  }

  /** @internal */
  public readonly _data: NetworkPeerData;

  private constructor(data: NetworkPeerData) {
    this._data = data;
  }
}

/** The fault of a text that is no block of addresses. */
export function noBlock(got: unknown, prop: string, what: string): Fault {
  const meant = blockOf(got);
  return fault('WS-POLICY-003', { got: show(got), prop, what, expected: meant === undefined ? CIDR_WORDS : `${meant}, the block that it lies in, or the address alone` }, { field: prop });
}

/** A peer as a message names it. */
export function peerText(data: NetworkPeerData): string {
  switch (data.kind) {
    case 'pods':
      return `pods of namespace '${data.namespace}'`;
    case 'cidr':
      return `'${data.cidr.text}'`;
    case 'fqdn':
      return `the name '${data.name}'`;
    case 'world':
      return 'every address outside of the cluster';
    case 'nodes':
      return 'the nodes';
    case 'ciliumGateway':
      return "Cilium's own gateway";
  }
}
