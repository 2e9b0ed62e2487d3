import { type Size } from 'cdk8s';
import { brief, type Fault, fault, show, throwAll } from '../faults';
import { CpuMode, HugePages, Numa } from './choices';
import { Gpu } from './gpu';
import { isDnsLabelWithLetter } from './names';
import { type ProfileRecord, RECORDED } from './profile-record';
import { isAbsent, type PropNames, Reading } from './reading';
import { readSize, type ReadSize } from './sizes';

/** What a machine has when it runs. */
export interface ProfileProps {
  /** Version, from 1 upward. A published version never changes: a change gets the next number. */
  readonly version: number;
  /** Number of vCPUs, 1 to 512. */
  readonly cpus: number;
  /** Guest memory, whole MiB, at least 128Mi. */
  readonly memory: Size;
  /**
   * GPUs, passed through whole.
   * @default - none
   */
  readonly gpus?: Gpu[];
  /**
   * How vCPUs relate to the node's CPUs.
   * @default CpuMode.SHARED
   */
  readonly cpuMode?: CpuMode;
  /**
   * Threads of each core that the guest sees, 1 or 2.
   * @default 1
   */
  readonly threadsPerCore?: number;
  /**
   * Huge pages that back the memory.
   * @default - none
   */
  readonly hugepages?: HugePages;
  /**
   * What the guest sees of the node's NUMA layout.
   * @default Numa.NONE
   */
  readonly numa?: Numa;
  /**
   * Gives QEMU's own thread a CPU of its own, beside those of the guest.
   * @default false
   */
  readonly isolateEmulatorThread?: boolean;
}

/** Kibibytes of each page size. */
const PAGE_KIBIBYTES: Readonly<Record<HugePages, number>> = { [HugePages.SIZE_2MI]: 2048, [HugePages.SIZE_1GI]: 1024 * 1024 };

const PROPS: PropNames<ProfileProps> = {
  version: true, cpus: true, memory: true, gpus: true, cpuMode: true, threadsPerCore: true, hugepages: true, numa: true,
  isolateEmulatorThread: true,
};

/**
 * What people may ask for: a named, versioned size of machine.
 *
 * @example
 * const trainer = Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [Gpu.A100_PCIE_40GB] });
 */
export class Profile {
  /**
   * Makes a profile.
   *
   * Faults: WS-PROFILE-001 to WS-PROFILE-007, WS-GPU-005, WS-APP-002, WS-APP-007; all of them together.
   *
   * @param name DNS label of at most 40 characters that starts with a letter
   */
  public static of(name: string, props: ProfileProps): Profile {
    const profile = brief(name);
    const reading = new Reading(`profile '${profile}'`);
    const given = reading.props(props, PROPS);
    const faults: Fault[] = [];

    if (!isDnsLabelWithLetter(name, 40)) {
      faults.push(fault('WS-PROFILE-001', {
        prop: 'name', got: show(name), expected: 'at most 40 lower-case letters, digits and hyphens, starting with a letter',
      }));
    }
    if (!isWhole(given.version, 1, 9999)) {
      faults.push(fault('WS-PROFILE-001', { prop: `version of '${profile}'`, got: show(given.version), expected: 'a whole number from 1 to 9999' }));
    }
    const cpus = isWhole(given.cpus, 1, 512) ? given.cpus : undefined;
    if (cpus === undefined) {
      faults.push(fault('WS-PROFILE-002', { profile, got: show(given.cpus) }));
    }
    const memory = readSize(given.memory);
    const memoryFits = memory !== undefined && memory.kibibytes >= 128 * 1024 && memory.kibibytes % 1024 === 0;
    if (!memoryFits) {
      faults.push(fault('WS-PROFILE-003', { profile, got: memory?.text ?? show(given.memory) }));
    }
    const gpus = reading.list('gpus', given.gpus).flatMap((gpu, index) => {
      const one = reading.instance(`gpus[${index}]`, gpu, Gpu, 'a Gpu, such as Gpu.A100_PCIE_40GB');
      return one === undefined ? [] : [one];
    });
    if (gpus.length > 16) {
      faults.push(fault('WS-GPU-005', { profile, got: gpus.length }));
    }
    const cpuMode = reading.choice('cpuMode', given.cpuMode, CpuMode, CpuMode.SHARED);
    const hugepages = isAbsent(given.hugepages) ? undefined : reading.choice('hugepages', given.hugepages, HugePages, HugePages.SIZE_2MI);
    const numa = reading.choice('numa', given.numa, Numa, Numa.NONE);
    const isolateEmulatorThread = reading.flag('isolateEmulatorThread', given.isolateEmulatorThread, false);
    const threads = isAbsent(given.threadsPerCore) ? 1 : given.threadsPerCore;
    if (!isWhole(threads, 1, 2) || (cpus !== undefined && cpus % threads !== 0)) {
      faults.push(fault('WS-PROFILE-004', { profile, got: show(threads), cpus: cpus ?? '?' }));
    }
    if (memoryFits && hugepages !== undefined && memory.kibibytes % PAGE_KIBIBYTES[hugepages] !== 0) {
      faults.push(fault('WS-PROFILE-005', { profile, got: memory.text, expected: hugepages }));
    }
    const missing = [...(cpuMode === CpuMode.DEDICATED ? [] : ['dedicated CPUs']), ...(hugepages === undefined ? ['huge pages'] : [])];
    if (numa === Numa.PASSTHROUGH && missing.length > 0) {
      faults.push(fault('WS-PROFILE-006', { profile, got: missing.join(' and ') }));
    }
    if (isolateEmulatorThread && cpuMode !== CpuMode.DEDICATED) {
      faults.push(fault('WS-PROFILE-007', { profile }));
    }
    throwAll([...faults, ...reading.faults]);
    return new Profile(name, { ...props, cpuMode, numa, isolateEmulatorThread, threadsPerCore: threads }, gpus, memory as ReadSize);
  }

