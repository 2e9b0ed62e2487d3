import { check, codes, disk, eachDisk, type Loose, machine, object } from './given';

const http = (source: Loose) => (spec: Loose): void => { delete spec.sourceRef; spec.source = { http: { url: 'https://images.example.org/a.qcow2', ...source } }; };
const registry = (url: string) => (spec: Loose): void => { delete spec.sourceRef; spec.source = { registry: { url } }; };
const SHA = 'a'.repeat(64);

test('a good disk has no fault at all', () => {
  expect(check([disk()]).faults).toEqual([]);
});

eachDisk('DataVolumes: accept', [
  ['BL-082 a checksum', http({ checksum: `sha256:${SHA}` })],
  ['a checksum in upper case, as CDI does', http({ checksum: `SHA256:${SHA.toUpperCase()}` })],
  ['a digest', registry(`docker://registry.example.org/a@sha256:${SHA}`)],
  ['a clone under storage without a size', (spec) => { delete spec.storage.resources; }],
  ['a blank disk', (spec) => { delete spec.sourceRef; spec.source = { blank: {} }; }],
  ['the pvc form with one mode', (spec) => { spec.pvc = spec.storage; delete spec.storage; }],
]);

eachDisk('DataVolumes: reject', [
  ['BL-086 both forms', (spec) => { spec.pvc = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }; }, 'WS-DV-001'],
  ['BL-086 no form', (spec) => { delete spec.storage; }, 'WS-DV-001'],
  ['two sources of a source', (spec) => { delete spec.sourceRef; spec.source = { blank: {}, upload: {} }; }, 'WS-DV-002'],
  ['source and sourceRef', (spec) => { spec.source = { blank: {} }; }, 'WS-DV-002'],
  ['neither', (spec) => { delete spec.sourceRef; }, 'WS-DV-002'],
  ['no size', (spec) => { delete spec.sourceRef; spec.source = { blank: {} }; delete spec.storage.resources; }, 'WS-DV-003'],
  ['half a MiB', (spec) => { spec.storage.resources.requests.storage = '512Ki'; }, 'WS-SIZE-002'],
  ['BL-086 no access modes', (spec) => { delete spec.storage.accessModes; }, 'WS-DV-004'],
  ['BL-074 no volume mode', (spec) => { delete spec.storage.volumeMode; }, 'WS-DV-004'],
  ['BL-086 the pvc form without access modes', (spec) => { spec.pvc = spec.storage; delete spec.storage; delete spec.pvc.accessModes; }, 'WS-DV-005'],
  ['the pvc form with two', (spec) => { spec.pvc = spec.storage; delete spec.storage; spec.pvc.accessModes.push('ReadWriteMany'); }, 'WS-DV-005'],
  ['an access mode that is none', (spec) => { spec.storage.accessModes = ['ReadWriteOnc']; }, 'WS-DV-020'],
  ['volumeMode Raw, which CDI accepts', (spec) => { spec.storage.volumeMode = 'Raw'; }, 'WS-DV-010'],
  ['FromStorageProfile without its label', (spec) => { spec.storage.volumeMode = 'FromStorageProfile'; }, 'WS-DV-010'],
  ['BL-082 a checksum without an algorithm', http({ checksum: SHA }), 'WS-DV-006'],
  ['BL-082 63 digits', http({ checksum: `sha256:${SHA.slice(1)}` }), 'WS-DV-006'],
  ['BL-082 no hex', http({ checksum: `sha256:${'z'.repeat(64)}` }), 'WS-DV-006'],
  ['BL-082 another algorithm', http({ checksum: `sha3:${SHA}` }), 'WS-DV-006'],
  ['BL-082 no checksum', http({}), 'WS-DV-007'],
  ['BL-082 md5', http({ checksum: `md5:${'a'.repeat(32)}` }), 'WS-DV-008'],
  ['an address without a host', http({ url: 'http:///x', checksum: `sha256:${SHA}` }), 'WS-IMAGE-002'],
  ['BL-062 a Secret of another namespace', http({ checksum: `sha256:${SHA}`, secretRef: 'other-ns/creds' }), 'WS-IMAGE-007'],
  ['a tag', registry('docker://registry.example.org/a:1'), 'WS-DV-009'],
  ['no tag', registry('docker://registry.example.org/a'), 'WS-DV-009'],
  ['a malformed digest, which CDI accepts', registry('docker://registry.example.org/a@sha256:123'), 'WS-IMAGE-003'],
  ['another scheme', registry('https://registry.example.org/a'), 'WS-IMAGE-003'],
  ['BL-076 an annotation of old times', (_spec, dv) => { dv.metadata.annotations['cdi.kubevirt.io/storage.deleteAfterCompletion'] = 'false'; }, 'WS-DV-017'],
]);

