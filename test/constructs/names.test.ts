import { type App, Chart, Duration, Size } from 'cdk8s';
import { Construct } from 'constructs';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation, type WorkstationProps } from '../../src/constructs/workstation';
import { FleetApp } from '../../src/index';
import { CloudInit, GuestService, Power } from '../../src/values';
import { changes, codesBelow, gi, idOf, type Manifest, manifestsOf, office, person, plainApp, root, space, STORAGE, theOne, trainer, yamlOf } from '../support/fleet';
import { CASES } from './cases';

const BIG = CloudInit.of({ runCommands: ['x'.repeat(2100)] });

/** Disks, machine and Secret of one person. */
function have(scope: Construct, props: Partial<WorkstationProps> = {}, ids = { root: 'root', work: 'work', machine: 'workstation' }): Workstation {
  const { machine, owner } = props;
  const both = { ...(machine === undefined ? {} : { machine }), ...(owner === undefined ? {} : { owner }) };
  return new GpuWorkstation(scope, ids.machine, {
    profile: trainer(), rootDisk: root(scope, ids.root, both), workspaceDisk: new RbdWorkspaceDisk(scope, ids.work, { storage: STORAGE, size: gi(500), ...both }),
    cloudInit: BIG, ...props,
  });
}

const identity = (vm: Manifest): unknown => {
  const { domain } = vm.spec.template.spec;
  return { ...domain.firmware, mac: domain.devices.interfaces[0].macAddress, hostname: vm.spec.template.spec.hostname };
};
const text = (app: App): string => yamlOf(manifestsOf(app).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)));

describe('names are contract: moving code changes nothing', () => {
  const before = (() => {
    const app = plainApp();
    have(space(app));
    return text(app);
  })();

  it.each<[string, (app: App) => void]>([
    ['another chart id', (app) => have(new UserSpace(app, 'somewhere-else', { owner: person() }))],
    ['other construct ids', (app) => have(space(app), {}, { root: 'a', work: 'b', machine: 'c' })],
    ['a deeper scope', (app) => have(new Construct(new Construct(space(app), 'x'), 'y'))],
    ['a UserSpace inside a chart', (app) => have(new UserSpace(new Chart(app, 'team', { namespace: 'team' }), 'alice', { owner: person() }))],
    ['a UserSpace inside a construct', (app) => have(new UserSpace(new Construct(app, 'team'), 'alice', { owner: person() }))],
    ['a chart inside the UserSpace', (app) => have(new Chart(space(app), 'inner', { namespace: 'workstation-alice' }))],
    ['without cdk8s’ name hashes', (app) => have(new Chart(space(app), 'inner', { namespace: 'workstation-alice', disableResourceNameHashes: true }))],
    ['made in another order', (app) => { space(app, 'bob').node.tryRemoveChild('namespace'); app.node.tryRemoveChild('bob'); have(space(app)); }],
  ])('%s', (_, build) => {
    const app = plainApp();
    build(app);
    expect(codesBelow(app)).toEqual([]);
    expect(text(app)).toBe(before);
  });

  it('a chart of a team, with owner given, has the same disks and the same machine in its own namespace', () => {
    const app = plainApp();
    have(new Chart(app, 'team', { namespace: 'team' }), { owner: person() });
    const there = manifestsOf(app).map(({ metadata: { namespace: _, ...metadata }, ...rest }) => ({ ...rest, metadata }));
    const here = plainApp();
    have(space(here));
    expect(there).toEqual(manifestsOf(here).filter((one) => one.kind !== 'Namespace').map(({ metadata: { namespace: _, ...metadata }, ...rest }) => ({ ...rest, metadata })));
  });
});

