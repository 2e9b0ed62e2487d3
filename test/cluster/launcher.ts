import { type KubeObject } from './harness/client';

/**
 * What the pod of a machine asks of a node, from the facts (kubevirt.md, section 8.4 and section 0) and nothing else: KubeVirt 1.9, amd64.
 * Memory in bytes, CPU in thousandths.
 */
export interface Wants {
  readonly requests: Readonly<Record<string, number>>;
  readonly limits: Readonly<Record<string, number>>;
}

export interface Machine {
  readonly domain: {
    readonly cpu: {
      readonly cores: number;
      readonly sockets: number;
      readonly threads: number;
      readonly dedicatedCpuPlacement?: boolean;
      readonly isolateEmulatorThread?: boolean;
    };
    readonly memory: { readonly guest: string; readonly hugepages?: { readonly pageSize: string } };
    readonly resources?: { readonly requests?: Readonly<Record<string, string>>; readonly limits?: Readonly<Record<string, string>> };
    readonly devices: {
      readonly autoattachGraphicsDevice?: boolean;
      readonly gpus?: readonly { readonly deviceName: string }[];
      readonly hostDevices?: readonly { readonly deviceName: string }[];
      readonly tpm?: unknown;
    };
  };
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly unknown[];
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes: readonly { readonly name: string; readonly persistentVolumeClaim?: { readonly claimName: string } }[];
}

const MI = 1024 ** 2;
const GI = 1024 ** 3;
/** What runs beside the guest: monitor, launcher, log daemon, libvirt, QEMU itself. */
const PROCESSES = (25 + 100 + 25 + 40 + 30) * MI;

/** Requests that are limits, too: KubeVirt makes all of the pod so. */
function isGuaranteed({ domain: { cpu, resources } }: Pick<Machine, 'domain'>): boolean {
  const { requests = {}, limits = {} } = resources ?? {};
  return cpu.dedicatedCpuPlacement === true || ['cpu', 'memory'].every((name) => requests[name] !== undefined && requests[name] === limits[name]);
}

export function overhead({ domain }: Pick<Machine, 'domain'>): number {
  const { cpu, devices, resources } = domain;
  const vcpus = cpu.cores * cpu.sockets * cpu.threads;
  const asked = resources?.requests?.memory;
  const passedThrough = (devices.gpus?.length ?? 0) + (devices.hostDevices?.length ?? 0) > 0;
  const guaranteed = isGuaranteed({ domain });
  // Page tables: KubeVirt first rounds up to thousands of bytes, so the last byte depends on the size.
  const tables = asked ? Math.floor(Math.ceil(quantity(asked) / 1000) * 1000 / 512) : 0;
  return tables
    + PROCESSES
    + 8 * MI * vcpus
    + 8 * MI
    + (devices.autoattachGraphicsDevice === false ? 0 : 32 * MI)
    + (passedThrough ? GI : 0)
    + (devices.tpm === undefined ? 0 : 53 * MI)
    + (guaranteed ? 100 * MI : 0);
}

/** The whole pod: the guest's container and the one that writes the guest's console to its log. */
export function wants(machine: Machine): Wants {
  const { cpu, memory, resources, devices } = machine.domain;
  const vcpus = cpu.cores * cpu.sockets * cpu.threads;
  const guest = quantity(resources?.requests?.memory ?? memory.guest);
  const pageSize = memory.hugepages?.pageSize;
  // QEMU's own thread gets a whole CPU beside those of the guest.
  const cpus = Math.max(vcpus + (cpu.isolateEmulatorThread ? 1 : 0), quantity(resources?.requests?.cpu ?? 0)) * 1000 + 15;
  const held = overhead(machine) + (pageSize ? 0 : guest);
  const given: Record<string, number> = {};
  for (const { deviceName } of [...devices.gpus ?? [], ...devices.hostDevices ?? []]) {
    given[deviceName] = (given[deviceName] ?? 0) + 1;
  }
  const pages = pageSize ? { [`hugepages-${pageSize}`]: guest } : {};
  return isGuaranteed(machine)
    ? { requests: { cpu: cpus, memory: held + 60e6, ...given, ...pages }, limits: { cpu: cpus, memory: held + 60e6, ...given, ...pages } }
    : { requests: { cpu: vcpus * 100 + 5, memory: held + 35e6, ...given, ...pages }, limits: { cpu: 15, memory: 60e6, ...given, ...pages } };
}

