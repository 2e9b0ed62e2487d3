// What our constructs write, as literals of KubeVirt's own TypeScript models: the compiler gives a second opinion.
// Written by second-opinion.test.ts; never edited.
import type { V1beta1DataSource, V1beta1DataVolume } from '@kubevirt-ui-ext/kubevirt-api/containerized-data-importer';
import type { V1VirtualMachine, V1beta1VirtualMachineClusterInstancetype, V1beta1VirtualMachineClusterPreference } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import type { Plain } from './plain';

/** GoldenImage, smallest */
export const a1: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'https://images.example.internal/ubuntu.qcow2',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      http: {
        url: 'https://images.example.internal/ubuntu.qcow2',
      },
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '40Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** GoldenImage, smallest */
export const a2: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'https://images.example.internal/ubuntu.qcow2',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v1',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, smallest */
export const a3: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v1',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, fullest */
export const a4: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-build-date': '2026-11-30',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-revision': '4f2c1d9',
      'workstations.dev/image-sbom': 'https://images.example.internal/ubuntu.spdx.json',
      'workstations.dev/image-source': 'https://images.example.internal/ubuntu.qcow2',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '4',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v4',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      http: {
        certConfigMap: 'internal-ca',
        secretRef: 'image-server',
        url: 'https://images.example.internal/ubuntu.qcow2',
      },
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '60Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** GoldenImage, fullest */
export const a5: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'https://images.example.internal/ubuntu.qcow2',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '4',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v4',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v4',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, fullest */
export const a6: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'https://images.example.internal/ubuntu.qcow2',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      http: {
        url: 'https://images.example.internal/ubuntu.qcow2',
      },
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '40Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** GoldenImage, fullest */
export const a7: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'https://images.example.internal/ubuntu.qcow2',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v1',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, fullest */
export const a8: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-revision': '9b1e0c7',
      'workstations.dev/image-source': 'docker://registry.example.internal/images/ubuntu:24.04@sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '2',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v2',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      registry: {
        certConfigMap: 'internal-ca',
        pullMethod: 'node',
        secretRef: 'registry',
        url: 'docker://registry.example.internal/images/ubuntu:24.04@sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      },
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '50Gi',
        },
      },
      storageClassName: 'old-rbd',
      volumeMode: 'Block',
    },
  },
};

/** GoldenImage, fullest */
export const a9: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'docker://registry.example.internal/images/ubuntu:24.04@sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '2',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v2',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v2',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, fullest */
export const a10: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-source': 'claim ubuntu-by-hand',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '3',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v3',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-by-hand',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, fullest */
export const a11: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/image-version': '4',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v4',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, uploaded and from a snapshot */
export const a12: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'upload',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '2',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v2',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      upload: {},
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '40Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** GoldenImage, uploaded and from a snapshot */
export const a13: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-digest': 'sha256:0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
      'workstations.dev/image-source': 'upload',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '2',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v2',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v2',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, uploaded and from a snapshot */
export const a14: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-source': 'snapshot sealed',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      snapshot: {
        name: 'sealed',
        namespace: 'vm-images',
      },
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '40Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** GoldenImage, uploaded and from a snapshot */
export const a15: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-source': 'snapshot sealed',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v1',
        namespace: 'vm-images',
      },
    },
  },
};

/** GoldenImage, uploaded and from a snapshot */
export const a16: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/image-version': '2',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-v2',
        namespace: 'vm-images',
      },
    },
  },
};