test('a checksum that the target drops', () => {
  expect(codes([disk(http({ checksum: `sha256:${SHA}` }))], { target: { cdi: '1.64' } })).toEqual(['WS-IMAGE-006']);
});

test('a password in an address is refused and not shown', () => {
  const { faults } = check([disk(http({ url: 'https://me:hunter2hunter2@images.example.org/a', checksum: `sha256:${SHA}` }))]);
  expect(faults.map((fault) => fault.code).sort()).toEqual(['WS-IMAGE-002', 'WS-SECRET-001']);
  expect(JSON.stringify(faults)).not.toContain('hunter2');
});

describe('a key in an address is refused and not shown', () => {
  test.each(['X-Amz-Signature=0123456789abcdef', 'token=hunter2hunter2', 'a=b&sig=hunter2hunter2', 'password=hunter2hunter2', 'access_key=hunter2hunter2', 'AWSAccessKeyId=hunter2hunter2&x=1', 'private_token=hunter2hunter2'])('%s', (query) => {
    const { faults } = check([disk(http({ url: `https://images.example.org/a.qcow2?${query}` }))]);
    expect(faults.map((fault) => fault.code).sort()).toEqual(['WS-DV-007', 'WS-SECRET-001']);
    expect(JSON.stringify(faults)).not.toMatch(/hunter2|0123456789abcdef/);
  });
  test.each(['versionId=3', 'design=1', 'tokens=12', 'signed=false'])('accepts %s', (query) => {
    expect(codes([disk(http({ url: `https://images.example.org/a.qcow2?${query}`, checksum: `sha256:${SHA}` }))])).toEqual([]);
  });
});

