import { FaultError } from '../../src/faults';
import { blockOf, covers, mergeCidrs, NetworkIsolation, NetworkPeer, NetworkPort, readCidr } from '../../src/values';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** The faults that a value throws: codes, each with its field. */
function faults(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(FaultError);
    return (error as FaultError).faults.map(({ code, field }) => `${code} ${field ?? ''}`);
  }
  return [];
}

describe('a block of addresses', () => {
  test.each([
    ['10.0.0.0/8', '10.0.0.0/8'], ['0.0.0.0/0', '0.0.0.0/0'], ['10.20.3.4', '10.20.3.4/32'], ['255.255.255.255/32', '255.255.255.255/32'],
    ['::/0', '::/0'], ['fd00::/8', 'fd00::/8'], ['2001:DB8:0:0:0:0:0:1', '2001:db8::1/128'], ['2001:db8::/32', '2001:db8::/32'], ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8/128'], ['::ffff:102:304', '::ffff:102:304/128'],
  ])('%s is read', (text, expected) => {
    expect(readCidr(text)?.text).toBe(expected);
  });

  test.each([
    '', ' 10.0.0.0/8', '10.0.0.0/33', '10.0.0/8', '010.0.0.0/8', '10.0.0.0/08', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0.1/8', 'fd00::1/8', 'fe80::1%eth0', '::ffff:1.2.3.4', 'host', '10.0.0.0/', '::/129', 7, null, undefined, {}, ['10.0.0.0/8'],
  ])('%p is none', (text) => {
    expect(readCidr(text)).toBeUndefined();
  });

  test('that begins in the middle has its beginning named', () => {
    expect(blockOf('10.20.3.4/16')).toBe('10.20.0.0/16');
    expect(blockOf('fd00:20::9/48')).toBe('fd00:20::/48');
    expect(blockOf('nothing')).toBeUndefined();
  });

  test('has or has not another', () => {
    const has = (outer: string, inner: string): boolean => covers(readCidr(outer)!, readCidr(inner)!);
    expect(has('10.0.0.0/8', '10.255.0.0/16')).toBe(true);
    expect(has('10.0.0.0/8', '10.0.0.0/8')).toBe(true);
    expect(has('10.0.0.0/16', '10.1.0.0/24')).toBe(false);
    expect(has('10.1.0.0/24', '10.0.0.0/8')).toBe(false);
    expect(has('0.0.0.0/0', '::/0')).toBe(false);
    expect(has('::/0', '2001:db8::1')).toBe(true);
  });

  test('joins those that lie in one another, in one order', () => {
    expect(mergeCidrs(['fd00::/8', '10.1.0.0/16', '10.1.2.0/24', '9.0.0.0/8', '10.1.0.0/16', '10.0.0.0/16'].map((text) => readCidr(text)!)).map(({ text }) => text))
      .toEqual(['9.0.0.0/8', '10.0.0.0/16', '10.1.0.0/16', 'fd00::/8']);
  });
});

describe('NetworkPort', () => {
  test('has a protocol and one port or a range', () => {
    expect(NetworkPort.tcp(443)._data).toEqual({ protocol: 'TCP', port: 443 });
    expect(NetworkPort.udp(53)._data).toEqual({ protocol: 'UDP', port: 53 });
    expect(NetworkPort.tcpRange(6000, 6063)._data).toEqual({ protocol: 'TCP', port: 6000, endPort: 6063 });
    expect(NetworkPort.udpRange(60, 60)._data).toEqual({ protocol: 'UDP', port: 60 });
  });

  test.each<[string, () => unknown, string[]]>([
    ['0', () => NetworkPort.tcp(0), ['WS-APP-002 port']],
    ['65536', () => NetworkPort.udp(65536), ['WS-APP-002 port']],
    ['half a port', () => NetworkPort.tcp(22.5), ['WS-APP-002 port']],
    ['a text', () => NetworkPort.tcp('22' as any), ['WS-APP-002 port']],
    ['a range backwards', () => NetworkPort.tcpRange(10, 9), ['WS-APP-002 last']],
    ['a range of nothing', () => NetworkPort.udpRange(undefined as any, null as any), ['WS-APP-002 first', 'WS-APP-002 last']],
  ])('refuses %s', (_name, make, expected) => {
    expect(faults(make)).toEqual(expected);
  });
});

