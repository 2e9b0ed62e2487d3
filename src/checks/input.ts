import type { Fault, FaultObject } from '../faults';

/** An object to judge, with where it came from. */
export interface CheckedObject {
  /** The finished manifest, as JSON. Anything else is a fault, not an exception. */
  readonly object: unknown;
  /** Path of the construct that made it. */
  readonly construct?: string;
  /** File that it was read from. */
  readonly file?: string;
  /** Index of the document, by which the reader finds line and column. */
  readonly document?: number;
}

/** Releases for which the manifests are meant. */
export interface CheckTarget {
  readonly kubevirt: string;
  readonly cdi: string;
  readonly kubernetes: string;
}

/** Something that must be in the cluster and is not in the manifests. */
export interface ExternalRef {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The first object that needs it; absent for what the caller expects. */
  readonly by?: FaultObject;
}

/** What to judge. */
export interface CheckInput {
  readonly objects: readonly CheckedObject[];
  readonly target: CheckTarget;
  /** What the cluster is known to hold beside the manifests: a missing one of these is no fault. */
  readonly expected?: readonly ExternalRef[];
}

/** A fault with the index of its document. */
export interface CheckFault extends Fault {
  readonly document?: number;
}

/** What was found. */
export interface CheckReport {
  /** Sorted, each once. */
  readonly faults: CheckFault[];
  /** Objects judged; the elements of a List count, null documents do not. */
  readonly objects: number;
  /** Kinds without a schema here, such as `example.org/v1 Thing`: their own fields were not judged. */
  readonly unknownKinds: string[];
  /** What the manifests need from the cluster. */
  readonly external: ExternalRef[];
}
