import {
  VirtualMachine,
  VirtualMachineSpecTemplateSpecDomainMemoryGuest as Guest,
  VirtualMachineSpecTemplateSpecDomainResourcesLimits as Limit,
  VirtualMachineSpecTemplateSpecDomainResourcesRequests as Request,
  VirtualMachineSpecTemplateSpecReadinessProbeHttpGetPort as HttpPort,
  VirtualMachineSpecTemplateSpecReadinessProbeTcpSocketPort as TcpPort,
  type VirtualMachineSpecTemplateSpec,
  type VirtualMachineSpecTemplateSpecDomain,
  type VirtualMachineSpecTemplateSpecDomainDevicesDisks,
  type VirtualMachineSpecTemplateSpecDomainFirmwareBootloader,
  type VirtualMachineSpecTemplateSpecReadinessProbe,
  type VirtualMachineSpecTemplateSpecVolumes,
  type VirtualMachineSpecTemplateSpecVolumesCloudInitNoCloud,
} from '../../imports/kubevirt.io';
import { DEFAULTS } from '../facts';
import { Bootloader, CpuMode, type HugePages, Numa, type Power, type ReadinessData, type ResolvedToleration } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

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
  readonly tolerations: readonly ResolvedToleration[];
  readonly terminationGracePeriodSeconds: number;
}

/** The one network: the pod's, behind masquerade. */
const NETWORK = 'default';
const CLOUD_INIT = 'cloudinit';

/** A VirtualMachine. Total: what goes in was resolved and checked before. */
export function virtualMachine(metadata: Metadata, input: VirtualMachineInput): Manifest {
  return VirtualMachine.manifest({
    metadata: metadataOf(metadata),
    spec: {
      runStrategy: input.power,
      ...(input.size.form === 'inline' ? {} : {
        instancetype: { kind: 'VirtualMachineClusterInstancetype', name: input.size.name },
        preference: { kind: 'VirtualMachineClusterPreference', name: input.size.name },
      }),
      template: {
        metadata: { labels: { ...input.podLabels } },
        spec: templateSpec(input),
      },
    },
  });
}

function templateSpec(input: VirtualMachineInput): VirtualMachineSpecTemplateSpec {
  return {
    // The defaults of the mutating webhook, written out so that Git and cluster agree.
    architecture: DEFAULTS.architecture,
    hostname: input.hostname,
    domain: domain(input),
    // A drain powers the guest off; LiveMigrate would block it for ever on a machine that cannot migrate.
    evictionStrategy: 'None',
    terminationGracePeriodSeconds: input.terminationGracePeriodSeconds,
    networks: [{ name: NETWORK, pod: {} }],
    volumes: volumes(input),
    ...(input.readiness.kind === 'none' ? {} : { readinessProbe: probe(input.readiness) }),
    ...(Object.keys(input.nodeSelector).length === 0 ? {} : { nodeSelector: { ...input.nodeSelector } }),
    ...(input.tolerations.length === 0 ? {} : { tolerations: input.tolerations.map((toleration) => ({ ...toleration })) }),
  };
}

function domain(input: VirtualMachineInput): VirtualMachineSpecTemplateSpecDomain {
  return {
    ...(input.size.form === 'inline' ? sizeFields(input.size) : {}),
    machine: { type: DEFAULTS.machineType },
    firmware: { uuid: input.uuid, serial: input.serial, bootloader: bootloader(input.bootloader) },
    features: {
      acpi: { enabled: true },
      ...(input.bootloader === Bootloader.EFI_SECURE_BOOT ? { smm: { enabled: true } } : {}),
    },
    devices: {
      autoattachGraphicsDevice: input.graphics,
      blockMultiQueue: true,
      networkInterfaceMultiqueue: true,
      rng: {},
      // Without a tablet the pointer in VNC stands beside the real one.
      ...(input.graphics ? { inputs: [{ name: 'tablet', type: 'tablet', bus: 'usb' }] } : {}),
      ...(input.size.form === 'inline' && input.size.gpuDeviceNames.length > 0
        ? { gpus: input.size.gpuDeviceNames.map((deviceName, index) => ({ name: `gpu${index}`, deviceName })) }
        : {}),
      disks: disks(input),
      interfaces: [{
        name: NETWORK,
        model: 'virtio',
        macAddress: input.mac,
        masquerade: {},
        ...(input.ports.length === 0 ? {} : { ports: input.ports.map(({ name, port }) => ({ name, port, protocol: 'TCP' })) }),
      }],
    },
  };
}

