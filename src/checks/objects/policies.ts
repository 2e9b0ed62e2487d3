import { BlockList, isIP } from 'net';
import { CDI_PODS } from '../../facts';
import { show } from '../../faults';
import type { Findings } from '../findings';
import type { Item } from '../item';
import { given, type Json, list, listed, record, records, step, text } from '../json';
import type { Rule } from '../rule';
import { isKey, isLabelValue } from '../words';
import type { World } from '../world';

const PLAIN = 'networking.k8s.io/NetworkPolicy';
const CILIUM = 'cilium.io/CiliumNetworkPolicy';
const CILIUM_WIDE = 'cilium.io/CiliumClusterwideNetworkPolicy';
const KINDS = [PLAIN, CILIUM, CILIUM_WIDE] as const;

/** Cilium v1.20.1 pkg/policy/api/rule_validation.go: maxPorts. */
const CILIUM_PORTS = 40;
const CILIUM_ENTITIES: readonly string[] = ['all', 'world', 'world-ipv4', 'world-ipv6', 'cluster', 'host', 'init', 'ingress', 'unmanaged', 'remote-node', 'health', 'none', 'kube-apiserver'];

type Refuse = (got: string, expected: string, field: string) => void;

/** What Kubernetes and Cilium refuse of a policy beyond its schema; of policies of the whole cluster no schema is here. Cilium takes the object and never applies it. */
export const POLICIES: Rule = {
  about: 'network policies',
  kinds: KINDS,
  object(item, findings) {
    const refuse: Refuse = (got, expected, field) => findings.add('WS-POLICY-009', { kind: item.ref.kind, name: item.name, got, expected }, item, field);
    if (item.groupKind === PLAIN) {
      judgePlain(item.spec, refuse);
    } else {
      specsOf(item).forEach(({ spec, at }) => judgeCilium(spec, at, refuse, item.groupKind === CILIUM_WIDE));
    }
  },
};

function judgePlain(spec: Json, refuse: Refuse): void {
  judgeSelector(spec.podSelector, '/spec/podSelector', refuse);
  if (list(spec.policyTypes).length > 2) {
    refuse('has more than two types', 'give Ingress, Egress or both', '/spec/policyTypes');
  }
  for (const [direction, end] of [['ingress', 'from'], ['egress', 'to']] as const) {
    records(spec[direction]).forEach((rule, index) => {
      const at = `/spec/${direction}/${index}`;
      records(rule.ports).forEach((port, place) => judgePlainPort(port, `${at}/ports/${place}`, refuse));
      records(rule[end]).forEach((peer, place) => {
        const [here, selects] = [`${at}/${end}/${place}`, given(peer.podSelector) || given(peer.namespaceSelector)];
        judgeSelector(peer.podSelector, `${here}/podSelector`, refuse);
        judgeSelector(peer.namespaceSelector, `${here}/namespaceSelector`, refuse);
        if (given(peer.ipBlock)) {
          if (selects) {
            refuse('has a peer with ipBlock and a selector', 'make them two peers', here);
          }
          const { cidr, except } = record(peer.ipBlock);
          judgeBlock(cidr, list(except), `${here}/ipBlock`, '/cidr', refuse, true);
        } else if (!selects) {
          refuse('has a peer that names nobody', 'give podSelector, namespaceSelector or ipBlock; for everybody leave the list of peers out', here);
        }
      });
    });
  }
}

function judgePlainPort({ port, endPort }: Json, at: string, refuse: Refuse): void {
  if (typeof port === 'number' && !isPort(port)) {
    refuse(`has port ${port}`, 'give 1 to 65535', `${at}/port`);
  }
  if (typeof port === 'string' && !(/^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,13}[a-z0-9])?$/.test(port) && /[a-z]/.test(port))) {
    refuse(`has the port name ${show(port)}`, 'give at most 15 lower-case letters, digits and hyphens with at least one letter, or a number without quotes', `${at}/port`);
  }
  if (typeof endPort === 'number' && !(typeof port === 'number' && isPort(endPort) && endPort >= port)) {
    refuse(`has endPort ${endPort} with port ${show(port)}`, 'give a number as port, and an endPort from there to 65535', `${at}/endPort`);
  }
}

