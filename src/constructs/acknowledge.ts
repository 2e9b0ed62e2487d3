import { type Construct, type IConstruct } from 'constructs';
import { CATALOGUE, didYouMean, fault, type Fault, show, throwAll } from '../faults';
import { recordFaults } from './fault-record';
import { noConstruct } from './layers';

/** A fault that somebody accepts, and why. */
export interface Acknowledgement {
  readonly code: string;
  readonly reason: string;
}

const ACKNOWLEDGED = new WeakMap<IConstruct, Acknowledgement[]>();

/**
 * Accepts faults, always with a reason.
 *
 * @example
 * Acknowledge.of(app, 'WS-TARGET-002', 'our vendor supports this pair');
 */
export class Acknowledge {
  /**
   * Accepts the faults of one code at a construct and below it. They are still listed, with the reason, and no longer stop synth.
   *
   * Faults: WS-ACK-001 (no such code), WS-ACK-002 (no reason), WS-ACK-003 (a code that cannot be accepted),
   * WS-ACK-004 (info: there is no such fault here), WS-APP-002 (a scope that is no construct, which is thrown).
   *
   * @param scope the construct
   * @param code such as `WS-POWER-001`
   * @param reason what a reviewer needs to know
   */
  public static of(scope: Construct, code: string, reason: string): void {
    throwAll(noConstruct(scope, 'Acknowledge.of'));
    const faults: Fault[] = [];
    const entry = typeof code === 'string' && Object.prototype.hasOwnProperty.call(CATALOGUE, code) ? CATALOGUE[code as keyof typeof CATALOGUE] : undefined;
    if (entry === undefined) {
      faults.push(fault('WS-ACK-001', { got: show(code), near: typeof code === 'string' ? didYouMean(code, Object.keys(CATALOGUE)) : '' }));
    } else if (!entry.acknowledgeable) {
      faults.push(fault('WS-ACK-003', { code }));
    }
    if (typeof reason !== 'string' || reason.trim() === '') {
      faults.push(fault('WS-ACK-002', { code: typeof code === 'string' ? code : show(code) }));
    }
    if (faults.length > 0) {
      recordFaults(scope, faults);
      return;
    }
    const known = ACKNOWLEDGED.get(scope) ?? [];
    known.push({ code, reason: reason.trim() });
    ACKNOWLEDGED.set(scope, known);
  }

  private constructor() {}
}

/** What was accepted at exactly this construct. */
export function acknowledgementsOf(construct: IConstruct): readonly Acknowledgement[] {
  return ACKNOWLEDGED.get(construct) ?? [];
}
