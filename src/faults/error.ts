import type { Fault } from './fault';
import { renderFault, sortFaults } from './render';

/**
 * Thrown by value factories, the roster and `FleetApp.synth()`; carries every fault, not only the first.
 * Uncaught, it prints the faults and no stack trace: the place is in the fault, not in our code.
 */
export class FaultError extends Error {
  /** All faults, sorted by place. */
  public readonly faults: readonly Fault[];

  public constructor(faults: readonly Fault[]) {
    const sorted = sortFaults(faults);
    super(sorted.map(renderFault).join('\n'));
    this.name = 'FaultError';
    this.faults = sorted;
    const text = `\n${this.message}\n`;
    Object.defineProperty(this, 'stack', { value: text, configurable: true, writable: true });
    // What Node prints for an uncaught error with a `stack` of one's own is util.inspect of it.
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), { value: () => text });
  }
}
