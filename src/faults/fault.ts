/** How bad a fault is: an error stops synth, a warning is a risk to accept with a reason, an info is worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * Where a fault would bite if nobody said it here.
 *
 * - `admission`: the API server or a webhook refuses the object
 * - `start`: the object is accepted, the machine's first start is refused
 * - `pod`: the machine starts, its launcher pod cannot be made
 * - `reconcile`: accepted, then a controller waits, often without a word
 * - `guest`: everything runs, the guest is not what was asked for
 * - `gitops`: the GitOps tool fights the cluster, or an apply is refused later
 * - `data`: somebody's disk is lost or written twice
 */
export type Stage = 'admission' | 'start' | 'pod' | 'reconcile' | 'guest' | 'gitops' | 'data';

/** The Kubernetes object that a fault speaks of. */
export interface FaultObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/**
 * Where a fault was found. A fault of a value has none of these, one of a construct has its path, one of a
 * file has the file and, where a reader gave it, line and column (both from 1).
 */
export interface Place {
  readonly construct?: string;
  readonly object?: FaultObject;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** JSON pointer into the object, or the name of the prop. */
  readonly field?: string;
}

/** One thing that is wrong, as data. The contract of `--format json` and of `cdk8s-workstations/faults`. */
export interface Fault extends Place {
  /** Stable code, such as `WS-DISK-004`; `workstations explain` prints its page. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, with the value that was given. */
  readonly message: string;
  /** The way out. */
  readonly fix: string;
  readonly stage?: Stage;
  /** The value that was given. */
  readonly got?: string;
  /** The legal values. */
  readonly expected?: string;
  /** The upstream rule, as an address. */
  readonly source?: string;
  /** Why somebody accepted this fault; it no longer stops synth. */
  readonly acknowledged?: string;
}
