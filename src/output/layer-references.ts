import { groupOf, type LayerName } from '../facts';
import { type Fault, fault, type FaultObject } from '../faults';
import { listAt, mapAt } from './birth';
import type { Json, JsonObject } from './emit';
import type { SynthesizedObject } from './synthesized';

/** Something that an object names, and that must be applied first. */
interface Need {
  /** `<group>/<Kind>`, of which one is enough. */
  readonly kinds: readonly string[];
  readonly namespace: string;
  readonly name: string;
  /** An own layer: what is asked for it is refused until it is there. */
  readonly before?: boolean;
}

const CDI = 'cdi.kubevirt.io';
const INSTANCETYPE = 'instancetype.kubevirt.io';

/** What stands in an earlier layer than something it names (WS-LAYER-001), or a disk beside what CDI asks for it (WS-LAYER-002). */
export function referenceFaults(objects: readonly SynthesizedObject[]): Fault[] {
  const made = new Made(objects);
  const said = new Set<string>();
  return objects.flatMap(({ object, identity, layer: got, construct, file }) => needsOf(object, identity, made).flatMap((need) => {
    const found = made.earliest(need);
    const what = `${need.kinds[0]?.split('/')[1] ?? ''} '${need.namespace === '' ? '' : `${need.namespace}/`}${need.name}'`;
    // Once a file: the cure is the same for all in it.
    const place = `${file}\u0000${what}`;
    if (found === undefined || found < got || found === got && need.before !== true || said.has(place)) {
      return [];
    }
    said.add(place);
    return [found === got
      ? fault('WS-LAYER-002', { got, what }, { construct, object: identity })
      : fault('WS-LAYER-001', { got, what, needs: found }, { construct, object: identity })];
  }));
}

/** What the app makes, with the first layer of each. */
class Made {
  private readonly layers = new Map<string, LayerName>();
  private readonly cloneRoles = new Map<string, SynthesizedObject[]>();
  private readonly claims = new Map<string, Json>();

  public constructor(objects: readonly SynthesizedObject[]) {
    for (const one of objects) {
      const { object, identity: { apiVersion, kind, namespace = '', name }, layer } = one;
      const group = groupOf(apiVersion);
      const key = [`${group}/${kind}`, namespace, name].join('\u0000');
      const known = this.layers.get(key);
      if (known === undefined || layer < known) {
        this.layers.set(key, layer);
      }
      if (group === CDI && kind === 'DataSource') {
        this.claims.set(`${namespace}/${name}`, mapAt(object, 'spec', 'source', 'pvc').name);
      }
      if (kind === 'Role' && listAt(object, 'rules').some((rule) => textsOf(rule.apiGroups).includes(CDI) && textsOf(rule.resources).includes('datavolumes/source'))) {
        this.cloneRoles.set(namespace, [...this.cloneRoles.get(namespace) ?? [], one]);
      }
    }
  }

  public earliest({ kinds, namespace, name }: Need): LayerName | undefined {
    return kinds.flatMap((kind) => this.layers.get([kind, namespace, name].join('\u0000')) ?? []).sort()[0];
  }

  /** The roles that let somebody clone what lies behind a DataSource. */
  public rolesFor(namespace: string, dataSource: string): readonly FaultObject[] {
    const claim = this.claims.get(`${namespace}/${dataSource}`);
    return (this.cloneRoles.get(namespace) ?? [])
      .filter(({ object }) => typeof claim !== 'string' || listAt(object, 'rules').some((rule) => textsOf(rule.resourceNames).length === 0 || textsOf(rule.resourceNames).includes(claim)))
      .map(({ identity }) => identity);
  }
}

