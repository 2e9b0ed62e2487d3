import type { Subject } from './subject';

/**
 * The two accounts that apply the output. The API server refuses a Role whose rights its writer lacks, so the
 * account that applies people's machines holds exactly what it hands on.
 */
export interface Deployers {
  /** Applies 0-operators, 1-platform and 2-images. */
  readonly platform: Subject;
  /** Applies 3-people; gets the right to clone from the images' claims. */
  readonly people: Subject;
}
