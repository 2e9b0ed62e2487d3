import type { CheckFault, CheckedObject } from '../../checks';
import { isMap } from '../birth';
import type { JsonObject } from '../emit';
import { keyOf } from '../identity';
import { isSameBirth } from '../keep';
import { infoFolder } from '../info-folder';
import { type IndexedObject, readIndex } from '../output-index';
import { TOO_SMALL } from '../outgrown';

/**
 * Leaves out what synth has left out: that disks are smaller than their image, which `DIR.info/index.json` knows to
 * have been born before the image grew. A disk that was edited since is not such a one.
 */
export function withoutOutgrown(faults: readonly CheckFault[], objects: readonly CheckedObject[], folders: readonly string[]): CheckFault[] {
  const small = faults.filter(({ code }) => code === TOO_SMALL);
  if (small.length === 0) {
    return [...faults];
  }
  const known = new Map<string, IndexedObject>();
  for (const folder of folders) {
    for (const object of readIndex(infoFolder(folder))?.files.flatMap((file) => file.objects) ?? []) {
      if (object.outgrown === true) {
        known.set(keyOf(object), object);
      }
    }
  }
  const byPlace = new Map(objects.map(({ object, file, document }) => [`${file ?? ''}\u0000${document ?? ''}`, object]));
  return faults.filter(({ code, object: identity, file, document }) => {
    const old = code === TOO_SMALL && identity !== undefined ? known.get(keyOf(identity)) : undefined;
    const now = byPlace.get(`${file ?? ''}\u0000${document ?? ''}`) as JsonObject | undefined;
    return old === undefined || identity === undefined || !isMap(now) || !isSameBirth(old, { object: now, identity });
  });
}
