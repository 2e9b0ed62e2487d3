import { CpuMode, type HugePages, Numa } from '../values';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A profile as an instancetype says it: it has no CPU or memory requests and limits. */
export interface InstancetypeInput {
  readonly cpus: number;
  readonly threadsPerCore: number;
  readonly memory: string;
  readonly gpuDeviceNames: readonly string[];
  readonly cpuMode: CpuMode.SHARED | CpuMode.DEDICATED;
  readonly hugepages: HugePages | undefined;
  readonly numa: Numa;
  readonly isolateEmulatorThread: boolean;
}

// Loaded here: few programs make one, and the generated module costs start-up time.
const generated = (): typeof import('../../imports/instancetype.kubevirt.io') => require('../../imports/instancetype.kubevirt.io') as typeof import('../../imports/instancetype.kubevirt.io');

/** A VirtualMachineClusterInstancetype. */
export function instancetype(metadata: Metadata, input: InstancetypeInput): Manifest {
  const { VirtualMachineClusterInstancetype, VirtualMachineClusterInstancetypeSpecMemoryGuest: Guest } = generated();
  return VirtualMachineClusterInstancetype.manifest({
    metadata: metadataOf(metadata),
    spec: {
      cpu: {
        guest: input.cpus,
        ...(input.cpuMode === CpuMode.DEDICATED ? { dedicatedCpuPlacement: true } : {}),
        ...(input.isolateEmulatorThread ? { isolateEmulatorThread: true } : {}),
        ...(input.numa === Numa.PASSTHROUGH ? { numa: { guestMappingPassthrough: {} } } : {}),
      },
      memory: {
        guest: Guest.fromString(input.memory),
        ...(input.hugepages === undefined ? {} : { hugepages: { pageSize: input.hugepages } }),
      },
      ...(input.gpuDeviceNames.length === 0 ? {} : { gpus: input.gpuDeviceNames.map((deviceName, index) => ({ name: `gpu${index}`, deviceName })) }),
    },
  });
}

/**
 * The VirtualMachineClusterPreference beside it: vCPUs become cores of one socket, as in the inline form; KubeVirt's
 * own default is one socket a vCPU.
 */
export function preference(metadata: Metadata, input: Pick<InstancetypeInput, 'threadsPerCore'>): Manifest {
  const { VirtualMachineClusterPreference } = generated();
  return VirtualMachineClusterPreference.manifest({
    metadata: metadataOf(metadata),
    spec: {
      cpu: input.threadsPerCore === 1
        ? { preferredCpuTopology: 'cores' }
        : { preferredCpuTopology: 'spread', spreadOptions: { across: 'CoresThreads', ratio: input.threadsPerCore } },
    },
  });
}
