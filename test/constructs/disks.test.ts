import { Chart, Size } from 'cdk8s';
import { expectationsOf } from '../../src/constructs/expectations';
import { GoldenImage } from '../../src/constructs/golden-image';
import { RbdRootDisk, type RbdRootDiskProps } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk, type RbdWorkspaceDiskProps } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Person } from '../../src/values';
import { changes, chart, codesBelow, errorsBelow, faultsBelow, gi, IMAGE, manifestsOf, person, plainApp, space, STORAGE, theOne } from '../support/fleet';

const ROOT: RbdRootDiskProps = { image: IMAGE, storage: STORAGE, size: gi(150) };
const WORK: RbdWorkspaceDiskProps = { storage: STORAGE, size: gi(500) };
const rootDisk = (props: Partial<RbdRootDiskProps> = {}, scope: Chart = space()) => new RbdRootDisk(scope, 'root', { ...ROOT, ...props });
const workDisk = (props: Partial<RbdWorkspaceDiskProps> = {}, scope: Chart = space()) => new RbdWorkspaceDisk(scope, 'work', { ...WORK, ...props });

const SIZE = '/0/spec/storage/resources/requests/storage';
const MODE = '/0/spec/storage/accessModes/0';

describe.each([['RbdRootDisk', rootDisk, 'rootdisk', '150Gi'], ['RbdWorkspaceDisk', workDisk, 'workspace', '500Gi']] as const)('%s', (_, made, role, size) => {
  it('needs little', () => {
    const disk = made();
    expect(codesBelow(disk)).toEqual([]);
    expect(disk.claimName).toBe(`alice-${role}`);
    expect(theOne(disk, 'DataVolume')).toMatchObject({
      metadata: { name: `alice-${role}`, namespace: 'workstation-alice', labels: { 'workstations.dev/owner': 'alice', 'workstations.dev/role': role } },
      spec: { storage: { accessModes: ['ReadWriteOnce'], volumeMode: 'Block', storageClassName: 'ceph-rbd', resources: { requests: { storage: size } } } },
    });
    expect(expectationsOf(disk)).toContainEqual({ kind: 'storageClass', name: 'ceph-rbd', must: 'Block volumes, ReadWriteOnce, expansion' });
  });

  it.each<[string, Partial<RbdRootDiskProps>, Record<string, [unknown, unknown]>]>([
    ['size', { size: Size.tebibytes(1) }, { [SIZE]: [size, '1Ti'] }],
    ['size of whole KiB', { size: Size.kibibytes(200 * 1024 * 1024 + 1) }, { [SIZE]: [size, '209715201Ki'] }],
    ['storage', { storage: RbdStorage.fromClassName('slow') }, { '/0/spec/storage/storageClassName': ['ceph-rbd', 'slow'] }],
    ['owner', { owner: Person.of('bob') }, { '/0/metadata/name': [`alice-${role}`, `bob-${role}`], '/0/metadata/labels/workstations.dev~1owner': ['alice', 'bob'] }],
    ['machine', { machine: 'second' }, { '/0/metadata/name': [`alice-${role}`, `alice-second-${role}`] }],
    ['an empty machine', { machine: '' }, {}],
    ['singlePod', { singlePod: true }, { [MODE]: ['ReadWriteOnce', 'ReadWriteOncePod'] }],
    ['name', { name: 'old-disk-7' }, { '/0/metadata/name': [`alice-${role}`, 'old-disk-7'] }],
    ['null', { owner: null, machine: null, singlePod: null, name: null } as never, {}],
  ])('%s changes this only', (__, props, expected) => {
    const changed = made(props);
    expect(errorsBelow(changed)).toEqual([]);
    expect(changes(manifestsOf(made()), manifestsOf(changed))).toEqual(expected);
  });

  it.each<[string, unknown, string[]]>([
    ['a size that is a text', { size: '150Gi' }, ['WS-SIZE-001']],
    ['a size of half a KiB', { size: Size.kibibytes(200 * 1024 * 1024 + 0.5) }, ['WS-SIZE-001']],
    ['a size in another unit', { size: 150 }, ['WS-SIZE-001']],
    ['storage that is a text', { storage: 'ceph-rbd' }, ['WS-APP-002']],
    ['storage without a name', { storage: RbdStorage.fromClassName(undefined as never) }, ['WS-APP-002']],
    ['a class name in capitals', { storage: RbdStorage.fromClassName('Ceph') }, ['WS-APP-002']],
    ['an owner that is a text', { owner: 'bob' }, ['WS-APP-002']],
    ['a machine in capitals', { machine: 'Second' }, ['WS-NAME-001']],
    ['a name with a dot', { name: 'a.b' }, ['WS-NAME-001']],
    ['a name of 64 characters', { name: 'n'.repeat(64) }, ['WS-NAME-005']],
    ['a flag that is a text', { singlePod: 'yes' }, ['WS-APP-002']],
    ['all at once', { size: '1', storage: 1, owner: 1, name: '-', singlePod: 1 }, ['WS-APP-002', 'WS-APP-002', 'WS-APP-002', 'WS-NAME-001', 'WS-SIZE-001']],
  ])('records %s', (__, props, codes) => {
    const disk = made(props as Partial<RbdRootDiskProps>);
    expect(codesBelow(disk)).toEqual(codes);
    expect(faultsBelow(disk).every((fault) => fault.construct === disk.node.path && fault.field !== undefined)).toBe(true);
  });

  it('never cuts a name', () => {
    const scope = () => space(plainApp(), 'a'.repeat(32));
    expect(codesBelow(made({ machine: 'm'.repeat(63 - 32 - role.length - 2) }, scope()))).toEqual([]);
    expect(codesBelow(made({ machine: 'm'.repeat(63 - 32 - role.length - 1) }, scope()))).toEqual(['WS-NAME-005']);
  });

  it('has no owner outside of a UserSpace', () => {
    expect(codesBelow(made({}, chart()))).toEqual(['WS-DISK-001']);
    expect(codesBelow(made({ owner: Person.of('bob') }, chart()))).toEqual([]);
  });

  it('does not take a chart with an owner of its own for a UserSpace', () => {
    class Team extends Chart { public readonly owner = 'vision'; }
    expect(codesBelow(made({}, new Team(plainApp(), 'team', { namespace: 'team' })))).toEqual(['WS-DISK-001']);
  });

  it('takes the nearest UserSpace', () => {
    const outer = chart();
    const alice = new UserSpace(outer, 'alice', { owner: person() });
    const bob = new UserSpace(alice, 'bob', { owner: person('bob') });
    expect([made({}, alice).claimName, made({}, bob).claimName]).toEqual([`alice-${role}`, `bob-${role}`]);
    expect(codesBelow(outer)).toEqual([]);
  });

  it('writes its objects nowhere outside of a chart', () => {
    expect(codesBelow(made({ owner: Person.of('bob') }, plainApp() as never))).toEqual(['WS-APP-006']);
  });
});

