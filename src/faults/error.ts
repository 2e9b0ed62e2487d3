import type { Fault } from './fault';
import { renderFault, sortFaults } from './render';

/**
 * Thrown by value factories, the roster and `FleetApp.synth()`; carries every fault, not only the first.
 * Uncaught, it prints the faults and no stack trace: the place is in the fault, not in our code.
 */
export class FaultError extends Error {
  /** All faults, sorted by place. */
  public declare readonly faults: readonly Fault[];

  public constructor(faults: readonly Fault[]) {
    const sorted = sortFaults(faults);
    super(sorted.map(renderFault).join('\n'));
    const text = `\n${this.message}\n`;
    // Not enumerable: Node prints what is, and the faults would stand there twice.
    Object.defineProperty(this, 'name', { value: 'FaultError' });
    Object.defineProperty(this, 'faults', { value: sorted });
    Object.defineProperty(this, 'stack', { value: text, configurable: true, writable: true });
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), { value: () => text });
  }
}
