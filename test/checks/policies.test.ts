import { check, disk, type Loose, machine, object } from './given';

/** Whatever else is said of a machine or a disk is not looked at here; what the schema of a policy says is. */
const said = (objects: Loose[]): string[] => {
  const policies = check(objects).faults.filter(({ code, object: place }) => code.startsWith('WS-POLICY') || (code.startsWith('WS-SCHEMA') && place?.kind.endsWith('NetworkPolicy') === true));
  return [...new Set(policies.map(({ code }) => code))].sort();
};

const policy = (spec: Loose, name = 'closed', namespace = 'alice'): Loose => object('networking.k8s.io/v1', 'NetworkPolicy', name, namespace, { spec: { podSelector: {}, ...spec } });
const cilium = (spec: Loose, name = 'closed', namespace = 'alice'): Loose => object('cilium.io/v2', 'CiliumNetworkPolicy', name, namespace, { spec: { endpointSelector: {}, ...spec } });

describe('a NetworkPolicy', () => {
  const ports = (port: Loose): Loose => policy({ ingress: [{ ports: [port] }] });
  const from = (...peers: Loose[]): Loose => policy({ ingress: [{ from: peers }] });
  test.each<[string, Loose, string[]]>([
    ['accepts one that closes', policy({ policyTypes: ['Ingress', 'Egress'] }), []],
    ['accepts ports', policy({ ingress: [{ ports: [{ port: 22 }, { port: 'ssh', protocol: 'TCP' }, { port: 60000, endPort: 61000, protocol: 'UDP' }, {}] }] }), []],
    ['accepts peers', from({ podSelector: {} }, { namespaceSelector: {}, podSelector: {} }, { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }, { ipBlock: { cidr: '::/0', except: ['fd00::/8'] } }), []],
    ['rejects a peer that names nobody', from({}), ['WS-POLICY-009']],
    ['rejects a block beside a selector', from({ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }), ['WS-POLICY-009']],
    ['rejects a block that is none', from({ ipBlock: { cidr: '10.0.0.0/40' } }), ['WS-POLICY-009']],
    ['rejects an address without a length', from({ ipBlock: { cidr: '10.0.0.1' } }), ['WS-POLICY-009']],
    ...['11.0.0.0/16', '10.0.0.0/8', 'x', 'fd00::/8', '10.0.0.1'].map((one): [string, Loose, string[]] => [`rejects ${one} left out of a block`, from({ ipBlock: { cidr: '10.0.0.0/8', except: [one] } }), ['WS-POLICY-009']]),
    ['rejects a selector that no pod fits', policy({ podSelector: { matchLabels: { app: 'a b' } } }), ['WS-POLICY-009']],
    ['rejects values beside Exists', from({ podSelector: { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['a'] }] } }), ['WS-POLICY-009']],
    ['rejects another operator', from({ namespaceSelector: { matchExpressions: [{ key: 'app', operator: 'in', values: ['a'] }] } }), ['WS-POLICY-009']],
    ['rejects port 0', ports({ port: 0 }), ['WS-POLICY-009']],
    ['rejects a name that is too long', ports({ port: 'a-name-that-is-too-long' }), ['WS-POLICY-009']],
    ['rejects a number in quotes', ports({ port: '22' }), ['WS-POLICY-009']],
    ['rejects a range backwards', ports({ port: 30, endPort: 20 }), ['WS-POLICY-009']],
    ['rejects a range from a name', ports({ port: 'ssh', endPort: 20 }), ['WS-POLICY-009']],
    ['rejects a range from nowhere', ports({ endPort: 20 }), ['WS-POLICY-009']],
    ['rejects ICMP', ports({ protocol: 'ICMP' }), ['WS-SCHEMA-003']],
    ['rejects another type', policy({ policyTypes: ['ingress'] }), ['WS-SCHEMA-003']],
    ['rejects a type too many', policy({ policyTypes: ['Ingress', 'Egress', 'Egress'] }), ['WS-POLICY-009']],
  ])('%s', (_name, given, expected) => {
    expect(said([given])).toEqual(expected);
  });
});

