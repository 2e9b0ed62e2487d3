import { existsSync, readFileSync, readdirSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { type KubeObject } from './harness/client';

const UPSTREAM = join(__dirname, '..', '..', '..', 'shared', 'crds');
const SCHEMAS = join(__dirname, '..', '..', 'schemas');

/** KubeVirt's programs look for these, whatever the fleet has. */
const WATCHED: Readonly<Record<string, readonly string[]>> = {
  'cdi.kubevirt.io/v1beta1': ['CDI', 'CDIConfig', 'DataVolume', 'DataSource', 'DataImportCron', 'StorageProfile'],
  'snapshot.storage.k8s.io/v1': ['VolumeSnapshot', 'VolumeSnapshotClass', 'VolumeSnapshotContent'],
  'k8s.cni.cncf.io/v1': ['NetworkAttachmentDefinition'],
};

export interface Definitions {
  readonly from: 'upstream' | 'schemas';
  readonly source: string;
  readonly crds: readonly KubeObject[];
}

/** Definitions of everything in `objects` that neither Kubernetes nor KubeVirt brings. */
export function definitions(objects: readonly KubeObject[], upstream = existsSync(UPSTREAM) && process.env.WORKSTATIONS_CRDS !== 'schemas'): Definitions {
  const versions = [...Object.keys(WATCHED), ...objects.map(({ apiVersion }) => apiVersion)];
  const groups = new Set(versions.map((version) => version.split('/')[0]!).filter((group) => !OF_KUBERNETES.test(group) && !OF_KUBEVIRT.test(group)));
  return upstream
    ? { from: 'upstream', source: 'upstream (../shared/crds): full schemas with their rules', crds: fromUpstream(groups) }
    : { from: 'schemas', source: 'schemas/ of this project: structure only', crds: fromSchemas(groups) };
}

const OF_KUBERNETES = /^([a-z0-9]+|(admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|flowcontrol\.apiserver|networking|node|rbac\.authorization|resource|scheduling|storage)\.k8s\.io)$/;
const OF_KUBEVIRT = /^(?!cdi\.)([a-z]+\.)?kubevirt\.io$/;

function fromUpstream(groups: ReadonlySet<string>): readonly KubeObject[] {
  return readdirSync(UPSTREAM).filter((file) => file.endsWith('.yaml') && groups.has(file.split('_')[0]!)).map((file) => {
    const { status: _status, ...crd } = parse(readFileSync(join(UPSTREAM, file), 'utf8')) as KubeObject;
    const { creationTimestamp: _time, ...metadata } = crd.metadata;
    return { ...crd, metadata } as KubeObject;
  });
}

interface Row {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly scope: string;
  readonly plural: string;
  readonly file?: string;
}

function fromSchemas(groups: ReadonlySet<string>): readonly KubeObject[] {
  const rows = (JSON.parse(readFileSync(join(SCHEMAS, 'INDEX.json'), 'utf8')) as readonly Row[]).filter(({ group }) => groups.has(group));
  const known = new Set(rows.map(({ kind }) => kind));
  // Kinds that we have no schema of, but somebody watches: any content.
  const open = Object.entries(WATCHED).flatMap(([apiVersion, kinds]) => kinds.filter((kind) => !known.has(kind)).map((kind): Row => {
    const [group = '', version = ''] = apiVersion.split('/');
    const scope = /^(CDI|CDIConfig|StorageProfile|VolumeSnapshotClass|VolumeSnapshotContent)$/.test(kind) ? 'Cluster' : 'Namespaced';
    return { group, version, kind, plural: `${kind.toLowerCase()}${kind.endsWith('s') ? 'es' : 's'}`, scope };
  }));
  return [...rows, ...open].map(({ group, version, kind, scope, plural, file }) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // `*.k8s.io` needs somebody's word.
      ...(group.endsWith('.k8s.io') ? { annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests' } } : {}),
    },
    spec: {
      group,
      scope: /^cluster/i.test(scope) ? 'Cluster' : 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: file ? root(JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as Schema) : ANYTHING },
      }],
    },
  }));
}

interface Schema {
  readonly [keyword: string]: unknown;
}

/** The parts of our schemas that a structural schema may say. */
function root(schema: Schema): Schema {
  const { properties = {}, required } = schema as { properties?: Record<string, Schema>; required?: readonly string[] };
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = properties;
  const needed = (required ?? []).filter((name) => name in rest);
  return {
    type: 'object',
    properties: { ...mapped(rest), ...('status' in rest ? {} : { status: ANYTHING }) },
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

const ANYTHING = { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true };
const mapped = (properties: Readonly<Record<string, Schema>>): Record<string, Schema> => (
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, structural(value)]))
);

function structural(schema: Schema): Schema {
  if (schema['x-kubernetes-int-or-string'] === true) {
    return { 'x-kubernetes-int-or-string': true };
  }
  const types = [schema.type].flat() as readonly (string | undefined)[];
  const type = types.find((one) => one !== 'null');
  if (type === undefined || types.filter((one) => one !== 'null').length > 1) {
    const either = types.includes('string') && (types.includes('integer') || types.includes('number'));
    return { [either ? 'x-kubernetes-int-or-string' : 'x-kubernetes-preserve-unknown-fields']: true };
  }
  const kept: Record<string, unknown> = { type, ...(types.includes('null') ? { nullable: true } : {}) };
  for (const keyword of ['enum', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'required', 'default', 'x-kubernetes-preserve-unknown-fields']) {
    if (schema[keyword] !== undefined) {
      kept[keyword] = schema[keyword];
    }
  }
  if (type === 'array') {
    kept.items = structural((schema.items ?? {}) as Schema);
  }
  if (type === 'object') {
    if (schema.properties) {
      kept.properties = mapped(schema.properties as Record<string, Schema>);
    } else if (typeof schema.additionalProperties === 'object') {
      kept.additionalProperties = structural(schema.additionalProperties as Schema);
    } else {
      kept['x-kubernetes-preserve-unknown-fields'] = true;
    }
  }
  return kept;
}
