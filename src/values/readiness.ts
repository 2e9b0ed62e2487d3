import { type Fault, fault, show, throwAll } from '../faults';

/** @internal */
export type ReadinessData =
  | { readonly kind: 'tcp'; readonly port: number }
  | { readonly kind: 'http'; readonly port: number; readonly path: string }
  | { readonly kind: 'guestAgent' }
  | { readonly kind: 'none' };

/**
 * What says that a machine is ready. Always a readiness probe: a failing liveness probe would cut the guest's power.
 *
 * @example
 * const readiness = Readiness.tcp(22);
 */
export class Readiness {
  /**
   * A TCP port answers.
   *
   * Faults: WS-SERVICE-001.
   */
  public static tcp(port: number): Readiness {
    throwAll(checkPort(port));
    return new Readiness({ kind: 'tcp', port });
  }

  /**
   * An HTTP path answers with a status from 200 to 399.
   *
   * Faults: WS-SERVICE-001, WS-GUEST-008.
   */
  public static http(port: number, path: string): Readiness {
    const faults = checkPort(port);
    if (typeof path !== 'string' || !/^\/[!-~]*$/.test(path)) {
      faults.push(fault('WS-GUEST-008', { prop: 'path', what: 'a readiness probe', got: show(path), expected: 'a path that begins with / and has no blanks' }, { field: 'path' }));
    }
    throwAll(faults);
    return new Readiness({ kind: 'http', port, path });
  }

  /** The guest agent answers; the image must have it. */
  public static guestAgent(): Readiness {
    return new Readiness({ kind: 'guestAgent' });
  }

  /** Ready as soon as the machine runs. */
  public static none(): Readiness {
    return new Readiness({ kind: 'none' });
  }

  /** @internal */
  public readonly _data: ReadinessData;

  private constructor(data: ReadinessData) {
    this._data = data;
  }
}

function checkPort(port: unknown): Fault[] {
  const right = typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65535;
  return right ? [] : [fault('WS-SERVICE-001', { service: 'readiness', got: show(port) }, { field: 'port' })];
}
