import { type Fault, fault } from '../faults';

/** A code that is accepted at a construct and below it. */
export interface Accepted {
  readonly code: string;
  readonly reason: string;
  /** Path of the construct. */
  readonly path: string;
}

/**
 * Marks the faults that somebody accepted, each by the nearest acknowledgement up the tree. An acknowledgement that
 * meets no fault is one itself (WS-ACK-004). A fault without a construct can only be accepted for the whole app.
 */
export function acknowledge(faults: readonly Fault[], accepted: readonly Accepted[]): Fault[] {
  if (accepted.length === 0) {
    return [...faults];
  }
  const byPlace = new Map<string, Accepted>();
  for (const one of accepted) {
    const place = `${one.code}\u0000${one.path}`;
    if (!byPlace.has(place)) {
      byPlace.set(place, one);
    }
  }
  const used = new Set<Accepted>();
  const mark = (one: Fault): Fault => {
    const found = one.acknowledged === undefined ? nearest(one, byPlace) : undefined;
    if (found === undefined) {
      return one;
    }
    used.add(found);
    return { ...one, acknowledged: found.reason };
  };
  const marked = faults.map(mark);
  const unused = [...byPlace.values()].filter((one) => !used.has(one) && one.code !== 'WS-ACK-004');
  return [...marked, ...unused.map(({ code, path }) => mark(fault('WS-ACK-004', { code }, { construct: path })))];
}

function nearest({ code, construct = '' }: Fault, byPlace: ReadonlyMap<string, Accepted>): Accepted | undefined {
  for (let path = construct; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    const found = byPlace.get(`${code}\u0000${path}`);
    if (found !== undefined || path === '') {
      return found;
    }
  }
}
