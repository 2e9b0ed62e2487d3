import { ControlPlane, type ControlPlaneOptions } from './harness/control-plane';
import { type KubernetesRelease, releases } from './releases';

/**
 * `describe`, left out with one sentence on a machine that cannot build the programs; with WORKSTATIONS_REQUIRE_CLUSTER=1 that is a failure.
 * With WORKSTATIONS_TEST_KUBECONFIG nothing is started: `existing.test.ts` asks that cluster.
 */
export function describeCluster(name: string, options: Pick<ControlPlaneOptions, 'kubernetes' | 'kubevirt'>, body: () => void): void {
  const elsewhere = process.env.WORKSTATIONS_TEST_KUBECONFIG;
  if (elsewhere && process.env.WORKSTATIONS_REQUIRE_CLUSTER === '1') {
    describeUnless(`WORKSTATIONS_TEST_KUBECONFIG names another cluster (${elsewhere}): take it away, or WORKSTATIONS_REQUIRE_CLUSTER.`, name, body);
  } else if (elsewhere) {
    skip(name, `WORKSTATIONS_TEST_KUBECONFIG names another cluster (${elsewhere}).`, body);
  } else {
    describeUnless(ControlPlane.missing(options), name, body);
  }
}

/** `describe`, left out with one sentence where something is missing; with WORKSTATIONS_REQUIRE_CLUSTER=1 that is a failure. */
export function describeUnless(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) {
    describe(name, body);
  } else if (process.env.WORKSTATIONS_REQUIRE_CLUSTER === '1') {
    test(name, () => {
      throw new Error(missing);
    });
  } else {
    skip(name, missing, body);
  }
}

/** Jest loads this module anew for each file, and the sentence is said once a run. */
const said = process as NodeJS.Process & { skippedBecause?: string };

function skip(name: string, why: string, body: () => void): void {
  if (said.skippedBecause !== why) {
    said.skippedBecause = why;
    process.stderr.write(`The cluster's suites are skipped. ${why}\n`);
  }
  describe.skip(name, body);
}

/** A suite on each release that it is asked to run on. */
export function onEachRelease(suite: string, body: (kubernetes: KubernetesRelease) => void): void {
  const asked = releases(suite);
  asked.forEach((kubernetes) => describe(`on Kubernetes ${kubernetes}`, () => body(kubernetes)));
  if (asked.length === 0) {
    test.skip('is asked to run on no release', () => {});
  }
}

/** A build takes minutes on a machine that has none yet. */
export const START = 15 * 60_000;

export const say = (line: string): void => {
  process.stderr.write(`cluster: ${line}\n`);
};
