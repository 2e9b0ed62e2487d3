import { existsSync, readFileSync, writeFileSync } from 'fs';
import { dirname, join, relative, resolve, sep } from 'path';
import * as ts from 'typescript';
import { at } from '../root';

/** Where an exported name really lives: the module that declares it, and its name there (`*`: the whole module). */
interface Home {
  readonly file: string;
  readonly name: string;
}

/**
 * Rewrites `lib/src/index.js` so that a name loads its module when it is first read: `require` of the package costs
 * what `require('cdk8s')` costs, whichever of it a fleet file uses.
 */
export function makeIndexLazy(): void {
  const emitted = at('lib/src/index.js');
  if (!existsSync(emitted)) {
    return;
  }
  const homes = exportsOf(at('src/index.ts'));
  const lines = [...homes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, home]) => {
      const from = JSON.stringify(pathOf(home.file));
      return `lazy(${JSON.stringify(name)}, () => require(${from})${home.name === '*' ? '' : `.${home.name}`});`;
    });
  const eager = Object.keys(require(emitted) as object).filter((name) => name !== '__esModule').sort();
  const differ = [...eager.filter((name) => !homes.has(name)), ...[...homes.keys()].filter((name) => !eager.includes(name))];
  if (differ.length > 0) {
    throw new Error(`src/index.ts: these exports would differ when loaded lazily: ${differ.join(', ')}`);
  }
  writeFileSync(emitted, `${[
    '"use strict";',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    'function lazy(name, load) {',
    '  Object.defineProperty(exports, name, {',
    '    enumerable: true,',
    '    configurable: true,',
    '    get() {',
    '      const value = load();',
    '      Object.defineProperty(exports, name, { enumerable: true, value });',
    '      return value;',
    '    },',
    '  });',
    '}',
    ...lines,
    '// What `import { … }` of an ES module may name.',
    `0 && (module.exports = { ${eager.join(', ')} });`,
  ].join('\n')}\n`);
}

const pathOf = (file: string): string => {
  const path = relative(at('src'), file).split(sep).join('/').replace(/\.ts$/, '');
  return path.startsWith('.') ? path : `./${path}`;
};

function exportsOf(file: string): Map<string, Home> {
  const found = new Map<string, Home>();
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      exportDeclaration(file, statement).forEach((home, name) => found.set(name, home));
    } else if (isExported(statement)) {
      valuesOf(statement).forEach((name) => found.set(name, { file, name }));
    }
  }
  return found;
}

function exportDeclaration(file: string, statement: ts.ExportDeclaration): Map<string, Home> {
  const found = new Map<string, Home>();
  const clause = statement.exportClause;
  if (statement.isTypeOnly) {
    return found;
  }
  const from = statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier) ? moduleAt(file, statement.moduleSpecifier.text) : undefined;
  if (!clause) {
    return from === undefined ? found : exportsOf(from);
  }
  if (ts.isNamespaceExport(clause)) {
    return from === undefined ? found : found.set(clause.name.text, { file: from, name: '*' });
  }
  const there = from === undefined ? undefined : exportsOf(from);
  for (const { isTypeOnly, name, propertyName } of clause.elements) {
    const inner = (propertyName ?? name).text;
    // A name that the other module declares as a type only has no value.
    const home = there ? there.get(inner) : { file, name: inner };
    if (!isTypeOnly && home) {
      found.set(name.text, home);
    }
  }
  return found;
}

function moduleAt(file: string, specifier: string): string {
  const base = resolve(dirname(file), specifier.replace(/\.js$/, ''));
  const path = [`${base}.ts`, join(base, 'index.ts')].find((candidate) => existsSync(candidate));
  if (path === undefined) {
    throw new Error(`${relative(at(), file)} exports from ${specifier}, which is no module of ours`);
  }
  return path;
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function valuesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  if (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    return statement.name ? [statement.name.text] : [];
  }
  return [];
}
