import type { Size } from 'cdk8s';
import { type Construct } from 'constructs';
import { KEYS } from '../../facts';
import { type Fault, fault } from '../../faults';
import {
  checkLabels, checkSize, type DevicePlugin, Gpu, HugePages, isAbsent, isLabelValue, type NodeTaint, type PropNames, type Reading, readTaints, type ReadSize,
  type ResolvedTaint, TaintEffect,
} from '../../values';

/** Nodes that machines run on: a VfioNodePool or a CpuNodePool. */
export interface IMachinePool {
  /** Name of the pool. */
  readonly poolName: string;
  /** Labels of its nodes; its machines select them. */
  readonly nodeLabels: { [key: string]: string };
}

/** Nodes of one kind. The library writes no Node: `nodes.md` in the info folder has the lines that make them a pool. */
export interface NodePoolProps {
  /** How many nodes the pool has, 1 to 5000. */
  readonly nodes: number;
  /**
   * Labels of the nodes, and no others': by them machines are placed.
   * @default - workstations.dev/pool with the construct's id
   */
  readonly labels?: { [key: string]: string };
  /**
   * Taints of the nodes; the pool's machines and KubeVirt's virt-handler tolerate them.
   * @default - of a VfioNodePool workstations.dev/pool with the construct's id, effect NoSchedule; of the others none
   */
  readonly taints?: NodeTaint[];
}

/** What machines can ask of a node beside cards. */
export interface MachinePoolProps extends NodePoolProps {
  /**
   * The kubelet gives whole CPUs to pods that ask for them (static CPU manager policy): machines with CpuMode.DEDICATED can start.
   * @default false
   */
  readonly dedicatedCpus?: boolean;
  /**
   * Memory in huge pages of 1 GiB that each node has reserved.
   * @default - none
   */
  readonly hugepages1Gi?: Size;
  /**
   * Memory in huge pages of 2 MiB that each node has reserved.
   * @default - none
   */
  readonly hugepages2Mi?: Size;
}

export const NODE_POOL_PROPS: PropNames<NodePoolProps> = { nodes: true, labels: true, taints: true };
export const MACHINE_POOL_PROPS: PropNames<MachinePoolProps> = { ...NODE_POOL_PROPS, dedicatedCpus: true, hugepages1Gi: true, hugepages2Mi: true };

/** What kind of node it is, as the platform speaks of it. */
export type PoolKind = 'vm-gpu-pci' | 'vm-cpu' | 'container-gpu';

/** A pool with nothing left open. */
export interface PoolData {
  readonly kind: PoolKind;
  readonly name: string;
  readonly nodes: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly ResolvedTaint[];
  /** The cards of each node, one entry a card. */
  readonly gpus: readonly Gpu[];
  readonly plugin: DevicePlugin | undefined;
  readonly dedicatedCpus: boolean;
  readonly hugepages: ReadonlyMap<HugePages, ReadSize>;
}

const POOLS = new WeakMap<object, PoolData>();
const OF_APP = new WeakMap<Construct, PoolData[]>();

/** Notes a pool; a fault for one whose nodes could be those of another. */
export function rememberPool(construct: Construct, data: PoolData): Fault[] {
  const { root } = construct.node;
  const known = poolsOf(construct);
  POOLS.set(construct, data);
  OF_APP.set(root as Construct, [...known, data]);
  return known.filter(({ labels }) => covers(labels, data.labels) || covers(data.labels, labels))
    .map((other) => fault('WS-POOL-004', { pool: data.name, other: other.name, got: labelText(data.labels) }, { field: 'labels' }));
}

/** All pools of the app around a construct. */
export const poolsOf = (construct: Construct): readonly PoolData[] => OF_APP.get(construct.node.root as Construct) ?? [];

/** What a pool is; undefined for anything else. */
export const poolDataOf = (pool: unknown): PoolData | undefined => (typeof pool === 'object' && pool !== null ? POOLS.get(pool) : undefined);

export const labelText = (labels: Readonly<Record<string, string>>): string => Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(' ');

/** True if every node with the second labels has the first. */
const covers = (some: Readonly<Record<string, string>>, all: Readonly<Record<string, string>>): boolean => Object.entries(some).every(([key, value]) => all[key] === value);

