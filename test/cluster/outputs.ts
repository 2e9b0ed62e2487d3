import { existsSync, readFileSync, readdirSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { type Fault } from '../../src/faults';
import { type FleetApp } from '../../src/output/fleet-app';
import { type KubeObject } from './harness/client';

/** What we wrote for one fleet, read back as a deployer would read it. */
export interface Output {
  readonly name: string;
  readonly objects: readonly KubeObject[];
  /** The layer of each object: the folder that it lies in. */
  readonly layerOf: ReadonlyMap<KubeObject, string>;
  /** What an administrator gives the deploying accounts; empty for a fleet that names none. */
  readonly rights: readonly KubeObject[];
  readonly expects: readonly Expected[];
}

export interface Expected {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly must: string;
}

interface Index {
  readonly files: readonly {
    readonly path: string;
    readonly layer: string;
    readonly objects: readonly { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly namespace?: string }[];
  }[];
}

const DIST = join(__dirname, '..', '..', 'dist');

export function outputs(): readonly Output[] {
  return readdirSync(DIST).filter((name) => existsSync(join(DIST, `${name}.info`, 'index.json'))).sort().map(read);
}

function read(name: string): Output {
  const json = <T>(file: string): T => JSON.parse(readFileSync(join(DIST, `${name}.info`, file), 'utf8')) as T;
  const layerOf = new Map<KubeObject, string>();
  const objects = json<Index>('index.json').files.flatMap(({ path, layer, objects: listed }) => {
    const found = documents(join(DIST, name, path));
    const said = found.map((object) => title(object)).join(', ');
    const promised = listed.map((one) => title({ ...one, metadata: one })).join(', ');
    if (said !== promised) {
      throw new Error(`${name}/${path} holds ${said}; the index says ${promised}`);
    }
    found.forEach((object) => layerOf.set(object, layer));
    return found;
  });
  const rights = join(DIST, `${name}.info`, 'deployer-rights.yaml');
  return { name, objects, layerOf, rights: existsSync(rights) ? documents(rights) : [], expects: json<{ expects: readonly Expected[] }>('expects.json').expects };
}

const documents = (file: string): readonly KubeObject[] => parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as KubeObject);

/** What an app would write, as a deployer would read it. */
export function writtenBy(app: FleetApp): Pick<Output, 'objects' | 'expects'> & { readonly faults: readonly Fault[] } {
  const { objects, expects, faults } = app._synthesize();
  return { objects: objects.map(({ object }) => object as unknown as KubeObject), expects, faults };
}

export const title = ({ kind, metadata }: { kind: string; metadata: { name: string; namespace?: string } }): string => (
  `${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`
);

/** What the fleets need and do not make, as the cluster's own people would have it: by `expects`, nothing more. */
export function outside(expects: readonly Expected[]): readonly KubeObject[] {
  const made: KubeObject[] = [];
  const namespaces = new Set(expects.filter(({ kind }) => kind === 'namespace').map(({ name }) => name));
  for (const { kind, name, namespace, must } of expects) {
    const metadata = { name, ...(namespace ? { namespace } : {}) };
    if (namespace && ['secret', 'configMap', 'dataSource'].includes(kind)) {
      namespaces.add(namespace);
    }
    if (kind === 'secret') {
      const keys = (/^keys ([\w-]+(?:(?:, | and )[\w-]+)*)/.exec(must)?.[1] ?? 'key').split(/, | and /);
      made.push({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: Object.fromEntries(keys.map((key) => [key, 'x'])) });
    } else if (kind === 'configMap') {
      made.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'ca.pem': 'x' } });
    } else if (kind === 'dataSource') {
      made.push({ apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataSource', metadata, spec: { source: { pvc: { name, namespace: namespace ?? 'default' } } } });
    } else if (kind === 'priorityClass') {
      made.push({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata, value: 1000 });
    } else if (kind === 'storageClass') {
      made.push({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata, provisioner: 'test.example/csi', allowVolumeExpansion: true });
    }
  }
  return [...[...namespaces].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })), ...made];
}

interface KubeVirtSpec {
  readonly configuration?: {
    readonly developerConfiguration?: { readonly featureGates?: readonly string[] };
    readonly permittedHostDevices?: { readonly pciHostDevices?: readonly { readonly resourceName: string }[] };
  };
}

/** The spec of the KubeVirt object among the objects; without one the smallest that permits what is expected of it. */
export function kubevirtSpec(expects: readonly Expected[], objects: readonly KubeObject[] = []): Readonly<Record<string, unknown>> {
  const ours = (objects.find(({ kind }) => kind === 'KubeVirt')?.spec ?? {}) as KubeVirtSpec;
  const names = (wanted: string): readonly string[] => [...new Set(expects.filter(({ kind }) => kind === wanted).map(({ name }) => name))].sort();
  const permitted = ours.configuration?.permittedHostDevices?.pciHostDevices ?? [];
  // Huge pages are the nodes' own.
  const more = names('device').filter((name) => name.includes('/') && !permitted.some(({ resourceName }) => resourceName === name))
    .map((resourceName, i) => ({ pciVendorSelector: `10DE:${(0x2000 + i).toString(16).toUpperCase()}`, resourceName, externalResourceProvider: true }));
  const gates = [...new Set([...ours.configuration?.developerConfiguration?.featureGates ?? [], ...names('gate')])].sort();
  const devices = [...permitted, ...more];
  return {
    ...ours,
    configuration: {
      ...ours.configuration,
      ...(gates.length > 0 ? { developerConfiguration: { ...ours.configuration?.developerConfiguration, featureGates: gates } } : {}),
      ...(devices.length > 0 ? { permittedHostDevices: { pciHostDevices: devices } } : {}),
    },
  };
}
