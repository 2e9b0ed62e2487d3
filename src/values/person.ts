import { LIMITS, SSH_KEY_TYPES } from '../facts';
import { brief, type Fault, fault, show, throwAll } from '../faults';
import { isDnsLabelWithLetter } from './names';
import { isAbsent, type PropNames, Reading } from './reading';

/** Who a person is to the cluster and to the sign-in. */
export interface PersonProps {
  /**
   * The value of the sign-in's owner claim (`sub`, or a claim that its owner cannot edit). Kept with the person;
   * nothing is written from it yet.
   * @default - none
   */
  readonly identity?: string;
  /**
   * The name by which the API server knows the person, with the cluster's OIDC prefix. Who has it gets the right to
   * start, stop and reach the person's machines, and nothing else.
   * @default - none: nobody gets that right (WS-GRANT-001, info)
   */
  readonly user?: string;
  /**
   * SSH public keys, each as it stands in a .pub file.
   * @default - none
   */
  readonly sshKeys?: string[];
}

const PROPS: PropNames<PersonProps> = { identity: true, user: true, sshKeys: true };

/**
 * A person who owns machines and disks.
 *
 * @example
 * const alice = Person.of('alice', { user: 'oidc:alice', sshKeys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice'] });
 */
export class Person {
  /**
   * Makes a person.
   *
   * Faults: WS-PERSON-001, WS-PERSON-002, WS-SSH-002, WS-SSH-003, WS-SSH-004, WS-APP-002, WS-APP-007; all of them together.
   *
   * @param name DNS label of at most 32 characters that starts with a letter; names the person's namespace, disks, hosts and login
   */
  public static of(name: string, props?: PersonProps): Person {
    throwAll(checkPerson(name, props));
    return new Person(name, props);
  }

  /** The person's name. */
  public readonly name: string;
  /** The sign-in claim's value, if given. */
  public readonly identity?: string;
  /** The RBAC user, if given. */
  public readonly user?: string;
  private readonly keys: readonly string[];

  /** Use `Person.of`. */
  protected constructor(name: string, props?: PersonProps) {
    this.name = name;
    if (!isAbsent(props?.identity)) {
      this.identity = props.identity;
    }
    if (!isAbsent(props?.user)) {
      this.user = props.user;
    }
    this.keys = (props?.sshKeys ?? []).map((key) => key.trim());
  }

  /** The SSH public keys (a copy). */
  public get sshKeys(): string[] {
    return [...this.keys];
  }
}

/** All faults of a person's name and props, whatever JavaScript or a data file gave. */
export function checkPerson(name: unknown, props: PersonProps | undefined): Fault[] {
  const faults: Fault[] = [];
  if (!isDnsLabelWithLetter(name, LIMITS.loginName)) {
    faults.push(fault('WS-PERSON-001', { got: show(name) }, { field: 'name' }));
  }
  const person = brief(name);
  const reading = new Reading(`person '${person}'`);
  const given = reading.props(props, PROPS);
  for (const [prop, value] of [['identity', given.identity], ['user', given.user]] as const) {
    if (!isAbsent(value) && (typeof value !== 'string' || value.trim() === '' || value !== value.trim() || /[\u0000-\u001f\u007f]/.test(value))) {
      faults.push(fault('WS-PERSON-002', { prop, person, got: show(value) }, { field: prop }));
    }
  }
  return [...faults, ...checkSshKeys(reading.list('sshKeys', given.sshKeys)), ...reading.faults];
}

/** Faults of a list of SSH public keys, each with its place in the list. */
export function checkSshKeys(keys: readonly unknown[], prop = 'sshKeys'): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  keys.forEach((key, index) => {
    const place = { field: `${prop}[${index}]` };
    const text = typeof key === 'string' ? key.trim() : undefined;
    if (text !== undefined && /PRIVATE KEY/.test(text)) {
      faults.push(fault('WS-SSH-003', {}, place));
      return;
    }
    const blob = text === undefined ? undefined : publicKeyBlob(text);
    if (blob === undefined) {
      faults.push(fault('WS-SSH-002', { got: show(key), expected: SSH_KEY_TYPES.join(', ') }, place));
    } else if (seen.has(blob)) {
      faults.push(fault('WS-SSH-004', { got: show(text) }, place));
    } else {
      seen.add(blob);
    }
  });
  return faults;
}

/** The base64 part of a public key line whose inner type is the one it names; undefined for anything else. */
function publicKeyBlob(line: string): string | undefined {
  const match = /^(\S+) +([A-Za-z0-9+/]+={0,2})( [^\r\n\u0000]*)?$/.exec(line);
  const type = match?.[1];
  const blob = match?.[2];
  if (type === undefined || blob === undefined || !(SSH_KEY_TYPES as readonly string[]).includes(type)) {
    return undefined;
  }
  const bytes = Buffer.from(blob, 'base64');
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0;
  return bytes.length > 4 + length && bytes.subarray(4, 4 + length).toString('latin1') === type ? blob : undefined;
}
