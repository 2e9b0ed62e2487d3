import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { digestOf, factsOf, factsOfKind, mapValues } from './facts';
import { objectMetaOf, schemaOfBuiltIn, schemaOfCustom } from './schema';
import { addressOf, type CrdSource } from './source';
import { apiVersion, BUILT_IN, CUSTOM, fileName, moduleOf, PROJECTS, RELEASES } from './table';
import { type Facts, typescriptOf } from './typescript';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** Reads Kubernetes' OpenAPI document of a release: `{ kubernetes, schemas }`. */
export type OpenApiSource = (release: string) => any;

export function openApiFromFolder(folder: string): OpenApiSource {
  return release => JSON.parse(readFileSync(join(folder, `v3-${release}.json`), 'utf8'));
}

/** Every file of `imports/` and `schemas/`: path from the project's root, and text. */
export async function generate(crds: CrdSource, openApi: OpenApiSource): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const kinds: Facts[] = [];
  for (const row of CUSTOM) kinds.push({ row, schema: factsOfKind(await crds(row)) });

  const documents = new Map(RELEASES.map(release => [release, withFacts(openApi(release))]));
  const index: any[] = [];

  // The metadata of a custom object is judged by the cluster, so by the newest release that we know.
  const objectMeta = objectMetaOf(documents.get(RELEASES[RELEASES.length - 1]!));
  for (const { row, schema } of kinds) {
    const file = `${fileName(row)}.json`;
    files.set(`schemas/${file}`, json(schemaOfCustom(row, schema, objectMeta)));
    index.push({ group: row.group, version: row.version, kind: row.kind, scope: row.scope, plural: row.plural, file });
  }

  const perRelease = new Map(RELEASES.map(release => [release, {} as Record<string, string>]));
  for (const row of BUILT_IN) {
    const shapes = new Map<string, string[]>();
    for (const release of RELEASES) {
      const text = json(schemaOfBuiltIn(row, documents.get(release)));
      shapes.set(text, [...shapes.get(text) ?? [], release]);
    }
    for (const [text, releases] of shapes) {
      // Equal in all releases: the plain name. Else that of the oldest release which has it so.
      const file = shapes.size === 1 ? `${fileName(row)}.json` : `${fileName(row)}.${releases[0]}.json`;
      files.set(`schemas/${file}`, text);
      index.push({ group: row.group, version: row.version, kind: row.kind, scope: row.scope, plural: row.plural, file, releases });
      for (const release of releases) perRelease.get(release as typeof RELEASES[number])![`${apiVersion(row)}/${row.kind}`] = file;
    }
  }
  for (const [release, map] of perRelease) files.set(`schemas/kubernetes/${release}.json`, json(map));
  files.set('schemas/INDEX.json', lines(index));

  for (const [file, text] of typescriptOf(kinds)) files.set(`imports/${file}`, text);
  files.set('imports/SOURCES.json', lines([
    ...kinds.map(({ row, schema }) => ({
      kind: `${apiVersion(row)}/${row.kind}`,
      file: `${moduleOf(row)}.ts`,
      project: PROJECTS[row.project].repository,
      release: PROJECTS[row.project].release,
      address: addressOf(row),
      digest: digestOf(schema),
    })),
    ...[...documents].map(([release, document]) => ({
      kind: 'built in',
      file: `../schemas/kubernetes/${release}.json`,
      project: 'kubernetes/kubernetes',
      release: `v${document.kubernetes}`,
      address: `https://github.com/kubernetes/kubernetes/tree/v${document.kubernetes}/api/openapi-spec/v3`,
      digest: digestOf(document.schemas),
    })),
  ]));
  return files;
}

/** Paths under `root` whose text is not what `files` says, whole foreign files included. */
export function differences(files: ReadonlyMap<string, string>, root: string): string[] {
  const wrong = [...files].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text).map(([path]) => path);
  return [...wrong, ...leftovers(files, root)].sort();
}

/** Makes `imports/` and `schemas/` under `root` hold these files and no other. */
export function write(files: ReadonlyMap<string, string>, root: string): void {
  for (const path of leftovers(files, root)) rmSync(join(root, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function leftovers(files: ReadonlyMap<string, string>, root: string): string[] {
  return ['imports', 'schemas', 'schemas/kubernetes']
    .flatMap(folder => existsSync(join(root, folder)) ? readdirSync(join(root, folder), { withFileTypes: true }).filter(e => e.isFile()).map(e => `${folder}/${e.name}`) : [])
    .filter(path => !files.has(path));
}

function withFacts(document: any): any {
  return {
    kubernetes: document.kubernetes,
    schemas: mapValues(document.schemas, schema => ({
      ...factsOf(schema), 'x-kubernetes-group-version-kind': schema['x-kubernetes-group-version-kind'],
    })),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 1)}\n`;
}

/** A list with one entry per line. */
function lines(list: readonly unknown[]): string {
  return `[\n${list.map(entry => ` ${JSON.stringify(entry)}`).join(',\n')}\n]\n`;
}