/** The props that all pools have. */
export function readNodes(id: unknown, given: Partial<NodePoolProps>, reading: Reading, tainted: boolean): Pick<PoolData, 'name' | 'nodes' | 'labels' | 'taints'> {
  // As it was given: constructs writes some characters of an id otherwise.
  const name = isLabelValue(id) && id !== '' ? id : 'pool';
  if (name !== id) {
    reading.refuse('id', id, 'at most 63 letters, digits, dots, underscores and hyphens, the first and the last a letter or digit: it is the value of a node label');
  }
  const what = `pool '${name}'`;
  const { labels, faults } = isAbsent(given.labels)
    ? { labels: { [KEYS.pool]: name }, faults: [] }
    : checkLabels(reading.textMap('labels', given.labels), what, 'labels');
  reading.add(...faults);
  if (!isAbsent(given.labels) && Object.keys(labels).length === 0 && faults.length === 0) {
    reading.refuse('labels', given.labels, 'at least one label: by it machines find the nodes');
  }
  const { taints, faults: taintFaults } = isAbsent(given.taints)
    ? { taints: tainted ? [{ key: KEYS.pool, value: name, effect: TaintEffect.NO_SCHEDULE }] : [], faults: [] }
    : readTaints(reading.list('taints', given.taints), what);
  reading.add(...taintFaults);
  return { name, nodes: reading.wholeNumber('nodes', given.nodes, 1, 5000) ?? 1, labels, taints };
}

/** What machines can ask of a node beside cards. */
export function readRoom(construct: Construct, given: Partial<MachinePoolProps>, reading: Reading): Pick<PoolData, 'dedicatedCpus' | 'hugepages'> {
  const hugepages = new Map<HugePages, ReadSize>();
  for (const [prop, page, kibibytes] of [['hugepages1Gi', HugePages.SIZE_1GI, 1024 ** 2], ['hugepages2Mi', HugePages.SIZE_2MI, 2 * 1024]] as const) {
    if (isAbsent(given[prop])) {
      continue;
    }
    const { read, faults } = checkSize(given[prop], prop, `pool '${construct.node.id}'`, { kibibytes, text: page });
    reading.add(...faults);
    if (read !== undefined && read.kibibytes % kibibytes !== 0) {
      reading.refuse(prop, read.text, `a multiple of ${page}`);
    } else if (read !== undefined) {
      hugepages.set(page, read);
    }
  }
  return { dedicatedCpus: reading.flag('dedicatedCpus', given.dedicatedCpus, false), hugepages };
}

/** The cards of a node. */
export function readCards(given: unknown, reading: Reading): Gpu[] {
  const cards = reading.list('gpusPerNode', given).flatMap((item, index) => reading.instance(`gpusPerNode[${index}]`, item, Gpu, 'a Gpu, such as Gpu.A100_PCIE_40GB') ?? []);
  if (isAbsent(given) || (Array.isArray(given) && given.length === 0)) {
    reading.refuse('gpusPerNode', given, 'the cards of one node, such as Gpu.A100_PCIE_40GB.times(4)');
  } else if (cards.length > 16) {
    reading.refuse('gpusPerNode', `${cards.length} cards`, 'at most 16, which is what one server holds');
  }
  return cards;
}

/** The name, number or text of each card, counted: `4 × A100_PCIE_40GB`. */
export function cardsText(gpus: readonly Gpu[]): string {
  const counts = new Map<string, number>();
  gpus.forEach(({ name }) => counts.set(name, (counts.get(name) ?? 0) + 1));
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ') || 'no GPU';
}

/** A fault for whatever JavaScript gave as a pool. */
export function readPool(pool: unknown, reading: Reading, prop = 'pool'): PoolData | undefined {
  const data = poolDataOf(pool);
  if (data !== undefined && data.kind !== 'container-gpu') {
    return data;
  }
  return reading.refuse(prop, data === undefined ? pool : `the ContainerGpuPool '${data.name}'`, "a VfioNodePool or a CpuNodePool, such as new CpuNodePool(platform, 'vm-cpu', { nodes: 3 })");
}

