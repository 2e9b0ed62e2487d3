/**
 * The one table of what is built. A release is added by a line here and `npx tsx test/cluster/pin.ts`, which writes its Go module.
 */
export const RELEASES = {
  kubernetes: { '1.34': '1.34.4', '1.35': '1.35.4', '1.36': '1.36.3', '1.37': '1.37.2' },
  etcd: '3.6.16',
  kubevirt: '1.9.0',
} as const;

export type KubernetesRelease = keyof typeof RELEASES.kubernetes;

export const KUBERNETES_RELEASES = Object.keys(RELEASES.kubernetes) as readonly KubernetesRelease[];

/** `WORKSTATIONS_KUBERNETES=1.34,1.37` or `all`; otherwise the release that the examples are written for. */
export function releases(fallback: readonly KubernetesRelease[] = ['1.36']): readonly KubernetesRelease[] {
  const asked = process.env.WORKSTATIONS_KUBERNETES;
  if (!asked) {
    return fallback;
  }
  return asked === 'all' ? KUBERNETES_RELEASES : asked.split(',').map((name) => {
    if (!KUBERNETES_RELEASES.some((known) => known === name)) {
      throw new Error(`WORKSTATIONS_KUBERNETES names ${name}; known are ${KUBERNETES_RELEASES.join(', ')} and all`);
    }
    return name as KubernetesRelease;
  });
}
