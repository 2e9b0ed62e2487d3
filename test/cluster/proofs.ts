import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { KUBERNETES_RELEASES, RELEASES, type KubernetesRelease } from './releases';

/** What a suite can prove, in the words of `docs/compatibility.md`. A claim is added by a line here and `proofs.prove('…')` at the end of its test. */
export const CLAIMS = {
  manifests: {
    'accepted': 'Kubernetes and KubeVirt accept every object of every example, applied as the deploying accounts in the order of the index',
    'quiet': 'They say no warning about any of them',
    'as-written': 'What is stored is what was written; KubeVirt adds only what is listed',
    'idempotent': 'A second apply changes nothing',
    'cases': 'Every manifest of the constructs\' snapshots is accepted without a warning that is not listed with its reason',
    'power': 'A machine of each profile starts and stops by its subresources, and the next apply changes nothing and starts or stops nothing',
    'requests': 'The launcher pod asks for the memory, processors and devices that the facts give, to the byte',
    'least-rights': 'Without any one rule of the deploying accounts\' file the API server refuses a part of the fleet',
    'mistakes': 'A mistake planted in any kind that is written is refused',
  },
  gitops: {
    'rights': 'Each row of the table of rights, allowed and refused, is answered so by a review and by a call with that subject\'s own token',
    'prune-argo': 'Pruning as Argo CD does takes no disk, claim, image or namespace; without our marks it would',
    'prune-flux': 'Pruning as Flux does takes no disk, claim, image or namespace; without our marks it would',
    'existing': 'A run on a cluster that is there already makes namespaces of its own, removes those, and changes nothing else',
  },
  quota: {
    'quota': 'A person\'s quota holds the machines that may run at once, to the byte, and not one more',
  },
  growth: {
    'growth': 'A claim grows, and grows again, beside its DataVolume, by an account that may patch this one claim; every apply is accepted',
    'limits': 'A claim gets its limits, and others, from a Job beside its DataVolume; every apply is accepted',
  },
  admission: {
    'fleets': 'Whatever fleet synth accepts, random ones included, KubeVirt\'s admission accepts: machines made, written again and started',
  },
  scheduling: {
    'gpu-nodes': 'Machines with GPUs go to nodes with GPUs; the one too many waits',
    'fits': 'A machine fits a node of exactly its size and not one of a MiB less',
    'pod-security': 'A machine\'s pod is admitted at the level of its namespace, a privileged pod is not',
  },
} as const;

export type Suite = keyof typeof CLAIMS;
export const SUITES = Object.keys(CLAIMS) as readonly Suite[];

/** What one suite proved on one release, as it is kept in `reports/cluster/proofs/`. */
export interface Report {
  readonly suite: Suite;
  readonly release: KubernetesRelease;
  readonly kubernetes: string;
  readonly kubevirt: string;
  /** Where the definitions of other projects' kinds came from: full schemas of upstream, or the structure that our own give. */
  readonly definitions: 'upstream' | 'schemas' | 'none';
  readonly proven: readonly string[];
}

const FOLDER = join(__dirname, '..', '..', 'reports', 'cluster', 'proofs');

/** Collects what a suite proves. Made when the suite starts: what an earlier run proved is forgotten. */
export class Proofs<S extends Suite> {
  private readonly proven = new Set<string>();
  private readonly parts = new Map<string, Set<string>>();

  constructor(private readonly suite: S, private readonly release: KubernetesRelease, private readonly definitions: Report['definitions'] = 'none') {
    this.write();
  }

  /** Called as the last line of the test that proves it. */
  prove(...claims: readonly (keyof (typeof CLAIMS)[S] & string)[]): void {
    claims.forEach((claim) => this.proven.add(claim));
    this.write();
  }

  /** One of several tests that prove a claim together. */
  part(claim: keyof (typeof CLAIMS)[S] & string, name: string, of: number): void {
    const done = this.parts.get(claim) ?? new Set();
    this.parts.set(claim, done.add(name));
    if (done.size === of) {
      this.prove(claim);
    }
  }

  private write(): void {
    const report: Report = {
      suite: this.suite, release: this.release, kubernetes: RELEASES.kubernetes[this.release], kubevirt: RELEASES.kubevirt, definitions: this.definitions,
      proven: Object.keys(CLAIMS[this.suite]).filter((claim) => this.proven.has(claim)),
    };
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file(this.suite, this.release), `${JSON.stringify(report, undefined, 2)}\n`);
  }
}

const file = (suite: Suite, release: KubernetesRelease): string => join(FOLDER, `${suite}-${release}.json`);

/** What the last runs on this machine proved. */
export function reports(): readonly Report[] {
  return KUBERNETES_RELEASES.flatMap((release) => SUITES.map((suite) => file(suite, release)))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report);
}

export function forget(): void {
  if (existsSync(FOLDER)) {
    readdirSync(FOLDER).forEach((name) => rmSync(join(FOLDER, name)));
  }
}