describe('disks and their images', () => {
  const image = (size: string, change?: (spec: Loose) => void): Loose => disk((spec, dv) => {
    dv.metadata.name = 'ubuntu-v1';
    dv.metadata.namespace = 'images';
    http({ checksum: `sha256:${SHA}` })(spec);
    spec.storage.resources.requests.storage = size;
    change?.(spec);
  });
  const source = object('cdi.kubevirt.io/v1beta1', 'DataSource', 'ubuntu', 'images', { spec: { source: { pvc: { name: 'ubuntu-v1', namespace: 'images' } } } });
  const sized = (size: string) => (spec: Loose): void => { spec.storage.resources.requests.storage = size; };

  test('accepts a disk of the same size', () => expect(codes([image('150Gi'), source, disk()])).toEqual([]));
  test('refuses a smaller one', () => expect(codes([image('40Gi'), source, disk(sized('20Gi'))])).toEqual(['WS-DISK-004']));
  test('BL-065 compares bytes: 80G is above 74Gi', () => expect(codes([image('80G'), source, disk(sized('74Gi'))])).toEqual(['WS-DISK-004']));
  test('BL-065 and below 75Gi', () => expect(codes([image('80G'), source, disk(sized('75Gi'))])).toEqual([]));
  test('10G is below 10Gi', () => expect(codes([image('10Gi'), source, disk(sized('10G'))])).toEqual(['WS-DISK-004']));
  test('through a claim of the source', () => expect(codes([image('40Gi'), disk((spec) => {
    delete spec.sourceRef; spec.source = { pvc: { namespace: 'images', name: 'ubuntu-v1' } }; spec.storage.resources.requests.storage = '20Gi';
  })])).toEqual(['WS-DISK-004']));
  test('through a snapshot', () => expect(codes([image('40Gi'),
    object('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'ubuntu-v1', 'images', { spec: { source: { persistentVolumeClaimName: 'ubuntu-v1' } } }),
    disk((spec) => { delete spec.sourceRef; spec.source = { snapshot: { namespace: 'images', name: 'ubuntu-v1' } }; spec.storage.resources.requests.storage = '20Gi'; }),
  ])).toEqual(['WS-DISK-004']));
  test('BL-073 a Filesystem image and a Block disk', () => expect(codes([image('40Gi', (spec) => { spec.storage.volumeMode = 'Filesystem'; }), source, disk()])).toEqual(['WS-DV-011']));
  test('BL-064 a Block image and a Filesystem disk of the same size in the pvc form', () => expect(codes([image('40Gi'), source, disk((spec) => {
    spec.pvc = { ...spec.storage, volumeMode: 'Filesystem', resources: { requests: { storage: '40Gi' } } }; delete spec.storage;
  })])).toEqual(['WS-DV-012']));
  test('BL-068 a clone of a disk in use', () => expect(codes([machine(), disk(), disk((spec, dv) => {
    dv.metadata.name = 'copy'; delete spec.sourceRef; spec.source = { pvc: { namespace: 'alice', name: 'alice-rootdisk' } };
  })])).toEqual(['WS-DV-013']));
});

describe('DataSources', () => {
  const source = (spec: Loose): Loose => object('cdi.kubevirt.io/v1beta1', 'DataSource', 'ubuntu', 'images', { spec: { source: spec } });
  test('accept a claim', () => expect(codes([source({ pvc: { name: 'a', namespace: 'images' } })])).toEqual([]));
  test('refuse two sources, which nobody else does', () => expect(codes([source({ pvc: { name: 'a', namespace: 'images' }, snapshot: { name: 'a', namespace: 'images' } })])).toEqual(['WS-DV-014']));
  test('refuse none', () => expect(codes([source({})])).toEqual(['WS-DV-014']));
  test('refuse a link into another namespace', () => expect(codes([source({ dataSource: { name: 'a', namespace: 'other' } })])).toEqual(['WS-DV-014']));
});

describe('DataImportCrons', () => {
  const cron = (change?: (spec: Loose, cron: Loose) => void): Loose => {
    const made = object('cdi.kubevirt.io/v1beta1', 'DataImportCron', 'ubuntu', 'images', {
      spec: { schedule: '0 3 * * 1', managedDataSource: 'ubuntu', importsToKeep: 2, template: { spec: { source: { registry: { url: 'docker://registry.example.org/ubuntu:24.04' } } } } },
    });
    change?.(made.spec, made);
    return made;
  };
  test('accept a tag', () => expect(codes([cron()])).toEqual([]));
  test('BL-079 refuse http', () => expect(codes([cron((spec) => { spec.template.spec.source = { http: { url: 'https://a/b' } }; })])).toEqual(['WS-DV-015']));
  test('BL-080 refuse a digest', () => expect(codes([cron((spec) => { spec.template.spec.source.registry.url = `docker://a.example/b@sha256:${SHA}`; })])).toEqual(['WS-DV-015']));
  test('BL-067 refuse a negative number of imports', () => expect(codes([cron((spec) => { spec.importsToKeep = -1; })])).toEqual(['WS-DV-015']));
  test('refuse a name of 64 characters', () => expect(codes([cron((_spec, made) => { made.metadata.name = 'a'.repeat(64); })])).toEqual(['WS-DV-015']));
  test('refuse a broken schedule', () => expect(codes([cron((spec) => { spec.schedule = 'daily'; })])).toEqual(['WS-DV-015']));
  test('BL-061 refuse a claim of another namespace without an account', () => {
    const from = (namespace: string, more: Loose = {}) => cron((spec) => { spec.template.spec.source = { pvc: { name: 'ubuntu', namespace } }; Object.assign(spec, more); });
    expect(codes([from('golden')])).toEqual(['WS-DV-021']);
    expect(codes([from('golden', { serviceAccountName: 'importer' })])).toEqual([]);
    expect(codes([from('images')])).toEqual([]);
  });
  test('BL-067 warn of a disk in the same set', () => expect(codes([cron(), disk()])).toEqual(['WS-DV-016']));
});

describe('dataVolumeTemplates', () => {
  const withTemplate = (change?: (template: Loose) => void): Loose => machine((spec, vm) => {
    spec.volumes[0] = { name: 'root', dataVolume: { name: 'desk-root' } };
    const template: Loose = { metadata: { name: 'desk-root' }, spec: disk().spec };
    change?.(template);
    vm.spec.dataVolumeTemplates = [template];
  });
  test('BL-077 warn', () => expect(codes([withTemplate()])).toEqual(['WS-DV-018']));
  test('refuse one that no volume names', () => expect(codes([withTemplate((template) => { template.metadata.name = 'other'; })])).toEqual(['WS-DV-018', 'WS-DV-019']));
  test('are judged as disks', () => expect(codes([withTemplate((template) => { template.spec.storage.volumeMode = 'Raw'; })])).toEqual(['WS-DV-010', 'WS-DV-018']));
});

describe('one writer a claim', () => {
  const other = (change?: (spec: Loose, vm: Loose) => void): Loose => machine((spec, vm) => {
    vm.metadata.name = 'other';
    spec.domain.firmware.uuid = '6d307ca9-b3ef-428c-8861-06e72d69f223';
    spec.domain.devices.interfaces[0].macAddress = '0a:1b:2c:3d:4e:61';
    delete spec.volumes[1].cloudInitNoCloud.networkData;
    change?.(spec, vm);
  });
  test('refuses two machines', () => {
    const { faults } = check([machine(), other()]);
    expect(faults.map((fault) => fault.code)).toEqual(['WS-DISK-006']);
    expect(faults[0]?.message).toBe("claim 'alice/alice-rootdisk' is opened for writing by 'alice/desk' and 'alice/other'");
  });
  test('refuses a machine and a pod', () => expect(codes([machine(), object('v1', 'Pod', 'p', 'alice', {
    spec: { containers: [{ name: 'a', volumeDevices: [{ name: 'd', devicePath: '/dev/a' }] }], volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'alice-rootdisk' } }] },
  })])).toEqual(['WS-DISK-006']));
  test('refuses one claim twice in one machine', () => expect(codes([machine((spec) => {
    spec.volumes.push({ name: 'again', persistentVolumeClaim: { claimName: 'alice-rootdisk' } });
    spec.domain.devices.disks.push({ name: 'again', disk: { bus: 'virtio' } });
  })])).toEqual(['WS-DISK-006']));
  test('refuses a machine that comes by the DataVolume', () => expect(codes([machine(), other((spec) => { spec.volumes[0] = { name: 'root', dataVolume: { name: 'alice-rootdisk' } }; })])).toEqual(['WS-DISK-006']));
  test('accepts one that only reads', () => expect(codes([machine(), other((spec) => { spec.volumes[0].persistentVolumeClaim.readOnly = true; })])).toEqual([]));
  test('accepts disks that both say shareable', () => {
    const share = (spec: Loose): void => { spec.domain.devices.disks[0].shareable = true; };
    expect(codes([machine(share), other(share)])).toEqual([]);
  });
  test('accepts a LUN that is only read', () => expect(codes([machine(), other((spec) => { spec.domain.devices.disks[0] = { name: 'root', bootOrder: 1, lun: { bus: 'scsi', readonly: true } }; })])).not.toContain('WS-DISK-006'));
  test('refuses a LUN that is written', () => expect(codes([machine(), other((spec) => { spec.domain.devices.disks[0] = { name: 'root', bootOrder: 1, lun: { bus: 'scsi' } }; })])).toContain('WS-DISK-006'));
  test('refuses if only one of them says so', () => expect(codes([machine((spec) => { spec.domain.devices.disks[0].shareable = true; }), other()])).toEqual(['WS-DISK-006']));
  test('accepts one name in two namespaces', () => expect(codes([machine(), other((_spec, vm) => { vm.metadata.namespace = 'bob'; })])).toEqual([]));
  test('accepts the launcher pod of the machine', () => {
    const pod = object('v1', 'Pod', 'virt-launcher-desk', 'alice', { spec: { containers: [{ name: 'a' }], volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'alice-rootdisk' } }] } });
    pod.metadata.ownerReferences = [{ apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance', name: 'desk', uid: 'x', controller: true }];
    expect(codes([machine(), pod])).toEqual([]);
  });
});

