import { existsSync, readFileSync } from 'fs';
import { builtinModules } from 'module';
import { dirname, resolve } from 'path';
import * as ts from 'typescript';
import { at } from '../root';
import { filesOf } from './fresh';

const ALLOWED = new Set(['cdk8s', 'cdk8s-plus-30', 'constructs', 'yaml', ...builtinModules]);

/** Every `require` of the package must find its module in an empty folder with nothing but the peers. */
export function refuseUnknownPackages(): void {
  const missing: string[] = [];
  for (const file of filesOf('lib/src', 'lib/imports').filter((name) => name.endsWith('.js'))) {
    for (const { fileName: wanted } of ts.preProcessFile(readFileSync(at(file), 'utf8'), true, true).importedFiles) {
      if (wanted.startsWith('.')) {
        const target = resolve(dirname(at(file)), wanted);
        if (![target, `${target}.js`, `${target}.json`, `${target}/index.js`].some((path) => path.includes('.') && existsSync(path))) {
          missing.push(`${file} requires ${wanted}, which is not in lib/`);
        }
      } else if (!ALLOWED.has(wanted.replace(/^node:/, ''))) {
        missing.push(`${file} requires ${wanted}, which is neither a peer nor bundled`);
      }
    }
  }
  if (missing.length > 0) {
    throw new Error(missing.join('\n'));
  }
}