interface Container {
  readonly name: string;
  readonly restartPolicy?: string;
  readonly resources: { readonly requests?: Readonly<Record<string, string>>; readonly limits?: Readonly<Record<string, string>> };
}

/** What a real pod asks: sums over its containers; devices that KubeVirt itself brings and ephemeral storage left out. */
export function asked(pod: KubeObject): Wants {
  const total = (which: 'requests' | 'limits'): Record<string, number> => {
    const sum: Record<string, number> = {};
    const { containers, initContainers = [] } = pod.spec as { containers: readonly Container[]; initContainers?: readonly Container[] };
    // The console's log is written by a sidecar: an init container that goes on.
    for (const { resources } of [...containers, ...initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always')]) {
      for (const [name, value] of Object.entries(resources[which] ?? {})) {
        if (!name.startsWith('devices.kubevirt.io/') && name !== 'ephemeral-storage') {
          sum[name] = (sum[name] ?? 0) + (name === 'cpu' ? Math.round(quantity(value) * 1000) : quantity(value));
        }
      }
    }
    return sum;
  };
  return { requests: total('requests'), limits: total('limits') };
}

/** Every way in which a pod is not what the machine's manifest and the facts promise. */
export function differences(machine: Machine, pod: KubeObject): readonly string[] {
  const found: string[] = [];
  const compare = (what: string, is: unknown, should: unknown): void => {
    const [left, right] = [JSON.stringify(sorted(is)), JSON.stringify(sorted(should))];
    if (left !== right) {
      found.push(`${what}: the pod has ${left}, expected ${right}`);
    }
  };
  const spec = pod.spec as {
    nodeSelector?: Record<string, string>; tolerations?: { key?: string }[]; terminationGracePeriodSeconds?: number;
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
    containers: { name: string; volumeDevices?: { name: string; devicePath: string }[] }[];
  };
  const [should, is] = [wants(machine), asked(pod)];
  for (const which of ['requests', 'limits'] as const) {
    for (const name of new Set([...Object.keys(should[which]), ...Object.keys(is[which])])) {
      compare(`${which}.${name}`, is[which][name], should[which][name]);
    }
  }
  compare('nodeSelector', spec.nodeSelector, {
    'kubernetes.io/arch': 'amd64',
    'kubevirt.io/schedulable': 'true',
    'machine-type.node.kubevirt.io/q35': 'true',
    ...(machine.domain.cpu.dedicatedCpuPlacement ? { 'kubevirt.io/cpumanager': 'true' } : {}),
    ...machine.nodeSelector,
  });
  // Kubernetes adds those for nodes that are not ready or not reachable, and for memory pressure.
  compare('tolerations', (spec.tolerations ?? []).filter(({ key }) => !key?.startsWith('node.kubernetes.io/')), machine.tolerations ?? []);
  const claims = machine.volumes.flatMap(({ name, persistentVolumeClaim: claim }) => claim ? [{ name, claim: claim.claimName }] : []);
  compare('claims', spec.volumes.flatMap(({ name, persistentVolumeClaim: claim }) => claim ? [{ name, claim: claim.claimName }] : []), claims);
  compare('block devices', spec.containers.find(({ name }) => name === 'compute')?.volumeDevices, claims.map(({ name }) => ({ name, devicePath: `/dev/${name}` })));
  compare('terminationGracePeriodSeconds', spec.terminationGracePeriodSeconds, (machine.terminationGracePeriodSeconds ?? 30) + 30);
  return found;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key,
    sorted(item)])) : value;
}

const SUFFIXES: Readonly<Record<string, number>> = { '': 1, 'm': 1e-3, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12, 'Ki': 1024, 'Mi': MI, 'Gi': GI, 'Ti': 1024 ** 4 };

export function quantity(text: string | number): number {
  const [, number = '', suffix = ''] = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(String(text)) ?? [];
  const factor = SUFFIXES[suffix];
  if (number === '' || factor === undefined) {
    throw new Error(`${text} is no quantity that this test knows`);
  }
  return Number(number) * factor;
}