describe('many writers by themselves', () => {
  const inner = (change?: (spec: Loose) => void): Loose => {
    const made = machine().spec.template;
    change?.(made.spec);
    return made;
  };
  const pool = (replicas: number | undefined, change?: (spec: Loose, vm: Loose) => void): Loose => {
    const template: Loose = { metadata: { labels: { a: 'b' } }, spec: { runStrategy: 'Manual', template: inner() } };
    change?.(template.spec.template.spec, template);
    return object('pool.kubevirt.io/v1beta1', 'VirtualMachinePool', 'many', 'alice', { spec: { replicas, selector: { matchLabels: { a: 'b' } }, virtualMachineTemplate: template } });
  };
  const set = (replicas: number, change?: (spec: Loose) => void): Loose => object('kubevirt.io/v1', 'VirtualMachineInstanceReplicaSet', 'many', 'alice', {
    spec: { replicas, selector: { matchLabels: { a: 'b' } }, template: inner(change) },
  });
  const writers = (objects: Loose[]): string[] => check(objects).faults.filter((fault) => fault.code === 'WS-DISK-006').map((fault) => `${fault.message} at ${fault.field ?? ''}`);

  test('a pool', () => expect(writers([pool(2)])).toEqual([
    "claim 'alice/alice-rootdisk' is opened for writing by VirtualMachinePool 'alice/many', which is 2 machines at /spec/virtualMachineTemplate/spec/template/spec/volumes/0",
  ]));
  test('a replica set of machines', () => expect(writers([set(3)])).toEqual([
    "claim 'alice/alice-rootdisk' is opened for writing by VirtualMachineInstanceReplicaSet 'alice/many', which is 3 machines at /spec/template/spec/volumes/0",
  ]));
  test('one of them beside a machine', () => {
    expect(writers([pool(1), machine()])).toHaveLength(1);
    expect(writers([set(1), machine()])).toHaveLength(1);
  });
  test('accepts one machine, a disk that is only read, and disks of templates', () => {
    expect(writers([pool(1)])).toEqual([]);
    expect(writers([pool(undefined)])).toEqual([]);
    expect(writers([set(1)])).toEqual([]);
    expect(writers([set(4, (spec) => { spec.volumes[0].persistentVolumeClaim.readOnly = true; })])).toEqual([]);
    expect(writers([pool(4, (spec, template) => {
      spec.volumes[0] = { name: 'root', dataVolume: { name: 'own' } };
      template.spec.dataVolumeTemplates = [{ metadata: { name: 'own' }, spec: disk().spec }];
    })])).toEqual([]);
  });

  const pods = (apiVersion: string, kind: string, rest: Loose): Loose => object(apiVersion, kind, 'w', 'alice', {
    spec: { ...rest, template: { spec: { containers: [{ name: 'a' }], volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'alice-rootdisk' } }] } } },
  });
  test.each<[string, Loose]>([
    ['a ReplicaSet', pods('apps/v1', 'ReplicaSet', { replicas: 2 })], ['a Deployment', pods('apps/v1', 'Deployment', { replicas: 2 })],
    ['a StatefulSet', pods('apps/v1', 'StatefulSet', { replicas: 2 })], ['a DaemonSet', pods('apps/v1', 'DaemonSet', {})], ['a Job', pods('batch/v1', 'Job', { parallelism: 2 })],
  ])('%s over a disk of these manifests, and beside a machine', (_title, made) => {
    expect(writers([made, disk()])).toHaveLength(1);
    expect(writers([made, machine()])).toHaveLength(1);
    expect(writers([made, disk((spec) => { spec.storage.accessModes = ['ReadWriteMany']; spec.storage.volumeMode = 'Filesystem'; })])).toEqual([]);
  });
  test('accepts one pod', () => expect(writers([pods('apps/v1', 'Deployment', { replicas: 1 }), disk()])).toEqual([]));
});

