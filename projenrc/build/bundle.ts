import { build, type Plugin } from 'esbuild';
import { existsSync, rmSync } from 'fs';
import { dirname, relative, resolve, sep } from 'path';
import { at } from '../root';
import { filesOf } from './fresh';

/**
 * Bundles what jsii emitted, in place: ajv and the CLI's libraries go in, so that they are no dependencies of
 * the package. jsii compiles first because bundling the TypeScript would lose its type stamps.
 */
const bundle = async (folder: string, entry: string): Promise<void> => {
  const file = at(folder, entry);
  if (!existsSync(file)) {
    return;
  }
  await build({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    external: ['yaml', 'cdk8s', 'cdk8s-plus-30', 'constructs'],
    plugins: [keepOutside(at(folder))],
  });
  for (const other of filesOf(folder)) {
    if (other.endsWith('.js') && at(other) !== file) {
      rmSync(at(other));
    }
  }
};

export const bundleChecks = (): Promise<void> => bundle('lib/src/checks', 'index.js');
export const bundleCli = (): Promise<void> => bundle('lib/src/cli', 'main.js');

/** Our own modules outside the folder stay files: a second copy of `faults` would have a second error class. */
function keepOutside(folder: string): Plugin {
  return {
    name: 'keep-outside',
    setup(to) {
      to.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
        if (!importer.startsWith(at('lib') + sep)) {
          return undefined;
        }
        const target = resolve(dirname(importer), path);
        return target.startsWith(folder + sep)
          ? undefined
          : { path: relative(folder, target).split(sep).join('/'), external: true };
      });
    },
  };
}
