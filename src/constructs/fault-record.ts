import type { IConstruct, IValidation } from 'constructs';
import { CONTEXT } from '../facts';
import { type Fault, renderFault } from '../faults';

const RECORDS = new WeakMap<IConstruct, Fault[]>();
const DEFERRED = new WeakMap<IConstruct, (() => readonly Fault[])[]>();

/**
 * Records faults on a construct and goes on: nothing throws, so that `FleetApp.synth()` can report all of them
 * together. Under a plain cdk8s App they come through `node.addValidation`.
 */
export function recordFaults(construct: IConstruct, faults: readonly Fault[]): void {
  if (faults.length === 0) {
    return;
  }
  const placed = faults.map((fault) => ({ ...fault, construct: construct.node.path }));
  const recorded = RECORDS.get(construct);
  if (recorded !== undefined) {
    recorded.push(...placed);
    return;
  }
  RECORDS.set(construct, [...placed]);
  construct.node.addValidation(new RecordedFaults(construct));
}

/** For what only the whole app can tell: asked at synth, when everything has been made. A fault may name another construct as its place. */
export function deferFaults(construct: IConstruct, produce: () => readonly Fault[]): void {
  const known = DEFERRED.get(construct);
  if (known !== undefined) {
    known.push(produce);
    return;
  }
  DEFERRED.set(construct, [produce]);
  if (!RECORDS.has(construct)) {
    RECORDS.set(construct, []);
    construct.node.addValidation(new RecordedFaults(construct));
  }
}

/** The faults that were recorded on exactly this construct, and those that it deferred. */
export function faultsOf(construct: IConstruct): readonly Fault[] {
  const recorded = RECORDS.get(construct) ?? [];
  const deferred = DEFERRED.get(construct);
  if (deferred === undefined) {
    return recorded;
  }
  return [...recorded, ...deferred.flatMap((produce) => produce().map((fault) => ({ ...fault, construct: fault.construct ?? construct.node.path })))];
}

/** Errors, as a plain App understands them; silent where the app collects faults itself. */
class RecordedFaults implements IValidation {
  public constructor(private readonly construct: IConstruct) {}

  public validate(): string[] {
    if (this.construct.node.tryGetContext(CONTEXT.collects) === true) {
      return [];
    }
    return faultsOf(this.construct).filter((fault) => fault.severity === 'error').map(renderFault);
  }
}
