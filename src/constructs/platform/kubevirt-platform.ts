import { Construct } from 'constructs';
import { compareReleases, FOREIGN_KEYS, KEYS } from '../../facts';
import { type Fault, fault } from '../../faults';
import { cdi, kubevirt, type PermittedCard } from '../../objects/platform';
import { checkNamespace, DevicePlugin, isAbsent, type PropNames, Reading, type ResolvedToleration, tolerating } from '../../values';
import { emit } from '../emit';
import { expect } from '../expectations';
import { deferFaults, recordFaults } from '../fault-record';
import { Layer, Layers } from '../layers';
import { kept } from '../naming';
import { type IMachinePool, type PoolData, poolsOf, readPool } from '../pools/pool';
import { type IRbdStorage, readStorage } from '../rbd-storage';
import { settingsOf } from '../settings';
import { checkGates, type Gates, neededGates } from './gates';
import { leavePlatformNote } from './platform-note';
import { rememberPlatform } from './platforms';

/** What the cluster's KubeVirt must bring for the fleet. */
export interface ExistingPlatformProps {
  /**
   * The pools of machines: their cards are permitted, their taints tolerated, and what their kubelets offer has its feature gate.
   * @default - none: machines with GPUs or CPUs of their own are refused
   */
  readonly pools?: IMachinePool[];
}

/** KubeVirt and CDI as the platform team runs them. */
export interface KubeVirtPlatformProps extends ExistingPlatformProps {
  /**
   * Feature gates to list beside those that the pools need.
   * @default - none
   */
  readonly featureGates?: string[];
  /**
   * Feature gates to turn off beside those that the target needs off. Since KubeVirt 1.8.
   * @default - none
   */
  readonly disabledFeatureGates?: string[];
  /**
   * Run KubeVirt's two deployments for VirtualMachineTemplates, which this library does not use. Since KubeVirt 1.9.
   * @default false
   */
  readonly virtTemplate?: boolean;
  /**
   * Class of the claims in which CDI unpacks images; it must give Filesystem volumes.
   * @default - the cluster's default class
   */
  readonly scratchStorage?: IRbdStorage;
  /**
   * The namespace of KubeVirt's operator, which looks for its object there.
   * @default 'kubevirt'
   */
  readonly namespace?: string;
}

const EXISTING_PROPS: PropNames<ExistingPlatformProps> = { pools: true };
const PROPS: PropNames<KubeVirtPlatformProps> = {
  ...EXISTING_PROPS, featureGates: true, disabledFeatureGates: true, virtTemplate: true, scratchStorage: true, namespace: true,
};
/** The first release with VirtualMachineTemplates that run unless they are switched off. */
const TEMPLATES_SINCE = '1.9';

/**
 * The KubeVirt and CDI objects of the cluster: kept, no uninstall below running machines, no update that touches them;
 * with the gates, permitted cards and tolerations that its pools declare, and nothing that one person could change. The
 * two operators themselves are installed from their projects' releases before (`expects.md` in the info folder);
 * `kubevirt.md` there reports each gate.
 *
 * Faults: WS-PLATFORM-002 to WS-PLATFORM-004, WS-PLATFORM-010, WS-KEEP-011 (releases are taken one at a time), WS-NAME-001, WS-APP-002, WS-APP-007.
 *
 * @example
 * const pool = new VfioNodePool(platform, 'vm-gpu-pci', { nodes: 6, gpusPerNode: Gpu.A100_PCIE_40GB.times(4) });
 * new KubeVirtPlatform(platform, 'kubevirt', { pools: [pool] });
 */
export class KubeVirtPlatform extends Construct {
  /**
   * KubeVirt and CDI that somebody else runs. Writes no object: `kubevirt.md` in the info folder has the lines that their
   * KubeVirt object needs, and `expects.md` asks for them.
   *
   * Faults: WS-PLATFORM-003, WS-PLATFORM-004, WS-PLATFORM-010, WS-APP-002, WS-APP-007.
   */
  public static fromExisting(scope: Construct, id: string, props?: ExistingPlatformProps): Construct {
    const existing = new Construct(scope, id);
    const reading = new Reading(`platform '${id}'`);
    const pools = readPools(reading.props(props, EXISTING_PROPS).pools, reading);
    const { target } = settingsOf(existing);
    const gates = neededGates(pools, target);
    leavePlatformNote(existing, { existing: true, target, gates, cards: permitted(pools), tolerations: tolerationsOf(pools) });
    for (const { gate, why } of gates.on) {
      expect(existing, { kind: 'gate', name: gate, must: `listed in the KubeVirt object's feature gates, for ${why}` });
    }
    recordFaults(existing, [...reading.faults, ...contradictions(existing, pools), ...rememberPlatform(existing, pools)]);
    deferFaults(existing, () => forgotten(existing, pools));
    return existing;
  }