  /** The name by which people ask for it. */
  public readonly name: string;
  /** The version; a published one never changes. */
  public readonly version: number;
  /** Number of vCPUs. */
  public readonly cpus: number;
  /** Guest memory. */
  public readonly memory: Size;
  /** How vCPUs relate to the node's CPUs. */
  public readonly cpuMode: CpuMode;
  /** Threads of each core. */
  public readonly threadsPerCore: number;
  /** Huge pages, if any. */
  public readonly hugepages?: HugePages;
  /** What the guest sees of NUMA. */
  public readonly numa: Numa;
  /** Whether QEMU's own thread has a CPU of its own. */
  public readonly isolateEmulatorThread: boolean;
  private readonly cards: readonly Gpu[];
  private readonly readMemory: ReadSize;

  private constructor(name: string, props: ProfileProps & { cpuMode: CpuMode; numa: Numa; isolateEmulatorThread: boolean; threadsPerCore: number },
    gpus: readonly Gpu[], memory: ReadSize) {
    this.name = name;
    this.version = props.version;
    this.cpus = props.cpus;
    this.memory = props.memory;
    this.cpuMode = props.cpuMode;
    this.threadsPerCore = props.threadsPerCore;
    if (!isAbsent(props.hugepages)) {
      this.hugepages = props.hugepages;
    }
    this.numa = props.numa;
    this.isolateEmulatorThread = props.isolateEmulatorThread;
    this.cards = [...gpus];
    this.readMemory = memory;
  }

  /** The GPUs, one entry a card (a copy). */
  public get gpus(): Gpu[] {
    return [...this.cards];
  }

  /** Name and version in one word, `trainer-v3`: the value of labels and the name of the instancetype. */
  public get id(): string {
    return `${this.name}-v${this.version}`;
  }

  /**
   * Guest memory as a quantity.
   * @internal
   */
  public get _memoryText(): string {
    return this.readMemory.text;
  }

  /**
   * Guest memory in KiB.
   * @internal
   */
  public get _memoryKibibytes(): number {
    return this.readMemory.kibibytes;
  }

  /**
   * What a machine of this profile has, as data.
   * @internal
   */
  public get _record(): ProfileRecord {
    const { cpus, cpuMode, threadsPerCore, hugepages = '', numa, isolateEmulatorThread } = this;
    const gpus = this.cards.map((gpu) => gpu.deviceName);
    const all: ProfileRecord = { cpus, memory: this.readMemory.text, gpus, cpuMode, threadsPerCore, hugepages, numa, isolateEmulatorThread };
    return Object.fromEntries(Object.entries(all).filter(([prop, value]) => JSON.stringify(value) !== JSON.stringify(RECORDED[prop])));
  }
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}
