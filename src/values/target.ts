import { CDI_RELEASES, compareReleases, DEFAULT_TARGET, KUBERNETES_RELEASES, KUBEVIRT_RELEASES, minorOf } from '../facts';
import { type Fault, fault, show } from '../faults';
import { isAbsent, type PropNames, Reading } from './reading';

/** The releases that the manifests are written for. */
export interface Target {
  /**
   * KubeVirt's release, such as `1.9`.
   * @default '1.9'
   */
  readonly kubevirt?: string;
  /**
   * CDI's release, such as `1.66`.
   * @default '1.66'
   */
  readonly cdi?: string;
  /**
   * Kubernetes' release, such as `1.36`.
   * @default '1.36'
   */
  readonly kubernetes?: string;
}

const PROPS: PropNames<Target> = { kubevirt: true, cdi: true, kubernetes: true };

/** A target with nothing left open. */
export interface ResolvedTarget {
  readonly kubevirt: string;
  readonly cdi: string;
  readonly kubernetes: string;
}

/** The target with its defaults, and faults (WS-TARGET-001, WS-TARGET-002, WS-APP-002, WS-APP-007). */
export function readTarget(target: Target | undefined): { target: ResolvedTarget; faults: Fault[] } {
  const reading = new Reading('target');
  const given = reading.props(target, PROPS);
  const faults: Fault[] = reading.faults;
  const pick = (part: keyof ResolvedTarget, legal: readonly string[]): string => {
    const value: unknown = given[part];
    if (isAbsent(value)) {
      return DEFAULT_TARGET[part];
    }
    const release = typeof value === 'string' ? minorOf(value) : '';
    if (legal.includes(release)) {
      return release;
    }
    faults.push(fault('WS-TARGET-001', { part, got: show(value), expected: legal.join(', ') }, { field: `target.${part}` }));
    return DEFAULT_TARGET[part];
  };
  const kubevirt = pick('kubevirt', Object.keys(KUBEVIRT_RELEASES).sort(compareReleases));
  const resolved = { kubevirt, cdi: pick('cdi', CDI_RELEASES), kubernetes: pick('kubernetes', KUBERNETES_RELEASES) };
  const supported: readonly string[] = KUBEVIRT_RELEASES[kubevirt as keyof typeof KUBEVIRT_RELEASES];
  if (faults.length === 0 && !supported.includes(resolved.kubernetes)) {
    faults.push(fault('WS-TARGET-002', { kubevirt, got: resolved.kubernetes, expected: supported.filter((one) => (KUBERNETES_RELEASES as readonly string[]).includes(one)).join(', ') }, { field: 'target.kubernetes' }));
  }
  return { target: resolved, faults };
}
