import type { k8s } from 'cdk8s-plus-30';
import { GROWTH_POD } from '../facts';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** The account of a Job that changes one claim. */
export function claimAccount(metadata: Metadata): Manifest {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: metadataOf(metadata), automountServiceAccountToken: false };
}

/** What a Job does to which claim, and with what. */
export interface ClaimChange {
  readonly claim: string;
  /** What becomes of the claim's `spec`. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Name of the container, of one word. */
  readonly verb: string;
  readonly serviceAccount: string;
  /** An image whose entry point is kubectl, by digest. */
  readonly image: string;
  /** Stable labels of the pod. */
  readonly podLabels: Readonly<Record<string, string>>;
}

/** How long a Job waits for a claim that is still being filled. */
const PATIENCE = '24h';

/**
 * What a Job does that changes a claim: it waits until the claim is there and bound, and patches it. To patch the
 * same again changes nothing, and the API server refuses to shrink, so it can run at any time.
 *
 * No shell: the usual image of kubectl has none.
 */
export function claimChangeSpec(change: ClaimChange): k8s.JobSpec {
  return {
    backoffLimit: 6,
    template: {
      metadata: { labels: { ...change.podLabels } },
      spec: {
        automountServiceAccountToken: true,
        containers: [container(change.verb, change.image, [
          'patch', 'persistentvolumeclaim', change.claim, '--type=merge', `--patch=${JSON.stringify({ spec: change.spec })}`,
        ])],
        initContainers: [
          container('made', change.image, ['wait', `persistentvolumeclaim/${change.claim}`, '--for=create', `--timeout=${PATIENCE}`]),
          container('bound', change.image, ['wait', `persistentvolumeclaim/${change.claim}`, '--for=jsonpath={.status.phase}=Bound', `--timeout=${PATIENCE}`]),
        ],
        restartPolicy: 'OnFailure',
        securityContext: { runAsGroup: 65532, runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
        serviceAccountName: change.serviceAccount,
      },
    },
  };
}

/** The Job. */
export function claimJob(metadata: Metadata, spec: k8s.JobSpec): Manifest {
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: metadataOf(metadata), spec };
}

/** A container that fits Pod Security `restricted`, in a quota that counts requests. */
function container(name: string, image: string, args: string[]): k8s.Container {
  const [cpu, memory, most] = [`${GROWTH_POD.cpu}m`, mebibytes(GROWTH_POD.memory), mebibytes(GROWTH_POD.mostMemory)] as unknown as k8s.Quantity[];
  return {
    args,
    image,
    name,
    resources: { limits: { memory: most! }, requests: { cpu: cpu!, memory: memory! } },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
  };
}

const mebibytes = (bytes: number): string => `${bytes / 1024 ** 2}Mi`;
