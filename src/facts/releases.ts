import type { Source } from './source';

/** Releases that a target may name, oldest first, with what KubeVirt itself supports. */
export const RELEASE_SOURCE: Source = {
  from: 'kubevirt/sig-release releases/k8s-support-matrix.md; CDI release notes',
  read: '2026-11-30',
};

/** KubeVirt releases and the Kubernetes releases that its project tests each of them on. */
export const KUBEVIRT_RELEASES = {
  '1.7': ['1.32', '1.33', '1.34'],
  '1.8': ['1.33', '1.34', '1.35'],
  '1.9': ['1.34', '1.35', '1.36'],
} as const satisfies Record<string, readonly string[]>;

/** Kubernetes releases whose schemas the project holds. */
export const KUBERNETES_RELEASES = ['1.34', '1.35', '1.36', '1.37'] as const;

/** CDI releases; garbage collection of finished DataVolumes ended with 1.62. */
export const CDI_RELEASES = ['1.62', '1.63', '1.64', '1.65', '1.66'] as const;

/** What a target is when the app says nothing. Changes only in a major release. */
export const DEFAULT_TARGET = { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } as const;

/** The first CDI release that checks `source.http.checksum`; older ones prune the field unseen. */
export const CDI_CHECKSUM_SINCE = '1.65';

/** `1.36` of `1.36`, `v1.36` and `v1.36.2`; anything else as it is. */
export const minorOf = (release: string): string => release.replace(/^v?(\d+\.\d+)(\.\d+)?$/, '$1');

/** Compares releases such as `1.9` and `1.10` by number. */
export function compareReleases(a: string, b: string): number {
  const [aMajor = 0, aMinor = 0] = a.split('.').map(Number);
  const [bMajor = 0, bMinor = 0] = b.split('.').map(Number);
  return aMajor - bMajor || aMinor - bMinor;
}
