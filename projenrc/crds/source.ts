import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { parse, parseAllDocuments } from 'yaml';
import { type CustomKind, type Project, PROJECTS } from './table';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** Reads the OpenAPI schema of one kind at its version, prose and all. */
export type CrdSource = (row: CustomKind) => Promise<any>;

/** The CRDs in a folder that holds one file each, named GROUP_PLURAL.yaml. */
export function fromFolder(folder: string): CrdSource {
  return async (row) => {
    const file = join(folder, `${row.group}_${row.plural}.yaml`);
    if (!existsSync(file)) throw new Error(`no ${row.group}_${row.plural}.yaml in ${folder}: name another folder with --from`);
    return schemaOf(row, parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS()));
  };
}

/** The CRDs as the projects publish them; needs a network. */
export function fromUpstream(read: (address: string) => Promise<string> = download): CrdSource {
  const texts = new Map<string, Promise<string>>();
  return async (row) => {
    const address = addressOf(row);
    if (!texts.has(address)) texts.set(address, read(address));
    const text = await texts.get(address)!;
    const project: Project = PROJECTS[row.project];
    switch (project.holds) {
      case 'yaml':
        return schemaOf(row, parseAllDocuments(text).map(document => document.toJS()));
      case 'go':
        return schemaOf(row, [...goStrings(text).values()].map(yaml => parse(yaml)));
      case 'go-schemas': {
        const yaml = goStrings(text).get(row.kind.toLowerCase());
        if (yaml === undefined) throw new Error(`${address} holds no ${row.kind}`);
        return parse(yaml).openAPIV3Schema;
      }
    }
  };
}

/** The upstream address of the file that holds a kind. */
export function addressOf(row: CustomKind): string {
  const { repository, commit, path } = PROJECTS[row.project] as Project;
  return `https://raw.githubusercontent.com/${repository}/${commit}/${path.replace('PLURAL', row.plural)}`;
}

/** Entries of a Go map of raw strings; a backtick inside stands as ` + "`" + `. */
export function goStrings(text: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [, key, first, rest] of text.matchAll(/^\s*"([^"\n]+)":\s*`([^`]*)`((?:\s*\+\s*(?:"`"|`[^`]*`))*)/gm)) {
    const pieces = [...(rest ?? '').matchAll(/"(`)"|`([^`]*)`/g)].map(([, tick, raw]) => tick ?? raw ?? '');
    entries.set(key!, first + pieces.join(''));
  }
  return entries;
}

async function download(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

/** Picks the CRD of a row and of that the one version, and refuses a table that says otherwise than the CRD. */
function schemaOf(row: CustomKind, documents: any[]): any {
  const crd = documents.find(d => d?.kind === 'CustomResourceDefinition' && d.spec.group === row.group && d.spec.names.kind === row.kind);
  if (!crd) throw new Error(`no CRD of ${row.kind} in group ${row.group}`);
  if (crd.spec.scope !== row.scope) throw new Error(`${row.kind} is ${crd.spec.scope}, the table says ${row.scope}`);
  if (crd.spec.names.plural !== row.plural) throw new Error(`${row.kind} has the plural ${crd.spec.names.plural}, the table says ${row.plural}`);
  const names = crd.spec.versions.map((v: any) => v.name);
  const version = crd.spec.versions.find((v: any) => v.name === row.version);
  if (!version) throw new Error(`${row.kind} has ${names.join(', ')}, the table says ${row.version}`);
  return version.schema.openAPIV3Schema;
}