/** What a selector of labels may be; Cilium writes the source of a label before its key, with a colon. */
function judgeSelector(selector: unknown, at: string, refuse: Refuse, source = false): void {
  const isGoodKey = (key: string): boolean => isKey(source ? key.replace(/^[\w-]+:(?=.)/, '') : key);
  const { matchLabels, matchExpressions } = record(selector);
  for (const [key, value] of Object.entries(record(matchLabels))) {
    if (!isGoodKey(key) || (typeof value === 'string' && !isLabelValue(value))) {
      refuse(`selects the label ${show(key)}: ${show(value)}`, 'give a label as it stands on pods', `${at}/matchLabels/${step(key)}`);
    }
  }
  records(matchExpressions).forEach(({ key, operator, values }, index) => {
    const here = `${at}/matchExpressions/${index}`;
    const needs = operator === 'In' || operator === 'NotIn';
    if (typeof key === 'string' && !isGoodKey(key)) {
      refuse(`selects the label ${show(key)}`, 'give the key of a label', `${here}/key`);
    }
    if (typeof operator === 'string' && !needs && operator !== 'Exists' && operator !== 'DoesNotExist') {
      refuse(`has the operator ${show(operator)}`, 'give In, NotIn, Exists or DoesNotExist', `${here}/operator`);
    } else if (needs !== list(values).length > 0) {
      refuse(needs ? `has ${operator} without values` : `has values beside ${show(operator)}`, needs ? 'give values' : 'take the values away', `${here}/values`);
    }
    list(values).forEach((value, place) => {
      if (typeof value === 'string' && !isLabelValue(value)) {
        refuse(`selects the value ${show(value)}`, 'give the value of a label', `${here}/values/${place}`);
      }
    });
  });
}

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65535;

/** Each part of a Cilium policy: `spec`, and each of `specs`. */
function specsOf(item: Item): { readonly spec: Json; readonly at: string }[] {
  return [...given(item.object.spec) ? [{ spec: item.spec, at: '/spec' }] : [], ...records(item.object.specs).map((spec, index) => ({ spec, at: `/specs/${index}` }))];
}

const DIRECTIONS = ['ingress', 'ingressDeny', 'egress', 'egressDeny'] as const;
const PEERS = {
  ingress: ['fromEndpoints', 'fromCIDR', 'fromCIDRSet', 'fromEntities', 'fromNodes', 'fromGroups'],
  egress: ['toEndpoints', 'toCIDR', 'toCIDRSet', 'toEntities', 'toServices', 'toNodes', 'toGroups', 'toFQDNs'],
} as const;

function judgeCilium(spec: Json, at: string, refuse: Refuse, wide: boolean): void {
  if (wide && DIRECTIONS.every((direction) => list(spec[direction]).length === 0)) {
    refuse('says nothing of any direction', 'give ingress, egress, ingressDeny or egressDeny; to close a direction give it one empty rule: [{}]', at);
  }
  if (wide && given(spec.endpointSelector) && given(spec.nodeSelector)) {
    refuse('selects pods and nodes', 'keep one of endpointSelector and nodeSelector', `${at}/nodeSelector`);
  } else if (given(spec.nodeSelector) && !given(spec.endpointSelector) && !wide) {
    refuse('selects nodes', 'make it a CiliumClusterwideNetworkPolicy', `${at}/nodeSelector`);
  } else if (wide && !given(spec.endpointSelector) && !given(spec.nodeSelector)) {
    refuse('selects nothing', 'give endpointSelector: {} for all pods of the namespace', at);
  }
  judgeSelector(spec.endpointSelector, `${at}/endpointSelector`, refuse, true);
  judgeSelector(spec.nodeSelector, `${at}/nodeSelector`, refuse, true);
  for (const direction of DIRECTIONS) {
    const names = direction.startsWith('ingress') ? PEERS.ingress : PEERS.egress;
    records(spec[direction]).forEach((rule, index) => judgeCiliumRule(rule, names, `${at}/${direction}/${index}`, refuse, { direction, wide }));
  }
}

/** Where a rule stands. */
interface Standing {
  readonly direction: typeof DIRECTIONS[number];
  readonly wide: boolean;
}

