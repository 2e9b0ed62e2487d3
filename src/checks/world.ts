import type { CheckTarget, ExternalRef } from './input';
import type { Item } from './item';
import { type Machine, machineOf } from './machine/machine';

/** Everything that was read, by kind and by name: built once, so that a rule never searches. */
export class World {
  public readonly machines: readonly Machine[];
  private readonly kinds = new Map<string, Item[]>();
  private readonly names = new Map<string, Item>();
  private readonly expected = new Set<string>();
  private readonly external = new Map<string, ExternalRef>();

  public constructor(public readonly items: readonly Item[], public readonly target: CheckTarget, expected: readonly ExternalRef[]) {
    const machines: Machine[] = [];
    for (const item of items) {
      const known = this.kinds.get(item.groupKind);
      if (known === undefined) {
        this.kinds.set(item.groupKind, [item]);
      } else {
        known.push(item);
      }
      const key = `${item.groupKind} ${item.namespace}/${item.name}`;
      if (!this.names.has(key)) {
        this.names.set(key, item);
      }
      const machine = machineOf(item);
      if (machine !== undefined) {
        machines.push(machine);
      }
    }
    this.machines = machines;
    for (const { kind, namespace, name } of expected) {
      this.expected.add(`${kind} ${namespace ?? ''}/${name}`);
    }
  }

  /** All of a kind, by `group/Kind`. */
  public all(groupKind: string): readonly Item[] {
    return this.kinds.get(groupKind) ?? [];
  }

  public find(groupKind: string, namespace: string, name: string): Item | undefined {
    return this.names.get(`${groupKind} ${namespace}/${name}`);
  }

  /** True if the manifests make this namespace: then nothing is in it that they do not bring. */
  public owns(namespace: string): boolean {
    return namespace !== '' && this.names.has(`/Namespace /${namespace}`);
  }

  public isExpected(kind: string, namespace: string, name: string): boolean {
    return this.expected.has(`${kind} ${namespace}/${name}`);
  }

  /** Notes that the cluster must have this. */
  public need(kind: string, namespace: string, name: string, by: Item): void {
    const key = `${kind} ${namespace}/${name}`;
    if (!this.external.has(key)) {
      this.external.set(key, { kind, ...(namespace === '' ? {} : { namespace }), name, by: by.ref });
    }
  }

  public needs(): ExternalRef[] {
    return [...this.external.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ref]) => ref);
  }
}
