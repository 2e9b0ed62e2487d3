import { spawnSync } from 'child_process';
import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

/** What one program cost as a whole. */
export interface Cost {
  /** CPU seconds, user and system. */
  readonly cpu: number;
  /** Of these, until the tree of constructs stood. */
  readonly tree: number;
  /** Most memory that was resident, in MiB. */
  readonly megabytes: number;
}

/** Runs a program several times in a Node of its own; the run that cost least is the one that was disturbed least. */
export function measure(times: number, program: string, ...given: readonly string[]): Cost {
  const costs = Array.from({ length: times }, () => once(program, given));
  return costs.reduce((least, cost) => (cost.cpu < least.cpu ? cost : least));
}

function once(program: string, given: readonly string[]): Cost {
  const folder = mkdtempSync(join(tmpdir(), 'workstations-bench-'));
  try {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(__dirname, program), ...given, join(folder, 'dist')], {
      encoding: 'utf8', env: { ...process.env, WORKSTATIONS_QUIET: '1', NODE_OPTIONS: '' },
    });
    if (status !== 0) {
      throw new TypeError(`${program} ${given.join(' ')} ended with ${String(status)}: ${stderr.slice(0, 2000)}`);
    }
    return JSON.parse(stdout) as Cost;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
