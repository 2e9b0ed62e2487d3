import type { Size } from 'cdk8s';
import { type Fault, fault, show, throwAll } from '../faults';
import { isAbsent, type PropNames, Reading } from './reading';
import { checkSize } from './sizes';

/** What a person's quota allows beyond what is declared. */
export interface QuotaProps {
  /**
   * How many of the person's machines may run at once.
   * @default - all that are declared
   */
  readonly runningAtOnce?: number;
  /**
   * Storage beside the declared disks, such as for a disk that is restored beside the old one.
   * @default - none
   */
  readonly spareStorage?: Size;
  /**
   * Claims beside those of the declared disks.
   * @default 0, or 1 with spareStorage
   */
  readonly spareClaims?: number;
}

/** @internal */
export interface QuotaData {
  readonly runningAtOnce: number | undefined;
  readonly spareKibibytes: number;
  readonly spareClaims: number;
}

const PROPS: PropNames<QuotaProps> = { runningAtOnce: true, spareStorage: true, spareClaims: true };

/**
 * How much of the cluster a person's namespace may ask for: what the person's machines and disks need, with all that
 * KubeVirt and CDI add, and not more. It follows the fleet file: another machine or a larger profile raises it.
 *
 * @example
 * new UserSpace(app, 'alice', { quota: Quota.asDeclared({ runningAtOnce: 1, spareStorage: Size.gibibytes(200) }) });
 */
export class Quota {
  /**
   * A quota of what is declared in the space.
   *
   * Faults: WS-QUOTA-001, WS-SIZE-001, WS-APP-002, WS-APP-007.
   */
  public static asDeclared(props?: QuotaProps): Quota {
    const reading = new Reading('a Quota');
    const given = reading.props(props, PROPS);
    const faults: Fault[] = [];
    const whole = (prop: 'runningAtOnce' | 'spareClaims', least: number): number | undefined => {
      const value: unknown = given[prop];
      if (isAbsent(value)) {
        return undefined;
      }
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 1000) {
        return value;
      }
      faults.push(fault('WS-QUOTA-001', { prop, got: show(value), least }, { field: prop }));
      return undefined;
    };
    const [runningAtOnce, spareClaims] = [whole('runningAtOnce', 1), whole('spareClaims', 0)];
    const spare = isAbsent(given.spareStorage) ? undefined : checkSize(given.spareStorage, 'spareStorage', 'a Quota');
    throwAll([...faults, ...spare?.faults ?? [], ...reading.faults]);
    const spareKibibytes = spare?.read?.kibibytes ?? 0;
    return new Quota({ runningAtOnce, spareKibibytes, spareClaims: spareClaims ?? (spareKibibytes > 0 ? 1 : 0) });
  }

  /** @internal */
  public readonly _data: QuotaData;

  private constructor(data: QuotaData) {
    this._data = data;
  }
}