/** RbdRootDisk, smallest */
export const a17: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/keep': 'true',
      'workstations.dev/owner': 'alice',
      'workstations.dev/role': 'rootdisk',
    },
    name: 'alice-rootdisk',
    namespace: 'workstation-alice',
  },
  spec: {
    sourceRef: {
      kind: 'DataSource',
      name: 'ubuntu',
      namespace: 'vm-images',
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '150Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** RbdRootDisk, fullest */
export const a18: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/owner': 'bob',
      'workstations.dev/role': 'rootdisk',
    },
    name: 'vm-bob-7-boot',
    namespace: 'workstations',
  },
  spec: {
    sourceRef: {
      kind: 'DataSource',
      name: 'ubuntu',
      namespace: 'vm-images',
    },
    storage: {
      accessModes: ['ReadWriteOncePod'],
      resources: {
        requests: {
          storage: '61441Mi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** RbdWorkspaceDisk, smallest */
export const a19: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/keep': 'true',
      'workstations.dev/owner': 'alice',
      'workstations.dev/role': 'workspace',
    },
    name: 'alice-workspace',
    namespace: 'workstation-alice',
  },
  spec: {
    source: {
      blank: {},
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '500Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** RbdWorkspaceDisk, fullest */
export const a20: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/owner': 'bob',
      'workstations.dev/role': 'workspace',
    },
    name: 'bob-datasets',
    namespace: 'workstations',
  },
  spec: {
    source: {
      blank: {},
    },
    storage: {
      accessModes: ['ReadWriteOncePod'],
      resources: {
        requests: {
          storage: '2Ti',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** Workstation, smallest */
export const a21: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-workstation',
    },
    name: 'alice-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'fleet',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 4,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:cb:7d:da:8a:36',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: 'dc430808-3871-5cb9-8e95-2f1c58942e89',
            uuid: '6c9269b0-c057-5102-9fd5-239aac14f08f',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '16Gi',
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** Workstation, fullest */
export const a22: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    annotations: {
      'kustomize.toolkit.fluxcd.io/substitute': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-second-workstation',
    },
    name: 'alice-second-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    runStrategy: 'RerunOnFailure',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'ai-prod',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-second-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 8,
            sockets: 1,
            threads: 2,
          },
          devices: {
            autoattachGraphicsDevice: false,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'workspace',
              serial: 'workspace',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            interfaces: [{
              macAddress: '0a:1b:2c:3d:4e:5f',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
            smm: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: true,
              },
            },
            serial: 'SN-0042',
            uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '16Gi',
            hugepages: {
              pageSize: '2Mi',
            },
          },
          resources: {
            limits: {
              cpu: '16',
              memory: '16Gi',
            },
            requests: {
              cpu: '16',
              memory: '16Gi',
            },
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-second-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        nodeSelector: {
          'example.com/rack': 'r1',
        },
        priorityClassName: 'workstations',
        readinessProbe: {
          failureThreshold: 3,
          httpGet: {
            path: '/healthz',
          },
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 300,
        tolerations: [{
          effect: 'NoSchedule',
          key: 'dedicated',
          operator: 'Equal',
          value: 'vm',
        }, {
          key: 'nvidia.com/gpu',
          operator: 'Exists',
        }],
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-second-rootdisk',
          },
        }, {
          name: 'workspace',
          persistentVolumeClaim: {
            claimName: 'alice-second-workspace',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** Workstation, BIOS, guest agent, no service */
export const a23: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-workstation',
    },
    name: 'alice-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'fleet',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 4,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:cb:7d:da:8a:36',
              masquerade: {},
              model: 'virtio',
              name: 'default',
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              bios: {},
            },
            serial: 'dc430808-3871-5cb9-8e95-2f1c58942e89',
            uuid: '6c9269b0-c057-5102-9fd5-239aac14f08f',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '16Gi',
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        readinessProbe: {
          failureThreshold: 3,
          guestAgentPing: {},
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** Workstation, user data in a Secret */
export const a24: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-workstation',
    },
    name: 'alice-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'fleet',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 4,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:cb:7d:da:8a:36',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: 'dc430808-3871-5cb9-8e95-2f1c58942e89',
            uuid: '6c9269b0-c057-5102-9fd5-239aac14f08f',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '16Gi',
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            secretRef: {
              name: 'alice-workstation-cloudinit',
            },
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** Workstation, instancetype */
export const a25: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-workstation',
    },
    name: 'alice-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    instancetype: {
      kind: 'VirtualMachineClusterInstancetype',
      name: 'office-v1',
    },
    preference: {
      kind: 'VirtualMachineClusterPreference',
      name: 'office-v1',
    },
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'fleet',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:cb:7d:da:8a:36',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: 'dc430808-3871-5cb9-8e95-2f1c58942e89',
            uuid: '6c9269b0-c057-5102-9fd5-239aac14f08f',
          },
          machine: {
            type: 'q35',
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** GpuWorkstation, smallest */
export const a26: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'trainer-v3',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-workstation',
    },
    name: 'alice-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'fleet',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 8,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            gpus: [{
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu0',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:cb:7d:da:8a:36',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: 'dc430808-3871-5cb9-8e95-2f1c58942e89',
            uuid: '6c9269b0-c057-5102-9fd5-239aac14f08f',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '64Gi',
          },
          resources: {
            requests: {
              memory: '64Gi',
            },
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** GpuWorkstation, fullest */
export const a27: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'trainer-v3',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-workstation',
    },
    name: 'alice-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'ai-prod',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 16,
            dedicatedCpuPlacement: true,
            isolateEmulatorThread: true,
            numa: {
              guestMappingPassthrough: {},
            },
            sockets: 1,
            threads: 2,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'workspace',
              serial: 'workspace',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            gpus: [{
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu0',
            }, {
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu1',
            }, {
              deviceName: 'amd.com/MI210',
              name: 'gpu2',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:df:0c:7c:f3:c8',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: '655e3611-c0fc-57ba-8f9d-e2d21e6dd59b',
            uuid: '55a171a2-79db-5a0c-b528-53ccfde98171',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '256Gi',
            hugepages: {
              pageSize: '1Gi',
            },
          },
          resources: {
            limits: {
              memory: '256Gi',
            },
            requests: {
              memory: '256Gi',
            },
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        tolerations: [{
          key: 'nvidia.com/gpu',
          operator: 'Exists',
        }],
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-rootdisk',
          },
        }, {
          name: 'workspace',
          persistentVolumeClaim: {
            claimName: 'alice-workspace',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** InstancetypeCatalog, smallest */
export const a28: Plain<V1beta1VirtualMachineClusterInstancetype> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterInstancetype',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'profile',
    },
    name: 'office-v1',
  },
  spec: {
    cpu: {
      guest: 4,
    },
    memory: {
      guest: '16Gi',
    },
  },
};

