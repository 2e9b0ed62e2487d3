import { type App, Chart } from 'cdk8s';
import { GoldenImage } from '../../src/constructs/golden-image';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { ImageSpace } from '../../src/constructs/image-space';
import { InstancetypeCatalog } from '../../src/constructs/instancetype-catalog';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { CloudInit, ImageSource } from '../../src/values';
import { gi, HTTP, idOf, type Manifest, manifestsOf, plainApp, root, SHA, space, trainer } from '../support/fleet';
import { DEPLOYERS } from './cases';

const PEOPLE = ['alice', 'bob', 'carol'] as const;
const IMAGES = ['ubuntu', 'rocky'] as const;

/** A fleet with all kinds of objects, without what is left out. */
function fleet(left: { person?: string; image?: string; storage?: true; profiles?: true } = {}): App {
  const app = plainApp({ deployers: DEPLOYERS });
  const platform = new Chart(app, 'platform', { namespace: 'workstations' });
  const storage = left.storage === true ? RbdStorage.fromClassName('ceph-rbd') : new RbdStorage(platform, 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'workstations', blockPool: {} });
  if (left.profiles !== true) {
    new InstancetypeCatalog(platform, 'profiles', { profiles: [trainer()] });
  }
  const space_ = new ImageSpace(app, 'vm-images');
  const images = IMAGES.filter((name) => name !== left.image).map((name) => new GoldenImage(space_, name, {
    source: ImageSource.registry(`docker://registry.example.internal/${name}@sha256:${SHA}`), size: gi(40), storage, version: 2, retained: [{ version: 1, source: HTTP, size: gi(40) }],
  }));
  for (const name of PEOPLE.filter((one) => one !== left.person)) {
    const home = space(app, name);
    const external = GoldenImage.fromDataSource({ namespace: 'vendor', name: `of-${name}`, size: gi(40), claimName: `claim-${name}` });
    new GpuWorkstation(home, 'workstation', {
      profile: trainer(), rootDisk: root(home, 'root', { storage, image: name === 'carol' ? external : images[0]! }), workspaceDisk: new RbdWorkspaceDisk(home, 'work', { storage, size: gi(500) }),
      cloudInit: CloudInit.of({ runCommands: ['x'.repeat(2100)] }),
    });
  }
  return app;
}

/** No tool prunes it, and people see that. */
const isKept = ({ metadata }: Manifest): boolean =>
  metadata.labels?.['workstations.dev/keep'] === 'true'
  && metadata.annotations?.['argocd.argoproj.io/sync-options'] === 'Prune=false,Delete=false'
  && metadata.annotations?.['kustomize.toolkit.fluxcd.io/prune'] === 'disabled';

const before = new Map(manifestsOf(fleet()).map((one) => [idOf(one), one]));
function vanished(left: Parameters<typeof fleet>[0]): Manifest[] {
  const after = new Set(manifestsOf(fleet(left)).map(idOf));
  return [...before].filter(([id]) => !after.has(id)).map(([, manifest]) => manifest);
}

/** What holds neither data nor identity that could not be made again from the manifests. */
const isReplaceable = ({ kind, metadata }: Manifest): boolean => ['VirtualMachine', 'Secret'].includes(kind) || metadata.labels['workstations.dev/role'] === 'use-right';

describe('what leaves the fleet stays in the cluster', () => {
  it.each(PEOPLE)('%s goes', (person) => {
    const gone = vanished({ person });
    expect(gone.map((one) => one.kind).sort()).toEqual([
      'DataVolume', 'DataVolume', 'Namespace', ...(person === 'carol' ? ['Role', 'Role', 'RoleBinding', 'RoleBinding'] : ['Role', 'RoleBinding']), 'Secret', 'VirtualMachine',
    ]);
    expect(gone.filter((one) => !isKept(one)).map((one) => one.kind).sort()).toEqual(['Role', 'RoleBinding', 'Secret', 'VirtualMachine']);
  });

  it.each(IMAGES)('image %s goes', (image) => {
    const gone = vanished({ image }).filter((one) => one.metadata.namespace === 'vm-images');
    expect(gone.map((one) => one.kind).sort()).toEqual(['DataSource', 'DataSource', 'DataSource', 'DataVolume', 'DataVolume', 'Role', 'RoleBinding']);
    expect(gone.filter((one) => !isKept(one))).toEqual([]);
  });

  it('storage and profiles go', () => {
    const gone = vanished({ storage: true, profiles: true });
    expect(gone.map((one) => one.kind).sort()).toEqual(['CephBlockPool', 'StorageClass', 'StorageProfile', 'VirtualMachineClusterInstancetype', 'VirtualMachineClusterPreference', 'VolumeSnapshotClass']);
    expect(gone.filter((one) => !isKept(one))).toEqual([]);
  });

  it('all but machines, their Secrets and the rights to use them is marked', () => {
    expect([...before.values()].filter((one) => !isKept(one) && !isReplaceable(one)).map(idOf)).toEqual([]);
    expect([...before.values()].filter((one) => isKept(one) && isReplaceable(one)).map(idOf)).toEqual([]);
  });

  it('nothing belongs to anything, so that no garbage collection takes it', () => {
    expect([...before.values()].filter((one) => one.metadata.ownerReferences !== undefined || one.metadata.finalizers !== undefined)).toEqual([]);
  });
});