function needsOf(object: JsonObject, { apiVersion, kind, namespace = '' }: FaultObject, made: Made): Need[] {
  switch (`${groupOf(apiVersion)}/${kind}`) {
    case `${CDI}/DataVolume`:
      return diskNeeds(mapAt(object, 'spec'), namespace, made);
    case '/PersistentVolumeClaim':
      return storageClass(mapAt(object, 'spec'));
    case 'kubevirt.io/VirtualMachine':
      return [
        ...listAt(object, 'spec', 'dataVolumeTemplates').flatMap((template) => diskNeeds(mapAt(template, 'spec'), namespace, made)),
        ...machineNeeds(mapAt(object, 'spec'), namespace),
      ];
    default:
      return [];
  }
}

function diskNeeds(spec: JsonObject, namespace: string, made: Made): Need[] {
  const { name, namespace: given } = mapAt(spec, 'sourceRef');
  const where = typeof given === 'string' ? given : namespace;
  const source = named([`${CDI}/DataSource`], where, name).map((need) => ({ ...need, before: true }));
  // One role that is early enough does.
  const roles = typeof name === 'string' && where !== namespace ? made.rolesFor(where, name) : [];
  const first = roles.map((role): Need => ({ kinds: ['rbac.authorization.k8s.io/Role'], namespace: where, name: role.name, before: true }))
    .sort((a, b) => ((made.earliest(a) ?? '') < (made.earliest(b) ?? '') ? -1 : 1))
    .slice(0, 1);
  return [...source, ...first, ...storageClass(mapAt(spec, 'storage')), ...storageClass(mapAt(spec, 'pvc'))];
}

const storageClass = (claim: JsonObject): Need[] => named(['storage.k8s.io/StorageClass'], '', claim.storageClassName);

function machineNeeds(spec: JsonObject, namespace: string): Need[] {
  const sizes = (['instancetype', 'preference'] as const).flatMap((field) => {
    const { name, kind } = mapAt(spec, field);
    const isCluster = typeof kind !== 'string' || kind.toLowerCase().includes('cluster');
    return named([`${INSTANCETYPE}/VirtualMachine${isCluster ? 'Cluster' : ''}${field === 'instancetype' ? 'Instancetype' : 'Preference'}`], isCluster ? '' : namespace, name);
  });
  const claims = ['/PersistentVolumeClaim', `${CDI}/DataVolume`];
  const own = new Set(listAt(spec, 'dataVolumeTemplates').map((template) => mapAt(template, 'metadata').name));
  const volumes = listAt(spec, 'template', 'spec', 'volumes').flatMap((volume) => [
    ...[mapAt(volume, 'persistentVolumeClaim').claimName, mapAt(volume, 'ephemeral', 'persistentVolumeClaim').claimName, mapAt(volume, 'dataVolume').name]
      .flatMap((name) => (own.has(name) ? [] : named(claims, namespace, name))),
    ...[mapAt(volume, 'cloudInitNoCloud'), mapAt(volume, 'cloudInitConfigDrive')]
      .flatMap((text) => [...named(['/Secret'], namespace, mapAt(text, 'secretRef').name), ...named(['/Secret'], namespace, mapAt(text, 'networkDataSecretRef').name)]),
    ...named(['/Secret'], namespace, mapAt(volume, 'secret').secretName),
    ...named(['/ConfigMap'], namespace, mapAt(volume, 'configMap').name),
  ]);
  const networks = listAt(spec, 'template', 'spec', 'networks').flatMap((network) => {
    const { networkName } = mapAt(network, 'multus');
    const [first = '', second] = typeof networkName === 'string' ? networkName.split('/') : [];
    return first === '' ? [] : named(['k8s.cni.cncf.io/NetworkAttachmentDefinition'], second === undefined ? namespace : first, second ?? first);
  });
  return [...sizes, ...volumes, ...networks];
}

function named(kinds: readonly string[], namespace: string, name: Json): Need[] {
  return typeof name === 'string' && name !== '' ? [{ kinds, namespace, name }] : [];
}

const textsOf = (value: Json): Json[] => (Array.isArray(value) ? [...value as readonly Json[]] : []);
