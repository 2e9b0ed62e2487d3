import { LIMITS } from '../facts';
import { type Fault, fault, show, throwAll } from '../faults';
import { checkSshKeys } from './person';
import { isAbsent, type PropNames, Reading } from './reading';

/** How people reach a machine by SSH. */
export interface SshServiceProps {
  /**
   * Public keys that may sign in.
   * @default - the owner's keys
   */
  readonly authorizedKeys?: string[];
  /**
   * Login name in the guest; it may use sudo.
   * @default - the owner's name
   */
  readonly user?: string;
}

/** @internal */
export interface GuestServiceData {
  readonly name: string;
  readonly port: number;
  readonly authorizedKeys?: readonly string[];
  readonly user?: string;
}

const SSH_PROPS: PropNames<SshServiceProps> = { authorizedKeys: true, user: true };

/**
 * Something in the guest that is reached over the network.
 *
 * @example
 * const ssh = GuestService.ssh();
 */
export class GuestService {
  /**
   * SSH on port 22, by key only.
   *
   * Faults: WS-SSH-002, WS-SSH-003, WS-SSH-004, WS-SERVICE-002, WS-APP-002, WS-APP-007; later WS-SSH-001 (warning) if nobody has a key.
   */
  public static ssh(props?: SshServiceProps): GuestService {
    const reading = new Reading("guest service 'ssh'");
    const given = reading.props(props, SSH_PROPS);
    const keys = isAbsent(given.authorizedKeys) ? undefined : reading.list('authorizedKeys', given.authorizedKeys);
    const faults: Fault[] = keys === undefined ? [] : checkSshKeys(keys, 'authorizedKeys');
    if (!isAbsent(given.user) && !isLoginName(given.user)) {
      faults.push(fault('WS-SERVICE-002', { service: 'ssh', got: show(given.user) }, { field: 'user' }));
    }
    throwAll([...faults, ...reading.faults]);
    return new GuestService({
      name: 'ssh', port: 22,
      ...(keys === undefined ? {} : { authorizedKeys: keys.map((key) => String(key).trim()) }),
      ...(isAbsent(given.user) ? {} : { user: given.user }),
    });
  }

  /** @internal */
  public readonly _data: GuestServiceData;

  private constructor(data: GuestServiceData) {
    this._data = data;
  }

  /** Name of the port: at most 15 lower-case letters, digits and hyphens. */
  public get name(): string {
    return this._data.name;
  }

  /** TCP port in the guest. */
  public get port(): number {
    return this._data.port;
  }
}

function isLoginName(text: unknown): text is string {
  return typeof text === 'string' && text.length <= LIMITS.loginName && /^[a-z_][a-z0-9_-]*$/.test(text) && text !== 'root';
}
