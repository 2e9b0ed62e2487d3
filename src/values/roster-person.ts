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
   * Size of the workspace disk at birth.
   * @default - no workspace disk
   */
  readonly workspaceDisk?: Size;
  /**
   * MAC address of the machine's interface.
   * @default - derived from fleet, owner and machine
   */
  readonly mac?: MacAddress;
}

/** A person as a roster lists him: who he is and what he has. Made by `Roster`. */
export class RosterPerson extends Person {
  /** Name of the profile that the person's machine has. */
  public readonly profile: string;
  /** Size of the root disk at birth. */
  public readonly rootDisk: Size;
  /** Size of the workspace disk at birth, if there is one. */
  public readonly workspaceDisk?: Size;
  /** MAC address of the machine's interface, if given. */
  public readonly mac?: MacAddress;

  /** @internal */
  public static _of(name: string, props: RosterPersonProps): RosterPerson {
    return new RosterPerson(name, props);
  }

  private constructor(name: string, props: RosterPersonProps) {
    super(name, props);
    this.profile = props.profile;
    this.rootDisk = props.rootDisk;
    if (props.workspaceDisk !== undefined) {
      this.workspaceDisk = props.workspaceDisk;
    }
    if (props.mac !== undefined) {
      this.mac = props.mac;
    }
  }
}