describe('identity', () => {
  const vm = (app: App, namespace?: string, props: Partial<WorkstationProps> = {}) =>
    theOne(have(new UserSpace(app, 'alice', { owner: person(), ...(namespace === undefined ? {} : { namespace }) }), props), 'VirtualMachine');

  it('is what it was in the first release', () => {
    expect(identity(vm(plainApp()))).toEqual({
      bootloader: { efi: { secureBoot: false } }, uuid: '6c9269b0-c057-5102-9fd5-239aac14f08f', serial: 'dc430808-3871-5cb9-8e95-2f1c58942e89', mac: '0a:cb:7d:da:8a:36', hostname: 'alice-workstation',
    });
  });

  it('survives a move to another namespace', () => {
    expect(identity(vm(plainApp(), 'elsewhere'))).toEqual(identity(vm(plainApp())));
  });

  it('survives whatever else is changed', () => {
    const changed = vm(plainApp(), undefined, { power: Power.HALTED, graphics: false, profile: trainer({ version: 4, cpus: 2 }), terminationGracePeriod: Duration.minutes(9), services: [GuestService.ssh({ user: 'x' })] });
    expect(identity(changed)).toEqual(identity(vm(plainApp())));
  });

  it('is another one in another fleet', () => {
    const here = identity(vm(plainApp())) as Record<string, unknown>;
    const there = identity(vm(plainApp({ fleet: 'ai-prod' }))) as Record<string, unknown>;
    expect([here.uuid === there.uuid, here.serial === there.serial, here.mac === there.mac, here.hostname === there.hostname]).toEqual([false, false, false, true]);
  });

  it('is not confused by owners and machines that run together alike', () => {
    const app = plainApp();
    const all = [['alice', 'b'], ['alice-b', ''], ['alice', 'b-c'], ['alice-b', 'c']].map(([owner, machine], at) =>
      identity(theOne(have(new UserSpace(app, `s${at}`, { owner: person(owner), namespace: `n${at}` }), { machine: machine! }), 'VirtualMachine')) as Record<string, string>);
    expect(new Set(all.map((one) => one.uuid)).size).toBe(4);
    expect(new Set(all.map((one) => one.mac)).size).toBe(4);
  });
});

describe('a second machine', () => {
  it('has names and an identity of its own, and leaves the first one alone', () => {
    const app = plainApp();
    const alice = space(app);
    have(alice);
    const before = manifestsOf(alice);
    have(alice, { machine: 'second' }, { root: 'root2', work: 'work2', machine: 'workstation2' });
    expect(codesBelow(app)).toEqual([]);
    const after = manifestsOf(alice);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(idOf)).toEqual([
      'DataVolume workstation-alice/alice-second-rootdisk', 'DataVolume workstation-alice/alice-second-workspace',
      'Secret workstation-alice/alice-second-workstation-cloudinit', 'VirtualMachine workstation-alice/alice-second-workstation',
      'Role workstation-alice/alice-second-workstation-use', 'RoleBinding workstation-alice/alice-second-workstation-use',
    ]);
    expect(new Set(after.map(idOf)).size).toBe(after.length);
  });
});

describe('purity', () => {
  it('BL-185: another person leaves the bytes of the first one alone', () => {
    const files = (people: readonly string[]) => {
      const app = new FleetApp();
      for (const name of people) {
        have(space(app, name));
      }
      return app._synthesize().files;
    };
    const alone = files(['alice']);
    const both = files(['bob', 'alice', 'carol']);
    for (const [file, bytes] of alone) {
      expect(both.get(file)).toBe(bytes);
    }
    expect(both.size).toBe(3 * alone.size);
  });

  it.each(CASES)('BL-170: $name is rendered twice alike, and made twice alike', ({ build }) => {
    const construct = build();
    const first = yamlOf(manifestsOf(construct));
    expect(yamlOf(manifestsOf(construct))).toBe(first);
    expect(yamlOf(manifestsOf(build()))).toBe(first);
  });

  it('BL-170: props are read and not written', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))) {
        Object.values(value).forEach(freeze);
        Object.freeze(value);
      }
      return value;
    };
    const props = freeze({ profile: office(), power: Power.MANUAL, nodeSelector: { rack: 'r1' }, tolerations: [{ key: 'a' }], services: [GuestService.ssh()], terminationGracePeriod: Duration.minutes(1) });
    const disk = freeze({ storage: STORAGE, size: Size.gibibytes(150) });
    const app = plainApp();
    for (const name of ['alice', 'bob']) {
      const home = new UserSpace(app, name, freeze({ owner: person(name), labels: { team: 'vision' } }));
      new Workstation(home, 'workstation', { ...props, rootDisk: root(home, 'root', disk), workspaceDisk: new RbdWorkspaceDisk(home, 'work', disk) });
    }
    expect(codesBelow(app)).toEqual([]);
  });

  it('props that are changed afterwards change nothing', () => {
    const nodeSelector: Record<string, string> = { rack: 'r1' };
    const tolerations = [{ key: 'a' }];
    const alice = space();
    const workstation = new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), nodeSelector, tolerations });
    nodeSelector.rack = 'r2';
    tolerations.push({ key: 'b' });
    tolerations[0]!.key = 'c';
    expect(changes(theOne(workstation, 'VirtualMachine').spec.template.spec, { nodeSelector: { rack: 'r1' }, tolerations: [{ key: 'a', operator: 'Exists' }] }))
      .not.toEqual(expect.objectContaining({ '/nodeSelector/rack': expect.anything() }));
    expect(theOne(workstation, 'VirtualMachine').spec.template.spec.tolerations).toEqual([{ key: 'a', operator: 'Exists' }]);
  });
});