/** InstancetypeCatalog, smallest */
export const a29: Plain<V1beta1VirtualMachineClusterPreference> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterPreference',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'fleet',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'profile',
    },
    name: 'office-v1',
  },
  spec: {
    cpu: {
      preferredCPUTopology: 'cores',
    },
  },
};

/** InstancetypeCatalog, fullest */
export const a30: Plain<V1beta1VirtualMachineClusterInstancetype> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterInstancetype',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'profile',
    },
    name: 'office-v1',
  },
  spec: {
    cpu: {
      guest: 4,
    },
    memory: {
      guest: '16Gi',
    },
  },
};

/** InstancetypeCatalog, fullest */
export const a31: Plain<V1beta1VirtualMachineClusterPreference> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterPreference',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'profile',
    },
    name: 'office-v1',
  },
  spec: {
    cpu: {
      preferredCPUTopology: 'cores',
    },
  },
};

/** InstancetypeCatalog, fullest */
export const a32: Plain<V1beta1VirtualMachineClusterInstancetype> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterInstancetype',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'office-v2',
      'workstations.dev/role': 'profile',
    },
    name: 'office-v2',
  },
  spec: {
    cpu: {
      guest: 6,
    },
    memory: {
      guest: '16Gi',
    },
  },
};

/** InstancetypeCatalog, fullest */
export const a33: Plain<V1beta1VirtualMachineClusterPreference> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterPreference',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'office-v2',
      'workstations.dev/role': 'profile',
    },
    name: 'office-v2',
  },
  spec: {
    cpu: {
      preferredCPUTopology: 'spread',
      spreadOptions: {
        across: 'CoresThreads',
        ratio: 2,
      },
    },
  },
};

/** InstancetypeCatalog, fullest */
export const a34: Plain<V1beta1VirtualMachineClusterInstancetype> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterInstancetype',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'trainer-v3',
      'workstations.dev/role': 'profile',
    },
    name: 'trainer-v3',
  },
  spec: {
    cpu: {
      dedicatedCPUPlacement: true,
      guest: 8,
      isolateEmulatorThread: true,
      numa: {
        guestMappingPassthrough: {},
      },
    },
    gpus: [{
      deviceName: 'nvidia.com/GH100_H100_SXM5_80GB',
      name: 'gpu0',
    }, {
      deviceName: 'nvidia.com/GH100_H100_SXM5_80GB',
      name: 'gpu1',
    }],
    memory: {
      guest: '64Gi',
      hugepages: {
        pageSize: '1Gi',
      },
    },
  },
};

