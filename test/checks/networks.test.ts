import { check, codes, eachMachine, type Loose, machine } from './given';

const office = (spec: Loose): void => {
  spec.networks.push({ name: 'office', multus: { networkName: 'office' } });
  spec.domain.devices.interfaces.push({ name: 'office', bridge: {}, macAddress: '0a:1b:2c:3d:4e:60' });
};

eachMachine('networks: accepts', [
  ['a second network', office],
  ['sriov', (spec) => { office(spec); spec.domain.devices.interfaces[1] = { name: 'office', sriov: {} }; }],
  ['a binding plugin', (spec) => { office(spec); spec.domain.devices.interfaces[1] = { name: 'office', binding: { name: 'macvtap' } }; }],
  ['a machine without a network, said so', (spec) => {
    spec.networks = []; spec.domain.devices.interfaces = []; spec.domain.devices.autoattachPodInterface = false;
    delete spec.readinessProbe; delete spec.volumes[1].cloudInitNoCloud.networkData;
  }],
  ['one port number twice', (spec) => { office(spec); spec.domain.devices.interfaces[1].ports = [{ name: 'sshd', port: 22 }]; }],
  ['a port name of 15 characters', (spec) => { spec.domain.devices.interfaces[0].ports[0].name = 'a-name-of-15-ch'; }],
]);

eachMachine('networks: rejects', [
  ['a network without an interface', (spec) => { office(spec); spec.domain.devices.interfaces.pop(); }, 'WS-NET-001'],
  ['an interface without a network', (spec) => { office(spec); spec.networks.pop(); }, 'WS-NET-001'],
  ['no binding (1.8 took it)', (spec) => { delete spec.domain.devices.interfaces[0].masquerade; }, 'WS-NET-002'],
  ['two bindings', (spec) => { spec.domain.devices.interfaces[0].bridge = {}; }, 'WS-NET-002'],
  ['masquerade on Multus', (spec) => { office(spec); spec.domain.devices.interfaces[1] = { name: 'office', masquerade: {} }; }, 'WS-NET-003'],
  ['two networks of one name', (spec) => { spec.networks.push({ name: 'default', multus: { networkName: 'x' } }); }, 'WS-NET-004'],
  ['two sources', (spec) => { spec.networks[0].multus = { networkName: 'x' }; }, 'WS-NET-005'],
  ['no source', (spec) => { spec.networks[0] = { name: 'default' }; }, 'WS-NET-003', 'WS-NET-005', 'WS-PROBE-002'],
  ['two pod networks', (spec) => { office(spec); spec.networks[1] = { name: 'office', pod: {} }; }, 'WS-NET-006'],
  ['the pod network and a Multus default', (spec) => { office(spec); spec.networks[1].multus.default = true; }, 'WS-NET-006'],
  ['no networks at all', (spec) => {
    delete spec.networks; delete spec.domain.devices.interfaces; delete spec.readinessProbe; delete spec.volumes[1].cloudInitNoCloud.networkData;
  }, 'WS-NET-011'],
  ["masquerade with KubeVirt's own MAC", (spec) => { spec.domain.devices.interfaces[0].macAddress = '02:00:00:00:00:00'; }, 'WS-GUEST-006', 'WS-MAC-002'],
  ['a multicast MAC', (spec) => { spec.domain.devices.interfaces[0].macAddress = '0b:1b:2c:3d:4e:5f'; }, 'WS-GUEST-006', 'WS-MAC-002'],
  ['a malformed MAC', (spec) => { spec.domain.devices.interfaces[0].macAddress = '0a:1b:2c'; }, 'WS-GUEST-006', 'WS-MAC-001'],
  ['a name with a dot', (spec) => { office(spec); spec.networks[1].name = spec.domain.devices.interfaces[1].name = 'office.a'; }, 'WS-NET-012'],
  ['an unknown model', (spec) => { spec.domain.devices.interfaces[0].model = 'e1001'; }, 'WS-SPEC-001'],
  ['an empty Multus name', (spec) => { office(spec); spec.networks[1].multus.networkName = ''; }, 'WS-SCHEMA-008'],
]);

eachMachine('ports: rejects', [
  ['a name of 16 characters', (spec) => { spec.domain.devices.interfaces[0].ports[0].name = 'a-name-of-16-cha'; }, 'WS-NET-007'],
  ['a name without a letter', (spec) => { spec.domain.devices.interfaces[0].ports[0].name = '22'; }, 'WS-NET-007'],
  ['upper case', (spec) => { spec.domain.devices.interfaces[0].ports[0].name = 'SSH'; }, 'WS-NET-007'],
  ['port 0', (spec) => { spec.domain.devices.interfaces[0].ports[1].port = 0; }, 'WS-NET-008'],
  ['port 65536', (spec) => { spec.domain.devices.interfaces[0].ports[1].port = 65536; }, 'WS-NET-008'],
  ['SCTP', (spec) => { spec.domain.devices.interfaces[0].ports[1].protocol = 'SCTP'; }, 'WS-NET-008'],
  ['a bad name on a second interface, which admission does not look at', (spec) => { office(spec); spec.domain.devices.interfaces[1].ports = [{ name: 'no_underscore', port: 80 }]; }, 'WS-NET-007'],
  ['one name on two interfaces', (spec) => { office(spec); spec.domain.devices.interfaces[1].ports = [{ name: 'ssh', port: 2222 }]; }, 'WS-NET-009'],
]);

