import { type Client, type KubeObject, Refused } from './harness/client';
import { sleep } from './harness/programs';

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
  await comingAgain(() => client.apply({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace,
      labels: { 'app': 'containerized-data-importer', 'app.kubernetes.io/managed-by': 'cdi-controller' },
      ownerReferences: [{ apiVersion: volume.apiVersion, kind: volume.kind, name, uid: live.metadata.uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: { accessModes: storage.accessModes, resources: storage.resources, storageClassName: storage.storageClassName, volumeMode: storage.volumeMode, volumeName: persistent },
  }, { manager: 'cdi' }));
  await client.setStatus(volume, { phase: 'Succeeded', progress: '100.0%', claimName: name });
}

/** As a controller does: until a new quota has been counted for the first time, the API server refuses whatever it limits. */
async function comingAgain(work: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + 30_000; ;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Refused && error.said.includes('status unknown for quota')) || Date.now() > end) {
        throw error;
      }
      await sleep(200);
    }
  }
}

/**
 * What CDI's admission asks of everybody who writes a disk that is cloned, unchanged writes included: the DataSource is there, and the writer
 * may `create datavolumes/source` on the claim behind it. A policy of the API server stands in, with the same SubjectAccessReview.
 */
export async function guardClones(client: Client, dataSources: readonly KubeObject[]): Promise<void> {
  const claims = Object.fromEntries(dataSources.flatMap(({ metadata, spec }) => {
    const { pvc } = (spec as { source: { pvc?: { name: string; namespace: string } } }).source;
    return pvc === undefined ? [] : [[`${metadata.namespace}/${metadata.name}`, `${pvc.namespace}/${pvc.name}`]];
  }));
  const claim = 'variables.claims[variables.source]';
  await client.apply({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'clones' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: [{ apiGroups: ['cdi.kubevirt.io'], apiVersions: ['*'], operations: ['CREATE', 'UPDATE'], resources: ['datavolumes'] }] },
      matchConditions: [{ name: 'cloned', expression: 'has(object.spec.sourceRef)' }],
      variables: [
        { name: 'claims', expression: JSON.stringify(claims) },
        { name: 'kind', expression: 'object.spec.sourceRef.kind' },
        { name: 'source', expression: 'object.spec.sourceRef.namespace + "/" + object.spec.sourceRef.name' },
      ],
      validations: [
        { expression: 'variables.kind == "DataSource"', messageExpression: '"a sourceRef cannot be a " + variables.kind' },
        { expression: 'variables.source in variables.claims', messageExpression: '"there is no DataSource " + variables.source' },
        {
          expression: '!(variables.source in variables.claims) || authorizer.group("cdi.kubevirt.io").resource("datavolumes").subresource("source")'
            + `.namespace(${claim}.split("/")[0]).name(${claim}.split("/")[1]).check("create").allowed()`,
          messageExpression: `request.userInfo.username + " may not clone from " + (variables.source in variables.claims ? ${claim} : "")`,
        },
      ],
    },
  }, { manager: 'cdi' });
  await client.apply({
    apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: 'clones' }, spec: { policyName: 'clones', validationActions: ['Deny'] },
  }, { manager: 'cdi' });
}
