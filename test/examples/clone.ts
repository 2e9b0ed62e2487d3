import { spawnSync } from 'child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { delimiter, dirname, join } from 'path';
import * as ts from 'typescript';
import { ROOT } from '../support/snippets';

export const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter((name) => existsSync(join(ROOT, 'examples', name, 'main.ts')));

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

/** An example in a folder of its own: compiled as a reader does, with the compiled library and its peers beside it, and nothing else. */
export function placed(name: string, folderName = 'clone'): string {
  const above = mkdtempSync(join(tmpdir(), 'example-'));
  made.push(above);
  const folder = join(above, folderName);
  cpSync(join(ROOT, 'examples', name), folder, { recursive: true });
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(join(folder, file), 'utf8'), { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
    writeFileSync(join(folder, file.replace(/\.ts$/, '.js')), outputText);
  }
  mkdirSync(join(folder, 'node_modules'));
  for (const peer of ['cdk8s', 'cdk8s-plus-30', 'constructs']) {
    symlinkSync(join(ROOT, 'node_modules', peer), join(folder, 'node_modules', peer));
  }
  symlinkSync(ROOT, join(folder, 'node_modules', 'cdk8s-workstations'));
  return folder;
}

export interface Ran {
  readonly status: number | null;
  readonly said: string;
  /** Every file that was written, by its path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Runs an example with node, an environment of two variables, and what is given. */
export function ran(folder: string, { env = {}, cwd = folder }: { env?: Record<string, string>; cwd?: string } = {}): Ran {
  const done = spawnSync(process.execPath, [join(folder, 'main.js')], { cwd, encoding: 'utf8', env: { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), HOME: folder, ...env } });
  const files: Record<string, string> = {};
  for (const out of ['dist', 'dist.info'].map((name) => join(cwd, name)).filter((path) => existsSync(path))) {
    for (const file of readdirSync(out, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))) {
      files[file.slice(cwd.length + 1)] = readFileSync(file, 'utf8');
    }
  }
  return { status: done.status, said: `${done.stdout}${done.stderr}`, files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) };
}
