import Ajv, { _, type CodeKeywordDefinition, type KeywordCxt, stringify } from 'ajv';
import standalone from 'ajv/dist/standalone';
import additionalProperties from 'ajv/dist/vocabularies/applicator/additionalProperties';
import { createHash } from 'crypto';
import { build, transform } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { apiVersion } from './table';

/* eslint-disable @typescript-eslint/no-explicit-any */

/**
 * One validator per schema, compiled now: to compile the schema of a VirtualMachine costs 200 ms, to load its
 * validator a few. `schemas/X.json` becomes `lib/validators/X.js`, a module that is a function as ajv makes them
 * (`validate(manifest)`, then `validate.errors`), with the CEL rules of the kind beside it (`validate.rules`).
 * Only `runtime.js` is shared, and ajv is needed by none of them.
 *
 * `index.json` maps `kubevirt.io/v1/VirtualMachine`, or `apps/v1/Deployment@1.36` where the releases differ, to a file.
 *
 * Errors carry `instancePath`, `keyword`, `params` (`allowedValues` of an enum, `additionalProperty` of an unknown
 * field, …). Ours: `listMapKeys` with `{ keys, first, second }` and `listType` with `{ type: 'set', first, second }`,
 * the indices of two elements that a cluster takes for one.
 */
export async function makeValidators(schemas: string, into: string): Promise<readonly string[]> {
  mkdirSync(into, { recursive: true });
  const index: any[] = JSON.parse(readFileSync(join(schemas, 'INDEX.json'), 'utf8'));
  const maker = [readFileSync(__filename, 'utf8'), versionOf('ajv'), versionOf('esbuild')].join();
  const before = readDigests(into);
  const digests: Record<string, string> = {};
  const made: string[] = [];

  const make = async (file: string, source: string, text: () => Promise<string>): Promise<void> => {
    digests[file] = createHash('sha256').update(maker).update(source).digest('hex');
    if (before[file] === digests[file] && existsSync(join(into, file))) return;
    writeFileSync(join(into, file), await text());
    made.push(file);
  };
  await make(RUNTIME, '', runtime);
  for (const { file } of index) {
    const source = readFileSync(join(schemas, file), 'utf8');
    await make(scriptOf(file), source, () => validatorOf(JSON.parse(source)));
  }
  const map = Object.fromEntries(index.flatMap(entry => {
    const name = `${apiVersion(entry)}/${entry.kind}`;
    const differs = index.filter(other => `${apiVersion(other)}/${other.kind}` === name).length > 1;
    return (differs ? entry.releases.map((release: string) => `${name}@${release}`) : [name]).map((key: string) => [key, scriptOf(entry.file)]);
  }));
  writeFileSync(join(into, 'index.json'), `${JSON.stringify(map, undefined, 1)}\n`);

  for (const file of readdirSync(into)) {
    if (file.endsWith('.js') && !(file in digests)) rmSync(join(into, file));
  }
  writeFileSync(join(into, DIGESTS), `${JSON.stringify(digests, undefined, 1)}\n`);
  return made;
}

const RUNTIME = 'runtime.js';
const DIGESTS = '.digests.json';

function readDigests(folder: string): Record<string, string> {
  const file = join(folder, DIGESTS);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function scriptOf(schema: string): string {
  return schema.replace(/json$/, 'js');
}

function versionOf(module: string): string {
  return JSON.parse(readFileSync(require.resolve(`${module}/package.json`), 'utf8')).version;
}

/** The text of a module that judges manifests by this schema. */
export async function validatorOf(schema: any): Promise<string> {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    // A schema that stands in many places is one function; inlined, a Deployment's validator would be 1.5 MB.
    inlineRefs: false,
    code: { source: true, lines: true },
    formats: { 'date-time': DATE_TIME, 'byte': BASE64 },
    keywords: [
      'x-kubernetes-validations', 'x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields',
      LIST_MAP_KEYS, LIST_TYPE,
    ],
  });
  ajv.removeKeyword('additionalProperties');
  ajv.addKeyword(CLOSED);
  const code = inlined(standalone(ajv, ajv.compile(shared(withKeyDefaults(schema)))))
    .replace(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, 'require("./runtime").$1');
  const stray = /require\("(?!\.\/runtime")[^"]+"\)/.exec(code);
  if (stray) throw new Error(`a validator would need ${stray[0]} at run time`);
  const { code: small } = await transform(`${code}\nmodule.exports.rules = ${JSON.stringify(rulesOf(schema))};\n`, { minify: true, target: 'node20', charset: 'utf8' });
  return small;
}