describe('NetworkPeer', () => {
  test.each<[string, () => unknown, string[]]>([
    ['pods', () => NetworkPeer.pods({ namespace: 'gateway', labels: { app: 'envoy' } }), []],
    ['pods of no namespace', () => NetworkPeer.pods({} as any), ['WS-APP-002 namespace']],
    ['nothing', () => NetworkPeer.pods(undefined as any), ['WS-APP-002 namespace']],
    ['a misspelt prop', () => NetworkPeer.pods({ namespace: 'a', label: {} } as any), ['WS-APP-007 label']],
    ['a label that is none', () => NetworkPeer.pods({ namespace: 'a', labels: { 'a b': 'c' } }), ['WS-NAME-004 labels']],
    ['a block', () => NetworkPeer.cidr('10.0.0.0/8', { excluding: ['10.1.0.0/16'] }), []],
    ['a block that begins in its middle', () => NetworkPeer.cidr('10.0.0.1/8'), ['WS-POLICY-003 block']],
    ['a block that leaves out another one', () => NetworkPeer.cidr('10.0.0.0/8', { excluding: ['11.0.0.0/16'] }), ['WS-APP-002 excluding[0]']],
    ['a block that leaves out itself', () => NetworkPeer.cidr('10.0.0.0/8', { excluding: ['10.0.0.0/8'] }), ['WS-APP-002 excluding[0]']],
    ['a block without a block', () => NetworkPeer.cidr('10.0.0.0/8', { excluding: ['x', 7 as any] }), ['WS-POLICY-003 excluding[0]', 'WS-POLICY-003 excluding[1]']],
    ['no block', () => NetworkPeer.cidr(7 as any), ['WS-POLICY-003 block']],
    ['a name', () => NetworkPeer.fqdn('archive.ubuntu.com'), []],
    ['a pattern', () => NetworkPeer.fqdn('*.s3.example.internal'), []],
    ['a name with capitals', () => NetworkPeer.fqdn('Archive.ubuntu.com'), ['WS-APP-002 name']],
    ['one word', () => NetworkPeer.fqdn('localhost'), ['WS-APP-002 name']],
    ['an address as a name', () => NetworkPeer.fqdn('10.0.0.1'), ['WS-APP-002 name']],
    ['an address of the web as a name', () => NetworkPeer.fqdn('https://archive.ubuntu.com'), ['WS-APP-002 name']],
    ['a name of another script', () => NetworkPeer.fqdn('bücher.example'), ['WS-APP-002 name']],
    ['a name that is too long', () => NetworkPeer.fqdn(`${'a'.repeat(250)}.example`), ['WS-APP-002 name']],
  ])('takes or refuses %s', (_name, make, expected) => {
    expect(faults(make)).toEqual(expected);
  });

  test('says which block was meant', () => {
    expect(() => NetworkPeer.cidr('10.20.3.4/16')).toThrow(/give 10\.20\.0\.0\/16, the block that it lies in/);
  });
});

const CLUSTER = ['10.42.0.0/16', '10.1.0.0/24'];

