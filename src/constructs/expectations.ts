import type { IConstruct } from 'constructs';

/** What sort of thing must be in the cluster before the output is applied. */
export type ExpectedKind =
  | 'namespace' | 'secret' | 'configMap' | 'storageClass' | 'volumeAttributesClass' | 'snapshotClass' | 'snapshot' | 'priorityClass' | 'dataSource' | 'claim' | 'pool' | 'crd' | 'device' | 'gate' | 'right' | 'room';

/** One thing that the output needs and does not make. */
export interface Expectation {
  readonly kind: ExpectedKind;
  readonly name: string;
  readonly namespace?: string;
  /** What it must offer, in words: keys of a Secret, size of a DataSource, abilities of a class. */
  readonly must: string;
  /** For quantities that grow with the fleet: the writer keeps the largest, or the sum for `room`. */
  readonly kibibytes?: number;
}

const EXPECTED = new WeakMap<IConstruct, Expectation[]>();

/** Notes that a construct needs something that the app may not make. */
export function expect(construct: IConstruct, ...expectations: readonly Expectation[]): void {
  const known = EXPECTED.get(construct);
  if (known === undefined) {
    EXPECTED.set(construct, [...expectations]);
  } else {
    known.push(...expectations);
  }
}

/** What exactly this construct needs. */
export function expectationsOf(construct: IConstruct): readonly Expectation[] {
  return EXPECTED.get(construct) ?? [];
}
