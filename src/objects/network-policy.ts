import type { k8s } from 'cdk8s-plus-30';
import { CILIUM_NAMESPACE_LABEL, NAMESPACE_NAME_LABEL } from '../facts';
import type { IsolationForm, NetworkFlow, NetworkPortData } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** Who is at the other end: what a fleet file names, or a part of the cluster. */
export type PolicyPeer = NetworkFlow['peer']
  /** Pods of the policy's own namespace. */
  | { readonly kind: 'here'; readonly labels: Readonly<Record<string, string>> }
  /** The node that a pod runs on. A NetworkPolicy has no word for it: networks let it pass. */
  | { readonly kind: 'ownNode' }
  /** The API server. A NetworkPolicy has no word for it: there, its addresses are given as blocks. */
  | { readonly kind: 'apiServer' };

/** A peer and its ports; no ports are all of them. */
export interface PolicyFlow {
  readonly peer: PolicyPeer;
  readonly ports: readonly NetworkPortData[];
  /** Cilium reads the answers of these DNS servers, so that names can be rules. */
  readonly readsDns?: boolean;
}

/** What passes into and out of some pods. No flows: nothing. */
export interface PolicyIntent {
  /** Labels of the pods; none for all pods of the namespace. */
  readonly pods: Readonly<Record<string, string>>;
  readonly ingress: readonly PolicyFlow[];
  readonly egress: readonly PolicyFlow[];
}

/** A policy in the form that was chosen. */
export function policy(form: IsolationForm, metadata: Metadata, intent: PolicyIntent): Manifest {
  return form === 'NetworkPolicy' ? networkPolicy(metadata, intent) : ciliumNetworkPolicy(metadata, intent);
}

function networkPolicy(metadata: Metadata, { pods, ingress, egress }: PolicyIntent): Manifest {
  const rules = <T>(flows: readonly PolicyFlow[], rule: (peer: k8s.NetworkPolicyPeer, ports: k8s.NetworkPolicyPort[]) => T): T[] =>
    flows.flatMap(({ peer, ports }) => {
      const said = networkPolicyPeer(peer);
      return said === undefined ? [] : [rule(said, ports.map(({ port, ...more }) => ({ ...more, port: port as unknown as k8s.IntOrString })))];
    });
  const some = (ports: k8s.NetworkPolicyPort[]): { ports?: k8s.NetworkPolicyPort[] } => (ports.length === 0 ? {} : { ports });
  const [into, out] = [rules(ingress, (peer, ports) => ({ from: [peer], ...some(ports) })), rules(egress, (peer, ports) => ({ ...some(ports), to: [peer] }))];
  const spec: k8s.NetworkPolicySpec = {
    ...(out.length === 0 ? {} : { egress: out }),
    ...(into.length === 0 ? {} : { ingress: into }),
    podSelector: selector(pods),
    policyTypes: ['Ingress', 'Egress'],
  };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: metadataOf(metadata), spec };
}

function networkPolicyPeer(peer: PolicyPeer): k8s.NetworkPolicyPeer | undefined {
  switch (peer.kind) {
    case 'pods':
      return { namespaceSelector: { matchLabels: { [NAMESPACE_NAME_LABEL]: peer.namespace } }, ...(isEmpty(peer.labels) ? {} : { podSelector: selector(peer.labels) }) };
    case 'here':
      return { podSelector: selector(peer.labels) };
    case 'cidr':
      return { ipBlock: { cidr: peer.cidr.text, ...(peer.except.length === 0 ? {} : { except: peer.except.map(({ text }) => text) }) } };
    case 'ownNode':
    case 'apiServer':
    // Refused with a fault where it was given.
    case 'fqdn':
    case 'nodes':
    case 'ciliumGateway':
      return undefined;
  }
}

/** One end of a rule, as JSON holds it. The generated type has other names for these fields (`toFqdNs`); what is written is held against the schema. */
interface CiliumPeer {
  readonly fromCIDR?: readonly string[];
  readonly fromCIDRSet?: readonly CidrSet[];
  readonly fromEndpoints?: readonly Endpoints[];
  readonly fromEntities?: readonly string[];
  readonly toCIDR?: readonly string[];
  readonly toCIDRSet?: readonly CidrSet[];
  readonly toEndpoints?: readonly Endpoints[];
  readonly toEntities?: readonly string[];
  readonly toFQDNs?: readonly { readonly matchName?: string; readonly matchPattern?: string }[];
}

