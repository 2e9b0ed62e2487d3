import type {
  VirtualMachineSpec,
  VirtualMachineSpecTemplateSpec,
  VirtualMachineSpecTemplateSpecDomain,
  VirtualMachineSpecTemplateSpecDomainDevicesDisks,
  VirtualMachineSpecTemplateSpecDomainFirmwareBootloader,
  VirtualMachineSpecTemplateSpecReadinessProbe,
  VirtualMachineSpecTemplateSpecVolumes,
  VirtualMachineSpecTemplateSpecVolumesCloudInitNoCloud,
} from '../../imports/kubevirt.io';
import { DEFAULTS } from '../facts';
import { Bootloader, CpuMode, type HugePages, Numa, type Power, type ReadinessData, type ResolvedToleration } from '../values';
import { type AsJson, type Manifest, type Metadata, metadataOf } from './manifest';

/** CPU, memory and GPUs of a machine, inline or by the name of an instancetype and preference. */
export type MachineSize =
  | { readonly form: 'instancetype'; readonly name: string }
  | {
    readonly form: 'inline';
    readonly cpus: number;
    readonly threadsPerCore: number;
    readonly memory: string;
    readonly gpuDeviceNames: readonly string[];
    readonly cpuMode: CpuMode;
    readonly hugepages: HugePages | undefined;
    readonly numa: Numa;
    readonly isolateEmulatorThread: boolean;
  };

/** A disk of a machine: always a claim by name, never a template of the machine. */
export interface MachineDisk {
  readonly name: string;
  readonly claim: string;
  readonly bootOrder: number | undefined;
  readonly serial: string | undefined;
}

/** Where a cloud-init text is: in the machine or in a Secret of its namespace. */
export type CloudInitText = { readonly inline: string } | { readonly secret: string };

/** A machine with nothing left open. */
export interface VirtualMachineInput {
  readonly power: Power;
  /** Labels of the launcher pod: stable ones only, since a Service selects them. */
  readonly podLabels: Readonly<Record<string, string>>;
  readonly hostname: string;
  readonly size: MachineSize;
  readonly uuid: string;
  readonly serial: string;
  readonly bootloader: Bootloader;
  readonly graphics: boolean;
  readonly disks: readonly MachineDisk[];
  readonly userData: CloudInitText;
  readonly networkData: CloudInitText;
  readonly mac: string;
  readonly ports: readonly { readonly name: string; readonly port: number }[];
  readonly readiness: ReadinessData;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** The PriorityClass of its launcher pod. */
  readonly priorityClass: string | undefined;
  readonly tolerations: readonly ResolvedToleration[];
  readonly terminationGracePeriodSeconds: number;
}

/** The one network: the pod's, behind masquerade. */
const NETWORK = 'default';
const CLOUD_INIT = 'cloudinit';

/**
 * A VirtualMachine. Total: what goes in was resolved and checked before.
 *
 * Keys mostly by the alphabet: what is sorted is not copied by the writer. No map begins with a spread: V8 would give
 * each such map a hidden class of its own, in every machine.
 */
