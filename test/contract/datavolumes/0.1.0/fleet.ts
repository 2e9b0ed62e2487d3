import { Size } from 'cdk8s';
import { FleetApp, GoldenImage, ImageSource, ImageSpace, Person, RbdRootDisk, RbdStorage, RbdWorkspaceDisk, UserSpace } from '../../../../src';

const SHA = '0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6';

/** Never edited: it stands for a fleet that was written with this release, and whose disks exist. */
export function build(outdir: string): FleetApp {
  const app = new FleetApp({ fleet: 'contract', outdir });
  const images = new ImageSpace(app, 'vm-images');
  const storage = RbdStorage.fromClassName('ceph-rbd');
  const http = new GoldenImage(images, 'ubuntu-24-04-cuda', {
    source: ImageSource.http('https://images.example.internal/ubuntu.qcow2', { sha256: SHA, credentials: 'image-server', caBundle: 'image-ca' }),
    size: Size.gibibytes(40), storage, version: 2,
    retained: [{ version: 1, source: ImageSource.http('https://images.example.internal/old.qcow2', { sha256: SHA }), size: Size.mebibytes(30 * 1024) }],
  });
  const registry = new GoldenImage(images, 'debian-13', {
    source: ImageSource.registry(`docker://registry.example.internal/debian@sha256:${SHA}`), size: Size.gibibytes(20), storage,
  });
  const outside = GoldenImage.fromDataSource({ namespace: 'other-images', name: 'rocky', size: Size.gibibytes(10) });

  const alice = new UserSpace(app, 'alice');
  new RbdRootDisk(alice, 'root', { image: http, storage, size: Size.gibibytes(150) });
  new RbdWorkspaceDisk(alice, 'work', { storage, size: Size.tebibytes(1) });
  new RbdRootDisk(alice, 'second', { image: http.pinned(1), storage, size: Size.mebibytes(102401), machine: 'lab' });

  const bob = new UserSpace(app, 'bob', { owner: Person.of('bob'), namespace: 'team-b' });
  new RbdRootDisk(bob, 'root', { image: registry, storage, size: Size.gibibytes(64), singlePod: true });
  new RbdWorkspaceDisk(bob, 'work', { storage: RbdStorage.fromClassName('slow'), size: Size.kibibytes(1048576), name: 'bobs-own-name' });

  const carol = new UserSpace(app, 'carol');
  new RbdRootDisk(carol, 'root', { image: outside, storage, size: Size.gibibytes(10) });
  return app;
}
