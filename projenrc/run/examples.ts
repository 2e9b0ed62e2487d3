import { build } from 'esbuild';
import { cpSync, existsSync, readdirSync, rmSync } from 'fs';
import { basename, extname } from 'path';
import { at } from '../root';

/** The examples: every folder of `examples/` with a `main.ts`. */
export function examples(): string[] {
  return foldersOf('examples').filter((name) => existsSync(at('examples', name, 'main.ts')));
}

export const foldersOf = (folder: string): string[] =>
  existsSync(at(folder)) ? readdirSync(at(folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort() : [];

/**
 * Compiles a folder of TypeScript to `build/<folder>/`, its data beside it. Below the project, so that
 * `cdk8s-workstations` is the package itself by its `exports`, as for a reader. An example reads its data from where it
 * is written, so that a fault names the file that people edit.
 */
export async function toJavaScript(folder: string): Promise<string> {
  const out = at('build', folder);
  rmSync(out, { recursive: true, force: true });
  const sources = readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).filter((file) => !file.includes('node_modules'));
  await build({
    entryPoints: sources.filter((file) => extname(file) === '.ts').map((file) => at(folder, file)),
    outdir: out,
    outbase: at(folder),
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    ...(folder.startsWith('examples/') ? { define: { __dirname: JSON.stringify(at(folder)) } } : {}),
    logLevel: 'warning',
  });
  cpSync(at(folder), out, {
    recursive: true,
    // A package.json would make the copy a package of its own, which has no `cdk8s-workstations`.
    filter: (path) => !['.ts', '.md'].includes(extname(path)) && !['package.json', 'node_modules', 'tsconfig.json'].includes(basename(path)),
  });
  return out;
}