/** RFC 3339, as Go's time parser takes it. */
const DATE_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
/** Base64 with its padding; Go's decoder skips line breaks. */
const BASE64 = /^[\r\n]*(?:(?:[A-Za-z0-9+/][\r\n]*){4})*(?:(?:[A-Za-z0-9+/][\r\n]*){2}=[\r\n]*=|(?:[A-Za-z0-9+/][\r\n]*){3}=)?[\r\n]*$/;

/** ajv's own looks an unknown field up in the whole schema, which would then have to be in the validator. */
const CLOSED: CodeKeywordDefinition = {
  ...additionalProperties,
  code(cxt: KeywordCxt) {
    if (cxt.schema !== false) return additionalProperties.code(cxt);
    const names = Object.keys(cxt.parentSchema.properties ?? {});
    const known = cxt.gen.scopeValue('obj', { key: names.join(), ref: new Set(names), code: _`new Set(${stringify(names)})` });
    cxt.gen.forIn('field', cxt.data, field => {
      cxt.gen.if(_`!${known}.has(${field})`, () => {
        cxt.setParams({ additionalProperty: field });
        cxt.error();
      });
    });
  },
};

const LIST_MAP_KEYS: CodeKeywordDefinition = {
  keyword: 'listMapKeys',
  type: 'array',
  schemaType: 'array',
  error: {
    message: 'must not have two elements with the same keys',
    params: ({ schema, params }) => _`{keys: ${stringify(schema.map(([name]: [string]) => name))}, first: ${params.pair}[0], second: ${params.pair}[1]}`,
  },
  code(cxt) { refuseRepeated(cxt, cxt.schema); },
};

const LIST_TYPE: CodeKeywordDefinition = {
  keyword: 'listType',
  type: 'array',
  schemaType: 'string',
  error: {
    message: 'must not have two equal elements',
    params: ({ params }) => _`{type: "set", first: ${params.pair}[0], second: ${params.pair}[1]}`,
  },
  code(cxt) { if (cxt.schema === 'set') refuseRepeated(cxt, []); },
};

/** Names the function of the same name in `runtime.js`; ajv never calls it while compiling. */
const REPEATED = {};

function refuseRepeated(cxt: KeywordCxt, keys: unknown): void {
  const repeated = cxt.gen.scopeValue('func', { key: 'repeated', ref: REPEATED, code: _`require("./runtime").repeated` });
  cxt.gen.forOf('pair', _`${repeated}(${cxt.data}, ${stringify(keys)})`, pair => {
    cxt.setParams({ pair });
    cxt.error();
  });
}

/** What validators share: the two functions that ajv's code asks for, and ours. */
async function runtime(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: dirname(require.resolve('ajv/package.json')),
      contents: `
        export { default as equal } from 'fast-deep-equal';
        // Code points, as JSON Schema counts a text.
        export function ucs2length(text) { return [...text].length; }
        // Pairs of indices of elements that agree in all keys; without keys, that are equal.
        export function repeated(list, keys) {
          const seen = new Map(), pairs = [];
          list.forEach((element, index) => {
            if (keys.length > 0 && (element === null || typeof element !== 'object')) return;
            const values = keys.length > 0 ? keys.map(([name, otherwise]) => element[name] ?? otherwise) : element;
            // An element without its key is refused for that.
            if (keys.length > 0 && values.includes(undefined)) return;
            const mark = JSON.stringify(values);
            if (seen.has(mark)) pairs.push([seen.get(mark), index]); else seen.set(mark, index);
          });
          return pairs;
        }`,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
  });
  return outputFiles[0]!.text;
}

