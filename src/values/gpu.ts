import { Size } from 'cdk8s';
import { GPUS, type GpuName } from '../facts';
import { brief, didYouMean, fault, show, throwAll } from '../faults';
import { isAbsent, type PropNames, Reading } from './reading';
import { readSize } from './sizes';

/** What describes a card that is not in the table. */
export interface CustomGpuProps {
  /** The name by which the fleet speaks of the card, such as `MI210_64GB`. */
  readonly name: string;
  /** The resource that the node advertises, such as `amd.com/MI210`; written to the machine as it stands. */
  readonly deviceName: string;
  /**
   * Memory of the card.
   * @default - not known
   */
  readonly memory?: Size;
  /**
   * PCI vendor and device of the card, such as `1002:740f` (as `lspci -nn` shows them); all of them, if it is sold under several.
   * @default - not known: the card cannot stand in a VfioNodePool
   */
  readonly pciIds?: string[];
}

const CUSTOM_PROPS: PropNames<CustomGpuProps> = { name: true, deviceName: true, memory: true, pciIds: true };

/**
 * A GPU model: card, form and memory. The device plugin's resource name follows from it, from a table of facts
 * (NVIDIA/kubevirt-gpu-device-plugin v1.6.0).
 *
 * @example
 * const two = Gpu.A100_PCIE_40GB.times(2);
 */
export class Gpu {
  /** NVIDIA A10, 24 GB (10de:2236). */
  public static readonly A10_24GB = Gpu.fromTable('A10_24GB');
  /** NVIDIA A100, PCIe, 40 GB (10de:20f1, 10de:20b1). */
  public static readonly A100_PCIE_40GB = Gpu.fromTable('A100_PCIE_40GB');
  /** NVIDIA A100, PCIe, 80 GB (10de:20b5). */
  public static readonly A100_PCIE_80GB = Gpu.fromTable('A100_PCIE_80GB');
  /** NVIDIA A100, SXM4, 40 GB (10de:20b0). */
  public static readonly A100_SXM4_40GB = Gpu.fromTable('A100_SXM4_40GB');
  /** NVIDIA H100, PCIe, 80 GB (10de:2331). */
  public static readonly H100_PCIE_80GB = Gpu.fromTable('H100_PCIE_80GB');
  /** NVIDIA H100, SXM5, 80 GB (10de:2330). */
  public static readonly H100_SXM5_80GB = Gpu.fromTable('H100_SXM5_80GB');
  /** NVIDIA H100 NVL, 94 GB (10de:2321). */
  public static readonly H100_NVL_94GB = Gpu.fromTable('H100_NVL_94GB');
  /** NVIDIA H200 NVL, 141 GB (10de:233b). */
  public static readonly H200_NVL_141GB = Gpu.fromTable('H200_NVL_141GB');
  /** NVIDIA L40S, 48 GB (10de:26b9). */
  public static readonly L40S_48GB = Gpu.fromTable('L40S_48GB');
  /** NVIDIA RTX 6000 Ada Generation, 48 GB (10de:26b1). */
  public static readonly RTX_6000_ADA_48GB = Gpu.fromTable('RTX_6000_ADA_48GB');
  /** NVIDIA A100, SXM4, 80 GB (10de:20b2). */
  public static readonly A100_SXM4_80GB = Gpu.fromTable('A100_SXM4_80GB');
  /** NVIDIA A40, 48 GB (10de:2235). */
  public static readonly A40_48GB = Gpu.fromTable('A40_48GB');
  /** NVIDIA L4, 24 GB (10de:27b8). */
  public static readonly L4_24GB = Gpu.fromTable('L4_24GB');
  /** NVIDIA L40, 48 GB (10de:26b5). */
  public static readonly L40_48GB = Gpu.fromTable('L40_48GB');
  /** NVIDIA RTX A6000, 48 GB (10de:2230). */
  public static readonly RTX_A6000_48GB = Gpu.fromTable('RTX_A6000_48GB');
  /** NVIDIA Tesla T4, 16 GB (10de:1eb8). */
  public static readonly T4_16GB = Gpu.fromTable('T4_16GB');
  /** NVIDIA RTX PRO 6000 Blackwell Server Edition, 96 GB (10de:2bb5). */
  public static readonly RTX_PRO_6000_BLACKWELL_SERVER_96GB = Gpu.fromTable('RTX_PRO_6000_BLACKWELL_SERVER_96GB');
  /** NVIDIA RTX PRO 6000 Blackwell Workstation Edition, 96 GB (10de:2bb1). */
  public static readonly RTX_PRO_6000_BLACKWELL_WORKSTATION_96GB = Gpu.fromTable('RTX_PRO_6000_BLACKWELL_WORKSTATION_96GB');

