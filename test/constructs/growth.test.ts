import { type App, type Chart, Size } from 'cdk8s';
import { faultsOf } from '../../src/constructs/fault-record';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { FleetApp } from '../../src/output/fleet-app';
import { Person } from '../../src/values';
import { gi, idOf, type Manifest, manifestsOf, person, plainApp, root, SHA, space, STORAGE, theOne } from '../support/fleet';

const IMAGE = `registry.k8s.io/kubectl:v1.36.3@sha256:${SHA}`;
const app = (settings: Parameters<typeof plainApp>[0] = { kubectlImage: IMAGE }): App => plainApp(settings);

const grown = (scope: UserSpace | Chart, grownTo: unknown = gi(300)) => root(scope, 'root', { grownTo: grownTo as Size });

const codes = (construct: Parameters<typeof faultsOf>[0]): string[] => faultsOf(construct).map(({ code, field }) => `${code} ${field}`);

describe('grownTo', () => {
  it('leaves the DataVolume as it was at birth', () => {
    const [plain, more] = [space(app()), space(app())];
    root(plain);
    grown(more);
    expect(theOne(more, 'DataVolume')).toEqual(theOne(plain, 'DataVolume'));
  });

  it('is one Job called by the size, with the right to patch this one claim', () => {
    const alice = space(app());
    const disk = grown(alice);
    expect(faultsOf(disk)).toEqual([]);
    expect(manifestsOf(disk).map(idOf)).toEqual([
      'DataVolume workstation-alice/alice-rootdisk', 'ServiceAccount workstation-alice/alice-rootdisk-grow',
      'Role workstation-alice/alice-rootdisk-grow', 'RoleBinding workstation-alice/alice-rootdisk-grow', 'Job workstation-alice/alice-rootdisk-grow-300gi-eecc0',
    ]);
    expect(theOne(disk, 'Role').rules).toEqual([
      { apiGroups: [''], resources: ['persistentvolumeclaims'], resourceNames: ['alice-rootdisk'], verbs: ['get', 'list', 'watch', 'patch'] },
    ]);
    expect(theOne(disk, 'RoleBinding').subjects).toEqual([{ kind: 'ServiceAccount', name: 'alice-rootdisk-grow', namespace: 'workstation-alice' }]);
  });

  it('waits for a claim that is bound, then patches its request and nothing else', () => {
    const { spec } = theOne(grown(space(app())), 'Job');
    const { initContainers, containers } = spec.template.spec;
    expect([...initContainers, ...containers].map(({ args }: Manifest) => args as string[])).toEqual([
      ['wait', 'persistentvolumeclaim/alice-rootdisk', '--for=create', '--timeout=24h'],
      ['wait', 'persistentvolumeclaim/alice-rootdisk', '--for=jsonpath={.status.phase}=Bound', '--timeout=24h'],
      ['patch', 'persistentvolumeclaim', 'alice-rootdisk', '--type=merge', '--patch={"spec":{"resources":{"requests":{"storage":"300Gi"}}}}'],
    ]);
    expect([...initContainers, ...containers].every(({ image, resources, securityContext }: Manifest) => image === IMAGE
      && resources.requests.cpu !== undefined && resources.requests.memory !== undefined && securityContext.readOnlyRootFilesystem === true)).toBe(true);
  });

  it('another size is another Job, another image too: a Job cannot be changed', () => {
    const names = [gi(300), gi(500), Size.tebibytes(1), Size.mebibytes(300 * 1024 + 1)].map((size) => theOne(grown(space(app()), size), 'Job').metadata.name as string);
    expect(names).toEqual(['alice-rootdisk-grow-300gi-eecc0', 'alice-rootdisk-grow-500gi-6fad7', 'alice-rootdisk-grow-1ti-aa6cb', 'alice-rootdisk-grow-307201mi-3f259']);
    const other = theOne(grown(space(app({ kubectlImage: `kubectl@sha256:${'0'.repeat(64)}` }))), 'Job').metadata.name as string;
    expect([other.startsWith('alice-rootdisk-grow-300gi-'), other === names[0]]).toEqual([true, false]);
    expect(theOne(grown(space(app())), 'Job').metadata.annotations).toEqual({
      'workstations.dev/grown-to': '300Gi', 'workstations.dev/grows': 'alice-rootdisk',
    });
  });

  it('serves workspace disks', () => {
    const disk = new RbdWorkspaceDisk(space(app()), 'work', { storage: STORAGE, size: gi(500), grownTo: Size.tebibytes(1) });
    expect(theOne(disk, 'Job').metadata.name).toBe('alice-workspace-grow-1ti-8f1fa');
  });

  it('the size at birth is no growth', () => {
    const disk = root(space(app({})), 'root', { size: gi(60), grownTo: Size.mebibytes(60 * 1024) });
    expect(faultsOf(disk)).toEqual([]);
    expect(manifestsOf(disk)).toHaveLength(1);
  });

  it('WS-GROW-001: it never shrinks', () => {
    const disk = root(space(app()), 'root', { size: gi(60), grownTo: gi(59) });
    expect(faultsOf(disk)).toMatchObject([{ code: 'WS-GROW-001', field: 'grownTo', got: '59Gi', expected: '60Gi' }]);
    expect(manifestsOf(disk)).toHaveLength(1);
  });

  it('WS-GROW-002: the app has no kubectl', () => {
    expect(codes(grown(space(app({}))))).toEqual(['WS-GROW-002 grownTo']);
  });

  it('WS-NAME-005: a Job is never cut', () => {
    const name = 'a'.repeat(32);
    const alice = new UserSpace(app(), 'alice', { owner: Person.of(name, { user: 'x', sshKeys: person().sshKeys }) });
    const disk = root(alice, 'root', { machine: 'a-machine-of-19-chars', grownTo: Size.pebibyte(1) });
    expect(codes(disk)).toEqual(['WS-NAME-005 grownTo']);
    expect(manifestsOf(disk)).toHaveLength(1);
  });

  it.each([['300Gi'], [300], [null], [Size.kibibytes(0.5)], [{}], [NaN]])('records %p', (given) => {
    const found = codes(grown(space(app()), given));
    expect(found).toEqual(given === null ? [] : ['WS-SIZE-001 grownTo']);
  });
});