export function virtualMachine(metadata: Metadata, input: VirtualMachineInput): Manifest {
  const spec: AsJson<VirtualMachineSpec> = {
    runStrategy: input.power,
    template: {
      metadata: { labels: { ...input.podLabels } },
      spec: templateSpec(input),
    },
    ...(input.size.form === 'inline' ? {} : {
      instancetype: { kind: 'VirtualMachineClusterInstancetype', name: input.size.name },
      preference: { kind: 'VirtualMachineClusterPreference', name: input.size.name },
    }),
  };
  return { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', metadata: metadataOf(metadata), spec };
}

function templateSpec(input: VirtualMachineInput): AsJson<VirtualMachineSpecTemplateSpec> {
  return {
    // The defaults of the mutating webhook, written out so that Git and cluster agree.
    architecture: DEFAULTS.architecture,
    domain: domain(input),
    // A drain powers the guest off; LiveMigrate would block it for ever on a machine that cannot migrate.
    evictionStrategy: 'None',
    hostname: input.hostname,
    networks: [{ name: NETWORK, pod: {} }],
    ...(Object.keys(input.nodeSelector).length === 0 ? {} : { nodeSelector: { ...input.nodeSelector } }),
    ...(input.priorityClass === undefined ? {} : { priorityClassName: input.priorityClass }),
    ...(input.readiness.kind === 'none' ? {} : { readinessProbe: probe(input.readiness) }),
    terminationGracePeriodSeconds: input.terminationGracePeriodSeconds,
    ...(input.tolerations.length === 0 ? {} : { tolerations: input.tolerations.map((toleration) => ({ ...toleration })) }),
    volumes: volumes(input),
  };
}

function domain(input: VirtualMachineInput): AsJson<VirtualMachineSpecTemplateSpecDomain> {
  return {
    devices: {
      autoattachGraphicsDevice: input.graphics,
      blockMultiQueue: true,
      disks: disks(input),
      ...(input.size.form === 'inline' && input.size.gpuDeviceNames.length > 0
        ? { gpus: input.size.gpuDeviceNames.map((deviceName, index) => ({ deviceName, name: `gpu${index}` })) }
        : {}),
      // Without a tablet the pointer in VNC stands beside the real one.
      ...(input.graphics ? { inputs: [{ bus: 'usb', name: 'tablet', type: 'tablet' }] } : {}),
      interfaces: [{
        macAddress: input.mac,
        masquerade: {},
        model: 'virtio',
        name: NETWORK,
        ...(input.ports.length === 0 ? {} : { ports: input.ports.map(({ name, port }) => ({ name, port, protocol: 'TCP' })) }),
      }],
      networkInterfaceMultiqueue: true,
      rng: {},
    },
    features: {
      acpi: { enabled: true },
      ...(input.bootloader === Bootloader.EFI_SECURE_BOOT ? { smm: { enabled: true } } : {}),
    },
    firmware: { bootloader: bootloader(input.bootloader), serial: input.serial, uuid: input.uuid },
    machine: { type: DEFAULTS.machineType },
    ...(input.size.form === 'inline' ? sizeFields(input.size) : {}),
  };
}

function sizeFields(size: Extract<MachineSize, { form: 'inline' }>): AsJson<Pick<VirtualMachineSpecTemplateSpecDomain, 'cpu' | 'memory' | 'resources'>> {
  const dedicated = size.cpuMode === CpuMode.DEDICATED;
  const guaranteed = size.cpuMode === CpuMode.GUARANTEED;
  // VFIO pins the guest's whole memory, so a request below it crashes the start: with GPUs they are equal, whatever the cluster overcommits.
  const pinned = dedicated || guaranteed || size.gpuDeviceNames.length > 0;
  const cpus: Record<string, string> = guaranteed ? { cpu: String(size.cpus) } : {};
  const requests = { ...cpus, ...(pinned ? { memory: size.memory } : {}) };
  const limits = { ...cpus, ...(dedicated || guaranteed ? { memory: size.memory } : {}) };
  return {
    cpu: {
      cores: size.cpus / size.threadsPerCore,
      ...(dedicated ? { dedicatedCpuPlacement: true } : {}),
      ...(size.isolateEmulatorThread ? { isolateEmulatorThread: true } : {}),
      ...(size.numa === Numa.PASSTHROUGH ? { numa: { guestMappingPassthrough: {} } } : {}),
      sockets: 1,
      threads: size.threadsPerCore,
    },
    memory: {
      guest: size.memory,
      ...(size.hugepages === undefined ? {} : { hugepages: { pageSize: size.hugepages } }),
    },
    ...(pinned ? { resources: { ...(Object.keys(limits).length === 0 ? {} : { limits }), requests } } : {}),
  };
}

function bootloader(kind: Bootloader): VirtualMachineSpecTemplateSpecDomainFirmwareBootloader {
  switch (kind) {
    case Bootloader.BIOS:
      return { bios: {} };
    case Bootloader.EFI:
      // Left out, secureBoot counts as true.
      return { efi: { secureBoot: false } };
    case Bootloader.EFI_SECURE_BOOT:
      return { efi: { secureBoot: true } };
  }
}

function disks(input: VirtualMachineInput): AsJson<VirtualMachineSpecTemplateSpecDomainDevicesDisks>[] {
  return [
    ...input.disks.map(({ name, bootOrder, serial }) => ({
      disk: { bus: 'virtio' },
      name,
      ...(bootOrder === undefined ? {} : { bootOrder }),
      ...(serial === undefined ? {} : { serial }),
    })),
    { disk: { bus: 'virtio' }, name: CLOUD_INIT },
  ];
}

function volumes(input: VirtualMachineInput): AsJson<VirtualMachineSpecTemplateSpecVolumes>[] {
  return [
    ...input.disks.map(({ name, claim }) => ({ name, persistentVolumeClaim: { claimName: claim } })),
    { cloudInitNoCloud: cloudInit(input.userData, input.networkData), name: CLOUD_INIT },
  ];
}

function cloudInit(user: CloudInitText, network: CloudInitText): VirtualMachineSpecTemplateSpecVolumesCloudInitNoCloud {
  const userData = 'inline' in user ? { userData: user.inline } : { secretRef: { name: user.secret } };
  return 'inline' in network ? { networkData: network.inline, ...userData } : { networkDataSecretRef: { name: network.secret }, ...userData };
}

function probe(readiness: Exclude<ReadinessData, { kind: 'none' }>): AsJson<VirtualMachineSpecTemplateSpecReadinessProbe> {
  // The server's defaults written out, but for the time-out: one second is short for a guest that wakes up.
  const timing = { initialDelaySeconds: 10, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 5 };
  switch (readiness.kind) {
    case 'tcp':
      return { failureThreshold: 3, ...timing, tcpSocket: { port: readiness.port } };
    case 'http':
      return { failureThreshold: 3, ...timing, httpGet: { path: readiness.path, port: readiness.port } };
    case 'guestAgent':
      return { failureThreshold: 3, ...timing, guestAgentPing: {} };
  }
}
