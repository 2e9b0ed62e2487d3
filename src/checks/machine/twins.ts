import { given, record, text } from '../json';
import type { Rule } from '../rule';
import { macOf } from './networks';

/** One guest host name twice in a namespace. */
export const HOST_TWINS: Rule = {
  about: 'host names of machines',
  all(world, findings) {
    const first = new Map<string, string>();
    for (const { item, name, at, spec } of world.machines) {
      const host = text(spec.hostname);
      if (host === undefined) {
        continue;
      }
      const key = `${item.namespace}/${host}.${text(spec.subdomain) ?? ''}`;
      const other = first.get(key);
      if (other === undefined) {
        first.set(key, name);
      } else if (other !== name) {
        findings.add('WS-HOST-002', { machine: name, got: host, other: `'${other}'` }, item, `${at}/hostname`);
      }
    }
  },
};

/** One MAC address on two interfaces, over everything that was read. */
export const MAC_TWINS: Rule = {
  about: 'MAC addresses over all machines',
  all(world, findings) {
    const first = new Map<string, { name: string; nic: string }>();
    for (const { item, name, at, interfaces, networks } of world.machines) {
      interfaces.forEach((nic, index) => {
        const address = macOf(nic.macAddress);
        if (address === undefined) {
          return;
        }
        const called = text(nic.name) ?? `[${index}]`;
        const other = first.get(address);
        if (other === undefined) {
          first.set(address, { name, nic: called });
        } else if (other.name !== name || other.nic !== called) {
          const network = networks.find((candidate) => candidate.name === nic.name);
          const multus = text(record(network?.multus).networkName);
          findings.add('WS-NET-010', {
            machine: name, got: address, other: `'${other.name}'`,
            network: multus !== undefined ? `network '${multus}'` : given(network?.pod) ? 'the pod network' : 'the same network',
          }, item, `${at}/domain/devices/interfaces/${index}/macAddress`);
        }
      });
    }
  },
};