function judgeCiliumRule(rule: Json, names: readonly string[], at: string, refuse: Refuse, { direction, wide }: Standing): void {
  const used = names.filter((name) => list(rule[name]).length > 0);
  if (used.length > 1) {
    refuse(`joins ${listed(used)} in one rule`, 'give each a rule of its own', at);
  }
  if (list(rule.icmps).length > 0 && list(rule.toPorts).length > 0) {
    refuse('has icmps and toPorts in one rule', 'give each a rule of its own', `${at}/icmps`);
  }
  records(rule.icmps).forEach(({ fields }, index) => records(fields).forEach(({ type }, place) => {
    if (typeof type === 'number' && !(Number.isInteger(type) && type >= 0 && type <= 255)) {
      refuse(`has the ICMP type ${type}`, 'give a number from 0 to 255, or its name', `${at}/icmps/${index}/fields/${place}/type`);
    }
  }));
  for (const name of ['fromEndpoints', 'toEndpoints', 'fromNodes', 'toNodes', 'fromRequires', 'toRequires'] as const) {
    records(rule[name]).forEach((selector, index) => judgeSelector(selector, `${at}/${name}/${index}`, refuse, true));
  }
  for (const name of ['fromCIDR', 'toCIDR'] as const) {
    list(rule[name]).forEach((cidr, index) => judgeBlock(cidr, [], `${at}/${name}/${index}`, '', refuse, false));
  }
  for (const name of ['fromCIDRSet', 'toCIDRSet'] as const) {
    records(rule[name]).forEach((one, index) => {
      const here = `${at}/${name}/${index}`;
      judgeSelector(one.cidrGroupSelector, `${here}/cidrGroupSelector`, refuse, true);
      const ways = ['cidr', 'cidrGroupRef', 'cidrGroupSelector'].filter((way) => given(one[way]) && one[way] !== '');
      if (ways.length !== 1 && wide) {
        refuse(ways.length === 0 ? 'has a block without addresses' : `has a block with ${listed(ways)}`, 'give one of cidr, cidrGroupRef and cidrGroupSelector', here);
      } else if (given(one.cidr)) {
        judgeBlock(one.cidr, list(one.except), here, '/cidr', refuse, false);
      } else {
        list(one.except).forEach((block, place) => judgeBlock(block, [], `${here}/except/${place}`, '', refuse, false));
      }
    });
  }
  for (const name of ['fromEntities', 'toEntities'] as const) {
    list(rule[name]).forEach((entity, index) => {
      if (typeof entity === 'string' && !CILIUM_ENTITIES.includes(entity)) {
        refuse(`names the entity ${show(entity)}`, `give one of ${CILIUM_ENTITIES.join(', ')}`, `${at}/${name}/${index}`);
      }
    });
  }
  if (wide) {
    records(rule.toFQDNs).forEach((one, index) => judgeName(one, `${at}/toFQDNs/${index}`, refuse));
  }
  records(rule.toPorts).forEach((one, index) => judgeCiliumPorts(one, `${at}/toPorts/${index}`, refuse, { direction, wide }));
}

function judgeName({ matchName, matchPattern }: Json, at: string, refuse: Refuse): void {
  const [name, pattern] = [text(matchName), text(matchPattern)];
  if (name === undefined && pattern === undefined) {
    refuse('has a name of the DNS that is empty', 'give matchName or matchPattern', at);
  } else if (name !== undefined && pattern !== undefined) {
    refuse('has a name of the DNS with matchName and matchPattern', 'keep one of the two', at);
  } else if (name?.includes('*') === true) {
    refuse(`has the matchName ${show(name)}`, 'use matchPattern for a *', `${at}/matchName`);
  }
}

/** Protocols without ports. */
const PORTLESS: readonly unknown[] = ['VRRP', 'IGMP', 'GRE', 'IPIP', 'IPV6', 'ESP', 'AH'];

