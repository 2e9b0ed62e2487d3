import { didYouMean, show } from '../../faults';
import { given, type Json, list, presentOf, record, records, text } from '../json';
import type { Rule } from '../rule';
import { isAddress, isLabel, isPciAddress } from '../words';
import { eachTwice } from './unique';

const BINDINGS = ['bridge', 'masquerade', 'sriov', 'passtBinding', 'binding', 'slirp', 'macvtap', 'passt'] as const;
/** Bindings that were removed: KubeVirt refuses them on creation. */
const GONE = new Set(['slirp', 'macvtap', 'passt']);
const SOURCES = ['pod', 'multus', 'resourceClaim'] as const;
const MODELS = ['virtio', 'e1000', 'e1000e', 'igb', 'ne2k_pci', 'pcnet', 'rtl8139'];

/** Networks and interfaces, one to one, each interface with one binding. */
export const NETWORKS: Rule = {
  about: 'networks and interfaces',
  machine({ item, isVm, name, at, spec, devices, networks, interfaces }, findings) {
    const nics = `${at}/domain/devices/interfaces`;
    if (networks.length === 0 && interfaces.length === 0) {
      // `autoattachPodInterface: false` asks for a machine without a network.
      if (isVm && devices.autoattachPodInterface !== false && given(spec.domain)) {
        findings.add('WS-NET-011', { machine: name }, item, `${at}/networks`);
      }
      return;
    }
    const networkNames = eachTwice(networks, (got, index) => {
      findings.add('WS-NET-004', { machine: name, what: 'networks', got }, item, `${at}/networks/${index}/name`);
    });
    const nicNames = eachTwice(interfaces, (got, index) => {
      findings.add('WS-NET-004', { machine: name, what: 'interfaces', got }, item, `${nics}/${index}/name`);
    });
    const byName = new Map([...networks].reverse().map((network) => [text(network.name), network]));

    networks.forEach((network, index) => {
      const label = text(network.name);
      const sources = presentOf(network, SOURCES);
      if (sources.length !== 1) {
        findings.add('WS-NET-005', { machine: name, network: label ?? `[${index}]`, got: sources.length === 0 ? 'no source' : `the sources ${sources.join(' and ')}` }, item, `${at}/networks/${index}`);
      }
      if (label !== undefined && !isLabel(label)) {
        findings.add('WS-NET-012', { machine: name, what: 'network', got: show(label) }, item, `${at}/networks/${index}/name`);
      }
      if (label !== undefined && !nicNames.has(label)) {
        findings.add('WS-NET-001', { machine: name, what: 'network', got: label, other: 'interface', near: near(label, nicNames, networkNames) }, item, `${at}/networks/${index}/name`);
      }
    });
    defaults(networks, (got) => {
      findings.add('WS-NET-006', { machine: name, got }, item, `${at}/networks`);
    });

    interfaces.forEach((nic, index) => {
      const label = text(nic.name);
      const called = label ?? `[${index}]`;
      const bindings = presentOf(nic, BINDINGS);
      const gone = bindings.filter((binding) => GONE.has(binding));
      if (gone.length > 0) {
        findings.add('WS-NET-002', { machine: name, interface: called, got: `the binding ${gone.join(' and ')}, which KubeVirt has no more` }, item, `${nics}/${index}`);
      } else if (bindings.length !== 1) {
        findings.add('WS-NET-002', { machine: name, interface: called, got: bindings.length === 0 ? 'no binding' : `the bindings ${bindings.join(' and ')}` }, item, `${nics}/${index}`);
      }
      if (label !== undefined && !networkNames.has(label)) {
        findings.add('WS-NET-001', { machine: name, what: 'interface', got: label, other: 'network', near: near(label, networkNames, nicNames) }, item, `${nics}/${index}/name`);
      }
      if (label !== undefined && !/^[A-Za-z0-9-_]+$/.test(label)) {
        findings.add('WS-NET-012', { machine: name, what: 'interface', got: show(label) }, item, `${nics}/${index}/name`);
      }
      const network = byName.get(label);
      if (given(nic.masquerade) && network !== undefined && !given(network.pod)) {
        findings.add('WS-NET-003', { machine: name, interface: called }, item, `${nics}/${index}/masquerade`);
      }
      if (typeof nic.model === 'string' && nic.model !== '' && !MODELS.includes(nic.model)) {
        findings.add('WS-SPEC-001', { machine: name, field: `model of interface ${called}`, got: show(nic.model), near: didYouMean(nic.model, MODELS), expected: MODELS.join(', ') }, item, `${nics}/${index}/model`);
      }
      state(nic, network, (got, expected) => {
        findings.add('WS-NET-013', { machine: name, interface: called, got, expected }, item, `${nics}/${index}/state`);
      });
      const wrong = (got: string, expected: string, where: string): void => {
        findings.add('WS-SPEC-008', { machine: name, got: `has ${got} for interface ${called}`, expected }, item, `${nics}/${index}/${where}`);
      };
      if (typeof nic.pciAddress === 'string' && nic.pciAddress !== '' && !isPciAddress(nic.pciAddress)) {
        wrong(`the PCI address ${show(nic.pciAddress)}`, 'give an address such as 0000:81:01.0, or leave it out', 'pciAddress');
      }
      dhcp(record(nic.dhcpOptions), wrong);
      mac(nic, (got) => {
        findings.add('WS-MAC-001', { got }, item, `${nics}/${index}/macAddress`);
      }, (got, reason) => {
        findings.add('WS-MAC-002', { got, reason }, item, `${nics}/${index}/macAddress`);
      });
    });
  },
};

