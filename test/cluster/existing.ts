import { randomBytes } from 'crypto';
import { drift } from './additions';
import { sourcesOf } from './cases';
import { type Client, type KubeObject, Refused } from './harness/client';
import { inParallel } from './harness/control-plane';
import { sleep } from './harness/programs';
import { title } from './outputs';

/** What a cluster that is there already says of the objects. */
export interface Findings {
  /** Objects that were applied, and applied again, in a namespace of ours. */
  readonly applied: number;
  /** Objects that the servers only were asked about (dry run). */
  readonly asked: number;
  /** What could not be asked, with the reason. */
  readonly left: readonly string[];
  readonly refused: readonly string[];
  readonly warned: readonly string[];
  readonly changed: readonly string[];
}

/**
 * What starts nothing, moves no data and costs nothing: this is applied. Everything else is a dry run, DataVolumes above all, which would be
 * filled, and whatever belongs to the whole cluster.
 */
const HARMLESS = new Set(['Role', 'RoleBinding', 'ServiceAccount', 'Secret', 'DataSource', 'VirtualMachine']);

const harmless = ({ kind, metadata, spec }: KubeObject): boolean => (
  metadata.namespace !== undefined && HARMLESS.has(kind) && (kind !== 'VirtualMachine' || (spec as { runStrategy?: string }).runStrategy === 'Manual')
);

/** Judges the objects on a cluster of somebody else: in namespaces that are made here, and removed when it is over, whatever happened. */
export async function onExisting(client: Client, objects: readonly KubeObject[], run = `workstations-test-${randomBytes(4).toString('hex')}`): Promise<Findings> {
  const made = new Map<string, { readonly name: string; readonly uid: string }>();
  const all = [...sourcesOf(objects), ...objects];
  try {
    for (const namespace of new Set(all.flatMap(({ metadata }) => metadata.namespace ?? []))) {
      const name = `${run}-${made.size}`;
      const { body } = await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { 'workstations.dev/test-run': run } } });
      made.set(namespace, { name, uid: body.metadata.uid! });
    }
    return await judged(client, all, run, (namespace) => made.get(namespace)?.name ?? namespace);
  } finally {
    await inParallel([...made.values()], ({ name, uid }) => removed(client, name, uid));
  }
}

async function judged(client: Client, objects: readonly KubeObject[], run: string, ours: (namespace: string) => string): Promise<Findings> {
  const left: string[] = [];
  const refused: string[] = [];
  const warned: string[] = [];
  const changed: string[] = [];
  let [applied, asked] = [0, 0];
  for (const object of objects) {
    const said = title(object);
    const moved = relocated(object, run, ours);
    try {
      const dryRun = !harmless(object);
      const { body: first, warnings } = await client.apply(moved, { dryRun, manager: 'workstations-test' });
      warned.push(...warnings.map((text) => `${said}: ${text}`));
      if (dryRun) {
        asked += 1;
      } else {
        applied += 1;
        const { body: second } = await client.apply(moved, { manager: 'workstations-test' });
        const { added, changed: differing } = drift({ spec: first.spec ?? {} }, { spec: second.spec ?? {} });
        changed.push(...[...added, ...differing].map((line) => `${said}: ${line}`));
      }
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
      const unknown = error.method === 'GET' && error.status === 404;
      (unknown ? left : refused).push(`${said}: ${unknown ? `${object.apiVersion} ${object.kind} is not served` : `${error.status} ${error.said}`}`);
    }
  }
  return { applied, asked, left, refused, warned, changed };
}

/** The object in a namespace of ours, or under a name that nobody has; what it says of other namespaces follows. */
function relocated(object: KubeObject, run: string, ours: (namespace: string) => string): KubeObject {
  const { namespace, name } = object.metadata;
  const copy: KubeObject = structuredClone({ ...object, metadata: { ...object.metadata, ...(namespace === undefined ? { name: `${run}-${name}` } : { namespace: ours(namespace) }) } });
  const { sourceRef, source } = (copy.spec ?? {}) as { sourceRef?: { namespace: string }; source?: { pvc?: { namespace: string } } };
  for (const reference of [sourceRef, source?.pvc]) {
    if (reference) {
      reference.namespace = ours(reference.namespace);
    }
  }
  return copy;
}

/** The namespace with this very uid, and none that has its name by now. Machines first: a namespace waits long for whatever has a finalizer. */
async function removed(client: Client, name: string, uid: string): Promise<void> {
  const path = `/api/v1/namespaces/${name}`;
  if ((await client.ask('GET', path)).body.metadata.uid === uid) {
    await client.ask('DELETE', `/apis/kubevirt.io/v1/namespaces/${name}/virtualmachines`);
  }
  const { status } = await client.ask('DELETE', path, { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } });
  for (const end = Date.now() + 120_000; status < 400 && Date.now() < end;) {
    if ((await client.ask('GET', path)).status === 404) {
      return;
    }
    await sleep(300);
  }
  throw new Error(`The namespace ${name} of this test is still there (deleting it was answered with ${status}): remove it by hand.`);
}

/** Everything that is stored, but for what a cluster writes by itself all the time. */
export async function everything(client: Client): Promise<readonly string[]> {
  interface Resources { readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] | null }[] }
  const { body: { groups } } = await client.call<{ groups: { preferredVersion: { groupVersion: string } }[] }>('GET', '/apis');
  const roots = ['/api/v1', ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const found: string[] = [];
  await inParallel(roots, async (root) => {
    const { body: { resources } } = await client.call<Resources>('GET', root);
    for (const { name } of resources.filter((one) => one.verbs?.includes('list') && !/^(events|leases|componentstatuses)$/.test(one.name))) {
      found.push(...(await client.list(`${root}/${name}`)).map(({ metadata }) => `${root}/${name} ${metadata.namespace ?? ''}/${metadata.name} ${metadata.uid ?? ''} ${metadata.generation ?? ''}`));
    }
  });
  return found.sort();
}
