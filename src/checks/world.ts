import { type Disk, disksOf } from './disks/disk';
import { type Writer, writesOfMachine, writesOfWorkload } from './disks/writers';
import type { CheckTarget, ExternalRef } from './input';
import type { Item } from './item';
import { record, text } from './json';
import { type Machine, machineOf } from './machine/machine';
import { configuredBy, type Configured } from './objects/kubevirt';

/** The words of `expects`, as kinds. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  claim: 'PersistentVolumeClaim', secret: 'Secret', configMap: 'ConfigMap', storageClass: 'StorageClass', volumeAttributesClass: 'VolumeAttributesClass', snapshotClass: 'VolumeSnapshotClass',
  dataSource: 'DataSource', namespace: 'Namespace', snapshot: 'VolumeSnapshot', priorityClass: 'PriorityClass',
};

/** Everything that was read, by kind and by name: built once, so that a rule never searches. */
export class World {
  public readonly machines: readonly Machine[];
  public readonly disks: readonly Disk[];
  private readonly claims = new Map<string, Disk>();
  private readonly templates = new Map<Item, Disk[]>();
  private readonly writers = new Map<string, Writer[]>();
  private readonly crons = new Map<string, Item>();
  private readonly broughtSecrets = new Set<string>();
  private readonly kinds = new Map<string, Item[]>();
  private readonly names = new Map<string, Item>();
  private readonly expected = new Set<string>();
  private readonly external = new Map<string, ExternalRef>();

  private configuration: { readonly found: Configured | undefined } | undefined;

  public constructor(public readonly items: readonly Item[], public readonly target: CheckTarget, expected: readonly ExternalRef[]) {
    const machines: Machine[] = [];
    const disks: Disk[] = [];
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
        writesOfMachine(machine, (claim, writer) => this.noteWriter(item.namespace, claim, writer));
      } else {
        writesOfWorkload(item, (claim, writer) => this.noteWriter(item.namespace, claim, writer));
      }
      const made = disksOf(item);
      if (made.length > 0) {
        disks.push(...made);
        this.templates.set(item, made);
        made.forEach((disk) => this.claims.set(`${disk.namespace}/${disk.name}`, disk));
      }
      this.noteMaker(item);
    }
    this.machines = machines;
    this.disks = disks;
    for (const { kind, namespace, name } of expected) {
      this.expected.add(`${KIND_WORDS[kind] ?? kind} ${namespace ?? ''}/${name}`);
    }
  }

  private noteWriter(namespace: string, claim: string, writer: Writer): void {
    const key = `${namespace}/${claim}`;
    const known = this.writers.get(key);
    if (known === undefined) {
      this.writers.set(key, [writer]);
    } else {
      known.push(writer);
    }
  }

  /** Objects from which a controller makes another. */
  private noteMaker(item: Item): void {
    if (item.groupKind === 'cdi.kubevirt.io/DataImportCron') {
      this.crons.set(`${item.namespace}/${text(item.spec.managedDataSource) ?? ''}`, item);
    } else if (item.groupKind === 'external-secrets.io/ExternalSecret') {
      this.broughtSecrets.add(`${item.namespace}/${text(record(item.spec.target).name) ?? item.name}`);
    } else if (item.groupKind === 'bitnami.com/SealedSecret') {
      this.broughtSecrets.add(`${item.namespace}/${item.name}`);
    } else if (item.groupKind === 'cert-manager.io/Certificate') {
      this.broughtSecrets.add(`${item.namespace}/${text(item.spec.secretName) ?? ''}`);
    }
  }

  /** What the KubeVirt object of the manifests says; undefined without one. */
  public get configured(): Configured | undefined {
    this.configuration ??= { found: configuredBy(this) };
    return this.configuration.found;
  }

  /** The disks of a DataVolume or of a machine's templates. */
  public disksOf(item: Item): readonly Disk[] {
    return this.templates.get(item) ?? [];
  }

  /** The disk that makes a claim. */
  public disk(namespace: string, claim: string): Disk | undefined {
    return this.claims.get(`${namespace}/${claim}`);
  }

  /** True if the manifests lead to this claim, by whichever kind. */
  public hasClaim(namespace: string, name: string): boolean {
    return this.claims.has(`${namespace}/${name}`) || this.find('/PersistentVolumeClaim', namespace, name) !== undefined;
  }

  public writersOf(namespace: string, claim: string): readonly Writer[] {
    return this.writers.get(`${namespace}/${claim}`) ?? [];
  }

  public allWriters(): Iterable<[string, readonly Writer[]]> {
    return this.writers;
  }

  /** The cron that fills a DataSource. */
  public cronOf(namespace: string, dataSource: string): Item | undefined {
    return this.crons.get(`${namespace}/${dataSource}`);
  }

  /** True if a controller makes this Secret from an object of the manifests. */
  public bringsSecret(namespace: string, name: string): boolean {
    return this.broughtSecrets.has(`${namespace}/${name}`);
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