function judgeCiliumPorts({ ports, rules, serverNames, listener }: Json, at: string, refuse: Refuse, { direction, wide }: Standing): void {
  const [dns, http] = [list(record(rules).dns), list(record(rules).http)];
  if (wide && list(ports).length > CILIUM_PORTS) {
    refuse(`has ${list(ports).length} ports in one list`, `give at most ${CILIUM_PORTS}, and the others in a further entry of toPorts`, `${at}/ports`);
  }
  if (dns.length > 0 && direction === 'ingress') {
    refuse('reads DNS on the way in', 'rules.dns belongs to egress', `${at}/rules/dns`);
  }
  records(record(rules).http).forEach((rule, index) => {
    for (const field of ['method', 'path', 'host'] as const) {
      if (typeof rule[field] === 'string' && !isExpression(rule[field])) {
        refuse(`has the ${field} ${show(rule[field])}`, 'give a regular expression (RE2)', `${at}/rules/http/${index}/${field}`);
      }
    }
  });
  if (dns.length > 0 && http.length > 0) {
    refuse('has rules.dns and rules.http together', 'give each an entry of its own', `${at}/rules`);
  }
  if ((dns.length > 0 || http.length > 0) && list(serverNames).length > 0 && !given(record(rules).terminatingTLS)) {
    refuse('has serverNames beside rules', 'give each an entry of its own', `${at}/serverNames`);
  }
  if (given(listener) && (direction === 'ingress' || dns.length > 0 || http.length > 0)) {
    refuse(direction === 'ingress' ? 'has a listener on the way in' : 'has a listener beside rules', 'take it away, or give it an entry of its own in egress', `${at}/listener`);
  }
  if (dns.length > 0 && list(ports).length === 0) {
    refuse('reads DNS on no port', 'give port "53"', `${at}/ports`);
  }
  records(ports).forEach(({ port, endPort, protocol }, index) => {
    const here = `${at}/ports/${index}`;
    if (!given(port) || port === '') {
      refuse('has a port without a number', 'give a number from 0 to 65535 in quotes, or the name of a port', `${here}/port`);
    } else if (port !== '0' && PORTLESS.includes(protocol)) {
      refuse(`has port ${show(port)} with the protocol ${show(protocol)}, which has no ports`, 'give port "0"', `${here}/port`);
    } else if (typeof port === 'string' && !/^(?:0|[1-9]\d{0,4}|(?=[\w-]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9]|-(?!-)){0,13}[A-Za-z0-9]|[A-Za-z])$/.test(port)) {
      refuse(`has port ${show(port)}`, 'give a number from 0 to 65535 in quotes, or the name of a port', `${here}/port`);
    } else if (typeof port === 'string' && Number(port) > 65535) {
      refuse(`has port ${show(port)}`, 'give a number from 0 to 65535 in quotes, or the name of a port', `${here}/port`);
    }
    if (dns.length > 0 && typeof endPort === 'number' && endPort > Number(port)) {
      refuse('reads DNS on a range of ports', 'give port "53"', `${here}/endPort`);
    }
    if ((dns.length > 0 || http.length > 0) && port === '0') {
      refuse('has rules for port "0"', 'name the port', `${here}/port`);
    }
    if (http.length > 0 && given(protocol) && protocol !== 'TCP') {
      refuse(`has rules.http with the protocol ${show(protocol)}`, 'give TCP', `${here}/protocol`);
    }
  });
}