/** Calls `change` for every subschema, innermost first, and puts what it returns in its place. */
function eachSchema(schema: any, change: (schema: any, path: readonly string[]) => any, path: readonly string[] = []): any {
  const result = { ...schema };
  if (schema.properties) result.properties = Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, eachSchema(value, change, [...path, key])]));
  if (schema.items) result.items = eachSchema(schema.items, change, [...path, '*']);
  if (typeof schema.additionalProperties === 'object') result.additionalProperties = eachSchema(schema.additionalProperties, change, [...path, '*']);
  return change(result, path);
}

/** List keys with their defaults: two ports are one if the first says TCP and the other nothing. */
function withKeyDefaults(schema: any): any {
  return eachSchema(schema, found => found.listMapKeys
    ? { ...found, listMapKeys: found.listMapKeys.map((key: string) => [key, found.items?.properties?.[key]?.default].filter(value => value !== undefined)) }
    : found);
}

/** The rules of a kind and where they hold; `*` stands for each element of a list or map. */
function rulesOf(schema: any): { path: readonly string[]; rule: string }[] {
  const rules: { path: readonly string[]; rule: string }[] = [];
  eachSchema(schema, (found, path) => {
    for (const { rule } of found['x-kubernetes-validations'] ?? []) rules.push({ path, rule });
    return found;
  });
  return rules;
}

/** The same schema with what stands in it more than once named in `$defs`. */
function shared(schema: any): any {
  const times = new Map<string, number>();
  eachSchema(schema, found => {
    const text = JSON.stringify(found);
    times.set(text, (times.get(text) ?? 0) + 1);
    return found;
  });
  const names = new Map<string, string>();
  const $defs: Record<string, any> = {};
  const named = eachSchemaOutermost(schema, (found, inner) => {
    const text = JSON.stringify(found);
    // A scalar is shorter where it stands than as a call.
    if (times.get(text)! < 2 || (!found.properties && !found.items) || found === schema) return inner();
    let name = names.get(text);
    if (!name) {
      names.set(text, name = `d${names.size}`);
      $defs[name] = inner();
    }
    return { $ref: `#/$defs/${name}` };
  });
  return { ...named, $defs };
}

function eachSchemaOutermost(schema: any, change: (schema: any, inner: () => any) => any): any {
  return change(schema, () => {
    const result = { ...schema };
    if (schema.properties) result.properties = Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, eachSchemaOutermost(value, change)]));
    if (schema.items) result.items = eachSchemaOutermost(schema.items, change);
    if (typeof schema.additionalProperties === 'object') result.additionalProperties = eachSchemaOutermost(schema.additionalProperties, change);
    return result;
  });
}

/** ajv writes whole schemas into its code to read a type or an enum from them: put those in place and drop the schemas. */
function inlined(code: string): string {
  const schemas = new Map<string, any>();
  const without = code.replace(/^const (schema\d+) = (\{.*\});$/gm, (_line, name: string, text: string) => {
    schemas.set(name, JSON.parse(text));
    return '';
  });
  return without.replace(/\b(schema\d+)((?:\.[A-Za-z_$][\w$]*|\["(?:[^"\\]|\\.)*"\]|\[\d+\])+)/g, (whole, name: string, steps: string) => {
    if (!schemas.has(name)) return whole;
    const value = [...steps.matchAll(/\.([\w$]+)|\[("(?:[^"\\]|\\.)*"|\d+)\]/g)]
      .reduce((at, [, plain, quoted]) => at[plain ?? JSON.parse(quoted!)], schemas.get(name));
    if (value === undefined) throw new Error(`${whole} of a validator is nothing`);
    return JSON.stringify(value);
  });
}

if (require.main === module) {
  const root = join(__dirname, '../..');
  makeValidators(join(root, 'schemas'), join(root, 'lib/validators')).then(
    made => console.log(`${made.length} validators compiled.`),
    error => {
      console.error(error);
      process.exitCode = 1;
    });
}
