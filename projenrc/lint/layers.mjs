import { builtinModules } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAYERS, OUTSIDE_CHECKS } from './table.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const BUILTIN = new Set(builtinModules);

/** @typedef {import('./table.mjs').Layer} Layer */

/** The layer of a file: a folder of `src/`, `imports`, or `face` for `src/index.ts`. */
const layerOf = (file) => {
  const [top, folder] = relative(ROOT, file).split(sep);
  if (top === 'imports' || top === 'schemas') {
    return top;
  }
  if (top !== 'src' || folder === undefined) {
    return undefined;
  }
  return folder.startsWith('index') ? 'face' : folder;
};

/** The package of a specifier: `ajv/dist/x` is `ajv`, `@a/b/c` is `@a/b`, `node:fs` is `fs`. */
const packageOf = (specifier) => {
  const bare = specifier.replace(/^node:/, '');
  return bare.split('/').slice(0, bare.startsWith('@') ? 2 : 1).join('/');
};

/** What is wrong with `specifier` in `file`, in the sentence of the layer; undefined if nothing is. */
export function judge(file, specifier) {
  const from = layerOf(file);
  const layer = LAYERS[from];
  if (layer === undefined) {
    return undefined;
  }
  if (!specifier.startsWith('.')) {
    const name = packageOf(specifier);
    const exempt = (layer.exempt ?? []).some(({ file: pattern, packages }) => pattern.test(relative(ROOT, file).split(sep).join('/')) && packages.includes(name));
    const allowed = layer.packages.includes(name) || (layer.anyBuiltin && BUILTIN.has(name)) || exempt;
    return allowed ? undefined : layer.says;
  }
  const target = resolve(dirname(file), specifier);
  const to = layerOf(target);
  if (to === from || (to !== undefined && layer.folders.includes(to))) {
    const inside = to === 'checks' && from !== 'checks' && !/^(index(\.js|\.ts)?)?$/.test(relative(resolve(ROOT, 'src', 'checks'), target));
    return inside ? OUTSIDE_CHECKS : undefined;
  }
  return layer.says;
}

const rule = {
  meta: { type: 'problem', docs: { description: 'the import zones of ARCHITECTURE.md' }, schema: [] },
  create(context) {
    const look = (node, source) => {
      if (typeof source?.value === 'string') {
        const message = judge(context.filename, source.value);
        if (message !== undefined) {
          context.report({ node, message });
        }
      }
    };
    return {
      ImportDeclaration: (node) => look(node, node.source),
      ExportNamedDeclaration: (node) => look(node, node.source),
      ExportAllDeclaration: (node) => look(node, node.source),
      ImportExpression: (node) => look(node, node.source),
      TSImportType: (node) => look(node, node.source ?? node.argument?.literal),
      TSExternalModuleReference: (node) => look(node, node.expression),
      CallExpression: (node) => node.callee.type === 'Identifier' && node.callee.name === 'require' && look(node, node.arguments[0]),
    };
  },
};

export const layers = { meta: { name: 'layers' }, rules: { imports: rule } };
