/**
 * The one table of what is built. A release is added by a line here and `npx tsx test/cluster/pin.ts`, which writes its Go module.
 */
export const RELEASES = {
  kubernetes: { '1.34': '1.34.4', '1.35': '1.35.4', '1.36': '1.36.3', '1.37': '1.37.2' },
  etcd: '3.6.16',
  kubevirt: '1.9.0',
  /** Of Kubernetes, whose code judges pods beside KubeVirt's: KubeVirt pins its libraries. */
  judged: '1.34.2',
  cilium: '1.20.1',
  networkPolicies: '0.8.0',
} as const;

export type KubernetesRelease = keyof typeof RELEASES.kubernetes;

export const KUBERNETES_RELEASES = Object.keys(RELEASES.kubernetes) as readonly KubernetesRelease[];

const WORDS: Readonly<Record<string, readonly KubernetesRelease[]>> = {
  all: KUBERNETES_RELEASES, oldest: KUBERNETES_RELEASES.slice(0, 1), newest: KUBERNETES_RELEASES.slice(-1),
  ...Object.fromEntries(KUBERNETES_RELEASES.map((release) => [release, [release]])),
};

/** The release that the examples are written for. */
const USUAL: readonly KubernetesRelease[] = ['1.36'];

/**
 * What a suite runs on, by `WORKSTATIONS_KUBERNETES`: releases, `oldest`, `newest` or `all`, joined by commas; `manifests@1.34` is for that
 * suite alone.
 */
export function releases(suite = '', asked = process.env.WORKSTATIONS_KUBERNETES): readonly KubernetesRelease[] {
  const found = new Set((asked ? asked.split(',') : []).flatMap((entry) => {
    const [, only, word = ''] = /^(?:(\w+)@)?(.*)$/.exec(entry.trim()) ?? [];
    const named = WORDS[word];
    if (!named) {
      throw new Error(`WORKSTATIONS_KUBERNETES names ${entry}; known are ${Object.keys(WORDS).join(', ')}, each also for one suite, such as manifests@oldest`);
    }
    return only === undefined || only === suite ? named : [];
  }));
  return asked ? KUBERNETES_RELEASES.filter((release) => found.has(release)) : USUAL;
}

/** Whatever any suite runs on. */
export const allReleases = (): readonly KubernetesRelease[] => releases('', process.env.WORKSTATIONS_KUBERNETES?.replace(/\w+@/g, ''));
