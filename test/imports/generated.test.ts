import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { differences, generate, openApiFromFolder } from '../../projenrc/crds/generate';
import { addressOf, fromFolder, fromUpstream, goStrings } from '../../projenrc/crds/source';
import { apiVersion, BUILT_IN, CUSTOM, moduleOf, PROJECTS, RELEASES } from '../../projenrc/crds/table';

/* eslint-disable @typescript-eslint/no-explicit-any */

const ROOT = join(__dirname, '../..');
const CRDS = join(ROOT, '../shared/crds');
const OPEN_API = join(ROOT, '../shared/k8s-openapi');
const SOURCES_ARE_HERE = existsSync(CRDS) && existsSync(OPEN_API);

const read = (path: string): any => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

describe('imports/SOURCES.json', () => {
  const sources: any[] = read('imports/SOURCES.json');

  it('names every custom kind of the table, from the release that the table says', () => {
    const stated = sources.filter(source => source.kind !== 'built in')
      .map(({ kind, file, project, release, address }) => ({ kind, file, project, release, address }));
    expect(stated).toEqual(CUSTOM.map(row => ({
      kind: `${apiVersion(row)}/${row.kind}`,
      file: `${moduleOf(row)}.ts`,
      project: PROJECTS[row.project].repository,
      release: PROJECTS[row.project].release,
      address: addressOf(row),
    })));
  });

  it('names every Kubernetes release of the table', () => {
    expect(sources.filter(source => source.kind === 'built in').map(source => source.release.replace(/^v(\d+\.\d+)\..*/, '$1'))).toEqual([...RELEASES]);
  });

  it('gives each source a digest', () => {
    for (const { digest } of sources) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe('schemas/INDEX.json', () => {
  const index: any[] = read('schemas/INDEX.json');

  it('has every kind of the table, and every file that it names', () => {
    const kinds = new Set(index.map(entry => `${apiVersion(entry)}/${entry.kind}`));
    expect([...kinds].sort()).toEqual([...CUSTOM, ...BUILT_IN].map(row => `${apiVersion(row)}/${row.kind}`).sort());
    for (const { file } of index) expect(existsSync(join(ROOT, 'schemas', file))).toBe(true);
  });

  it('gives each built-in kind one schema per release', () => {
    for (const release of RELEASES) {
      const map = read(`schemas/kubernetes/${release}.json`);
      expect(Object.keys(map)).toEqual(BUILT_IN.map(row => `${apiVersion(row)}/${row.kind}`));
      for (const [kind, file] of Object.entries(map)) {
        expect(index.filter(entry => `${apiVersion(entry)}/${entry.kind}` === kind && entry.releases.includes(release)).map(entry => entry.file)).toEqual([file]);
      }
    }
  });
});

describe('what is generated', () => {
  it('holds no prose of others', () => {
    const names = [...readdirSync(join(ROOT, 'schemas')).filter(name => name.endsWith('.json') && name !== 'INDEX.json')];
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) {
      refuseProse(read(`schemas/${name}`), name);
    }
    // In imports/, every comment line is a tag of cdk8s import, or a sentence that it writes itself.
    const own = /^(@(schema|param|default|stability)\b.*|Returns the apiVersion and kind for .*|Renders .*|This can be used to inline .*|Defines a .*|Converts an object of type .*|)$/;
    for (const name of readdirSync(join(ROOT, 'imports')).filter(file => file.endsWith('.ts'))) {
      const comments = readFileSync(join(ROOT, 'imports', name), 'utf8').split('\n').flatMap(line => /^\s*\*(?!\/) ?(.*)$/.exec(line)?.[1] ?? []);
      expect(comments.filter(comment => !own.test(comment)).slice(0, 5)).toEqual([]);
    }
  });

  it('compares with a tree, and sees a changed, a missing and a foreign file', () => {
    const files = new Map([['imports/SOURCES.json', 'changed'], ['imports/missing.ts', '']]);
    const wrong = differences(files, ROOT);
    expect(wrong).toEqual(expect.arrayContaining(['imports/SOURCES.json', 'imports/missing.ts', 'imports/kubevirt.io.ts', 'schemas/INDEX.json']));
  });

  const sentence = 'is byte for byte what ../shared gives';
  (SOURCES_ARE_HERE ? it : it.skip)(SOURCES_ARE_HERE ? sentence : `${sentence} (skipped: ../shared/crds is not beside this checkout)`, async () => {
    expect(differences(await generate(fromFolder(CRDS), openApiFromFolder(OPEN_API)), ROOT)).toEqual([]);
  }, 60_000);
});

describe('upstream sources', () => {
  const row = CUSTOM.find(({ kind }) => kind === 'VolumeSnapshotClass')!;
  const crd = (group: string, kind: string, plural: string, scope: string, version: string): string => [
    'kind: CustomResourceDefinition',
    'spec:',
    `  group: ${group}`,
    `  names: { kind: ${kind}, plural: ${plural} }`,
    `  scope: ${scope}`,
    '  versions:',
    `  - { name: ${version}, schema: { openAPIV3Schema: { type: object } } }`,
    '',
  ].join('\n');

  it('are fixed by a commit', () => {
    for (const kind of CUSTOM) expect(addressOf(kind)).toMatch(/^https:\/\/raw\.githubusercontent\.com\/[\w.-]+\/[\w.-]+\/[0-9a-f]{40}\/\S+$/);
  });

  it('read a kind out of YAML documents', async () => {
    const text = `kind: Namespace\n---\n${crd('snapshot.storage.k8s.io', 'VolumeSnapshotClass', 'volumesnapshotclasses', 'Cluster', 'v1')}`;
    await expect(fromUpstream(async () => text)(row)).resolves.toEqual({ type: 'object' });
  });

  it('read a kind out of a Go map of CRDs', async () => {
    const text = `var CDICRDs = map[string]string{\n\t"cdi": \`${crd('cdi.kubevirt.io', 'CDI', 'cdis', 'Cluster', 'v1beta1')}\`,\n}\n`;
    await expect(fromUpstream(async () => text)(CUSTOM.find(({ kind }) => kind === 'CDI')!)).resolves.toEqual({ type: 'object' });
  });

  it('read a kind out of a Go map of schemas', async () => {
    const text = 'var V = map[string]string{\n\t"kubevirt": `openAPIV3Schema:\n  type: object\n`,\n}\n';
    await expect(fromUpstream(async () => text)(CUSTOM.find(({ kind }) => kind === 'KubeVirt')!)).resolves.toEqual({ type: 'object' });
  });

  it('join a Go string around its backticks', () => {
    expect([...goStrings('\t"a": `one ` + "`" + `two` + "`" + ` three`,\n\t"b": `four`,\n')]).toEqual([['a', 'one `two` three'], ['b', 'four']]);
  });

  it('refuse a table that says otherwise than the CRD', async () => {
    const wrong = (scope: string, version: string) => fromUpstream(async () => crd('snapshot.storage.k8s.io', 'VolumeSnapshotClass', 'volumesnapshotclasses', scope, version))(row);
    await expect(wrong('Namespaced', 'v1')).rejects.toThrow('VolumeSnapshotClass is Namespaced, the table says Cluster');
    await expect(wrong('Cluster', 'v2')).rejects.toThrow('VolumeSnapshotClass has v2, the table says v1');
  });
});

/** Fails on a keyword that carries text for people; a field of a kind may have such a name. */
function refuseProse(schema: any, at: string): void {
  for (const key of ['description', 'title', 'example', 'examples', '$comment', 'externalDocs', 'message']) {
    if (schema[key] !== undefined) throw new Error(`${at} has a ${key}`);
  }
  for (const [key, value] of Object.entries(schema.properties ?? {})) refuseProse(value, `${at}.${key}`);
  if (schema.items) refuseProse(schema.items, `${at}[]`);
  if (typeof schema.additionalProperties === 'object') refuseProse(schema.additionalProperties, `${at}{}`);
  for (const rule of schema['x-kubernetes-validations'] ?? []) if (Object.keys(rule).join() !== 'rule') throw new Error(`${at} has more than the expression of a rule`);
}
