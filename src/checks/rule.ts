import type { Disk } from './disks/disk';
import type { Findings } from './findings';
import type { Item } from './item';
import type { Machine } from './machine/machine';
import type { World } from './world';

/** One rule, or one family that looks at the same fields. It never throws, whatever the objects hold. */
export interface Rule {
  /** What it is about, in two or three words. */
  readonly about: string;
  /** Kinds that `object` looks at, as `group/Kind`; all, if absent. */
  readonly kinds?: readonly string[];
  /** Judges one object. */
  readonly object?: (item: Item, findings: Findings, world: World) => void;
  /** Judges one machine: a VirtualMachine or a VirtualMachineInstance. */
  readonly machine?: (machine: Machine, findings: Findings, world: World) => void;
  /** Judges one disk: a DataVolume, or a template of one in a machine. */
  readonly disk?: (disk: Disk, findings: Findings, world: World) => void;
  /** Judges everything together. */
  readonly all?: (world: World, findings: Findings) => void;
}
