import { type App } from 'cdk8s';
import type { Construct } from 'constructs';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { faultsOf } from '../../src/constructs/fault-record';
import { Person, Subject } from '../../src/values';
import { gi, key, type Manifest, manifestsOf, plainApp, root, STORAGE, trainer } from '../support/fleet';

interface Rule { apiGroups: string[]; resources: string[]; resourceNames?: string[]; verbs: string[] }

function given(user?: string, app: App = plainApp()) {
  const home = new UserSpace(app, 'alice', { owner: Person.of('alice', { sshKeys: [key()], ...(user === undefined ? {} : { user }) }) });
  const rootDisk = root(home);
  const workspaceDisk = new RbdWorkspaceDisk(home, 'work', { storage: STORAGE, size: gi(500) });
  const machine = new GpuWorkstation(home, 'workstation', { profile: trainer(), rootDisk, workspaceDisk });
  return { home, rootDisk, workspaceDisk, machine };
}

const rbac = (scope: Construct): Manifest[] => manifestsOf(scope).filter(({ kind }) => kind === 'Role' || kind === 'RoleBinding');

/** Every single right: `group/resource name: verb`. */
const rightsOf = (scope: Construct, name: string): string[] => rbac(scope).filter(({ kind, metadata }) => kind === 'Role' && metadata.name === name)
  .flatMap((role) => (role.rules as Rule[]).flatMap(({ apiGroups, resources, resourceNames = ['*'], verbs }) => apiGroups.flatMap((group) => resources.flatMap((resource) => resourceNames.flatMap((one) =>
    verbs.map((verb) => `${group}/${resource} ${one}: ${verb}`)))))).sort();

const subjectsOf = (scope: Construct, name: string): unknown => rbac(scope).find(({ kind, metadata }) => kind === 'RoleBinding' && metadata.name === name)?.subjects;

const SNAPSHOTS = ['create', 'delete', 'get', 'list', 'watch'].map((verb) => `snapshot.kubevirt.io/virtualmachinesnapshots *: ${verb}`);
const VM = 'alice-workstation';
const USE = [
  ...['virtualmachineinstances', 'virtualmachines'].flatMap((kind) => ['get', 'list', 'watch'].map((verb) => `kubevirt.io/${kind} ${VM}: ${verb}`)),
  ...['console', 'guestosinfo', 'portforward', 'vnc'].map((one) => `subresources.kubevirt.io/virtualmachineinstances/${one} ${VM}: get`),
  `subresources.kubevirt.io/virtualmachines/portforward ${VM}: get`,
  ...['softreboot', 'unpause'].map((one) => `subresources.kubevirt.io/virtualmachineinstances/${one} ${VM}: update`),
  ...['restart', 'start', 'stop'].map((one) => `subresources.kubevirt.io/virtualmachines/${one} ${VM}: update`),
];