describe('a CiliumNetworkPolicy', () => {
  const DNS = { toEndpoints: [{ matchLabels: { 'k8s:io.kubernetes.pod.namespace': 'kube-system', 'k8s-app': 'kube-dns' } }], toPorts: [{ ports: [{ port: '53', protocol: 'ANY' }], rules: { dns: [{ matchPattern: '*' }] } }] };
  const egress = (...rules: Loose[]): Loose => cilium({ egress: rules });
  const toPorts = (one: Loose): Loose => egress({ toPorts: [one] });
  test.each<[string, Loose, string[]]>([
    ['accepts one that closes', cilium({ ingress: [{}], egress: [{}] }), []],
    ['accepts names beside the DNS', egress(DNS, { toFQDNs: [{ matchName: 'pypi.org' }, { matchPattern: '*.ubuntu.com' }] }), []],
    ['accepts parts', object('cilium.io/v2', 'CiliumNetworkPolicy', 'parts', 'alice', { specs: [{ endpointSelector: {}, ingress: [{}] }] }), []],
    ['rejects one that says nothing', cilium({}), ['WS-SCHEMA-009']],
    ['rejects one that selects nothing', object('cilium.io/v2', 'CiliumNetworkPolicy', 'x', 'alice', { spec: { ingress: [{}] } }), ['WS-SCHEMA-009']],
    ['rejects nodes in a namespace', object('cilium.io/v2', 'CiliumNetworkPolicy', 'x', 'alice', { spec: { nodeSelector: {}, ingress: [{}] } }), ['WS-POLICY-009']],
    ['rejects pods and nodes', cilium({ nodeSelector: {}, ingress: [{}] }), ['WS-SCHEMA-009']],
    ['rejects two sorts of peers in one rule', egress(DNS, { toFQDNs: [{ matchName: 'pypi.org' }], toCIDR: ['10.0.0.0/8'] }), ['WS-POLICY-009']],
    ['rejects ICMP with ports', egress({ icmps: [{ fields: [{ type: 8 }] }], toPorts: [{ ports: [{ port: '1' }] }] }), ['WS-POLICY-009']],
    ['rejects a name with both ways', egress(DNS, { toFQDNs: [{ matchName: 'a.example', matchPattern: '*' }] }), ['WS-SCHEMA-009']],
    ['rejects a name without any', egress(DNS, { toFQDNs: [{}] }), ['WS-SCHEMA-009']],
    ['rejects what no block has', egress({ toCIDRSet: [{ cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] }] }), ['WS-POLICY-009']],
    ['accepts a block without itself', egress({ toCIDRSet: [{ cidr: '10.0.0.0/8', except: ['10.0.0.0/8'] }] }), []],
    ['rejects a set without addresses', egress({ toCIDRSet: [{ except: ['10.0.0.0/16'] }] }), ['WS-SCHEMA-009']],
    ['rejects an empty block in a set', egress({ toCIDRSet: [{ cidr: '' }] }), ['WS-POLICY-009']],
    ['rejects an address in a set', egress({ toCIDRSet: [{ cidr: '10.0.0.1' }] }), ['WS-POLICY-009']],
    ['rejects an address in a list', egress({ toCIDR: ['10.0.0.1'] }), ['WS-POLICY-009']],
    ['rejects a port without a number', toPorts({ ports: [{ protocol: 'TCP' }] }), ['WS-POLICY-009']],
    ['rejects a port of a protocol that has none', toPorts({ ports: [{ port: '22', protocol: 'GRE' }] }), ['WS-POLICY-009']],
    ['accepts port 0 of such a protocol', toPorts({ ports: [{ port: '0', protocol: 'GRE' }] }), []],
    ['accepts keys with their source', egress({ toEndpoints: [{ matchLabels: { 'k8s:app': 'a', 'any:example.com/b': 'c', 'reserved:host': '' } }] }), []],
    ['rejects a label that no pod has', egress({ toEndpoints: [{ matchLabels: { 'a b': 'c' } }] }), ['WS-POLICY-009']],
    ['rejects In without values', egress({ toEndpoints: [{ matchExpressions: [{ key: 'a', operator: 'In' }] }] }), ['WS-POLICY-009']],
    ['rejects a listener on the way in', cilium({ ingress: [{ toPorts: [{ ports: [{ port: '80' }], listener: { name: 'a', envoyConfig: { name: 'b' } } }] }] }), ['WS-POLICY-009']],
    ['rejects too many ports', toPorts({ ports: Array.from({ length: 41 }, (_, index) => ({ port: String(index + 1) })) }), ['WS-SCHEMA-006']],
    ['rejects DNS on the way in', cilium({ ingress: [{ toPorts: [{ ports: [{ port: '53' }], rules: { dns: [{ matchPattern: '*' }] } }] }] }), ['WS-POLICY-009']],
    ['accepts expressions', toPorts({ ports: [{ port: '80', protocol: 'TCP' }], rules: { http: [{ method: 'GET|POST', path: '/a/.*' }] } }), []],
    ['rejects what is no expression', toPorts({ ports: [{ port: '80', protocol: 'TCP' }], rules: { http: [{ path: '*.html' }] } }), ['WS-POLICY-009']],
    ['rejects an expression that looks around', toPorts({ ports: [{ port: '80', protocol: 'TCP' }], rules: { http: [{ path: '/(?!admin)' }] } }), ['WS-POLICY-009']],
    ['rejects a strange ICMP type', egress({ icmps: [{ fields: [{ type: 2147483648 }] }] }), ['WS-POLICY-009']],
    ['rejects DNS on a range', toPorts({ ports: [{ port: '53', endPort: 60 }], rules: { dns: [{ matchPattern: '*' }] } }), ['WS-POLICY-009']],
    ['rejects DNS on every port', toPorts({ ports: [{ port: '0' }], rules: { dns: [{ matchPattern: '*' }] } }), ['WS-POLICY-009']],
    ['rejects a port that is none', toPorts({ ports: [{ port: '65537' }] }), ['WS-POLICY-009']],
    ['BL-133: warns of a DNS without its namespace', egress({ ...DNS, toEndpoints: [{ matchLabels: { 'k8s-app': 'kube-dns' } }] }), ['WS-POLICY-011']],
    ['warns of names without the DNS', egress({ toFQDNs: [{ matchName: 'pypi.org' }] }), ['WS-POLICY-010']],
    ['BL-136: warns of one that only denies', cilium({ egressDeny: [{ toCIDR: ['169.254.169.254/32'] }] }), ['WS-POLICY-012']],
    ['BL-136: accepts one that denies and says so', cilium({ egressDeny: [{ toCIDR: ['169.254.169.254/32'] }], enableDefaultDeny: { egress: false } }), []],
    ['takes whatever stands there', cilium({ ingress: 7, egress: [7, null], endpointSelector: 'x' }), ['WS-SCHEMA-002']],
  ])('%s', (_name, given, expected) => {
    expect(said([given])).toEqual(expected);
  });

  const wide = (spec: Loose): Loose => object('cilium.io/v2', 'CiliumClusterwideNetworkPolicy', 'wide', undefined, { spec: { endpointSelector: {}, ...spec } });
  test.each<[string, Loose, string[]]>([
    ['accepts a good one', wide({ egress: [DNS, { toFQDNs: [{ matchName: 'pypi.org' }] }] }), []],
    ['accepts nodes', object('cilium.io/v2', 'CiliumClusterwideNetworkPolicy', 'wide', undefined, { spec: { nodeSelector: {}, ingress: [{}] } }), []],
    ['rejects one that says nothing', wide({}), ['WS-POLICY-009']],
    ['rejects one that selects nothing', object('cilium.io/v2', 'CiliumClusterwideNetworkPolicy', 'wide', undefined, { spec: { ingress: [{}] } }), ['WS-POLICY-009']],
    ['rejects pods and nodes', wide({ nodeSelector: {}, ingress: [{}] }), ['WS-POLICY-009']],
    ['rejects a name with both ways', wide({ egress: [DNS, { toFQDNs: [{ matchName: 'a.example', matchPattern: '*' }] }] }), ['WS-POLICY-009']],
    ['rejects a name without any', wide({ egress: [DNS, { toFQDNs: [{}] }] }), ['WS-POLICY-009']],
    ['rejects a pattern as a name', wide({ egress: [DNS, { toFQDNs: [{ matchName: '*.example' }] }] }), ['WS-POLICY-009']],
    ['rejects a set without addresses', wide({ egress: [{ toCIDRSet: [{}] }] }), ['WS-POLICY-009']],
    ['rejects a set of two sorts', wide({ egress: [{ toCIDRSet: [{ cidr: '10.0.0.0/8', cidrGroupRef: 'a' }] }] }), ['WS-POLICY-009']],
    ['rejects too many ports', wide({ egress: [{ toPorts: [{ ports: Array.from({ length: 41 }, (_, index) => ({ port: String(index + 1) })) }] }] }), ['WS-POLICY-009']],
  ])('of the whole cluster, whose schema is not here: %s', (_name, given, expected) => {
    expect(said([given])).toEqual(expected);
  });

  test('knows DNS rules of other policies of the namespace', () => {
    expect(said([egress({ toFQDNs: [{ matchName: 'pypi.org' }] }), cilium({ egress: [DNS] }, 'dns')])).toEqual([]);
    expect(said([egress({ toFQDNs: [{ matchName: 'pypi.org' }] }), cilium({ egress: [DNS] }, 'dns', 'bob')])).toEqual(['WS-POLICY-010']);
  });

  test('knows policies of the whole cluster', () => {
    const wide = object('cilium.io/v2', 'CiliumClusterwideNetworkPolicy', 'dns', undefined, { spec: { endpointSelector: {}, egress: [DNS] } });
    expect(said([egress({ toFQDNs: [{ matchName: 'pypi.org' }] }), wide])).toEqual([]);
  });
});