/** True for a regular expression that RE2 reads, too: it knows no looking around and no references back. */
function isExpression(text: string): boolean {
  try {
    new RegExp(text);
  } catch {
    return false;
  }
  return !/\(\?<?[=!]|\\[1-9]|\\k</.test(text);
}

/** A block of addresses, and those that are left out of it. */
function judgeBlock(cidr: unknown, except: readonly unknown[], at: string, field: '' | '/cidr', refuse: Refuse, strict: boolean): void {
  if (typeof cidr !== 'string') {
    return;
  }
  const block = blockOf(cidr);
  if (block === undefined || !cidr.includes('/')) {
    refuse(`has the block ${show(cidr)}`, 'give addresses as 10.20.0.0/16', `${at}${field}`);
    return;
  }
  except.forEach((one, index) => {
    const inner = typeof one === 'string' ? blockOf(one) : undefined;
    const inside = inner !== undefined && inner.family === block.family && inner.prefix >= block.prefix + (strict ? 1 : 0) && block.addresses.check(inner.address, inner.family);
    if (typeof one === 'string' && (!inside || !one.includes('/'))) {
      refuse(`leaves ${show(one)} out of ${cidr}`, `give a smaller block inside of ${cidr}`, `${at}/except/${index}`);
    }
  });
}

interface Block {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
  readonly addresses: BlockList;
}

function blockOf(cidr: string): Block | undefined {
  const [address = '', length, more] = cidr.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (version === 0 || more !== undefined || !(prefix <= bits)) {
    return undefined;
  }
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const addresses = new BlockList();
  addresses.addSubnet(address, prefix, family);
  return { address, family, prefix, addresses };
}

/** What policies do together: who is cut off without a word, and who is forgotten. */
export const REACH: Rule = {
  about: 'what network policies let pass',
  all(world, findings) {
    if (KINDS.every((kind) => world.all(kind).length === 0)) {
      return;
    }
    const closings = closingsOf(world);
    const around = (namespace: string, labels: Json): Closing[] => [...closings.get(namespace) ?? [], ...closings.get(EVERYWHERE) ?? []].filter((one) => one.selects(labels));
    const open = new Map<string, Item>();
    for (const machine of world.machines) {
      const { item } = machine;
      const labels = machine.isVm ? record(record(record(item.spec.template).metadata).labels) : item.labels;
      const selecting = around(item.namespace, labels);
      if (!selecting.some(({ ingress }) => ingress.closed) && !open.has(item.namespace)) {
        open.set(item.namespace, item);
      }
      if (selecting.some(({ egress }) => egress.closed) && selecting.some(({ egress }) => egress.some) && !selecting.some(({ egress }) => egress.dns)) {
        findings.add('WS-POLICY-013', { machine: machine.name }, item, machine.at);
      }
    }
    const [first] = open.values();
    if (first !== undefined && [...closings.values()].some((ones) => ones.some(({ ingress }) => ingress.closed))) {
      findings.add('WS-POLICY-015', { got: listed([...open.keys()].sort().slice(0, 5)) + (open.size > 5 ? ` and ${open.size - 5} more` : '') }, first, '/metadata/namespace');
    }
    for (const disk of world.disks) {
      const fetched = ['http', 's3', 'gcs', 'registry', 'imageio', 'vddk'].find((source) => given(record(disk.spec.source)[source]));
      if (fetched === undefined || record(record(disk.spec.source).registry).pullMethod === 'node') {
        continue;
      }
      const selecting = around(disk.namespace, { ...CDI_PODS.worker, ...CDI_PODS.importer });
      if (selecting.some(({ egress }) => egress.closed) && !selecting.some(({ egress }) => egress.some)) {
        findings.add('WS-POLICY-014', { disk: disk.name, namespace: disk.namespace }, disk.item, disk.at);
      }
    }
    judgeNames(world, findings);
  },
};

interface Direction {
  /** It lets nothing pass but what is named. */
  readonly closed: boolean;
  /** It names something. */
  readonly some: boolean;
  /** Among it port 53. */
  readonly dns: boolean;
}

/** What one part of a policy does to the pods that it selects. */
interface Closing {
  readonly selects: (labels: Json) => boolean;
  readonly ingress: Direction;
  readonly egress: Direction;
}

/** Where policies of the whole cluster stand among those of namespaces. */
const EVERYWHERE = '';

/** By namespace: there are as many policies as machines. */
function closingsOf(world: World): ReadonlyMap<string, readonly Closing[]> {
  const found = new Map<string, Closing[]>();
  const note = (namespace: string, closing: Closing): void => {
    const known = found.get(namespace);
    if (known === undefined) {
      found.set(namespace, [closing]);
    } else {
      known.push(closing);
    }
  };
  for (const item of world.all(PLAIN)) {
    const types = list(item.spec.policyTypes);
    const direction = (name: 'ingress' | 'egress', type: string): Direction => {
      const rules = records(item.spec[name]);
      const closed = types.length > 0 ? types.includes(type) : name === 'ingress' || rules.length > 0;
      return { closed, some: closed && rules.length > 0, dns: rules.some(({ ports }) => list(ports).length === 0 || records(ports).some(({ port, endPort }) => !given(port) || port === 'dns' || reaches(Number(port), endPort))) };
    };
    note(item.namespace, { selects: (labels) => matches(record(item.spec.podSelector), labels, []), ingress: direction('ingress', 'Ingress'), egress: direction('egress', 'Egress') });
  }
  for (const { item, spec } of [CILIUM, CILIUM_WIDE].flatMap((kind) => world.all(kind)).flatMap((one) => specsOf(one).map(({ spec: part }) => ({ item: one, spec: part })))) {
    if (!given(spec.endpointSelector)) {
      continue;
    }
    const direction = (name: 'ingress' | 'egress'): Direction => {
      // An empty rule lets nothing pass.
      const rules = records(spec[name]).filter((rule) => Object.keys(rule).length > 0);
      const wanted = record(spec.enableDefaultDeny)[name];
      return {
        closed: typeof wanted === 'boolean' ? wanted : list(spec[name]).length + list(spec[`${name}Deny`]).length > 0,
        some: rules.length > 0,
        dns: rules.some(({ toPorts }) => list(toPorts).length === 0 || records(toPorts).some(({ ports }) => records(ports).some(({ port, endPort }) => port === '0' || port === 'dns' || reaches(Number(port), endPort)))),
      };
    };
    note(item.groupKind === CILIUM_WIDE ? EVERYWHERE : item.namespace, {
      selects: (labels) => matches(record(spec.endpointSelector), labels, ['k8s:', 'any:']), ingress: direction('ingress'), egress: direction('egress'),
    });
  }
  return found;
}

const reaches = (port: number, endPort: unknown): boolean => port === 53 || (port < 53 && typeof endPort === 'number' && endPort >= 53);

/** Whether a selector fits; the namespace's labels, which Cilium mixes in, are not looked at. */
function matches(selector: Json, labels: Json, prefixes: readonly string[]): boolean {
  const plain = (key: string): string => {
    const prefix = prefixes.find((one) => key.startsWith(one));
    return prefix === undefined ? key : key.slice(prefix.length);
  };
  const valueOf = (key: string): string | undefined => (Object.prototype.hasOwnProperty.call(labels, key) ? String(labels[key]) : undefined);
  const isOfNamespace = (key: string): boolean => /^io\.(?:kubernetes\.pod\.namespace|cilium\.k8s)/.test(key);
  return Object.entries(record(selector.matchLabels)).every(([key, value]) => isOfNamespace(plain(key)) || valueOf(plain(key)) === String(value))
    && records(selector.matchExpressions).every(({ key, operator, values }) => {
      const [name, allowed] = [plain(String(key)), list(values).map(String)];
      const value = valueOf(name);
      switch (operator) {
        case 'In':
          return isOfNamespace(name) || (value !== undefined && allowed.includes(value));
        case 'NotIn':
          return value === undefined || !allowed.includes(value);
        case 'Exists':
          return isOfNamespace(name) || value !== undefined;
        case 'DoesNotExist':
          return value === undefined;
        default:
          return false;
      }
    });
}

/** What Cilium takes and what then never works. */
function judgeNames(world: World, findings: Findings): void {
  const parts = [CILIUM, CILIUM_WIDE].flatMap((kind) => world.all(kind)).flatMap((item) => specsOf(item).map((one) => ({ ...one, item })));
  const namespacesWhere = (holds: (spec: Json) => boolean): ReadonlySet<string> =>
    new Set(parts.filter(({ spec }) => holds(spec)).map(({ item }) => (item.groupKind === CILIUM_WIDE ? EVERYWHERE : item.namespace)));
  const readsDns = namespacesWhere((spec) => records(spec.egress).some(({ toPorts }) => records(toPorts).some(({ rules }) => list(record(rules).dns).length > 0)));
  const lets = { egress: namespacesWhere((spec) => list(spec.egress).length > 0), ingress: namespacesWhere((spec) => list(spec.ingress).length > 0) };
  for (const { item, spec, at } of parts) {
    records(spec.egress).forEach((rule, index) => {
      const here = `${at}/egress/${index}`;
      if (list(rule.toFQDNs).length > 0 && !readsDns.has(item.namespace) && !readsDns.has(EVERYWHERE)) {
        findings.add('WS-POLICY-010', { name: item.name }, item, `${here}/toFQDNs`);
      }
      records(rule.toEndpoints).forEach(({ matchLabels, matchExpressions }, place) => {
        const keys = Object.keys(record(matchLabels)).map((key) => key.replace(/^(?:k8s|any):/, ''));
        const app = record(matchLabels)['k8s:k8s-app'] ?? record(matchLabels)['k8s-app'] ?? record(matchLabels)['any:k8s-app'];
        const isElsewhere = item.groupKind === CILIUM && item.namespace !== 'kube-system' && !given(matchExpressions) && !keys.some((key) => key.startsWith('io.'));
        if (isElsewhere && (app === 'kube-dns' || app === 'coredns')) {
          findings.add('WS-POLICY-011', { name: item.name, got: String(app) }, item, `${here}/toEndpoints/${place}`);
        }
      });
    });
    for (const direction of ['egress', 'ingress'] as const) {
      if (list(spec[`${direction}Deny`]).length > 0 && !given(record(spec.enableDefaultDeny)[direction]) && !lets[direction].has(item.namespace)) {
        findings.add('WS-POLICY-012', { name: item.name, got: direction }, item, `${at}/${direction}Deny`);
      }
    }
  }
}