describe('one claim, one maker', () => {
  const claim = (change?: (claim: Loose) => void): Loose => {
    const made = object('v1', 'PersistentVolumeClaim', 'alice-rootdisk', 'alice', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '150Gi' } } } });
    change?.(made);
    return made;
  };
  test('refuses a DataVolume and a claim', () => expect(codes([disk(), claim()])).toEqual(['WS-DISK-007']));
  test('refuses a DataVolume and a template', () => expect(codes([disk(), machine((spec, vm) => {
    spec.volumes[0] = { name: 'root', dataVolume: { name: 'alice-rootdisk' } };
    vm.spec.dataVolumeTemplates = [{ metadata: { name: 'alice-rootdisk' }, spec: disk().spec }];
  })])).toEqual(['WS-DISK-007', 'WS-DV-018']));
  test('refuses a template whose machine another object owns', () => expect(codes([disk(), machine((spec, vm) => {
    spec.volumes[0] = { name: 'root', dataVolume: { name: 'alice-rootdisk' } };
    vm.metadata.ownerReferences = [{ apiVersion: 'pool.kubevirt.io/v1beta1', kind: 'VirtualMachine', name: 'x', uid: 'x' }];
    vm.spec.dataVolumeTemplates = [{ metadata: { name: 'alice-rootdisk' }, spec: disk().spec }];
  })])).toContain('WS-DISK-007'));
  test('accepts the claim that the DataVolume made', () => expect(codes([disk(), claim((made) => {
    made.metadata.ownerReferences = [{ apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', name: 'alice-rootdisk', uid: 'x', controller: true }];
  })])).toEqual([]));
});