describe('the owner', () => {
  it('BL-047: gets the rights to use the machine with it, its screen included, by the RBAC user', () => {
    const { home } = given('oidc:alice');
    expect(rbac(home).map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`)).toEqual([
      'Role workstation-alice/alice-workstation-use', 'RoleBinding workstation-alice/alice-workstation-use',
    ]);
    expect(rightsOf(home, 'alice-workstation-use')).toEqual([...USE].sort());
    expect(subjectsOf(home, 'alice-workstation-use')).toEqual([{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'oidc:alice' }]);
  });

  it('WS-GRANT-001: nobody can start the machine of a person without one', () => {
    const { home, machine } = given();
    new GpuWorkstation(home, 'second', { profile: trainer(), rootDisk: root(home, 'root2', { machine: 'second' }), machine: 'second' });
    expect(rbac(home)).toEqual([]);
    expect(faultsOf(machine)).toEqual([]);
    expect(faultsOf(home)).toMatchObject([{ code: 'WS-GRANT-001', severity: 'info', construct: 'alice' }]);
  });

  it('may never change the object of the machine, nor any claim, by its own rights', () => {
    for (const right of rightsOf(given('oidc:alice').home, 'alice-workstation-use')) {
      expect(right).not.toMatch(/: (patch|delete|create|deletecollection)$|kubevirt\.io\/virtualmachines alice-workstation: update|\*/);
    }
  });
});

describe('others', () => {
  it('view: get, and nothing else', () => {
    const { home, machine } = given();
    machine.grants.view(Subject.group('auditors'));
    expect(rightsOf(home, 'alice-workstation-view')).toEqual([`kubevirt.io/virtualmachineinstances ${VM}: get`, `kubevirt.io/virtualmachines ${VM}: get`]);
    expect(subjectsOf(home, 'alice-workstation-view')).toEqual([{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'auditors' }]);
  });

  it('use: somebody else beside the owner, in the same binding; twice the same is once', () => {
    const { home, machine } = given('oidc:alice');
    machine.grants.use(Subject.user('oidc:bob'));
    machine.grants.use(Subject.serviceAccount('idle', 'waker'));
    machine.grants.use(Subject.user('oidc:bob'));
    machine.grants.use(Subject.user('oidc:alice'));
    expect(subjectsOf(home, 'alice-workstation-use')).toEqual([
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'oidc:alice' },
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'oidc:bob' },
      { kind: 'ServiceAccount', name: 'waker', namespace: 'idle' },
    ]);
    expect(rbac(home)).toHaveLength(2);
  });

  it('operate: what changes the machine, its snapshots and restores', () => {
    const { home, machine } = given();
    machine.grants.operate(Subject.group('operators'));
    expect(rightsOf(home, 'alice-workstation-operate')).toEqual([
      ...USE, ...SNAPSHOTS,
      `kubevirt.io/virtualmachines ${VM}: update`, `kubevirt.io/virtualmachines ${VM}: patch`, `kubevirt.io/virtualmachineinstances ${VM}: delete`,
      ...['evacuate', 'evacuate/cancel', 'pause', 'reset'].map((one) => `subresources.kubevirt.io/virtualmachineinstances/${one} ${VM}: update`),
      ...['evacuate', 'evacuate/cancel', 'migrate'].map((one) => `subresources.kubevirt.io/virtualmachines/${one} ${VM}: update`),
      'snapshot.kubevirt.io/virtualmachinesnapshotcontents *: get',
      ...['create', 'delete', 'get', 'list', 'watch'].map((verb) => `snapshot.kubevirt.io/virtualmachinerestores *: ${verb}`),
    ].sort());
  });

  it('snapshot: no restore', () => {
    const { home, machine } = given();
    machine.grants.snapshot(Subject.group('backup'));
    expect(rightsOf(home, 'alice-workstation-snapshot')).toEqual([
      ...SNAPSHOTS, `kubevirt.io/virtualmachineinstances ${VM}: get`, `kubevirt.io/virtualmachines ${VM}: get`, 'snapshot.kubevirt.io/virtualmachinesnapshotcontents *: get',
    ].sort());
  });

  it('erase: one disk, its DataVolume and its claim', () => {
    const { home, rootDisk, workspaceDisk } = given('oidc:alice');
    rootDisk.grants.erase(Subject.group('data-retention-office'));
    workspaceDisk.grants.erase(Subject.group('data-retention-office'));
    for (const disk of ['alice-rootdisk', 'alice-workspace']) {
      expect(rightsOf(home, `${disk}-erase`)).toEqual([
        `/persistentvolumeclaims ${disk}: delete`, `/persistentvolumeclaims ${disk}: get`, `cdi.kubevirt.io/datavolumes ${disk}: delete`, `cdi.kubevirt.io/datavolumes ${disk}: get`,
      ].sort());
    }
  });

  it('WS-GRANT-002: the owner neither operates nor erases what is his own', () => {
    const { machine, rootDisk } = given('oidc:alice');
    rootDisk.grants.erase(Subject.user('oidc:alice'));
    machine.grants.operate(Subject.user('oidc:alice'));
    machine.grants.operate(Subject.group('oidc:alice'));
    expect(faultsOf(rootDisk)).toMatchObject([{ code: 'WS-GRANT-002', message: "'alice' would get the right to erase 'alice-rootdisk', which is his own" }]);
    expect(faultsOf(machine)).toMatchObject([{ code: 'WS-GRANT-002', message: "'alice' would get the right to operate 'alice-workstation', which is his own" }]);
  });

  it('WS-APP-002: whatever JavaScript gives as a subject', () => {
    for (const wrong of [undefined, null, 'bob', 7, {}, []]) {
      const { home, machine, rootDisk } = given('oidc:alice');
      machine.grants.use(wrong as unknown as Subject);
      rootDisk.grants.erase(wrong as unknown as Subject);
      expect([...faultsOf(machine), ...faultsOf(rootDisk)].map(({ code, field }) => `${code} ${field}`)).toEqual(['WS-APP-002 subject', 'WS-APP-002 subject']);
      expect(rbac(home)).toHaveLength(2);
    }
  });
});
