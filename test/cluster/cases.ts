import { existsSync, readFileSync, readdirSync } from 'fs';
import { join, relative } from 'path';
import { Workstation } from '../../src/constructs/workstation';
import { CloudInit } from '../../src/values';
import { CASES } from '../constructs/cases';
import { manifestsOf, office, root, space } from '../support/fleet';
import { drift } from './additions';
import { type Client, type KubeObject, Refused } from './harness/client';
import { title } from './outputs';

/** One of the uses whose manifests stand in a snapshot. */
export interface SnapshotCase {
  readonly name: string;
  readonly objects: readonly KubeObject[];
}

/** Kinds that no snapshot shows. */
const BESIDE: typeof CASES = [{
  name: 'Workstation, user data that need a Secret',
  build: () => {
    const home = space();
    return new Workstation(home, 'workstation', { profile: office(), rootDisk: root(home), cloudInit: CloudInit.of({ runCommands: [`echo ${'x'.repeat(3000)}`] }) });
  },
}];

export function snapshotCases(): readonly SnapshotCase[] {
  return [...CASES, ...BESIDE].map(({ name, build }) => ({ name, objects: manifestsOf(build()) as readonly KubeObject[] }));
}

/** The DataSources that disks of these are cloned from, as somebody else would have made them. */
export function sourcesOf(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.flatMap(({ spec }) => {
    const ref = (spec as { sourceRef?: { name: string; namespace: string } } | undefined)?.sourceRef;
    return ref ? [{ apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataSource', metadata: { name: ref.name, namespace: ref.namespace }, spec: { source: { pvc: { name: ref.name, namespace: ref.namespace } } } }] : [];
  });
}

const TESTS = join(__dirname, '..');

/** Names of all snapshots of the tests, by file: whoever adds some with manifests sees that they are not judged here. */
export function snapshots(): Readonly<Record<string, readonly string[]>> {
  const files = (readdirSync(TESTS, { recursive: true }) as string[]).filter((file) => file.endsWith('.snap') && existsSync(join(TESTS, file))).sort();
  return Object.fromEntries(files.map((file) => [
    relative(TESTS, join(TESTS, file)), [...readFileSync(join(TESTS, file), 'utf8').matchAll(/^exports\[`what each construct writes (.*) \d+`\]/gm)].map((match) => match[1]!).sort(),
  ]));
}

/** What the API server and KubeVirt say about each object. */
export interface Verdict {
  readonly refused: readonly string[];
  readonly warned: readonly string[];
  /** What a second apply of the same would change. */
  readonly changed: readonly string[];
}

/**
 * Hands the objects of a case to the cluster: what is in a namespace is applied in one of the test's own, what belongs to the whole cluster is
 * a dry run under a name that nobody has, so that it is judged as new.
 */
export async function judge(client: Client, { name: said, objects }: SnapshotCase, namespace: string): Promise<Verdict> {
  const refused: string[] = [];
  const warned: string[] = [];
  const changed: string[] = [];
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  for (const object of objects) {
    const { namespace: own, name } = object.metadata;
    const moved = { ...object, metadata: { ...object.metadata, ...(own === undefined ? { name: `${namespace}-${name}` } : { namespace }) } };
    try {
      const { body: first, warnings } = await client.apply(moved, { dryRun: own === undefined });
      warned.push(...warnings.map((text) => `${said}: ${title(object)}: ${text}`));
      if (own !== undefined) {
        const { body: second } = await client.apply(moved);
        const { added, changed: differing } = drift(first, second);
        changed.push(...[...added, ...differing].filter((line) => line.startsWith('spec')).map((line) => `${said}: ${title(object)}: ${line}`));
      }
    } catch (error) {
      refused.push(`${said}: ${title(object)}: ${error instanceof Refused ? `${error.status} ${error.said}` : String(error)}`);
    }
  }
  return { refused, warned, changed };
}