describe('RbdRootDisk', () => {
  it('is cloned from the image', () => {
    expect(theOne(rootDisk(), 'DataVolume').spec).toMatchObject({ sourceRef: { kind: 'DataSource', namespace: 'vm-images', name: 'ubuntu' } });
  });

  it.each<[string, unknown, string[]]>([
    ['as large as its image', { size: gi(40) }, []],
    ['as large, in another unit', { size: Size.mebibytes(40 * 1024) }, []],
    ['smaller than its image', { size: gi(39) }, ['WS-DISK-004']],
    ['of an image of unknown size', { image: GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu' }) }, ['WS-DISK-002']],
    ['below 1Mi', { size: Size.kibibytes(1023) }, ['WS-SIZE-002']],
    ['of an image that is a text', { image: 'ubuntu' }, ['WS-APP-002']],
    ['of an image with a size in words', { image: GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: '40Gi' as never }) }, ['WS-DISK-002', 'WS-SIZE-001']],
    ['of an image with a claim that is a number', { image: GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: gi(40), claimName: 7 as never }) }, ['WS-APP-002']],
  ])('%s', (_, props, codes) => {
    expect(codesBelow(rootDisk(props as never))).toEqual(codes);
  });

  it('records a missing set of props', () => {
    expect(codesBelow(new RbdRootDisk(space(), 'root', undefined as never))).toEqual(['WS-APP-002', 'WS-APP-002', 'WS-SIZE-001']);
  });

  it('refers to a claim', () => {
    expect(RbdRootDisk.fromClaim('old-disk').claimName).toBe('old-disk');
  });
});

describe('RbdWorkspaceDisk', () => {
  it('is blank', () => {
    expect(theOne(workDisk(), 'DataVolume').spec.source).toEqual({ blank: {} });
  });

  it('warns of hot-plug with singlePod', () => {
    expect(codesBelow(workDisk({ singlePod: true }))).toEqual(['WS-DISK-003']);
  });

  it('is the same volume whatever the guest makes of it', () => {
    expect(manifestsOf(workDisk({ filesystem: undefined as never }))).toEqual(manifestsOf(workDisk()));
    expect(codesBelow(workDisk({ filesystem: 'ext4' as never }))).toEqual(['WS-APP-002']);
    expect(codesBelow(workDisk({ size: Size.kibibytes(1) }))).toEqual(['WS-SIZE-002']);
  });
});