  public constructor(scope: Construct, id: string, props?: KubeVirtPlatformProps) {
    super(scope, id);
    Layers.set(this, Layer.OPERATORS);
    const reading = new Reading(`platform '${id}'`);
    const given = reading.props(props, PROPS);
    const { fleet, target } = settingsOf(this);
    const pools = readPools(given.pools, reading);
    const [on, off] = [reading.texts('featureGates', given.featureGates), reading.texts('disabledFeatureGates', given.disabledFeatureGates)];
    const virtTemplate = reading.flag('virtTemplate', given.virtTemplate, false);
    const hasTemplates = compareReleases(target.kubevirt, TEMPLATES_SINCE) >= 0;
    if (virtTemplate && !hasTemplates) {
      reading.refuse('virtTemplate', true, `false, or a target of KubeVirt ${TEMPLATES_SINCE} or later`);
    }
    if (virtTemplate && off.includes('Template')) {
      reading.refuse('virtTemplate', true, "false, or disabledFeatureGates without 'Template': KubeVirt would refuse every later change of its object");
    }
    const scratch = isAbsent(given.scratchStorage) ? undefined : readStorage(given.scratchStorage, reading, 'scratchStorage');
    const wanted: unknown = isAbsent(given.namespace) ? 'kubevirt' : given.namespace;
    const namespaceFaults = wanted === 'kubevirt' ? [] : checkNamespace(wanted, `platform '${id}'`);
    const namespace = namespaceFaults.length === 0 ? String(wanted) : 'kubevirt';
    const gates = union(neededGates(pools, target), on, off);
    const [cards, tolerations] = [permitted(pools), tolerationsOf(pools)];

    recordFaults(this, [...reading.faults, ...namespaceFaults, ...checkGates(id, on, off, target.kubevirt), ...contradictions(this, pools), ...rememberPlatform(this, pools)]);
    deferFaults(this, () => forgotten(this, pools));
    const marks = (release: string, more: Record<string, string> = {}) => kept({ [KEYS.fleet]: fleet, [KEYS.role]: 'platform' }, { [KEYS.release]: release, ...more });
    emit(this, 'kubevirt', kubevirt({ name: 'kubevirt', namespace, ...marks(target.kubevirt) }, {
      featureGates: gates.on.map(({ gate }) => gate), disabledFeatureGates: gates.off.map(({ gate }) => gate), cards, tolerations,
      virtTemplate: hasTemplates ? virtTemplate : undefined,
    }));
    // Without the annotation CDI does not read its own object's config (pkg/operator/controller/cr-manager.go).
    emit(this, 'cdi', cdi({ name: 'cdi', ...marks(target.cdi, { [FOREIGN_KEYS.cdiConfigAuthority]: '' }) }, { tolerations, scratchStorageClassName: scratch }));
    if (scratch !== undefined) {
      expect(this, { kind: 'storageClass', name: scratch, must: 'gives Filesystem volumes, ReadWriteOnce' });
    }
    expect(this, { kind: 'namespace', name: namespace, must: "of KubeVirt's operator" });
    expect(this, { kind: 'right', name: 'virt-operator', must: `installed from KubeVirt's own release ${target.kubevirt}, before its object` });
    expect(this, { kind: 'right', name: 'cdi-operator', must: `installed from CDI's own release ${target.cdi}, before its object` });
    leavePlatformNote(this, { existing: false, target, gates, cards, tolerations });
  }
}

function readPools(pools: unknown, reading: Reading): PoolData[] {
  return reading.list('pools', pools).flatMap((item, index) => readPool(item, reading, `pools[${index}]`) ?? []);
}

/** Pools that the app declares and the platform does not know; those of containers are none of KubeVirt's. */
function forgotten(platform: Construct, pools: readonly PoolData[]): Fault[] {
  return poolsOf(platform).filter((pool) => pool.kind !== 'container-gpu' && !pools.includes(pool))
    .map(({ name }) => fault('WS-PLATFORM-003', { pool: name, platform: platform.node.id }, { field: 'pools' }));
}

/** All that is listed, each once, sorted. */
function union(needed: Gates, on: readonly string[], off: readonly string[]): Gates {
  const join = (known: Gates['on'], more: readonly string[]): Gates['on'] => {
    const all = new Map(more.map((gate) => [gate, { gate, why: 'the platform team lists it' }]));
    known.forEach((one) => all.set(one.gate, one));
    return [...all.values()].sort((a, b) => (a.gate < b.gate ? -1 : 1));
  };
  return { on: join(needed.on, on), off: join(needed.off, off) };
}

/** Cards that the cluster-wide list cannot say: one PCI id under two names, or advertised by two. */
function contradictions(platform: Construct, pools: readonly PoolData[]): Fault[] {
  const first = new Map<string, { pool: string; words: string }>();
  const faults: Fault[] = [];
  for (const { name, gpus, plugin } of pools) {
    for (const gpu of new Set(gpus)) {
      const words = `${gpu.deviceName}, advertised by ${plugin === DevicePlugin.KUBEVIRT ? 'KubeVirt' : 'a device plugin'}`;
      for (const id of gpu.pciIds) {
        const other = first.get(id);
        if (other === undefined) {
          first.set(id, { pool: name, words });
        } else if (other.words !== words) {
          faults.push(fault('WS-PLATFORM-010', { platform: platform.node.id, id, pool: other.pool, words: other.words, other: name, got: words }, { field: 'pools' }));
        }
      }
    }
  }
  return faults;
}

/** The cards of all pools, each PCI id once. */
function permitted(pools: readonly PoolData[]): PermittedCard[] {
  const cards = new Map<string, PermittedCard>();
  for (const { gpus, plugin } of pools) {
    for (const { pciIds, deviceName } of gpus) {
      pciIds.forEach((pciId) => cards.set(pciId, { pciId, deviceName, external: plugin !== DevicePlugin.KUBEVIRT }));
    }
  }
  return [...cards.values()].sort((a, b) => (a.deviceName === b.deviceName ? (a.pciId < b.pciId ? -1 : 1) : a.deviceName < b.deviceName ? -1 : 1));
}

/** What tolerates the taints of all pools, each once. */
function tolerationsOf(pools: readonly PoolData[]): ResolvedToleration[] {
  return [...new Map(pools.flatMap(({ taints }) => taints).map((taint) => [JSON.stringify(taint), tolerating(taint)])).values()];
}