/** InstancetypeCatalog, fullest */
export const a35: Plain<V1beta1VirtualMachineClusterPreference> = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterPreference',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-prod',
      'workstations.dev/keep': 'true',
      'workstations.dev/profile': 'trainer-v3',
      'workstations.dev/role': 'profile',
    },
    name: 'trainer-v3',
  },
  spec: {
    cpu: {
      preferredCPUTopology: 'spread',
      spreadOptions: {
        across: 'CoresThreads',
        ratio: 2,
      },
    },
  },
};

/** dist/fleet/2-images/vm-images.yaml */
export const a36: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-digest': 'sha256:4c7b1e0d9f8a6b5c3d2e1f00112233445566778899aabbccddeeff0011223344',
      'workstations.dev/image-source': 'docker://registry.example.internal/images/ubuntu-cuda@sha256:4c7b1e0d9f8a6b5c3d2e1f00112233445566778899aabbccddeeff0011223344',
    },
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-24-04-cuda-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      registry: {
        pullMethod: 'pod',
        url: 'docker://registry.example.internal/images/ubuntu-cuda@sha256:4c7b1e0d9f8a6b5c3d2e1f00112233445566778899aabbccddeeff0011223344',
      },
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '40Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** dist/fleet/2-images/vm-images.yaml */
export const a37: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
      'workstations.dev/image-digest': 'sha256:9f2c1d7e5a8b4630c1f0e9d8b7a6958473625140f3e2d1c0b9a8978685746352',
      'workstations.dev/image-revision': 'packer-images@5d1f0c2',
      'workstations.dev/image-sbom': 'https://images.example.internal/ubuntu-24.04-cuda-2.spdx.json',
      'workstations.dev/image-source': 'https://images.example.internal/ubuntu-24.04-cuda-2.qcow2',
    },
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/image-version': '2',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-24-04-cuda-v2',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      http: {
        certConfigMap: 'internal-ca',
        url: 'https://images.example.internal/ubuntu-24.04-cuda-2.qcow2',
      },
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '40Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** dist/fleet/2-images/vm-images.yaml */
export const a38: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    },
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/image-version': '2',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-24-04-cuda',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-24-04-cuda-v2',
        namespace: 'vm-images',
      },
    },
  },
};

/** dist/fleet/2-images/vm-images.yaml */
export const a39: Plain<V1beta1DataSource> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'workstations.dev/image-digest': 'sha256:4c7b1e0d9f8a6b5c3d2e1f00112233445566778899aabbccddeeff0011223344',
      'workstations.dev/image-source': 'docker://registry.example.internal/images/ubuntu-cuda@sha256:4c7b1e0d9f8a6b5c3d2e1f00112233445566778899aabbccddeeff0011223344',
    },
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/image-version': '1',
      'workstations.dev/keep': 'true',
      'workstations.dev/role': 'image',
    },
    name: 'ubuntu-24-04-cuda-v1',
    namespace: 'vm-images',
  },
  spec: {
    source: {
      pvc: {
        name: 'ubuntu-24-04-cuda-v1',
        namespace: 'vm-images',
      },
    },
  },
};

/** dist/fleet/3-people/ada.yaml */
export const a40: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
    },
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/keep': 'true',
      'workstations.dev/owner': 'ada',
      'workstations.dev/role': 'rootdisk',
    },
    name: 'ada-rootdisk',
    namespace: 'workstation-ada',
  },
  spec: {
    sourceRef: {
      kind: 'DataSource',
      name: 'ubuntu-24-04-cuda',
      namespace: 'vm-images',
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '150Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** dist/fleet/3-people/ada.yaml */
export const a41: Plain<V1beta1DataVolume> = {
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: {
    annotations: {
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'cdi.kubevirt.io/allowClaimAdoption': 'true',
      'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent',
    },
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/keep': 'true',
      'workstations.dev/owner': 'ada',
      'workstations.dev/role': 'workspace',
    },
    name: 'ada-workspace',
    namespace: 'workstation-ada',
  },
  spec: {
    source: {
      blank: {},
    },
    storage: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: {
          storage: '500Gi',
        },
      },
      storageClassName: 'ceph-rbd',
      volumeMode: 'Block',
    },
  },
};

