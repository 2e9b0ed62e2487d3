/** Exit codes. */
export const CLEAN = 0;
export const FAULTY = 1;
export const USAGE = 2;

/** Says what was wrong with the command line, in one line, and gives the exit code for it. */
export function refuse(message: string): number {
  process.stderr.write(`error: ${message}\n`);
  return USAGE;
}
