/** Leaves of `stored` that `written` does not have, and leaves of `written` that are otherwise in `stored`; both as `path: value`. */
export interface Drift {
  readonly added: readonly string[];
  readonly changed: readonly string[];
}

/** What only the server may write. */
const OF_THE_SERVER = /^(metadata\.(uid|resourceVersion|generation|creationTimestamp|managedFields|selfLink)|status)(\.|$)/;

export function drift(written: unknown, stored: unknown): Drift {
  const added: string[] = [];
  const changed: string[] = [];
  const walk = (path: string, before: unknown, after: unknown): void => {
    if (OF_THE_SERVER.test(path)) {
      return;
    }
    if (before === undefined) {
      added.push(`${path}: ${JSON.stringify(after)}`);
    } else if (isRecord(before) && isRecord(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
        walk(path === '' ? key : `${path}.${key}`, before[key], after[key]);
      }
    } else if (Array.isArray(before) && Array.isArray(after)) {
      for (let i = 0; i < Math.max(before.length, after.length); i++) {
        walk(`${path}[${i}]`, before[i], after[i]);
      }
    } else if (before !== after) {
      changed.push(`${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
    }
  };
  walk('', written, stored);
  return { added: added.sort(), changed: changed.sort() };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