function sizeFields(size: Extract<MachineSize, { form: 'inline' }>): Pick<VirtualMachineSpecTemplateSpecDomain, 'cpu' | 'memory' | 'resources'> {
  const dedicated = size.cpuMode === CpuMode.DEDICATED;
  const guaranteed = size.cpuMode === CpuMode.GUARANTEED;
  // VFIO pins the guest's whole memory, so a request below it crashes the start: with GPUs they are equal, whatever the cluster overcommits.
  const pinned = dedicated || guaranteed || size.gpuDeviceNames.length > 0;
  const requests: Record<string, Request> = {
    ...(guaranteed ? { cpu: Request.fromString(String(size.cpus)) } : {}),
    ...(pinned ? { memory: Request.fromString(size.memory) } : {}),
  };
  const limits: Record<string, Limit> = {
    ...(guaranteed ? { cpu: Limit.fromString(String(size.cpus)) } : {}),
    ...(dedicated || guaranteed ? { memory: Limit.fromString(size.memory) } : {}),
  };
  return {
    cpu: {
      sockets: 1,
      cores: size.cpus / size.threadsPerCore,
      threads: size.threadsPerCore,
      ...(dedicated ? { dedicatedCpuPlacement: true } : {}),
      ...(size.isolateEmulatorThread ? { isolateEmulatorThread: true } : {}),
      ...(size.numa === Numa.PASSTHROUGH ? { numa: { guestMappingPassthrough: {} } } : {}),
    },
    memory: {
      guest: Guest.fromString(size.memory),
      ...(size.hugepages === undefined ? {} : { hugepages: { pageSize: size.hugepages } }),
    },
    ...(pinned ? { resources: { requests, ...(Object.keys(limits).length === 0 ? {} : { limits }) } } : {}),
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

function disks(input: VirtualMachineInput): VirtualMachineSpecTemplateSpecDomainDevicesDisks[] {
  return [
    ...input.disks.map(({ name, bootOrder, serial }) => ({
      name,
      disk: { bus: 'virtio' },
      ...(bootOrder === undefined ? {} : { bootOrder }),
      ...(serial === undefined ? {} : { serial }),
    })),
    { name: CLOUD_INIT, disk: { bus: 'virtio' } },
  ];
}

function volumes(input: VirtualMachineInput): VirtualMachineSpecTemplateSpecVolumes[] {
  const cloudInitNoCloud: VirtualMachineSpecTemplateSpecVolumesCloudInitNoCloud = {
    ...('inline' in input.userData ? { userData: input.userData.inline } : { secretRef: { name: input.userData.secret } }),
    ...('inline' in input.networkData ? { networkData: input.networkData.inline } : { networkDataSecretRef: { name: input.networkData.secret } }),
  };
  return [
    ...input.disks.map(({ name, claim }) => ({ name, persistentVolumeClaim: { claimName: claim } })),
    { name: CLOUD_INIT, cloudInitNoCloud },
  ];
}

function probe(readiness: Exclude<ReadinessData, { kind: 'none' }>): VirtualMachineSpecTemplateSpecReadinessProbe {
  // The server's defaults written out, but for the time-out: one second is short for a guest that wakes up.
  const timing = { initialDelaySeconds: 10, periodSeconds: 10, timeoutSeconds: 5, successThreshold: 1, failureThreshold: 3 };
  switch (readiness.kind) {
    case 'tcp':
      return { ...timing, tcpSocket: { port: TcpPort.fromNumber(readiness.port) } };
    case 'http':
      return { ...timing, httpGet: { port: HttpPort.fromNumber(readiness.port), path: readiness.path } };
    case 'guestAgent':
      return { ...timing, guestAgentPing: {} };
  }
}