describe('kubectlImage', () => {
  const said = (kubectlImage: unknown) => new FleetApp({ kubectlImage: kubectlImage as string })._synthesize().faults.filter(({ code }) => code.startsWith('WS-GROW'));

  it.each([IMAGE, `kubectl@sha256:${SHA}`, `registry.example.internal:5000/mirror/k8s/kubectl@sha256:${SHA}`])('takes %s', (image) => {
    expect(said(image)).toEqual([]);
  });

  it.each(['', 'registry.k8s.io/kubectl', 'registry.k8s.io/kubectl:v1.36.3', `kubectl@sha256:${SHA.slice(1)}`, `a b@sha256:${SHA}`, `https://x/kubectl@sha256:${SHA}`, 7, {}, []])('WS-GROW-003: %p', (image) => {
    expect(said(image)).toMatchObject([{ code: 'WS-GROW-003', field: 'kubectlImage' }]);
  });
});

test('an older KubeVirt shows the new size to a running machine only with its gate', () => {
  const said = (kubevirt: string): string[] => {
    const fleet = new FleetApp({ kubectlImage: IMAGE, target: { kubevirt, cdi: '1.64', kubernetes: '1.34' } });
    grown(space(fleet));
    return fleet._synthesize().expects.filter(({ kind }) => kind === 'gate').map(({ name }) => name);
  };
  expect([said('1.9'), said('1.8'), said('1.7')]).toEqual([[], ['ExpandDisks'], ['ExpandDisks']]);
});
