import { compareReleases, DISABLED_GATES_SINCE, FEATURE_GATES, type FeatureGate, gateState, isOnByItself } from '../../facts';
import { didYouMean, type Fault, fault, show } from '../../faults';
import type { ResolvedTarget } from '../../values';
import type { PoolData } from '../pools/pool';

/** A gate and why it is listed. */
export interface GateReason {
  readonly gate: string;
  readonly why: string;
}

/** What stands in the KubeVirt object. */
export interface Gates {
  readonly on: readonly GateReason[];
  readonly off: readonly GateReason[];
}

const NEEDED: readonly (readonly [gate: FeatureGate, why: string])[] = [
  ['Snapshot', 'snapshots of machines'],
  ['ExpandDisks', 'disks that grow while their machine runs'],
];

/** The gates that platform and pools need in a release: none that is on by itself there, since listing it warns. */
export function neededGates(pools: readonly PoolData[], { kubevirt, kubernetes }: ResolvedTarget): Gates {
  const dedicated = pools.filter((pool) => pool.dedicatedCpus).map(({ name }) => `'${name}'`);
  const on = [
    ...(dedicated.length === 0 ? [] : [['CPUManager', `CPUs of their own for machines in pool ${dedicated.join(', ')}`] as const]),
    ...NEEDED,
  ].filter(([gate]) => !isOnByItself(gate, kubevirt)).map(([gate, why]) => ({ gate, why }));
  const drops = isOnByItself('ImageVolume', kubevirt) && kubernetes === '1.34';
  return { on, off: drops ? [{ gate: 'ImageVolume', why: 'Kubernetes 1.34 leaves image volumes off, and drops them from pods without a word' }] : [] };
}

/** Gates that the platform team lists itself; faults for those that do nothing, or not what is meant. */
export function checkGates(platform: string, on: readonly string[], off: readonly string[], release: string): Fault[] {
  const names = Object.keys(FEATURE_GATES);
  const refuse = (prop: string, gate: string, reason: string, expected: string, near = ''): Fault => fault('WS-PLATFORM-002', { got: show(gate), prop, platform, reason, near, expected }, { field: prop });
  const each = (prop: 'featureGates' | 'disabledFeatureGates', gate: string, others: readonly string[]): Fault[] => {
    if (!Object.prototype.hasOwnProperty.call(FEATURE_GATES, gate)) {
      return [refuse(prop, gate, 'does not exist', 'take the name from the documentation of the release', didYouMean(gate, names))];
    }
    const state = gateState(gate as FeatureGate, release);
    if (others.includes(gate)) {
      return prop === 'featureGates' ? [refuse(prop, gate, 'stands in disabledFeatureGates, too', 'keep one of the two')] : [];
    }
    if (state === undefined) {
      return [refuse(prop, gate, `is not known to KubeVirt ${release}`, 'leave it out, or raise the target')];
    }
    if (state === 'Discontinued') {
      return [refuse(prop, gate, `is discontinued in KubeVirt ${release}`, 'leave it out')];
    }
    if (prop === 'disabledFeatureGates') {
      return isOnByItself(gate as FeatureGate, release) && state !== 'GA' ? [] : [refuse(prop, gate, state === 'GA' ? 'is always on' : 'is off anyway', 'leave it out')];
    }
    return isOnByItself(gate as FeatureGate, release) ? [refuse(prop, gate, `is ${state} in KubeVirt ${release}, and on by itself`, 'leave it out')]
      : state === 'Deprecated' ? [refuse(prop, gate, `is deprecated in KubeVirt ${release}`, 'leave it out, or acknowledge that it will go')] : [];
  };
  const tooOld = off.length > 0 && compareReleases(release, DISABLED_GATES_SINCE) < 0
    ? [refuse('disabledFeatureGates', off[0] ?? '', `cannot stand there: KubeVirt ${release} has no such list`, `raise the target to ${DISABLED_GATES_SINCE} or later`)] : [];
  return [...on.flatMap((gate) => each('featureGates', gate, off)), ...(tooOld.length > 0 ? tooOld : off.flatMap((gate) => each('disabledFeatureGates', gate, on)))];
}
