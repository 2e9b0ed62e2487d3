import { type Fault } from '../faults';
import { TaintEffect, TolerationOperator } from './choices';
import { isLabelValue, isQualifiedName } from './names';
import { isAbsent, type PropNames, Reading } from './reading';
import type { ResolvedToleration } from './toleration';

/** A taint of a pool's nodes: what does not tolerate it stays away. */
export interface NodeTaint {
  /** Its key. */
  readonly key: string;
  /**
   * Its value.
   * @default - none
   */
  readonly value?: string;
  /**
   * What happens to pods that do not tolerate it.
   * @default TaintEffect.NO_SCHEDULE
   */
  readonly effect?: TaintEffect;
}

const PROPS: PropNames<NodeTaint> = { key: true, value: true, effect: true };

/** A taint with nothing left open but its value. */
export interface ResolvedTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: TaintEffect;
}

/** The taints that are well-formed, and a fault (WS-APP-002, WS-APP-007) for each of the others. */
export function readTaints(list: readonly unknown[], what: string): { taints: ResolvedTaint[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const taints = list.flatMap((item, index) => {
    const reading = new Reading(`taint ${index} of ${what}`);
    const given = reading.props(item as NodeTaint | undefined, PROPS, `taints[${index}]`);
    const key = isQualifiedName(given.key) ? given.key : reading.refuse(`taints[${index}].key`, given.key, "the taint's key, such as example.com/gpu");
    const value = isAbsent(given.value) || isLabelValue(given.value) ? given.value : reading.refuse(`taints[${index}].value`, given.value, 'at most 63 letters, digits, dots, underscores and hyphens');
    const effect = reading.choice(`taints[${index}].effect`, given.effect, TaintEffect, TaintEffect.NO_SCHEDULE);
    faults.push(...reading.faults);
    return reading.faults.length > 0 || key === undefined ? [] : [{ key, ...(isAbsent(value) || value === '' ? {} : { value }), effect }];
  });
  return { taints, faults };
}

/** What tolerates exactly this taint. */
export function tolerating({ key, value, effect }: ResolvedTaint): ResolvedToleration {
  return value === undefined ? { key, operator: TolerationOperator.EXISTS, effect } : { key, operator: TolerationOperator.EQUAL, value, effect };
}

/** As `kubectl taint` takes it. */
export const taintText = ({ key, value, effect }: ResolvedTaint): string => `${key}${value === undefined ? '' : `=${value}`}:${effect}`;
