import type { CheckedObject } from '../../checks';
import { groupOf, KEYS } from '../../facts';
import { isMap, listAt, mapAt } from '../birth';
import type { Json, JsonObject } from '../emit';

/** A person's machine as the manifests have it; of somebody without one, the person alone. */
export interface PersonRow {
  readonly person: string;
  readonly fleet?: string;
  readonly namespace?: string;
  readonly machine?: string;
  readonly profile?: string;
  readonly cpus?: number;
  readonly memory?: string;
  /** Device names, one for each GPU. */
  readonly gpus?: readonly string[];
  /** Sizes as the disks have them now: at birth, or grown. */
  readonly rootDisk?: string;
  readonly workspaceDisk?: string;
  /** The last day of somebody who leaves, as YYYY-MM-DD. */
  readonly leaves?: string;
}

/** Everybody whom the labels of the manifests name, by fleet, person and machine. */
export function peopleIn(objects: readonly CheckedObject[]): PersonRow[] {
  const found = new Manifests();
  for (const { object } of objects) {
    found.add(object as Json);
  }
  return found.rows().sort((a, b) => compare([a.fleet, a.person, a.namespace, a.machine], [b.fleet, b.person, b.namespace, b.machine]));
}

function compare(a: readonly (string | undefined)[], b: readonly (string | undefined)[]): number {
  const [first, second] = [a, b].map((parts) => parts.map((part) => part ?? '').join('\u0000')) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
}

class Manifests {
  private readonly machines: JsonObject[] = [];
  private readonly spaces: JsonObject[] = [];
  /** By namespace and claim. */
  private readonly sizes = new Map<string, string>();
  private readonly grown = new Map<string, string>();
  /** By kind, namespace and name. */
  private readonly types = new Map<string, JsonObject>();

  public add(object: Json): void {
    if (!isMap(object) || typeof object.apiVersion !== 'string') {
      return;
    }
    const { name, namespace, annotations } = mapAt(object, 'metadata');
    const key = keyOf(namespace, name);
    switch (`${groupOf(object.apiVersion)}/${String(object.kind)}`) {
      case '/Namespace':
        this.spaces.push(object);
        break;
      case 'kubevirt.io/VirtualMachine':
        this.machines.push(object);
        break;
      case 'cdi.kubevirt.io/DataVolume':
        this.remember(this.sizes, key, sizeOf(mapAt(object, 'spec', 'storage')) ?? sizeOf(mapAt(object, 'spec', 'pvc')));
        break;
      case '/PersistentVolumeClaim':
        this.remember(this.sizes, key, sizeOf(mapAt(object, 'spec')));
        break;
      case 'batch/Job': {
        const { [KEYS.grows]: claim, [KEYS.grownTo]: size } = mapAt(annotations);
        this.remember(this.grown, keyOf(namespace, claim), textOf(size));
        break;
      }
      case 'instancetype.kubevirt.io/VirtualMachineClusterInstancetype':
      case 'instancetype.kubevirt.io/VirtualMachineInstancetype':
        this.types.set(`${String(object.kind)}/${key}`, mapAt(object, 'spec'));
        break;
      default:
        break;
    }
  }

  public rows(): PersonRow[] {
    const leaves = new Map<string, string>();
    for (const space of this.spaces) {
      const { name, annotations } = mapAt(space, 'metadata');
      const day = textOf(mapAt(annotations)[KEYS.leaves]);
      if (typeof name === 'string' && day !== undefined) {
        leaves.set(name, day);
      }
    }
    const rows = this.machines.flatMap((machine) => {
      const row = this.machine(machine);
      return row === undefined ? [] : [withLeaves(row, leaves.get(row.namespace ?? ''))];
    });
    const housed = new Set(rows.map(({ fleet, person }) => keyOf(fleet, person)));
    for (const space of this.spaces) {
      const { name, labels } = mapAt(space, 'metadata');
      const who = ownerOf(labels);
      if (who !== undefined && !housed.has(keyOf(who.fleet, who.person))) {
        const namespace = textOf(name);
        rows.push(withLeaves({ ...who, ...(namespace === undefined ? {} : { namespace }) }, leaves.get(namespace ?? '')));
      }
    }
    return rows;
  }

  private machine(object: JsonObject): PersonRow | undefined {
    const { name, namespace, labels } = mapAt(object, 'metadata');
    const who = ownerOf(labels);
    if (who === undefined) {
      return undefined;
    }
    const spec = mapAt(object, 'spec', 'template', 'spec');
    const domain = mapAt(spec, 'domain');
    const type = this.typeOf(mapAt(object, 'spec', 'instancetype'), namespace);
    const disk = (volume: string): string | undefined => {
      const found = listAt(spec, 'volumes').find((one) => one.name === volume);
      const claim = keyOf(namespace, mapAt(found, 'persistentVolumeClaim').claimName ?? mapAt(found, 'dataVolume').name);
      return this.grown.get(claim) ?? this.sizes.get(claim);
    };
    return known<PersonRow>({
      ...who,
      namespace: textOf(namespace),
      machine: textOf(name),
      profile: textOf(mapAt(labels)[KEYS.profile]),
      cpus: type === undefined ? cpusOf(mapAt(domain, 'cpu')) : numberOf(mapAt(type, 'cpu').guest),
      memory: textOf(mapAt(type ?? domain, 'memory').guest),
      gpus: type === 'unknown' ? undefined : (type === undefined ? listAt(domain, 'devices', 'gpus') : listAt(type, 'gpus')).map(({ deviceName }) => textOf(deviceName) ?? ''),
      rootDisk: disk('rootdisk'),
      workspaceDisk: disk('workspace'),
    });
  }

  /** What the machine has by its instancetype, if it names one; that may be somebody else's. */
  private typeOf({ kind = 'VirtualMachineClusterInstancetype', name }: JsonObject, namespace: Json): JsonObject | 'unknown' | undefined {
    return name === undefined ? undefined : this.types.get(`${String(kind)}/${keyOf(kind === 'VirtualMachineInstancetype' ? namespace : undefined, name)}`) ?? 'unknown';
  }

  private remember(sizes: Map<string, string>, key: string, size: string | undefined): void {
    if (size !== undefined) {
      sizes.set(key, size);
    }
  }
}

/** The person that the labels of ours name. */
function ownerOf(labels: Json): Pick<PersonRow, 'person' | 'fleet'> | undefined {
  const { [KEYS.owner]: owner, [KEYS.fleet]: fleet } = mapAt(labels);
  return typeof owner === 'string' && owner !== '' ? { person: owner, ...(typeof fleet === 'string' ? { fleet } : {}) } : undefined;
}

function withLeaves(row: PersonRow, day: string | undefined): PersonRow {
  return day === undefined ? row : { ...row, leaves: day };
}

/** KubeVirt's: what is left out of a topology is 1; without one there is one core. */
function cpusOf({ cores, sockets, threads }: JsonObject): number {
  return (numberOf(cores) ?? 1) * (numberOf(sockets) ?? 1) * (numberOf(threads) ?? 1);
}

function sizeOf(claim: JsonObject): string | undefined {
  return textOf(mapAt(claim, 'resources', 'requests').storage);
}

function keyOf(first: Json, second: Json): string {
  return `${String(first ?? '')}/${String(second)}`;
}

function textOf(value: Json): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function numberOf(value: Json): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Without what is not known. */
function known<T extends object>(row: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T;
}
