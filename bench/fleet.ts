import { type App, Size } from 'cdk8s';
import { GoldenImage, Gpu, GpuWorkstation, Person, Profile, RbdRootDisk, RbdStorage, RbdWorkspaceDisk, UserSpace } from 'cdk8s-workstations';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';

/** One GPU machine with root disk and workspace for each of so many people. Works under any cdk8s App. */
export function build(app: App, people: number): void {
  const storage = RbdStorage.fromClassName('ceph-rbd');
  const image = GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu-24-04-cuda', size: Size.gibibytes(40) });
  const profile = Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [Gpu.A100_PCIE_40GB] });
  for (let index = 0; index < people; index++) {
    const name = `person-${index}`;
    const home = new UserSpace(app, name, { owner: Person.of(name, { sshKeys: [`${KEY} ${name}`] }) });
    const rootDisk = new RbdRootDisk(home, 'root', { image, storage, size: Size.gibibytes(150) });
    const workspaceDisk = new RbdWorkspaceDisk(home, 'work', { storage, size: Size.gibibytes(500) });
    new GpuWorkstation(home, 'workstation', { profile, rootDisk, workspaceDisk });
  }
}