interface CidrSet {
  readonly cidr: string;
  readonly except: readonly string[];
}

interface Endpoints {
  readonly matchLabels: Readonly<Record<string, string>>;
}

function ciliumNetworkPolicy(metadata: Metadata, { pods, ingress, egress }: PolicyIntent): Manifest {
  const into = ingress.map(({ peer, ports }) => ({ ...ciliumSource(peer), ...toPorts(ports) }));
  const out = egress.map(({ peer, ports, readsDns }) => ({ ...toPorts(ports, readsDns), ...ciliumDestination(peer) }));
  // An empty rule matches nothing and closes its direction; without any the direction would stay open.
  const spec = { egress: out.length === 0 ? [{}] : out, endpointSelector: selector(pods), ingress: into.length === 0 ? [{}] : into };
  return { apiVersion: 'cilium.io/v2', kind: 'CiliumNetworkPolicy', metadata: metadataOf(metadata), spec };
}

function ciliumSource(peer: PolicyPeer): CiliumPeer {
  switch (peer.kind) {
    case 'pods':
    case 'here':
      return { fromEndpoints: [endpoints(peer)] };
    case 'cidr':
      return peer.except.length === 0 ? { fromCIDR: [peer.cidr.text] } : { fromCIDRSet: [cidrSet(peer)] };
    case 'fqdn':
      // Refused with a fault where it was given.
      return {};
    case 'nodes':
    case 'ciliumGateway':
    case 'ownNode':
    case 'apiServer':
      return { fromEntities: entities(peer.kind) };
  }
}

function ciliumDestination(peer: PolicyPeer): CiliumPeer {
  switch (peer.kind) {
    case 'pods':
    case 'here':
      return { toEndpoints: [endpoints(peer)] };
    case 'cidr':
      return peer.except.length === 0 ? { toCIDR: [peer.cidr.text] } : { toCIDRSet: [cidrSet(peer)] };
    case 'fqdn':
      return { toFQDNs: [peer.name.includes('*') ? { matchPattern: peer.name } : { matchName: peer.name }] };
    case 'nodes':
    case 'ciliumGateway':
    case 'ownNode':
    case 'apiServer':
      return { toEntities: entities(peer.kind) };
  }
}

function entities(kind: 'nodes' | 'ciliumGateway' | 'ownNode' | 'apiServer'): string[] {
  switch (kind) {
    case 'nodes':
      return ['host', 'remote-node'];
    case 'ciliumGateway':
      return ['ingress'];
    case 'ownNode':
      return ['host'];
    case 'apiServer':
      return ['kube-apiserver'];
  }
}

function endpoints(peer: Extract<PolicyPeer, { kind: 'pods' | 'here' }>): Endpoints {
  const labels = Object.fromEntries(Object.entries(peer.labels).map(([key, value]) => [`k8s:${key}`, value]));
  // Labels without a namespace would be looked for in the policy's own.
  return { matchLabels: peer.kind === 'here' ? labels : { [CILIUM_NAMESPACE_LABEL]: peer.namespace, ...labels } };
}

const cidrSet = ({ cidr, except }: Extract<PolicyPeer, { kind: 'cidr' }>): CidrSet => ({ cidr: cidr.text, except: except.map(({ text }) => text) });

/** Cilium takes so many ports in one list (pkg/policy/api/rule_validation.go). */
const PORTS_AT_ONCE = 40;

function toPorts(ports: readonly NetworkPortData[], readsDns = false): { toPorts?: object[] } {
  if (ports.length === 0) {
    return {};
  }
  const lists = Array.from({ length: Math.ceil(ports.length / PORTS_AT_ONCE) }, (_, index) => ports.slice(index * PORTS_AT_ONCE, (index + 1) * PORTS_AT_ONCE));
  return {
    toPorts: lists.map((some) => ({
      ports: some.map(({ protocol, port, endPort }) => ({ ...(endPort === undefined ? {} : { endPort }), port: String(port), protocol })),
      ...(readsDns ? { rules: { dns: [{ matchPattern: '*' }] } } : {}),
    })),
  };
}

const selector = (labels: Readonly<Record<string, string>>): { matchLabels?: Record<string, string> } => (isEmpty(labels) ? {} : { matchLabels: { ...labels } });

const isEmpty = (labels: Readonly<Record<string, string>>): boolean => Object.keys(labels).length === 0;
