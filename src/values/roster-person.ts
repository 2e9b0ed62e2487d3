import type { Size } from 'cdk8s';
import type { MacAddress } from './mac-address';
import { Person, type PersonProps } from './person';

/** What a roster says of a person beside who he is. */
export interface RosterPersonProps extends PersonProps {
  /** Name of the profile that the person's machine has. */
  readonly profile: string;
  /** Size of the root disk at birth. */
  readonly rootDisk: Size;
  /**
   * Size to which the root disk has grown since.
   * @default - the size at birth
   */
  readonly rootDiskGrownTo?: Size;
  /**
   * Size of the workspace disk at birth.
   * @default - no workspace disk
   */
  readonly workspaceDisk?: Size;
  /**
   * Size to which the workspace disk has grown since.
   * @default - the size at birth
   */
  readonly workspaceDiskGrownTo?: Size;
  /**
   * MAC address of the machine's interface.
   * @default - derived from fleet, owner and machine
   */
  readonly mac?: MacAddress;
  /**
   * The last day of a person who leaves, as YYYY-MM-DD.
   * @default - the person stays
   */
  readonly leaves?: string;
}

/** A person as a roster lists him: who he is and what he has. Made by `Roster`. */
export class RosterPerson extends Person {
  /** Name of the profile that the person's machine has. */
  public readonly profile: string;
  /** Size of the root disk at birth. */
  public readonly rootDisk: Size;
  /** Size to which the root disk has grown since, if it has. */
  public readonly rootDiskGrownTo?: Size;
  /** Size of the workspace disk at birth, if there is one. */
  public readonly workspaceDisk?: Size;
  /** Size to which the workspace disk has grown since, if it has. */
  public readonly workspaceDiskGrownTo?: Size;
  /** MAC address of the machine's interface, if given. */
  public readonly mac?: MacAddress;
  /** The last day of a person who leaves, as YYYY-MM-DD. It changes nothing by itself: the machine is made all the same. */
  public readonly leaves?: string;

  /** @internal */
  public static _of(name: string, props: RosterPersonProps): RosterPerson {
    return new RosterPerson(name, props);
  }

  private constructor(name: string, props: RosterPersonProps) {
    super(name, props);
    this.profile = props.profile;
    this.rootDisk = props.rootDisk;
    if (props.rootDiskGrownTo !== undefined) {
      this.rootDiskGrownTo = props.rootDiskGrownTo;
    }
    if (props.workspaceDisk !== undefined) {
      this.workspaceDisk = props.workspaceDisk;
    }
    if (props.workspaceDiskGrownTo !== undefined) {
      this.workspaceDiskGrownTo = props.workspaceDiskGrownTo;
    }
    if (props.mac !== undefined) {
      this.mac = props.mac;
    }
    if (props.leaves !== undefined) {
      this.leaves = props.leaves;
    }
  }
}