describe('NetworkIsolation', () => {
  test('has defaults', () => {
    const { form, gateway, ingress, egress, dns, apiServerPort, kubevirtNamespace, cdiNamespace } = NetworkIsolation.cilium()._data;
    expect({ form, gateway, ingress, egress, apiServerPort, kubevirtNamespace, cdiNamespace }).toEqual({ form: 'CiliumNetworkPolicy', gateway: [], ingress: [], egress: [], apiServerPort: 6443, kubevirtNamespace: 'kubevirt', cdiNamespace: 'cdi' });
    expect(dns).toEqual([{ peer: { kind: 'pods', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } }, ports: [{ protocol: 'UDP', port: 53 }, { protocol: 'TCP', port: 53 }] }]);
  });

  test.each<[string, () => unknown, string[]]>([
    ['no clusterCidrs', () => NetworkIsolation.networkPolicy({} as any), ['WS-APP-002 clusterCidrs']],
    ['empty clusterCidrs', () => NetworkIsolation.networkPolicy({ clusterCidrs: [] }), ['WS-APP-002 clusterCidrs']],
    ['nothing at all', () => NetworkIsolation.networkPolicy(undefined as any), ['WS-APP-002 clusterCidrs']],
    ['clusterCidrs that are none', () => NetworkIsolation.cilium({ clusterCidrs: ['10.42.0.1/16'] }), ['WS-POLICY-003 clusterCidrs[0]']],
    ['addresses of the API server that are none', () => NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, apiServer: ['api.example.internal'] }), ['WS-POLICY-003 apiServer[0]']],
    ['a name in a NetworkPolicy', () => NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, egress: [{ peer: NetworkPeer.fqdn('a.example') }] }), ['WS-POLICY-001 egress[0].peer']],
    ['nodes in a NetworkPolicy', () => NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, ingress: [{ peer: NetworkPeer.nodes() }] }), ['WS-POLICY-001 ingress[0].peer']],
    ["Cilium's gateway in a NetworkPolicy", () => NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, gateway: NetworkPeer.ciliumGateway() }), ['WS-POLICY-001 gateway']],
    ['a name that asks', () => NetworkIsolation.cilium({ ingress: [{ peer: NetworkPeer.fqdn('a.example') }], gateway: NetworkPeer.fqdn('a.example') }), ['WS-POLICY-002 gateway', 'WS-POLICY-002 ingress[0].peer']],
    ['a name as a DNS server', () => NetworkIsolation.cilium({ dns: [{ peer: NetworkPeer.fqdn('a.example') }] }), ['WS-POLICY-002 dns[0].peer']],
    ['a gateway that is asked', () => NetworkIsolation.cilium({ egress: [{ peer: NetworkPeer.ciliumGateway() }] }), ['WS-POLICY-002 egress[0].peer']],
    ['a block inside of a cluster with Cilium', () => NetworkIsolation.cilium({ clusterCidrs: CLUSTER, egress: [{ peer: NetworkPeer.cidr('10.42.3.0/24') }] }), ['WS-POLICY-005 egress[0].peer']],
    ['the metadata service', () => NetworkIsolation.cilium({ egress: [{ peer: NetworkPeer.cidr('169.254.169.254') }] }), ['WS-POLICY-006 egress[0].peer']],
    ['DNS on a range of ports', () => NetworkIsolation.cilium({ dns: [{ peer: NetworkPeer.cidr('10.0.0.53'), ports: [NetworkPort.udpRange(50, 60)] }] }), ['WS-APP-002 dns[0].ports[0]']],
    ['a rule that is none', () => NetworkIsolation.cilium({ egress: [7, null] as any }), ['WS-APP-002 egress[0]', 'WS-APP-002 egress[1]']],
    ['a rule of a peer alone', () => NetworkIsolation.cilium({ egress: [NetworkPeer.world()] as any }), ['WS-APP-002 egress[0]']],
    ['a misspelt rule', () => NetworkIsolation.cilium({ egress: [{ to: NetworkPeer.world() }] as any }), ['WS-APP-007 to', 'WS-APP-002 egress[0].peer']],
    ['ports that are numbers', () => NetworkIsolation.cilium({ egress: [{ peer: NetworkPeer.world(), ports: [443] as any }] }), ['WS-APP-002 egress[0].ports[0]']],
    ['no ports', () => NetworkIsolation.cilium({ egress: [{ peer: NetworkPeer.world(), ports: [] }] }), ['WS-APP-002 egress[0].ports']],
    ['rules that are no list', () => NetworkIsolation.cilium({ egress: 'all' as any }), ['WS-APP-002 egress']],
    ['a port that is none', () => NetworkIsolation.cilium({ apiServerPort: 0 }), ['WS-APP-002 apiServerPort']],
    ['a namespace that is none', () => NetworkIsolation.cilium({ cdiNamespace: 'CDI' }), ['WS-APP-002 cdiNamespace']],
    ['a namespace of KubeVirt that is none', () => NetworkIsolation.cilium({ kubevirtNamespace: '' }), ['WS-APP-002 kubevirtNamespace']],
    ["NetworkPolicy's prop with Cilium", () => NetworkIsolation.cilium({ apiServer: ['10.0.0.1'] } as any), ['WS-APP-007 apiServer']],
    ['a gateway that is none', () => NetworkIsolation.cilium({ gateway: 'envoy' as any }), ['WS-APP-002 gateway']],
  ])('refuses %s', (_name, make, expected) => {
    expect(faults(make).sort()).toEqual(expected.sort());
  });

  test('leaves the cluster and metadata services out of wider blocks', () => {
    const excluded = (network: NetworkIsolation): string[][] => network._data.egress.map(({ peer }) => (peer.kind === 'cidr' ? peer.except.map(({ text }) => text) : []));
    const egress = [{ peer: NetworkPeer.cidr('10.0.0.0/8', { excluding: ['10.42.7.0/24', '10.9.0.0/16'] }) }, { peer: NetworkPeer.world() }];
    expect(excluded(NetworkIsolation.networkPolicy({ clusterCidrs: CLUSTER, egress }))).toEqual([
      ['10.1.0.0/24', '10.9.0.0/16', '10.42.0.0/16'],
      ['10.1.0.0/24', '10.42.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '169.254.169.254/32'],
      ['fd00:c1::a9fe:a9fe/128', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
    ]);
    expect(excluded(NetworkIsolation.cilium({ clusterCidrs: CLUSTER, egress }))).toEqual([
      ['10.9.0.0/16', '10.42.7.0/24'], ['100.100.100.200/32', '168.63.129.16/32', '169.254.169.254/32'], ['fd00:c1::a9fe:a9fe/128', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
    ]);
  });

  test('warns of a block inside of the cluster, and of none for DNS servers there', () => {
    const { warnings } = NetworkIsolation.networkPolicy({
      clusterCidrs: CLUSTER, dns: [{ peer: NetworkPeer.cidr('10.1.0.53') }], egress: [{ peer: NetworkPeer.cidr('10.1.0.9'), ports: [NetworkPort.tcp(443)] }],
    })._data;
    expect(warnings.map(({ code, field }) => `${code} ${field}`)).toEqual(['WS-POLICY-004 egress[0].peer']);
  });

  test('asks DNS servers on port 53 unless told otherwise', () => {
    const ports = (rule: { ports?: NetworkPort[] }) => NetworkIsolation.cilium({ dns: [{ peer: NetworkPeer.cidr('10.0.0.53'), ...rule }] })._data.dns[0]?.ports;
    expect(ports({})).toEqual([{ protocol: 'UDP', port: 53 }, { protocol: 'TCP', port: 53 }]);
    expect(ports({ ports: [NetworkPort.udp(5353)] })).toEqual([{ protocol: 'UDP', port: 5353 }]);
    expect(NetworkIsolation.cilium({ dns: [] })._data.dns).toEqual([]);
  });
});
