import { type Fault, fault, show } from '../faults';
import { TaintEffect, TolerationOperator } from './choices';
import { isLabelValue, isQualifiedName } from './names';
import { isAbsent, type PropNames, Reading } from './reading';

/** A taint that a machine's launcher pod may run beside. */
export interface Toleration {
  /** The taint's key. */
  readonly key: string;
  /**
   * How the taint is matched.
   * @default TolerationOperator.EQUAL with a value, TolerationOperator.EXISTS without
   */
  readonly operator?: TolerationOperator;
  /**
   * The taint's value.
   * @default - none
   */
  readonly value?: string;
  /**
   * The taint's effect.
   * @default - every effect
   */
  readonly effect?: TaintEffect;
}

const PROPS: PropNames<Toleration> = { key: true, operator: true, value: true, effect: true };

/** A toleration with nothing left open but its effect. */
export interface ResolvedToleration {
  readonly key: string;
  readonly operator: TolerationOperator;
  readonly value?: string;
  readonly effect?: TaintEffect;
}

/** The tolerations that are well-formed, and a fault (WS-VM-002, WS-APP-002, WS-APP-007) for each of the others. */
export function readTolerations(list: readonly unknown[], machine: string): { tolerations: ResolvedToleration[]; faults: Fault[] } {
  const tolerations: ResolvedToleration[] = [];
  const faults: Fault[] = [];
  list.forEach((item, index) => {
    const reading = new Reading(`toleration ${index} of '${machine}'`);
    const given = reading.props(item as Toleration | undefined, PROPS, `tolerations[${index}]`);
    faults.push(...reading.faults);
    if (!isAbsent(item) && typeof item !== 'object') {
      return;
    }
    const refuse = (got: string, expected: string) => {
      faults.push(fault('WS-VM-002', { index, machine, got, expected }, { field: `tolerations[${index}]` }));
    };
    const operator = given.operator ?? (isAbsent(given.value) ? TolerationOperator.EXISTS : TolerationOperator.EQUAL);
    if (!isQualifiedName(given.key)) {
      refuse(`has the key ${show(given.key)}`, "give the taint's key, an optional DNS prefix, a slash and a name");
    } else if (!Object.values(TolerationOperator).includes(operator)) {
      refuse(`has the operator ${show(operator)}`, 'use Equal or Exists');
    } else if (operator === TolerationOperator.EXISTS && !isAbsent(given.value)) {
      refuse('has a value beside Exists', 'leave the value out, or use TolerationOperator.EQUAL');
    } else if (operator === TolerationOperator.EQUAL && !isLabelValue(given.value)) {
      refuse(`has the value ${show(given.value)}`, "give the taint's value, or use TolerationOperator.EXISTS");
    } else if (!isAbsent(given.effect) && !Object.values(TaintEffect).includes(given.effect)) {
      refuse(`has the effect ${show(given.effect)}`, 'use NoSchedule, PreferNoSchedule or NoExecute');
    } else {
      tolerations.push({
        key: given.key, operator, ...(isAbsent(given.value) ? {} : { value: given.value }), ...(isAbsent(given.effect) ? {} : { effect: given.effect }),
      });
    }
  });
  return { tolerations, faults };
}