/** dist/fleet/3-people/ada.yaml */
export const a42: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/owner': 'ada',
      'workstations.dev/profile': 'trainer-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'ada-workstation',
    },
    name: 'ada-workstation',
    namespace: 'workstation-ada',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'ai-lab',
          'workstations.dev/owner': 'ada',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'ada-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 8,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'workspace',
              serial: 'workspace',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            gpus: [{
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu0',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:aa:ff:b1:0e:ef',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: '94378de0-eb26-527f-b79f-b6d593e2f847',
            uuid: '7711af7b-929e-521a-bd9a-62eef91cfb8d',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '64Gi',
          },
          resources: {
            requests: {
              memory: '64Gi',
            },
          },
        },
        evictionStrategy: 'None',
        hostname: 'ada-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        nodeSelector: {
          'workstations.dev/pool': 'vm-gpu-pci',
        },
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        tolerations: [{
          effect: 'NoSchedule',
          key: 'workstations.dev/pool',
          operator: 'Equal',
          value: 'vm-gpu-pci',
        }],
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'ada-rootdisk',
          },
        }, {
          name: 'workspace',
          persistentVolumeClaim: {
            claimName: 'ada-workspace',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** dist/fleet/3-people/alan.yaml */
export const a43: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/owner': 'alan',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alan-workstation',
    },
    name: 'alan-workstation',
    namespace: 'workstation-alan',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'ai-lab',
          'workstations.dev/owner': 'alan',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alan-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 4,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:7d:38:8f:b8:5c',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: 'e59c1dd3-ebbe-55f8-8623-ccefda8673aa',
            uuid: 'bd8b30a1-852b-59b8-a305-56efd98f0507',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '16Gi',
          },
        },
        evictionStrategy: 'None',
        hostname: 'alan-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        nodeSelector: {
          'workstations.dev/pool': 'vm-cpu',
        },
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alan-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** dist/fleet/3-people/barbara.yaml */
export const a44: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/owner': 'barbara',
      'workstations.dev/profile': 'trainer-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'barbara-workstation',
    },
    name: 'barbara-workstation',
    namespace: 'workstation-barbara',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'ai-lab',
          'workstations.dev/owner': 'barbara',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'barbara-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 8,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            gpus: [{
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu0',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:28:98:ce:09:ea',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: '52d9353b-ac5d-5600-a996-95d3bcf2bff7',
            uuid: '4ebf5ef2-57f8-5ca5-9aef-2a96cabaa3bb',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '64Gi',
          },
          resources: {
            requests: {
              memory: '64Gi',
            },
          },
        },
        evictionStrategy: 'None',
        hostname: 'barbara-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        nodeSelector: {
          'workstations.dev/pool': 'vm-gpu-pci',
        },
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        tolerations: [{
          effect: 'NoSchedule',
          key: 'workstations.dev/pool',
          operator: 'Equal',
          value: 'vm-gpu-pci',
        }],
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'barbara-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** dist/fleet/3-people/claude.yaml */
export const a45: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/owner': 'claude',
      'workstations.dev/profile': 'office-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'claude-workstation',
    },
    name: 'claude-workstation',
    namespace: 'workstation-claude',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'ai-lab',
          'workstations.dev/owner': 'claude',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'claude-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 4,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'workspace',
              serial: 'workspace',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:de:13:8f:ab:c0',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: '448eaba0-eb25-54ee-b163-6c9ca2df280b',
            uuid: '1b821c23-f540-5351-b9ca-5f86fd39b891',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '16Gi',
          },
        },
        evictionStrategy: 'None',
        hostname: 'claude-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        nodeSelector: {
          'workstations.dev/pool': 'vm-cpu',
        },
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'claude-rootdisk',
          },
        }, {
          name: 'workspace',
          persistentVolumeClaim: {
            claimName: 'claude-workspace',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** dist/fleet/3-people/jean.yaml */
export const a46: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'ai-lab',
      'workstations.dev/owner': 'jean',
      'workstations.dev/profile': 'cruncher-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'jean-workstation',
    },
    name: 'jean-workstation',
    namespace: 'workstation-jean',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'ai-lab',
          'workstations.dev/owner': 'jean',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'jean-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 16,
            dedicatedCpuPlacement: true,
            numa: {
              guestMappingPassthrough: {},
            },
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'workspace',
              serial: 'workspace',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            gpus: [{
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu0',
            }, {
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu1',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:82:a9:c4:4a:07',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: '5dfa1481-385d-586a-9d64-40d176812e02',
            uuid: 'a8daac19-d968-5a06-9e01-b5967bfd312e',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '128Gi',
            hugepages: {
              pageSize: '1Gi',
            },
          },
          resources: {
            limits: {
              memory: '128Gi',
            },
            requests: {
              memory: '128Gi',
            },
          },
        },
        evictionStrategy: 'None',
        hostname: 'jean-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        nodeSelector: {
          'workstations.dev/pool': 'vm-gpu-pci',
        },
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        tolerations: [{
          effect: 'NoSchedule',
          key: 'workstations.dev/pool',
          operator: 'Equal',
          value: 'vm-gpu-pci',
        }],
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'jean-rootdisk',
          },
        }, {
          name: 'workspace',
          persistentVolumeClaim: {
            claimName: 'jean-workspace',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};

/** dist/hello/3-people/alice.yaml */
export const a47: Plain<V1VirtualMachine> = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    labels: {
      'workstations.dev/fleet': 'our-lab',
      'workstations.dev/owner': 'alice',
      'workstations.dev/profile': 'trainer-v1',
      'workstations.dev/role': 'workstation',
      'workstations.dev/workstation': 'alice-workstation',
    },
    name: 'alice-workstation',
    namespace: 'workstation-alice',
  },
  spec: {
    runStrategy: 'Manual',
    template: {
      metadata: {
        labels: {
          'workstations.dev/fleet': 'our-lab',
          'workstations.dev/owner': 'alice',
          'workstations.dev/role': 'workstation',
          'workstations.dev/workstation': 'alice-workstation',
        },
      },
      spec: {
        architecture: 'amd64',
        domain: {
          cpu: {
            cores: 8,
            sockets: 1,
            threads: 1,
          },
          devices: {
            autoattachGraphicsDevice: true,
            blockMultiQueue: true,
            disks: [{
              bootOrder: 1,
              disk: {
                bus: 'virtio',
              },
              name: 'rootdisk',
            }, {
              disk: {
                bus: 'virtio',
              },
              name: 'cloudinit',
            }],
            gpus: [{
              deviceName: 'nvidia.com/GA100_A100_PCIE_40GB',
              name: 'gpu0',
            }],
            inputs: [{
              bus: 'usb',
              name: 'tablet',
              type: 'tablet',
            }],
            interfaces: [{
              macAddress: '0a:85:96:42:b5:24',
              masquerade: {},
              model: 'virtio',
              name: 'default',
              ports: [{
                name: 'ssh',
                port: 22,
                protocol: 'TCP',
              }],
            }],
            networkInterfaceMultiqueue: true,
            rng: {},
          },
          features: {
            acpi: {
              enabled: true,
            },
          },
          firmware: {
            bootloader: {
              efi: {
                secureBoot: false,
              },
            },
            serial: 'ce4033a4-7976-5b74-af1f-b6bf6899cc4f',
            uuid: '90c8acf4-1197-59e1-9a19-7b7942bc7754',
          },
          machine: {
            type: 'q35',
          },
          memory: {
            guest: '64Gi',
          },
          resources: {
            requests: {
              memory: '64Gi',
            },
          },
        },
        evictionStrategy: 'None',
        hostname: 'alice-workstation',
        networks: [{
          name: 'default',
          pod: {},
        }],
        readinessProbe: {
          failureThreshold: 3,
          initialDelaySeconds: 10,
          periodSeconds: 10,
          successThreshold: 1,
          tcpSocket: {},
          timeoutSeconds: 5,
        },
        terminationGracePeriodSeconds: 120,
        volumes: [{
          name: 'rootdisk',
          persistentVolumeClaim: {
            claimName: 'alice-rootdisk',
          },
        }, {
          cloudInitNoCloud: {
            networkData: 'version: 2',
            userData: '#cloud-config',
          },
          name: 'cloudinit',
        }],
      },
    },
  },
};
