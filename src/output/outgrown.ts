import type { Fault } from '../faults';
import { keyOf } from './identity';
import type { SynthesizedObject } from './synthesized';

/** A disk that is smaller than its image is refused at its birth; one that exists does not mind that its image grew. */
export const TOO_SMALL = 'WS-DISK-004';

/** Disks that exist and are smaller than their image is now. */
export interface Outgrown {
  /** By `keyOf`. */
  readonly disks: ReadonlySet<string>;
  /** The faults without those that speak of these disks. */
  readonly leave: (faults: readonly Fault[]) => Fault[];
}

/** Which of the disks that stand are said to be too small, by their construct or by the checks. */
export function outgrownBy(standing: readonly SynthesizedObject[], faults: readonly Fault[]): Outgrown {
  const disks = new Set<string>();
  const small = faults.filter(({ code }) => code === TOO_SMALL);
  if (small.length === 0 || standing.length === 0) {
    return { disks, leave: (all) => [...all] };
  }
  // The fault of a construct stands on that which holds the object.
  const byPlace = new Map<string, SynthesizedObject>();
  for (const one of standing) {
    byPlace.set(one.construct, one);
    byPlace.set(one.construct.slice(0, Math.max(0, one.construct.lastIndexOf('/'))), one);
  }
  const isOutgrown = ({ code, construct, object }: Fault): boolean => {
    const disk = code === TOO_SMALL && construct !== undefined ? byPlace.get(construct) : undefined;
    if (disk === undefined || object !== undefined && keyOf(object) !== keyOf(disk.identity)) {
      return false;
    }
    disks.add(keyOf(disk.identity));
    return true;
  };
  small.forEach(isOutgrown);
  return { disks, leave: (all) => all.filter((one) => !isOutgrown(one)) };
}
