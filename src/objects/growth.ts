import type { k8s } from 'cdk8s-plus-30';
import { GROWTH_POD } from '../facts';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** The account of a Job that grows one claim. */
export function growthAccount(metadata: Metadata): Manifest {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: metadataOf(metadata), automountServiceAccountToken: false };
}

/** What a growing Job does to which claim, and with what. */
export interface Growth {
  readonly claim: string;
  /** The claim's new request, `300Gi`. */
  readonly size: string;
  readonly serviceAccount: string;
  /** An image whose entry point is kubectl, by digest. */
  readonly image: string;
  /** Stable labels of the pod. */
  readonly podLabels: Readonly<Record<string, string>>;
}

/** How long a Job waits for a claim that is still being filled. */
const PATIENCE = '24h';

/**
 * What a Job does that asks for more room: it waits until the claim is there and bound, and patches its request. To patch the
 * same size again changes nothing, and the API server refuses to shrink, so it can run at any time.
 *
 * No shell: the usual image of kubectl has none.
 */
export function growthSpec(growth: Growth): k8s.JobSpec {
  return {
    backoffLimit: 6,
    template: {
      metadata: { labels: { ...growth.podLabels } },
      spec: {
        automountServiceAccountToken: true,
        containers: [container('grow', growth.image, [
          'patch', 'persistentvolumeclaim', growth.claim, '--type=merge', `--patch={"spec":{"resources":{"requests":{"storage":"${growth.size}"}}}}`,
        ])],
        initContainers: [
          container('made', growth.image, ['wait', `persistentvolumeclaim/${growth.claim}`, '--for=create', `--timeout=${PATIENCE}`]),
          container('bound', growth.image, ['wait', `persistentvolumeclaim/${growth.claim}`, '--for=jsonpath={.status.phase}=Bound', `--timeout=${PATIENCE}`]),
        ],
        restartPolicy: 'OnFailure',
        securityContext: { runAsGroup: 65532, runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
        serviceAccountName: growth.serviceAccount,
      },
    },
  };
}

/** The Job. */
export function growthJob(metadata: Metadata, spec: k8s.JobSpec): Manifest {
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
