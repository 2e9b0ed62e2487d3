import { execFileSync, spawnSync } from 'child_process';
import { existsSync } from 'fs';
import { delimiter, join } from 'path';

export const PATH = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].join(delimiter);
export const has = (program: string): boolean => PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));
const REQUIRED = process.env.WORKSTATIONS_REQUIRE_TOOLS === '1';

/** A suite that needs programs: without them it is skipped, by a name that says which Debian package to install; in CI it fails. */
export function withTools(tools: Readonly<Record<string, string>>, name: string, suite: () => void): void {
  const missing = Object.entries(tools).filter(([program]) => !has(program)).map(([program, debian]) => `${program} (Debian package ${debian})`);
  if (missing.length === 0) {
    describe(name, suite);
  } else if (REQUIRED) {
    it(`${name}: its programs are there`, () => {
      expect(missing).toEqual([]);
    });
  } else {
    describe.skip(`${name}: needs ${missing.join(', ')}`, suite);
  }
}

export const run = (program: string, args: readonly string[], env: Record<string, string> = {}): { status: number | null; out: string } => {
  const done = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH, ...env } });
  return { status: done.status, out: `${done.stdout}${done.stderr}` };
};

/** A Python that has the module: Debian's packages serve Debian's own, which need not be the first one on the PATH. */
export const pythonWith = (module: string): string | undefined => ['python3', '/usr/bin/python3'].find((python) => run(python, ['-c', `import ${module}`]).status === 0);
export const ask = (python: string, code: string, data: unknown): string => execFileSync(python, ['-c', code], { input: JSON.stringify(data), encoding: 'utf8', maxBuffer: 1 << 28 });
