import type { Severity, Stage } from '../fault';

/** A page of the catalogue: the words of one code. `{hole}` is filled when the fault is raised. */
export interface Entry {
  readonly severity: Severity;
  /** What is wrong. */
  readonly says: string;
  /** The way out. */
  readonly fix: string;
  /** Why the rule exists, for `explain`. */
  readonly why: string;
  readonly stage?: Stage;
  /** Upstream's own statement of the rule. */
  readonly source?: string;
  /** False: nobody may wave it through, because a disk or an identity is at stake or the cluster refuses it anyway. */
  readonly acknowledgeable: boolean;
  /** First release with this code. */
  readonly since: string;
}
