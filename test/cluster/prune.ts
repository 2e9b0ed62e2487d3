import { type Client, type KubeObject } from './harness/client';
import { title } from './outputs';

/** How a GitOps tool removes what has left its source: by the marks on the object that is in the cluster. */
export interface Tool {
  readonly name: string;
  /** True for what it leaves alone when the object left the output. */
  readonly keeps: (live: KubeObject) => boolean;
  /** True for what it leaves alone when the whole fleet is taken away. */
  readonly keepsAtTheEnd: (live: KubeObject) => boolean;
  readonly propagation: 'Foreground' | 'Background';
}

const options = ({ metadata }: KubeObject): readonly string[] => (metadata.annotations?.['argocd.argoproj.io/sync-options'] ?? '').split(',').map((option) => option.trim());

/** Argo CD 3.5 docs/user-guide/sync-options.md: options in one comma-joined annotation; it deletes in the foreground. */
export const ARGO: Tool = {
  name: 'Argo CD',
  keeps: (live) => options(live).includes('Prune=false'),
  keepsAtTheEnd: (live) => options(live).includes('Delete=false'),
  propagation: 'Foreground',
};

const FLUX_PRUNE = 'kustomize.toolkit.fluxcd.io/prune';
const disabled = ({ metadata: { annotations, labels } }: KubeObject): boolean => [annotations, labels].some((marks) => marks?.[FLUX_PRUNE] === 'disabled');

/** kustomize-controller 1.9 docs/spec/v1/kustomizations.md: a label or an annotation, for both occasions (deletionPolicy MirrorPrune). */
export const FLUX: Tool = { name: 'Flux', keeps: disabled, keepsAtTheEnd: disabled, propagation: 'Background' };

/** Deletes, last first, what is in `before` and not in `after`, unless the tool keeps it. Says what it deleted. */
export async function prune(
  tool: Tool, before: readonly KubeObject[], after: readonly KubeObject[], by: (object: KubeObject) => Client, keeps = tool.keeps,
): Promise<readonly string[]> {
  const left = new Set(after.map(title));
  const deleted: string[] = [];
  for (const object of before.filter((one) => !left.has(title(one))).reverse()) {
    const live = await by(object).find(object);
    if (live && !keeps(live)) {
      await by(object).delete(object, { propagationPolicy: tool.propagation });
      deleted.push(title(object));
    }
  }
  return deleted.sort();
}

/** Everything that holds data, or holds what holds data; none of it may go or be on its way. */
export async function data(client: Client): Promise<readonly string[]> {
  const lists = await Promise.all([
    '/apis/cdi.kubevirt.io/v1beta1/datavolumes', '/apis/cdi.kubevirt.io/v1beta1/datasources', '/api/v1/persistentvolumeclaims', '/api/v1/persistentvolumes', '/api/v1/namespaces',
    '/apis/storage.k8s.io/v1/storageclasses', '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses',
  ].map(async (path) => (await client.list(path)).map(({ metadata }) => (
    `${path.slice(path.lastIndexOf('/') + 1)} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name} ${metadata.uid}${metadata.deletionTimestamp === undefined ? '' : ' terminating'}`
  ))));
  return lists.flat().sort();
}

/** The object without what keeps it. */
export function unmarked(object: KubeObject): KubeObject {
  const { annotations, labels, ...metadata } = object.metadata;
  const without = (marks: Record<string, string> | undefined, ...keys: readonly string[]): Record<string, string> => (
    Object.fromEntries(Object.entries(marks ?? {}).filter(([key]) => !keys.includes(key)))
  );
  return { ...object, metadata: { ...metadata, annotations: without(annotations, 'argocd.argoproj.io/sync-options', FLUX_PRUNE), labels: without(labels, 'workstations.dev/keep') } };
}
