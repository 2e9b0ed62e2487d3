import { FaultError } from './error';
import type { Fault } from './fault';

/** Ends a value factory: throws one error with all of its faults, if there are any. */
export function throwAll(faults: readonly Fault[]): void {
  if (faults.length > 0) {
    throw new FaultError(faults);
  }
}