describe('disks under GitOps', () => {
  test('BL-208 warns of a DataVolume that may be pruned', () => expect(codes([disk((_spec, dv) => { dv.metadata.annotations = {}; })])).toEqual(['WS-GITOPS-002']));
  test('accepts the mark of one tool', () => expect(codes([disk((_spec, dv) => { dv.metadata.annotations = { 'argocd.argoproj.io/sync-options': 'Prune=false' }; })])).toEqual([]));
  test("BL-206 warns of Argo CD's label", () => expect(codes([disk((_spec, dv) => { dv.metadata.labels = { 'app.kubernetes.io/instance': 'a' }; })])).toEqual(['WS-GITOPS-001']));
  test('BL-077 warns of an owner', () => expect(codes([disk((_spec, dv) => {
    dv.metadata.ownerReferences = [{ apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', name: 'desk', uid: 'x' }];
  })])).toEqual(['WS-GITOPS-003']));
});

describe('what is marked as kept', () => {
  const SYNC = 'argocd.argoproj.io/sync-options';
  const PRUNE = 'kustomize.toolkit.fluxcd.io/prune';
  const kept = (annotations: Loose): Loose[] => {
    const labels = { 'workstations.dev/keep': 'true' };
    const namespace = object('v1', 'Namespace', 'alice');
    const claim = object('v1', 'PersistentVolumeClaim', 'a', 'alice', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } });
    return [disk(), namespace, claim].map((made) => ({ ...made, metadata: { ...made.metadata, labels, annotations } }));
  };
  test.each<[string, Loose]>([
    ['both tools told', { [SYNC]: 'Prune=false,Delete=false', [PRUNE]: 'disabled' }],
    ['other options beside', { [SYNC]: 'ServerSideApply=true, Delete=false , Prune=false', [PRUNE]: 'disabled' }],
  ])('accepts %s', (_title, annotations) => expect(kept(annotations).map((made) => codes([made]))).toEqual([[], [], []]));
  test.each<[string, Loose]>([
    ['nothing', {}],
    ['no Prune=false', { [SYNC]: 'Delete=false', [PRUNE]: 'disabled' }],
    ['no Delete=false', { [SYNC]: 'Prune=false', [PRUNE]: 'disabled' }],
    ['no Argo CD', { [PRUNE]: 'disabled' }],
    ['no Flux', { [SYNC]: 'Prune=false,Delete=false' }],
    ['Argo CD asking for a confirmation', { [SYNC]: 'Prune=confirm,Delete=false', [PRUNE]: 'disabled' }],
  ])('refuses %s', (_title, annotations) => expect(kept(annotations).map((made) => codes([made]))).toEqual([['WS-GITOPS-005'], ['WS-GITOPS-005'], ['WS-GITOPS-005']]));
  test('names what lacks', () => {
    expect(check([kept({ [SYNC]: 'Prune=false' })[1]]).faults.map((fault) => fault.message)).toEqual([
      `Namespace 'alice' is marked as kept and lacks 'Delete=false' in ${SYNC} and '${PRUNE}: disabled'`,
    ]);
  });
  test('any kind: a class', () => {
    const made = object('storage.k8s.io/v1', 'StorageClass', 'a', undefined, { provisioner: 'x.csi' });
    made.metadata.labels = { 'workstations.dev/keep': 'true' };
    expect(codes([made])).toContain('WS-GITOPS-005');
  });
  test('the mark and its label without effect on others', () => expect(codes([object('v1', 'Namespace', 'a')])).toEqual([]));
});

