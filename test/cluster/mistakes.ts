import { type KubeObject } from './harness/client';

/** A value that no object of the kind may have, where it stands, and what the servers say of it. Each kind that is written needs a line here. */
export const WRONG_VALUES: Readonly<Record<string, { readonly at: readonly (string | number)[]; readonly value: unknown; readonly says: RegExp }>> = {
  CDI: { at: ['spec', 'uninstallStrategy'], value: 'Never', says: /spec\.uninstallStrategy: Unsupported value: "Never"/ },
  CephBlockPool: { at: ['spec', 'replicated', 'size'], value: -1, says: /spec\.replicated\.size/ },
  CiliumNetworkPolicy: { at: ['spec', 'enableDefaultDeny'], value: 'no', says: /enableDefaultDeny/ },
  DataSource: { at: ['spec', 'source', 'pvc', 'name'], value: 7, says: /spec\.source\.pvc\.name|expected string/ },
  DataVolume: { at: ['spec', 'contentType'], value: 'disk', says: /spec\.contentType: Unsupported value: "disk"/ },
  Job: { at: ['spec', 'template', 'spec', 'restartPolicy'], value: 'Sometimes', says: /restartPolicy: (Unsupported|Required) value/ },
  KubeVirt: { at: ['spec', 'configuration', 'vmRolloutStrategy'], value: 'Sometimes', says: /spec\.configuration\.vmRolloutStrategy: Unsupported value: "Sometimes"/ },
  LimitRange: { at: ['spec', 'limits', 0, 'max', 'storage'], value: 'much', says: /quantit(y|ies)/ },
  Namespace: { at: ['metadata', 'labels', 'pod-security.kubernetes.io/enforce'], value: 'strict', says: /pod-security\.kubernetes\.io\/enforce.*must be one of privileged, baseline, restricted/ },
  NetworkPolicy: { at: ['spec', 'policyTypes', 0], value: 'ingress', says: /policyTypes\[0\]: Unsupported value: "ingress"/ },
  ResourceQuota: { at: ['spec', 'hard', 'count'], value: '1', says: /spec\.hard\[count\]: Invalid value/ },
  Role: { at: ['rules', 0, 'verbs'], value: [], says: /verbs(: Required value| must contain at least one value)/ },
  RoleBinding: { at: ['subjects', 0, 'kind'], value: 'Person', says: /subjects\[0\]\.kind: Unsupported value: "Person"/ },
  Secret: { at: ['data'], value: { userdata: 'no base64!' }, says: /illegal base64|base64/ },
  ServiceAccount: { at: ['automountServiceAccountToken'], value: 'no', says: /automountServiceAccountToken|expected bool/ },
  StorageClass: { at: ['reclaimPolicy'], value: 'Keep', says: /reclaimPolicy: Unsupported value: "?Keep/ },
  StorageProfile: { at: ['spec', 'claimPropertySets', 0, 'accessModes'], value: 'Block', says: /accessModes/ },
  VirtualMachine: { at: ['spec', 'template', 'spec', 'tolerations'], value: [{ key: 'nvidia.com/gpu', operator: 'Exist' }], says: /tolerations.*operator|toleration/i },
  VirtualMachineClusterInstancetype: { at: ['spec', 'cpu', 'guest'], value: 'many', says: /spec\.cpu\.guest|expected numeric/ },
  VirtualMachineClusterPreference: { at: ['spec', 'cpu', 'preferredCPUTopology'], value: 'core', says: /preferredCPUTopology/ },
  VolumeAttributesClass: { at: ['driverName'], value: 'no name', says: /driverName: Invalid value/ },
  VolumeSnapshotClass: { at: ['deletionPolicy'], value: 'Keep', says: /deletionPolicy: Unsupported value: "Keep"/ },
};

export function changed(object: KubeObject, at: readonly (string | number)[], value: unknown): KubeObject {
  const copy = structuredClone(object);
  const steps = [...at];
  const last = steps.pop()!;
  let place = copy as unknown as Record<string | number, unknown>;
  for (const step of steps) {
    place = (place[step] ??= {}) as Record<string | number, unknown>;
  }
  place[last] = value;
  return copy;
}

/** One object of each kind, as something new: in a namespace of the test's, or under a name that nobody has. */
export function oneOfEach(objects: readonly KubeObject[], namespace: string): readonly KubeObject[] {
  return [...new Map([...objects].reverse().map((object) => [object.kind, object])).values()].map((object) => (
    { ...object, metadata: { ...object.metadata, ...(object.metadata.namespace === undefined ? { name: `${namespace}-${object.metadata.name}` } : { namespace }) } }
  )).sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
