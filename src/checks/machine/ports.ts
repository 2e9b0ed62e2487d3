import { FOREIGN_KEYS, LIMITS } from '../../facts';
import { show } from '../../faults';
import { given, list, listed, record, records, text } from '../json';
import type { Rule } from '../rule';

/** Ports of every interface: all of them become ports of the launcher pod, those of secondary interfaces too. */
export const PORTS: Rule = {
  about: 'ports',
  machine({ item, name, at, interfaces }, findings) {
    const users = new Map<string, string>();
    interfaces.forEach((nic, index) => {
      const called = text(nic.name) ?? `[${index}]`;
      records(nic.ports).forEach((port, place) => {
        const field = `${at}/domain/devices/interfaces/${index}/ports/${place}`;
        const number = port.port;
        if (number !== undefined && (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65535)) {
          findings.add('WS-NET-008', { machine: name, interface: called, got: show(number) }, item, `${field}/port`);
        }
        if (typeof port.protocol === 'string' && !['', 'TCP', 'UDP'].includes(port.protocol)) {
          findings.add('WS-NET-008', { machine: name, interface: called, got: `${show(number)} with protocol ${show(port.protocol)}` }, item, `${field}/protocol`);
        }
        const label = text(port.name);
        if (label === undefined) {
          return;
        }
        if (!isServiceName(label)) {
          findings.add('WS-NET-007', { machine: name, interface: called, got: show(label) }, item, `${field}/name`);
        }
        const other = users.get(label);
        if (other !== undefined) {
          findings.add('WS-NET-009', { machine: name, got: label, interfaces: other === called ? `'${called}'` : listed([other, called]) }, item, `${field}/name`);
        } else {
          users.set(label, called);
        }
      });
    });
  },
};

/** IANA service name (RFC 6335): as Kubernetes' IsValidPortName. */
function isServiceName(label: string): boolean {
  return label.length <= LIMITS.portName && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label) && /[a-z]/.test(label) && !label.includes('--');
}

const HANDLERS = ['exec', 'guestAgentPing', 'httpGet', 'tcpSocket'] as const;
const PROBES = ['readinessProbe', 'livenessProbe'] as const;

/** Probes: one handler, a port that is open, the pod network. */
export const PROBE: Rule = {
  about: 'probes',
  machine({ item, name, at, spec, interfaces, networks }, findings, world) {
    const level = record(record(world.find('/Namespace', '', item.namespace)?.object.metadata).labels)[FOREIGN_KEYS.podSecurityEnforce];
    for (const probe of PROBES) {
      if (!given(spec[probe])) {
        continue;
      }
      const field = `${at}/${probe}`;
      const found = record(spec[probe]);
      if (probe === 'livenessProbe') {
        findings.add('WS-PROBE-003', { machine: name }, item, field);
      }
      const handlers = HANDLERS.filter((handler) => given(found[handler]));
      if (handlers.length !== 1) {
        findings.add('WS-PROBE-001', { machine: name, probe, got: handlers.length === 0 ? 'no handler' : `the handlers ${handlers.join(' and ')}` }, item, field);
      }
      if (given(found.exec) && list(record(found.exec).command).length === 0) {
        findings.add('WS-PROBE-005', { machine: name, probe, got: 'exec without a command', expected: 'give exec.command' }, item, `${field}/exec`);
      }
      const { scheme } = record(found.httpGet);
      if (typeof scheme === 'string' && !['', 'HTTP', 'HTTPS'].includes(scheme)) {
        findings.add('WS-PROBE-005', { machine: name, probe, got: `scheme ${show(scheme)}`, expected: 'write HTTP or HTTPS' }, item, `${field}/httpGet/scheme`);
      }
      const threshold = found.successThreshold;
      if (probe === 'livenessProbe' && typeof threshold === 'number' && threshold > 1) {
        findings.add('WS-PROBE-005', { machine: name, probe, got: `successThreshold ${threshold}`, expected: 'leave it out: one success is what a liveness probe counts' }, item, `${field}/successThreshold`);
      }
      for (const handler of ['httpGet', 'tcpSocket'] as const) {
        if (!given(found[handler])) {
          continue;
        }
        // KubeVirt hands the probe on to the launcher pod.
        const { host } = record(found[handler]);
        if ((level === 'baseline' || level === 'restricted') && text(host) !== undefined) {
          findings.add('WS-PROBE-005', { machine: name, probe, got: `the host ${show(host)}, which Pod Security ${level} forbids in '${item.namespace}'`, expected: 'leave host out: the probe is for the machine itself' },
            item, `${field}/${handler}/host`);
        }
        const podNetworks = networks.filter((network) => given(network.pod)).map((network) => network.name);
        if (networks.length > 0 && podNetworks.length === 0) {
          findings.add('WS-PROBE-002', { machine: name, probe, got: handler }, item, `${field}/${handler}`);
        }
        const port = record(found[handler]).port;
        const ports = interfaces.filter((nic) => podNetworks.includes(nic.name)).flatMap((nic) => records(nic.ports));
        const open = ports.map((entry) => entry.port);
        if (!isPort(port)) {
          // A name is legal for a pod; here it is one of the ports of an interface.
          if (typeof port !== 'string' || /^\d*$/.test(port) || !ports.some((entry) => entry.name === port)) {
            findings.add('WS-PROBE-004', { machine: name, probe, got: show(port) }, item, `${field}/${handler}/port`);
          }
        } else if (open.length > 0 && !open.includes(port)) {
          // Without a list of ports masquerade forwards all of them.
          findings.add('WS-GUEST-005', { machine: name, got: port, expected: open.filter(isPort).join(', ') }, item, `${field}/${handler}/port`);
        }
      }
    }
  },
};

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65535;
}
