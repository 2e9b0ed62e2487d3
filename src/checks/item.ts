import type { FaultObject } from '../faults';
import type { CheckedObject } from './input';
import { isRecord, type Json, record } from './json';

/** An object that has apiVersion, kind and a name. */
export interface Item {
  readonly object: Json;
  readonly from: CheckedObject;
  readonly ref: FaultObject;
  readonly group: string;
  /** `group/Kind`; the core group is empty. */
  readonly groupKind: string;
  readonly name: string;
  /** Empty for none. */
  readonly namespace: string;
  readonly metadata: Json;
  readonly labels: Json;
  readonly annotations: Json;
  readonly spec: Json;
}

/** An element that is no object of Kubernetes. */
export interface Stray {
  readonly from: CheckedObject;
  /** What it lacks. */
  readonly why: string;
  readonly field: string;
  readonly ref?: FaultObject;
}

/** What the input holds: Lists unfolded, null documents left out. */
export function unfold(objects: readonly CheckedObject[]): { items: Item[]; strays: Stray[] } {
  const items: Item[] = [];
  const strays: Stray[] = [];
  // The inside of a List keeps the List's place: a list in a list in a list is still finite.
  const take = (value: unknown, from: CheckedObject, depth: number): void => {
    if (value === null || value === undefined) {
      return;
    }
    if (isRecord(value) && isList(value) && depth < 8) {
      (value.items as unknown[]).forEach((inner) => take(inner, from, depth + 1));
      return;
    }
    const item = itemOf(value, from);
    if ('why' in item) {
      strays.push(item);
    } else {
      items.push(item);
    }
  };
  for (const from of objects) {
    take(from.object, from, 0);
  }
  return { items, strays };
}

/** `v1 List`, or `kubevirt.io/v1 VirtualMachineList`: what kubectl prints. */
function isList(value: Json): boolean {
  return typeof value.kind === 'string' && value.kind.endsWith('List') && Array.isArray(value.items);
}

function itemOf(value: unknown, from: CheckedObject): Item | Stray {
  if (!isRecord(value)) {
    return { from, field: '', why: Array.isArray(value) ? 'a list' : `a ${typeof value}` };
  }
  const { apiVersion, kind } = value;
  const metadata = record(value.metadata);
  const name = typeof metadata.name === 'string' && metadata.name !== '' ? metadata.name : metadata.generateName;
  if (typeof apiVersion !== 'string' || apiVersion === '') {
    return { from, field: '/apiVersion', why: 'no apiVersion' };
  }
  if (typeof kind !== 'string' || kind === '') {
    return { from, field: '/kind', why: 'no kind' };
  }
  if (typeof name !== 'string' || name === '') {
    return { from, field: '/metadata/name', why: `a ${kind} without metadata.name` };
  }
  const namespace = typeof metadata.namespace === 'string' ? metadata.namespace : '';
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  return {
    object: value, from, group, groupKind: `${group}/${kind}`, name, namespace, metadata,
    ref: namespace === '' ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name },
    labels: record(metadata.labels), annotations: record(metadata.annotations), spec: record(value.spec),
  };
}

/** `VirtualMachine 'alice/desk'`. */
export function called(item: Item): string {
  return `${item.ref.kind} '${item.namespace === '' ? '' : `${item.namespace}/`}${item.name}'`;
}
