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
    for (const wanted of modulesOf(file)) {
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

/** What a file requires or imports. By its syntax, not by its words: a text may have an import of somebody else's program. */
function modulesOf(file: string): readonly string[] {
  const found = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || ts.isIdentifier(node.expression) && node.expression.text === 'require')) {
      const [wanted] = node.arguments;
      if (wanted !== undefined && ts.isStringLiteralLike(wanted)) {
        found.add(wanted.text);
      }
    } else if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) {
      found.add(node.moduleSpecifier.text);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, readFileSync(at(file), 'utf8'), ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
  return [...found];
}
