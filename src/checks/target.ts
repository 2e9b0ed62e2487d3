import { CDI_RELEASES, DEFAULT_TARGET, KUBERNETES_RELEASES, KUBEVIRT_RELEASES, minorOf } from '../facts';
import { type Fault, fault, show } from '../faults';
import type { CheckTarget } from './input';

const RELEASES: Readonly<Record<keyof CheckTarget, readonly string[]>> = {
  kubevirt: Object.keys(KUBEVIRT_RELEASES), cdi: CDI_RELEASES, kubernetes: KUBERNETES_RELEASES,
};

/** The releases to judge for: what is given, else the defaults of the library; unknown ones are faults. */
export function readTarget(given: Partial<CheckTarget>): { readonly target: CheckTarget; readonly faults: Fault[] } {
  const faults: Fault[] = [];
  const target: { -readonly [K in keyof CheckTarget]: string } = { ...DEFAULT_TARGET };
  for (const part of ['kubevirt', 'cdi', 'kubernetes'] as const) {
    if (given[part] === undefined) {
      continue;
    }
    const release = minorOf(given[part]);
    if (RELEASES[part].includes(release)) {
      target[part] = release;
    } else {
      faults.push(fault('WS-TARGET-001', { part, got: show(given[part]), expected: RELEASES[part].join(', ') }));
    }
  }
  return { target, faults };
}
