import { type Client, type KubeObject } from './harness/client';

interface DataVolumeSpec {
  readonly storage: {
    readonly accessModes: readonly string[];
    readonly resources: { readonly requests: { readonly storage: string } };
    readonly storageClassName: string;
    readonly volumeMode: string;
  };
}

/** What CDI and a CSI driver would do for a DataVolume: a claim of its shape, a bound volume, and success. */
export async function fill(client: Client, volume: KubeObject): Promise<void> {
  const { name, namespace = 'default' } = volume.metadata;
  const { storage } = volume.spec as unknown as DataVolumeSpec;
  const live = await client.get(volume.apiVersion, volume.kind, name, namespace);
  const persistent = `pv-${namespace}-${name}`;
  await client.apply({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: persistent },
    spec: {
      accessModes: storage.accessModes,
      capacity: storage.resources.requests,
      volumeMode: storage.volumeMode,
      storageClassName: storage.storageClassName,
      persistentVolumeReclaimPolicy: 'Retain',
      claimRef: { namespace, name },
      csi: { driver: 'rook-ceph.rbd.csi.ceph.com', volumeHandle: persistent },
    },
  }, { manager: 'cdi' });
  await client.apply({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace,
      labels: { 'app': 'containerized-data-importer', 'app.kubernetes.io/managed-by': 'cdi-controller' },
      ownerReferences: [{ apiVersion: volume.apiVersion, kind: volume.kind, name, uid: live.metadata.uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: { accessModes: storage.accessModes, resources: storage.resources, storageClassName: storage.storageClassName, volumeMode: storage.volumeMode, volumeName: persistent },
  }, { manager: 'cdi' });
  await client.setStatus(volume, { phase: 'Succeeded', progress: '100.0%', claimName: name });
}
