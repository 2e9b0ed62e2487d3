/** Where a fact was read, and when. */
export interface Source {
  /** Address, or project@version with path and lines. */
  readonly from: string;
  /** Day of reading, ISO date. */
  readonly read: string;
}
