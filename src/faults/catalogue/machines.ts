import type { Entry } from './entry';

/** Machines: identity, power, placement. */
export const MACHINES = {
  'WS-VM-001': {
    severity: 'error',
    says: "'{prop}' of '{machine}' is {got}",
    fix: 'give {expected}',
    why: "The firmware's uuid is cloud-init's instance id: with another one the guest is set up anew on the kept disk. KubeVirt accepts a malformed one and libvirt then refuses the start.",
    stage: 'start',
    source: 'https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/cloud-init/cloud-init.go',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-VM-002': {
    severity: 'error',
    says: "toleration {index} of '{machine}' {got}",
    fix: '{expected}',
    why: 'KubeVirt does not look at keys and values of tolerations; the launcher pod is refused at the first start.',
    stage: 'pod',
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-VM-003': {
    severity: 'error',
    says: "'terminationGracePeriod' of '{machine}' is {got}",
    fix: 'give whole seconds, from 10 upward; 120 seconds let a desktop and its databases close',
    why: 'After this time the guest is killed as if the power had failed; KubeVirt accepts even a negative value.',
    stage: 'data',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-POWER-001': {
    severity: 'warning',
    says: "'{machine}' has power {got}: start and stop rewrite its manifest, and the next sync undoes them",
    fix: 'use Power.MANUAL (`runStrategy: Manual`), or tell the GitOps tool to ignore /spec/runStrategy (Argo CD: ignoreDifferences with RespectIgnoreDifferences=true) and acknowledge this',
    why: 'Start turns Halted into Always, stop turns Always into Halted; with the manifest in Git each sync then powers the machine off or on.',
    stage: 'gitops',
    source: 'https://kubevirt.io/user-guide/compute/run_strategies/',
    acknowledgeable: true,
    since: '0.1.0',
  },
  'WS-POWER-002': {
    severity: 'info',
    says: "'{machine}' has power RerunOnFailure: it starts as soon as it is applied for the first time",
    fix: 'use Power.MANUAL for a machine that its owner starts',
    why: 'RerunOnFailure restarts a machine after a node crash; KubeVirt also starts it at creation.',
    source: 'https://kubevirt.io/user-guide/compute/run_strategies/',
    acknowledgeable: true,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