describe('annotations that delete data', () => {
  const with_ = (made: Loose, annotations: Loose, labels: Loose = {}): Loose => ({
    ...made, metadata: { ...made.metadata, labels, annotations: { ...made.metadata.annotations, ...annotations } },
  });
  const SYNC = 'argocd.argoproj.io/sync-options';
  const kinds = [disk(), object('v1', 'Namespace', 'alice'),
    object('v1', 'PersistentVolumeClaim', 'a', 'alice', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } })];
  test.each<[string, Loose]>([
    ['Replace', { [SYNC]: 'Prune=false,Replace=true' }], ['Force', { [SYNC]: 'Prune=false, Force=true' }], ['Prune', { [SYNC]: 'Prune=false,Prune=true' }],
    ["Flux's force", { 'kustomize.toolkit.fluxcd.io/force': 'enabled' }], ["Flux's force in another case", { 'kustomize.toolkit.fluxcd.io/force': 'Enabled' }],
    ["Flux's prune", { 'kustomize.toolkit.fluxcd.io/prune': 'enabled' }],
    ["a hook of Argo CD's", { 'argocd.argoproj.io/hook': 'PreSync' }], ['its policy', { 'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded' }],
    ["a hook of Helm's", { 'helm.sh/hook': 'pre-install' }], ['its policy', { 'helm.sh/hook-delete-policy': 'before-hook-creation' }],
  ])('refuses %s', (_title, annotations) => {
    for (const made of kinds) {
      expect(codes([with_(made, annotations)])).toEqual(['WS-GITOPS-006']);
    }
  });
  test("refuses Flux's keys as labels", () => expect(codes([with_(disk(), {}, { 'kustomize.toolkit.fluxcd.io/force': 'enabled' })])).toEqual(['WS-GITOPS-006']));
  test.each<[string, Loose]>([
    ['false', { [SYNC]: 'Prune=false,Delete=false,Replace=false,Force=false' }], ['a hook that is skipped', { 'argocd.argoproj.io/hook': 'Skip' }],
    ['what Flux does anyway', { 'kustomize.toolkit.fluxcd.io/force': 'disabled' }], ['waves', { 'argocd.argoproj.io/sync-wave': '-1' }], ['IfNotPresent', { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' }],
  ])('accepts %s', (_title, annotations) => {
    for (const made of kinds) {
      expect(codes([with_(made, annotations)])).toEqual([]);
    }
  });
  test('of a Deployment they are nobody\'s business', () => {
    const made = object('v1', 'ConfigMap', 'a', 'alice', { data: {} });
    expect(codes([with_(made, { [SYNC]: 'Replace=true' })])).toEqual([]);
  });
  test('warns of Override on a DataVolume', () => {
    expect(codes([with_(disk(), { 'kustomize.toolkit.fluxcd.io/ssa': 'Override' })])).toEqual(['WS-GITOPS-007']);
    expect(codes([with_(kinds[1], { 'kustomize.toolkit.fluxcd.io/ssa': 'Override' })])).toEqual([]);
  });
  test('cannot be acknowledged', () => {
    const made = with_(disk(), { [SYNC]: 'Replace=true', 'workstations.dev/acknowledged': '{"WS-GITOPS-006":"we know"}' });
    expect(codes([made])).toEqual(expect.arrayContaining(['WS-ACK-003', 'WS-GITOPS-006']));
  });
});

describe('BL-091 default snapshot classes', () => {
  const of = (name: string, driver: string, isDefault = 'true'): Loose => {
    const made = object('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', name, undefined, { driver, deletionPolicy: 'Delete' });
    made.metadata.annotations = { 'snapshot.storage.kubernetes.io/is-default-class': isDefault };
    return made;
  };
  test('refuses two for a driver', () => expect(codes([of('a', 'x.csi'), of('b', 'x.csi')])).toEqual(['WS-STORAGE-006']));
  test('accepts one for each driver', () => expect(codes([of('a', 'x.csi'), of('b', 'y.csi'), of('c', 'x.csi', 'false')])).toEqual([]));
});
