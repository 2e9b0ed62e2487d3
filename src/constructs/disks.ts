import { Construct, type IConstruct } from 'constructs';
import { type Fault, fault } from '../faults';
import { isAbsent, isDnsLabel, isDnsSubdomain, Person, type Reading, type WorkspaceFilesystem } from '../values';
import { checkName, nameOf, readMachine } from './naming';
import { userSpaceOf } from './user-space';

/** A disk that a machine starts from. */
export interface IRootDisk {
  /** Name of the claim, in the machine's namespace. */
  readonly claimName: string;
}

/** A disk for a person's work, beside the root disk, with its own life. */
export interface IWorkspaceDisk {
  /** Name of the claim, in the machine's namespace. */
  readonly claimName: string;
}

/** What a machine needs to know of a disk, beside its claim. */
export interface DiskData {
  readonly role: 'rootdisk' | 'workspace';
  /** Undefined for a claim that exists: it is looked for in the machine's namespace. */
  readonly namespace: string | undefined;
  readonly owner: string | undefined;
  readonly filesystem: WorkspaceFilesystem | undefined;
  /** What JavaScript gave as the filesystem of a claim that exists; the machine says so. */
  readonly refused?: unknown;
}

const DATA = new WeakMap<object, DiskData>();

/** Claims that the disks of an app lead to, as `namespace/claim`, by the app. */
const WRITTEN = new WeakMap<IConstruct, Map<string, IConstruct>>();

/** Remembers what a machine needs to know of a disk. */
export function rememberDisk(disk: object, data: DiskData): void {
  DATA.set(disk, data);
  if (Construct.isConstruct(disk) && data.namespace !== undefined && 'claimName' in disk) {
    const written = WRITTEN.get(disk.node.root) ?? new Map<string, IConstruct>();
    WRITTEN.set(disk.node.root, written.set(`${data.namespace}/${String(disk.claimName)}`, disk));
  }
}

/** The disk of the app that leads to a claim, if there is one. */
export function diskOfClaim(construct: IConstruct, namespace: string, claim: string): IConstruct | undefined {
  return WRITTEN.get(construct.node.root)?.get(`${namespace}/${claim}`);
}

/** What is known of a disk; undefined for anything that no disk of ours is. */
export function diskDataOf(disk: unknown): DiskData | undefined {
  return typeof disk === 'object' && disk !== null ? DATA.get(disk) : undefined;
}

/** The owner given, or that of the user space; a fault without either. */
export function readOwner(construct: Construct, given: unknown, what: string, reading: Reading): Person | undefined {
  if (!isAbsent(given)) {
    return given instanceof Person ? given : reading.refuse('owner', given, "a Person, such as Person.of('alice')");
  }
  const owner = userSpaceOf(construct)?.owner;
  if (owner === undefined) {
    reading.add(fault('WS-DISK-001', { what }));
  }
  return owner;
}

/** The name of a disk: given, or owner, machine and role. */
export function readDiskName(given: unknown, owner: Person | undefined, machine: unknown, role: string, what: string): { name: string; machine: string; faults: Fault[] } {
  const read = readMachine(machine, what);
  const wanted: unknown = isAbsent(given) ? nameOf(owner?.name ?? 'nobody', read.machine, role) : given;
  const faults = checkName(wanted, 'name', what);
  return { name: isDnsLabel(wanted) ? wanted : role, machine: read.machine, faults: [...read.faults, ...faults] };
}

/** A claim that exists, as a disk. */
export function existingClaim(claimName: unknown, role: DiskData['role'], filesystem: WorkspaceFilesystem | undefined, refused?: unknown): { readonly claimName: string } {
  const disk = { claimName: typeof claimName === 'string' ? claimName : '' };
  rememberDisk(disk, { role, namespace: undefined, owner: undefined, filesystem, ...(isAbsent(refused) ? {} : { refused }) });
  return disk;
}

/** True for a name that a claim may have. */
export function isClaimName(name: unknown): name is string {
  return isDnsSubdomain(name);
}