  /**
   * A card of the table by its name, for data files.
   *
   * Faults: WS-GPU-001 (no such card; the nearest is offered).
   *
   * @param name such as `A100_PCIE_40GB`
   */
  public static of(name: string): Gpu {
    const names = Object.keys(GPUS);
    if (typeof name !== 'string' || !names.includes(name)) {
      throwAll([fault('WS-GPU-001', { got: show(name), near: nearGpu(typeof name === 'string' ? name : '', names), expected: names.join(', ') })]);
    }
    return Gpu.fromTable(name as GpuName);
  }

  /**
   * A card that is not in the table.
   *
   * Faults: WS-GPU-003 (malformed device name), WS-APP-002 (no name, a malformed PCI id), WS-APP-007 (unknown prop).
   */
  public static custom(props: CustomGpuProps): Gpu {
    const reading = new Reading('a GPU');
    const given = reading.props(props, CUSTOM_PROPS);
    const name = typeof given.name === 'string' && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/.test(given.name) ? given.name
      : reading.refuse('name', given.name, 'at most 63 letters, digits, dots, underscores and hyphens');
    const memory = isAbsent(given.memory) ? undefined : readSize(given.memory);
    if (!isAbsent(given.memory) && memory === undefined) {
      reading.refuse('memory', given.memory, 'a Size, such as Size.gibibytes(48)');
    }
    if (!isDeviceName(given.deviceName)) {
      reading.add(fault('WS-GPU-003', { gpu: name === undefined ? 'without a name' : brief(name), got: show(given.deviceName) }, { field: 'deviceName' }));
    }
    const pciIds = reading.texts('pciIds', given.pciIds).map((id) => id.toLowerCase());
    pciIds.filter((id) => !/^[0-9a-f]{4}:[0-9a-f]{4}$/.test(id)).forEach((id) => reading.refuse('pciIds', id, 'vendor and device in hexadecimal, such as 10de:20f1'));
    throwAll(reading.faults);
    return new Gpu(String(name), String(given.deviceName), pciIds, memory?.size);
  }

  private static fromTable(name: GpuName): Gpu {
    const fact = GPUS[name];
    return new Gpu(name, fact.deviceName, fact.pciIds, Size.gibibytes(fact.memoryGiB));
  }

  /** Card, form and memory in one word. */
  public readonly name: string;
  /** The resource that the node advertises and the machine asks for. */
  public readonly deviceName: string;
  /** Memory of the card, if it is known. */
  public readonly memory?: Size;

  private readonly ids: readonly string[];

  private constructor(name: string, deviceName: string, pciIds: readonly string[], memory?: Size) {
    this.name = name;
    this.deviceName = deviceName;
    this.ids = pciIds;
    if (memory !== undefined) {
      this.memory = memory;
    }
  }

  /** PCI vendor and device, all that the card is sold under, as far as they are known (a copy). */
  public get pciIds(): string[] {
    return [...this.ids];
  }

  /**
   * The same card several times, for `gpus` of a profile.
   *
   * Faults: WS-GPU-006 (no whole number from 1 to 16).
   */
  public times(count: number): Gpu[] {
    if (!Number.isInteger(count) || count < 1 || count > 16) {
      throwAll([fault('WS-GPU-006', { gpu: brief(this.name), got: show(count) })]);
    }
    return Array.from({ length: count }, () => this);
  }
}

/** The nearest name, or those that have all of the words that were given: `H100_80GB` is two cards. */
function nearGpu(name: string, names: readonly string[]): string {
  const words = name.toUpperCase().split(/[^A-Z0-9]+/).filter((word) => word !== '');
  const found = words.length < 2 ? [] : names.filter((one) => words.every((word) => one.split('_').includes(word)));
  return found.length === 0 ? didYouMean(name, [...names]) : ` (did you mean ${found.map((one) => `'${one}'`).join(' or ')}?)`;
}

/** Vendor domain, slash, name: what an extended resource of Kubernetes may be called. */
function isDeviceName(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(text)
    && !/^([^/]*\.)?kubernetes\.io\//.test(text);
}
