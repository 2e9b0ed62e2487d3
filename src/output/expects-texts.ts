import type { ExpectedKind } from '../constructs/expectations';
import type { Expected } from './expects';
import { cell } from './markdown';
import { quantity } from '../values';

/** The words of a kind, and how to look for it. */
const WORDS: Readonly<Record<ExpectedKind, { readonly title: string; readonly look: (one: Expected) => string }>> = {
  namespace: { title: 'Namespace', look: ({ name }) => `kubectl get namespace ${name}` },
  secret: { title: 'Secret', look: get('secret') },
  configMap: { title: 'ConfigMap', look: get('configmap') },
  storageClass: { title: 'StorageClass', look: get('storageclass') },
  volumeAttributesClass: { title: 'VolumeAttributesClass', look: get('volumeattributesclass') },
  snapshotClass: { title: 'VolumeSnapshotClass', look: get('volumesnapshotclass') },
  snapshot: { title: 'VolumeSnapshot', look: get('volumesnapshot') },
  priorityClass: { title: 'PriorityClass', look: get('priorityclass') },
  dataSource: { title: 'DataSource', look: get('datasource') },
  claim: { title: 'PersistentVolumeClaim', look: get('pvc') },
  pool: { title: 'Ceph pool', look: ({ name }) => `ceph osd pool ls | grep -x ${name}` },
  crd: { title: 'CRD', look: get('crd') },
  device: { title: 'Device', look: ({ name }) => `kubectl get nodes -o custom-columns='NODE:.metadata.name,HAS:.status.allocatable.${name.replace(/\./g, '\\.')}'` },
  gate: { title: 'KubeVirt setting', look: () => 'kubectl get kubevirt -A -o yaml' },
  right: { title: 'Right or driver', look: () => '' },
  room: { title: 'Room', look: () => '' },
};

function get(resource: string): (one: Expected) => string {
  return ({ namespace, name }) => `kubectl get ${resource} ${name}${namespace === undefined ? '' : ` -n ${namespace}`}`;
}

/** The contract of `expects.json`; its schema is `expects.schema.json`. */
export function expectsJson(expects: readonly Expected[]): string {
  const rows = expects.map(({ kind, namespace, name, must, kibibytes }) =>
    `  ${JSON.stringify({ kind, ...(namespace === undefined ? {} : { namespace }), name, must, ...(kibibytes === undefined ? {} : { kibibytes }) })}`);
  return `{\n"format": 1,\n"expects": [\n${rows.join(',\n')}${rows.length === 0 ? '' : '\n'}]\n}\n`;
}

export function expectsMarkdown(expects: readonly Expected[]): string {
  const rows = expects.map((one) => {
    const { title, look } = WORDS[one.kind];
    const size = one.kibibytes === undefined ? '' : ` (${quantity(one.kibibytes)})`;
    const command = look(one);
    return `| ${title} | ${cell(one.namespace ?? '')} | ${cell(one.name)} | ${cell(one.must)}${size} | ${command === '' ? '' : `\`${command.replace(/\|/g, '\\|')}\``} |\n`;
  });
  return `# What must be in the cluster beforehand\n\n${rows.length === 0 ? 'Nothing.\n' : `| kind | namespace | name | must be | look |\n|---|---|---|---|---|\n${rows.join('')}`}`;
}