describe('policies and machines', () => {
  const OPEN_DNS = { ports: [{ port: 53, protocol: 'UDP' }] };
  const bob = machine((_spec, vm) => { vm.metadata.name = 'other'; vm.metadata.namespace = 'bob'; vm.spec.template.spec.domain.firmware.uuid = 'a'; });
  test.each<[string, Loose[], string[]]>([
    ['says nothing without policies', [machine()], []],
    ['accepts a closed machine', [machine(), policy({ policyTypes: ['Ingress', 'Egress'] })], []],
    ['BL-134: warns of a way out without DNS', [machine(), policy({ egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ port: 443 }] }], policyTypes: ['Ingress', 'Egress'] })], ['WS-POLICY-013']],
    ['BL-134: with Cilium, too', [machine(), cilium({ ingress: [{}], egress: [{ toCIDR: ['10.0.0.0/8'], toPorts: [{ ports: [{ port: '443' }] }] }] })], ['WS-POLICY-013']],
    ['accepts DNS from another policy', [machine(), policy({ egress: [{ ports: [{ port: 443 }] }], policyTypes: ['Ingress', 'Egress'] }), policy({ egress: [OPEN_DNS] }, 'dns')], []],
    ['accepts a way out for every port', [machine(), policy({ egress: [{ to: [{ podSelector: {} }] }], policyTypes: ['Ingress', 'Egress'] })], []],
    ['accepts DNS in a range', [machine(), policy({ egress: [{ ports: [{ port: 1, endPort: 100 }] }], policyTypes: ['Ingress', 'Egress'] })], []],
    ['looks at labels', [machine(), policy({ podSelector: { matchLabels: { 'workstations.dev/workstation': 'another' } }, egress: [{ ports: [{ port: 443 }] }] }), policy({}, 'all')], []],
    ['looks at expressions', [machine(), policy({ podSelector: { matchExpressions: [{ key: 'workstations.dev/workstation', operator: 'In', values: ['desk'] }, { key: 'nothing', operator: 'DoesNotExist' }] }, egress: [{ ports: [{ port: 443 }] }], policyTypes: ['Ingress', 'Egress'] })], ['WS-POLICY-013']],
    ["looks at Cilium's labels", [machine(), cilium({ endpointSelector: { matchLabels: { 'k8s:workstations.dev/workstation': 'desk' } }, ingress: [{}], egress: [{ toCIDR: ['10.0.0.0/8'], toPorts: [{ ports: [{ port: '443' }] }] }] })], ['WS-POLICY-013']],
    ['tells of a namespace that was forgotten', [machine(), bob, policy({})], ['WS-POLICY-015']],
    ['accepts a namespace that the cluster closes', [machine(), bob, policy({}), object('cilium.io/v2', 'CiliumClusterwideNetworkPolicy', 'all', undefined, { spec: { endpointSelector: {}, ingress: [{}] } })], []],
  ])('%s', (_name, objects, expected) => {
    expect(said(objects)).toEqual(expected);
  });

  const imported = disk((spec) => { delete spec.sourceRef; spec.source = { http: { url: 'https://images.example.internal/u.qcow2', checksum: `sha256:${'0'.repeat(64)}` } }; });
  test.each<[string, Loose[], string[]]>([
    ['BL-083: warns of a policy that cuts the importer off', [imported, policy({ policyTypes: ['Ingress', 'Egress'] })], ['WS-POLICY-014']],
    ['BL-083: accepts one that lets it', [imported, policy({ policyTypes: ['Ingress', 'Egress'] }), policy({ podSelector: { matchLabels: { 'cdi.kubevirt.io': 'importer' } }, egress: [{}] }, 'import')], []],
    ['BL-083: accepts one for machines only', [imported, policy({ podSelector: { matchLabels: { 'workstations.dev/workstation': 'desk' } }, policyTypes: ['Ingress', 'Egress'] })], []],
    ['accepts a clone, which needs no importer', [disk(), policy({ policyTypes: ['Ingress', 'Egress'] })], []],
  ])('%s', (_name, objects, expected) => {
    expect(said(objects)).toEqual(expected);
  });

  test('names the place', () => {
    const [found] = check([policy({ ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }] }] })]).faults;
    expect(found).toMatchObject({ code: 'WS-POLICY-009', field: '/spec/ingress/0/from/0/ipBlock/except/0', message: "NetworkPolicy 'closed' leaves '11.0.0.0/16' out of 10.0.0.0/8" });
  });
});
