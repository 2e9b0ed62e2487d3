import { type LayerName, LAYERS } from '../facts';
import { type Fault, fault, type FaultObject } from '../faults';
import { keyOf } from './identity';
import type { CutFile } from './synthesized';

/** An object, as far as it is asked whether it is new. */
export interface Wave {
  readonly identity: FaultObject;
  readonly chart: string;
  readonly layer: LayerName;
}

/** What is left for a later synth. */
export interface Held {
  /** By `keyOf`. */
  readonly keys: ReadonlySet<string>;
  readonly faults: readonly Fault[];
}

/**
 * Which new people wait, so that no more than so many machines are born of one output: each is a clone of an image, and hundreds of clones at once bring a storage
 * cluster to its knees. A chart of which anything stood in the earlier output never waits, and its new machines count. In the order of the fleet file.
 */
export function holdBack(objects: readonly Wave[], knows: (key: string) => boolean, most: number): Held {
  const [, , , people] = LAYERS;
  const charts = new Map<string, { readonly keys: string[]; readonly machines: string[]; isNew: boolean }>();
  for (const { identity, chart, layer } of objects) {
    const key = keyOf(identity);
    const found = charts.get(chart) ?? { keys: [], machines: [], isNew: layer === people };
    charts.set(chart, found);
    found.keys.push(key);
    found.isNew &&= layer === people && !knows(key);
    if (identity.kind === 'VirtualMachine' && !knows(key)) {
      found.machines.push(identity.name);
    }
  }
  const all = [...charts.values()];
  let born = all.filter(({ isNew }) => !isNew).reduce((sum, { machines }) => sum + machines.length, 0);
  const waiting = all.filter(({ isNew, machines }) => {
    // Whoever has more machines than fit at once comes alone: nobody waits for ever.
    const fits = machines.length === 0 || born + machines.length <= most || (born === 0 && most > 0);
    born += isNew && fits ? machines.length : 0;
    return isNew && !fits;
  });
  const names = waiting.flatMap(({ machines }) => machines);
  return {
    keys: new Set(waiting.flatMap(({ keys }) => keys)),
    faults: names.length === 0 ? [] : [fault('WS-OUT-007', {
      got: names.length, born, names: `${names.slice(0, 5).map((name) => `'${name}'`).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`,
    })],
  };
}

/** The files without what waits. */
export function without(files: readonly CutFile[], keys: ReadonlySet<string>): readonly CutFile[] {
  return keys.size === 0 ? files : files.flatMap((file) => {
    const objects = file.objects.filter(({ identity }) => !keys.has(keyOf(identity)));
    return objects.length === 0 ? [] : [{ ...file, objects }];
  });
}