eachMachine('probes', [
  ['accepts the guest agent', (spec) => { spec.readinessProbe = { guestAgentPing: {} }; }],
  ['accepts any port if none is listed', (spec) => { delete spec.domain.devices.interfaces[0].ports; }],
  ['BL-056 rejects two handlers', (spec) => { spec.readinessProbe.guestAgentPing = {}; }, 'WS-PROBE-001'],
  ['BL-056 rejects no handler', (spec) => { spec.readinessProbe = { periodSeconds: 10 }; }, 'WS-PROBE-001'],
  ['rejects a port that is not open', (spec) => { spec.readinessProbe.tcpSocket.port = 8080; }, 'WS-GUEST-005'],
  ['BL-059 rejects a quoted number', (spec) => { spec.readinessProbe.tcpSocket.port = '22'; }, 'WS-PROBE-004'],
  ['rejects a network probe without the pod network', (spec) => {
    office(spec); spec.networks.shift(); spec.domain.devices.interfaces.shift(); delete spec.volumes[1].cloudInitNoCloud.networkData;
  }, 'WS-PROBE-002'],
  ['warns of a liveness probe', (spec) => { spec.livenessProbe = { guestAgentPing: {} }; }, 'WS-PROBE-003'],
]);

describe('over all machines', () => {
  const other = (change?: (spec: Loose, vm: Loose) => void): Loose => machine((spec, vm) => {
    vm.metadata.name = 'other';
    vm.metadata.namespace = 'bob';
    spec.domain.firmware.uuid = '6d307ca9-b3ef-428c-8861-06e72d69f223';
    change?.(spec, vm);
  });

  test('BL-005 one MAC address on two machines', () => {
    expect(codes([machine(), other()])).toEqual(['WS-NET-010']);
    const fault = check([machine(), other()]).faults[0];
    expect(fault?.message).toContain("'alice/desk'");
    expect(fault?.object?.name).toBe('other');
  });

  test('one MAC address on two interfaces of one machine', () => {
    expect(codes([machine((spec) => {
      spec.networks.push({ name: 'office', multus: { networkName: 'office' } });
      spec.domain.devices.interfaces.push({ name: 'office', bridge: {}, macAddress: spec.domain.devices.interfaces[0].macAddress });
    })])).toContain('WS-NET-010');
  });

  test('one host name on two machines of a namespace', () => {
    const named = (hostname: string | undefined, namespace = 'alice', subdomain?: string) => (spec: Loose, vm: Loose): void => {
      vm.metadata.namespace = namespace;
      spec.domain.devices.interfaces[0].macAddress = '0a:1b:2c:3d:4e:61';
      delete spec.volumes[1].cloudInitNoCloud.networkData;
      Object.assign(spec, { ...(hostname === undefined ? {} : { hostname }), ...(subdomain === undefined ? {} : { subdomain }) });
    };
    const desk = machine((spec) => { spec.hostname = 'desk'; });
    const found = (change: (spec: Loose, vm: Loose) => void): string[] => codes([desk, other(change)]).filter((code) => code.startsWith('WS-HOST'));
    expect(found(named('desk'))).toEqual(['WS-HOST-002']);
    expect([named('desk2'), named(undefined), named('desk', 'bob'), named('desk', 'alice', 'lab')].map(found)).toEqual([[], [], [], []]);
  });

  test('in either case and with hyphens', () => {
    const found = codes([machine(), other((spec) => { spec.domain.devices.interfaces[0].macAddress = '0A-1B-2C-3D-4E-5F'; })]);
    expect(found).toEqual(['WS-NET-010']);
  });

  test('accepts two addresses', () => {
    expect(codes([machine(), other((spec) => {
      spec.domain.devices.interfaces[0].macAddress = '0a:1b:2c:3d:4e:61';
      delete spec.volumes[1].cloudInitNoCloud.networkData;
    })])).toEqual([]);
  });

  test('accepts a machine beside what KubeVirt made of it', () => {
    const vm = machine();
    const instance = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance', metadata: vm.metadata, spec: vm.spec.template.spec };
    expect(codes([vm, instance])).toEqual([]);
  });

  test('one firmware uuid on two machines', () => {
    expect(codes([machine(), other((spec) => {
      spec.domain.firmware.uuid = '5D307CA9-B3EF-428C-8861-06E72D69F223';
      spec.domain.devices.interfaces[0].macAddress = '0a:1b:2c:3d:4e:61';
      delete spec.volumes[1].cloudInitNoCloud.networkData;
    })])).toEqual(['WS-FIRMWARE-003']);
  });
});
