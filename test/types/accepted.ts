// What must compile: data of a roster, other people's implementations, and `undefined` where a prop is optional in jsii.
import { Size } from 'cdk8s';
import { FleetApp, type IGoldenImage, type IRbdStorage, type IRootDisk, Profile, RbdRootDisk, RbdStorage, type RosterPerson, UserSpace, type UserSpaceProps, Workstation } from '../../src/index';

const alice = new UserSpace(new FleetApp(), 'alice');
const storage: IRbdStorage = RbdStorage.fromClassName('ceph-rbd');
const ownStorage: IRbdStorage = { className: 'ceph-rbd' };
const image: IGoldenImage = { imageNamespace: 'vm-images', dataSourceName: 'ubuntu' };
const rootDisk: IRootDisk = new RbdRootDisk(alice, 'root', { image, storage, size: Size.gibibytes(150) });
const profile = Profile.of('office', { version: 1, cpus: 4, memory: Size.gibibytes(16) });

export const made = [ownStorage, new Workstation(alice, 'w', { profile, rootDisk })];
export const space = (owner: RosterPerson): UserSpaceProps => ({ owner });
