import { throwAll } from '../faults';
import { Reading } from './reading';

/** @internal */
export interface NetworkPortData {
  readonly protocol: 'TCP' | 'UDP';
  readonly port: number;
  /** The last port of a range. */
  readonly endPort?: number;
}

/**
 * A port of the network, or a range of them.
 *
 * @example
 * const https = NetworkPort.tcp(443);
 */
export class NetworkPort {
  /**
   * A TCP port.
   *
   * Faults: WS-APP-002.
   *
   * @param port from 1 to 65535
   */
  public static tcp(port: number): NetworkPort {
    return read('NetworkPort.tcp', 'TCP', port);
  }

  /**
   * A UDP port.
   *
   * Faults: WS-APP-002.
   *
   * @param port from 1 to 65535
   */
  public static udp(port: number): NetworkPort {
    return read('NetworkPort.udp', 'UDP', port);
  }

  /**
   * A range of TCP ports.
   *
   * Faults: WS-APP-002.
   *
   * @param first from 1 to 65535
   * @param last the last port of the range, not below the first
   */
  public static tcpRange(first: number, last: number): NetworkPort {
    return read('NetworkPort.tcpRange', 'TCP', first, last);
  }

  /**
   * A range of UDP ports.
   *
   * Faults: WS-APP-002.
   *
   * @param first from 1 to 65535
   * @param last the last port of the range, not below the first
   */
  public static udpRange(first: number, last: number): NetworkPort {
    return read('NetworkPort.udpRange', 'UDP', first, last);
  }

  /** @internal */
  public static _of(data: NetworkPortData): NetworkPort {
    return new NetworkPort(data);
  }

  /** @internal */
  public readonly _data: NetworkPortData;

  private constructor(data: NetworkPortData) {
    this._data = data;
  }
}

function read(what: string, protocol: 'TCP' | 'UDP', ...ports: readonly unknown[]): NetworkPort {
  const reading = new Reading(what);
  const first = reading.wholeNumber(ports.length === 1 ? 'port' : 'first', ports[0], 1, 65535) ?? 1;
  const last = ports.length === 1 ? first : reading.wholeNumber('last', ports[1], first, 65535) ?? first;
  throwAll(reading.faults);
  return NetworkPort._of({ protocol, port: first, ...(last === first ? {} : { endPort: last }) });
}