const STATES = ['up', 'down', 'absent'];

function state(nic: Json, network: Json | undefined, wrong: (got: string, expected: string) => void): void {
  const value = nic.state;
  if (typeof value !== 'string' || value === '') {
    return;
  }
  if (!STATES.includes(value)) {
    wrong(`${show(value)}${didYouMean(value, STATES)}`, `give one of ${STATES.join(', ')}`);
  } else if (value === 'absent' && !given(nic.bridge)) {
    wrong("'absent', but is no bridge", 'use bridge, or take the interface out: only a bridge can be unplugged');
  } else if (value === 'absent' && (given(network?.pod) || record(network?.multus).default === true)) {
    wrong("'absent', but is on the default network", 'take the interface and its network out');
  } else if (value !== 'absent' && given(nic.sriov)) {
    wrong(`${show(value)}, but is SR-IOV`, 'leave it out: the link of such a device is its own');
  }
}

/** What KubeVirt's DHCP server tells a guest. */
function dhcp({ ntpServers, privateOptions }: Json, wrong: (got: string, expected: string, where: string) => void): void {
  for (const server of list(ntpServers)) {
    if (typeof server === 'string' && !(isAddress(server) && server.includes('.'))) {
      wrong(`the NTP server ${show(server)}`, 'give IPv4 addresses', 'dhcpOptions/ntpServers');
    }
  }
  const options = records(privateOptions).map(({ option }) => option);
  if (options.some((option) => typeof option === 'number' && (option < 224 || option > 254)) || new Set(options).size < options.length) {
    wrong(`the private DHCP options ${options.map(String).join(', ')}`, 'give each once, from 224 to 254', 'dhcpOptions/privateOptions');
  }
}

function near(label: string, wanted: ReadonlySet<string>, others: ReadonlySet<string>): string {
  return didYouMean(label, [...wanted].filter((candidate) => !others.has(candidate)));
}

function defaults(networks: readonly Json[], wrong: (got: string) => void): void {
  const pods = networks.filter((network) => given(network.pod)).length;
  const multus = networks.filter((network) => typeof network.multus === 'object' && network.multus !== null && (network.multus as Json).default === true).length;
  if (pods > 1) {
    wrong(`${pods} are the pod network`);
  }
  if (multus > 1) {
    wrong(`${multus} Multus networks are the default`);
  }
  if (pods > 0 && multus > 0) {
    wrong('the pod network and a Multus network are both the default');
  }
}

/** Six octets; KubeVirt takes colons, hyphens and (by Go's parser) dots. */
export function macOf(value: unknown): string | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const digits = value.toLowerCase().replace(/[:.-]/g, '');
  const legal = /^([0-9a-f]{2}([:-])[0-9a-f]{2}(\2[0-9a-f]{2}){4}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})$/i.test(value);
  return legal ? (digits.match(/../g) ?? []).join(':') : undefined;
}

function mac(nic: Json, malformed: (got: string) => void, wrong: (got: string, reason: string) => void): void {
  const value = nic.macAddress;
  if (typeof value !== 'string' || value === '') {
    return;
  }
  const address = macOf(value);
  if (address === undefined) {
    malformed(show(value));
  } else if (address === '02:00:00:00:00:00' && given(nic.masquerade)) {
    wrong(address, "KubeVirt's own, on the gateway side of masquerade");
  } else if (address === '00:00:00:00:00:00') {
    wrong(address, 'all zero');
  } else if ((parseInt(address.slice(0, 2), 16) & 1) === 1) {
    wrong(address, 'a multicast address');
  }
}
