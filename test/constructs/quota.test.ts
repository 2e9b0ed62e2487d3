import { Chart, type Size } from 'cdk8s';
import { faultsOf } from '../../src/constructs/fault-record';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace, type UserSpaceProps } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { type FaultError } from '../../src/faults';
import { FleetApp } from '../../src/output/fleet-app';
import { CpuMode, Gpu, HugePages, Quota, type QuotaProps } from '../../src/values';
import { gi, manifestsOf, office, person, plainApp, root, SHA, STORAGE, theOne, trainer } from '../support/fleet';

const space = (props: UserSpaceProps = {}, app = plainApp({ kubectlImage: `kubectl@sha256:${SHA}` })): UserSpace => new UserSpace(app, 'alice', { owner: person(), ...props });
const hard = (alice: UserSpace): Record<string, string> => theOne(alice, 'ResourceQuota').spec.hard as Record<string, string>;

const OFFICE = 16676 * 1024 ** 2 + 35e6;
const TRAINER = 70302174912;

describe('Quota.asDeclared', () => {
  it('is none by default', () => {
    expect(manifestsOf(space()).map(({ kind }) => kind as string)).toEqual(['Namespace']);
  });

  it('of an empty space allows nothing', () => {
    expect(hard(space({ quota: Quota.asDeclared() }))).toEqual({
      'persistentvolumeclaims': '0', 'requests.cpu': '0', 'requests.memory': '0', 'requests.storage': '0',
    });
  });

  it('BL-055: holds the pods that run with all that KubeVirt adds, and the disks, the blank one twice while it is born', () => {
    const alice = space({ quota: Quota.asDeclared() });
    const workspaceDisk = new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: gi(500) });
    new GpuWorkstation(alice, 'workstation', { profile: trainer(), rootDisk: root(alice, 'root', { size: gi(150) }), workspaceDisk });
    expect(hard(alice)).toEqual({
      'ceph-rbd.storageclass.storage.k8s.io/requests.storage': '1150Gi',
      'persistentvolumeclaims': '3',
      'requests.cpu': `${805 + 200}m`,
      'requests.memory': String(TRAINER + 2 * 60e6),
      'requests.nvidia.com/GA100_A100_PCIE_40GB': '1',
      'requests.storage': '1150Gi',
    });
  });

  it('counts what is made later, deeper and in charts inside', () => {
    const alice = space({ quota: Quota.asDeclared() });
    const inner = new Chart(alice, 'inner');
    new Workstation(inner, 'workstation', { profile: office(), rootDisk: root(inner) });
    expect(hard(alice)).toMatchObject({ 'requests.cpu': '505m', 'requests.memory': String(OFFICE + 60e6) });
  });

  it('runningAtOnce: the largest of the machines, of each resource', () => {
    const alice = space({ quota: Quota.asDeclared({ runningAtOnce: 1 }) });
    new GpuWorkstation(alice, 'a', { profile: trainer(), rootDisk: root(alice, 'ra') });
    new Workstation(alice, 'b', { profile: office({ cpus: 64 }), rootDisk: root(alice, 'rb', { machine: 'b' }), machine: 'b' });
    expect(hard(alice)).toMatchObject({
      'requests.cpu': `${6405 + 200}m`, 'requests.memory': String(TRAINER + 120e6), 'requests.nvidia.com/GA100_A100_PCIE_40GB': '1',
    });
  });

  it('huge pages are counted by their own name', () => {
    const alice = space({ quota: Quota.asDeclared() });
    new GpuWorkstation(alice, 'a', { profile: trainer({ cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI, gpus: Gpu.A100_PCIE_40GB.times(2) }), rootDisk: root(alice, 'ra') });
    expect(hard(alice)).toMatchObject({ 'hugepages-1Gi': '64Gi', 'requests.cpu': `${8015 + 100}m`, 'requests.nvidia.com/GA100_A100_PCIE_40GB': '2' });
  });

  it('a grown disk counts as far as it has grown, and its Job asks, too', () => {
    const alice = space({ quota: Quota.asDeclared() });
    root(alice, 'root', { size: gi(60), grownTo: gi(300) });
    expect(hard(alice)).toMatchObject({ 'requests.storage': '300Gi', 'requests.cpu': '110m', 'requests.memory': String(60e6 + 64 * 1024 ** 2) });
  });

  it('spareStorage and spareClaims', () => {
    const of = (props: QuotaProps) => hard(space({ quota: Quota.asDeclared(props) }));
    expect(of({ spareStorage: gi(200) })).toMatchObject({ 'requests.storage': '200Gi', 'persistentvolumeclaims': '1' });
    expect(of({ spareStorage: gi(200), spareClaims: 3 })).toMatchObject({ persistentvolumeclaims: '3' });
    expect(of({ spareClaims: 2 })).toMatchObject({ 'requests.storage': '0', 'persistentvolumeclaims': '2' });
  });

  it('each class has its own line', () => {
    const alice = space({ quota: Quota.asDeclared() });
    root(alice, 'root', { size: gi(60) });
    root(alice, 'other', { size: gi(40), machine: 'b', storage: RbdStorage.fromClassName('fast') });
    expect(hard(alice)).toMatchObject({
      'ceph-rbd.storageclass.storage.k8s.io/requests.storage': '60Gi', 'fast.storageclass.storage.k8s.io/requests.storage': '40Gi', 'requests.storage': '100Gi',
    });
  });

  it('is written as the API server keeps it', () => {
    const alice = space({ quota: Quota.asDeclared() });
    const disks = Array.from({ length: 10 }, (_, index) => root(alice, `r${index}`, { machine: `m${index}`, size: gi(1) }));
    expect(disks).toHaveLength(10);
    expect(hard(alice)).toMatchObject({ 'requests.cpu': '1', 'requests.memory': '600M', 'requests.storage': '10Gi' });
  });

  it('never limits, never instances, and nothing that is applied together with it', () => {
    const alice = space({ quota: Quota.asDeclared() });
    new GpuWorkstation(alice, 'a', { profile: trainer(), rootDisk: root(alice, 'ra') });
    expect(Object.keys(hard(alice)).filter((name) => /limits|virtualmachine|^pods|^count/.test(name))).toEqual([]);
  });

  it('is written by an app of the fleet, too, and judged', () => {
    const app = new FleetApp();
    const alice = space({ quota: Quota.asDeclared(), largestClaim: gi(200) }, app);
    new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice) });
    const { objects, faults } = app._synthesize();
    expect(faults.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(objects.map(({ identity }) => identity.kind)).toEqual(expect.arrayContaining(['ResourceQuota', 'LimitRange']));
  });

  it.each<[string, unknown, string[]]>([
    ['runningAtOnce 0', { runningAtOnce: 0 }, ['WS-QUOTA-001 runningAtOnce']], ['half a machine', { runningAtOnce: 1.5 }, ['WS-QUOTA-001 runningAtOnce']],
    ['a text', { runningAtOnce: '1' }, ['WS-QUOTA-001 runningAtOnce']], ['less than no claim', { spareClaims: -1 }, ['WS-QUOTA-001 spareClaims']],
    ['a size that is none', { spareStorage: '10Gi' }, ['WS-SIZE-001 spareStorage']], ['a misspelt prop', { runningAtOne: 1 }, ['WS-APP-007 runningAtOne']],
    ['all at once', { runningAtOnce: NaN, spareClaims: Infinity, spareStorage: 7 }, ['WS-QUOTA-001 runningAtOnce', 'WS-QUOTA-001 spareClaims', 'WS-SIZE-001 spareStorage']],
  ])('refuses %s', (_name, props, expected) => {
    let found: readonly string[] = [];
    try {
      Quota.asDeclared(props as QuotaProps);
    } catch (error) {
      found = (error as FaultError).faults.map(({ code, field }) => `${code} ${field}`);
    }
    expect(found).toEqual(expected);
  });

  it('WS-APP-002: another thing than a Quota', () => {
    expect(faultsOf(space({ quota: {} as Quota }))).toMatchObject([{ code: 'WS-APP-002', field: 'quota' }]);
  });
});

describe('largestClaim', () => {
  it('is a LimitRange for claims only', () => {
    expect(theOne(space({ largestClaim: gi(500) }), 'LimitRange').spec).toEqual({ limits: [{ type: 'PersistentVolumeClaim', max: { storage: '500Gi' } }] });
  });

  it('WS-QUOTA-002: a disk above it, as it was born or as it has grown', () => {
    const alice = space({ largestClaim: gi(100) });
    root(alice, 'a', { size: gi(100) });
    root(alice, 'b', { size: gi(101), machine: 'b' });
    root(alice, 'c', { size: gi(60), grownTo: gi(200), machine: 'c' });
    expect(faultsOf(alice).map(({ code, message }) => `${code} ${message}`)).toEqual([
      "WS-QUOTA-002 disk 'alice-b-rootdisk' is 101Gi, above the largest claim of its space (100Gi)",
      "WS-QUOTA-002 disk 'alice-c-rootdisk' is 200Gi, above the largest claim of its space (100Gi)",
    ]);
  });

  it('WS-SIZE-001: no size', () => {
    expect(faultsOf(space({ largestClaim: 7 as unknown as Size }))).toMatchObject([{ code: 'WS-SIZE-001', field: 'largestClaim' }]);
  });
});
