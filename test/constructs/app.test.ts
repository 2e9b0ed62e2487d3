import { type App, Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { Acknowledge, acknowledgementsOf } from '../../src/constructs/acknowledge';
import { GoldenImage } from '../../src/constructs/golden-image';
import { layerOf } from '../../src/constructs/layers';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { Workstation } from '../../src/constructs/workstation';
import { CATALOGUE, renderFault } from '../../src/faults';
import { FleetApp } from '../../src/index';
import { Person, Power } from '../../src/values';
import { chart, codesBelow, faultsBelow, gi, HTTP, images, manifestsOf, office, person, plainApp, root, space, STORAGE } from '../support/fleet';
import { DEPLOYERS } from './cases';
import { UNFILLED } from '../support/holes';

/** A fleet in which everything is wrong. */
function wrong(app: App): void {
  const platform = chart(app);
  new RbdStorage(platform, 'ceph-rbd', { clusterId: '', pool: '' });
  new GoldenImage(images(app), 'ubuntu', { source: HTTP, size: '40Gi' as never, storage: STORAGE });
  const alice = new UserSpace(app, 'alice', { owner: person(), namespace: 'kube-system' });
  root(alice, 'root', { size: gi(10) });
  new RbdWorkspaceDisk(alice, 'work', { storage: STORAGE, size: 7 as never });
  new Workstation(alice, 'workstation', { profile: office(), rootDisk: undefined as never, uuid: 'x', power: Power.ALWAYS });
}

const ERRORS = ['WS-APP-002', 'WS-DISK-004', 'WS-NAME-003', 'WS-SIZE-001', 'WS-SIZE-001', 'WS-STORAGE-001', 'WS-STORAGE-002', 'WS-VM-001'];

describe('under a plain cdk8s App', () => {
  it('faults come with all their words when the app is written, and warnings do not stop it', () => {
    const app = Testing.app();
    wrong(app);
    expect(codesBelow(app)).toEqual([...ERRORS, 'WS-POWER-001'].sort());
    let message = '';
    try {
      app.synth();
    } catch (error) {
      message = (error as Error).message;
    }
    for (const fault of faultsBelow(app)) {
      expect(message.includes(fault.message)).toBe(fault.severity === 'error');
      if (fault.severity === 'error') {
        expect(message).toContain(fault.fix);
      }
    }
  });

  it('faults come when one chart is tested', () => {
    const alice = space(Testing.app());
    root(alice, 'root', { size: gi(10) });
    expect(() => Testing.synth(alice)).toThrow(/WS-DISK-004 {2}'size' of root disk 'alice-rootdisk' is 10Gi, smaller than its image 'ubuntu' \(40Gi\):\s+ask for at least 40Gi/);
    expect(alice.node.findAll().flatMap((one) => one.node.validate())).toEqual([expect.stringContaining('WS-DISK-004')]);
  });

  it('what is right is written', () => {
    const app = Testing.app();
    const alice = space(app);
    new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice) });
    expect(() => app.synth()).not.toThrow();
    expect(Testing.synth(alice).map((one: { kind: string }) => one.kind)).toEqual(['Namespace', 'DataVolume', 'VirtualMachine', 'Role', 'RoleBinding']);
  });

  it('a fault that only the whole app can tell is told once, at synth', () => {
    const alice = space();
    new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), profileForm: 'instancetype' as never });
    expect(alice.node.findAll().flatMap((one) => one.node.validate())).toEqual([expect.stringContaining('WS-PROFILE-011')]);
  });
});

describe('under a FleetApp', () => {
  it('all faults come together, with their constructs', () => {
    const app = new FleetApp();
    wrong(app);
    expect(app.node.findAll().flatMap((one) => one.node.validate())).toEqual([]);
    expect(() => app.synthYaml()).toThrow(expect.objectContaining({ faults: expect.arrayContaining(ERRORS.map((code) => expect.objectContaining({ code }))) }));
  });
});

describe('every fault that a construct records', () => {
  it('has words without holes, and the way out', () => {
    const app = plainApp();
    wrong(app);
    for (const fault of faultsBelow(app)) {
      expect(renderFault(fault)).not.toMatch(/undefined|\[object/);
      expect(renderFault(fault)).not.toMatch(UNFILLED);
      expect(fault.fix.length).toBeGreaterThan(10);
      expect(CATALOGUE).toHaveProperty([fault.code]);
    }
  });
});

describe('Acknowledge', () => {
  it('remembers code and reason at the construct', () => {
    const alice = space();
    Acknowledge.of(alice, 'WS-POWER-001', '  our GitOps ignores the field ');
    expect(acknowledgementsOf(alice)).toEqual([{ code: 'WS-POWER-001', reason: 'our GitOps ignores the field' }]);
    expect(acknowledgementsOf(alice.node.root)).toEqual([]);
    expect(codesBelow(alice)).toEqual([]);
  });

  it.each<[unknown, unknown, string[]]>([
    ['WS-POWER-1', 'because', ['WS-ACK-001']],
    ['ws-power-001', 'because', ['WS-ACK-001']],
    [undefined, 'because', ['WS-ACK-001']],
    [Object.create(null), 'because', ['WS-ACK-001']],
    [Symbol('x'), 'because', ['WS-ACK-001']],
    ['toString', 'because', ['WS-ACK-001']],
    ['WS-POWER-001', '', ['WS-ACK-002']],
    ['WS-POWER-001', ' \n', ['WS-ACK-002']],
    ['WS-POWER-001', undefined, ['WS-ACK-002']],
    ['WS-DISK-004', 'because', ['WS-ACK-003']],
    ['WS-DISK-004', '', ['WS-ACK-002', 'WS-ACK-003']],
    ['nonsense', 7, ['WS-ACK-001', 'WS-ACK-002']],
  ])('of %p with %p records %p', (code, reason, codes) => {
    const alice = space();
    Acknowledge.of(alice, code as string, reason as string);
    expect(codesBelow(alice)).toEqual(codes);
    expect(acknowledgementsOf(alice)).toEqual([]);
    expect(faultsBelow(alice).map(renderFault).join()).not.toMatch(UNFILLED);
  });

  it('offers the code that was meant', () => {
    const alice = space();
    Acknowledge.of(alice, 'WS-POWR-001', 'because');
    expect(faultsBelow(alice)[0]?.message).toContain("did you mean 'WS-POWER-001'?");
  });

  it('accepts below a construct, not beside it', () => {
    const app = new FleetApp();
    const machine = (name: string) => {
      const home = new UserSpace(app, name, { owner: person(name) });
      new Workstation(home, 'workstation', { profile: office(), rootDisk: root(home), power: Power.ALWAYS });
      return home;
    };
    Acknowledge.of(machine('alice'), 'WS-POWER-001', 'because');
    machine('bob');
    const found = app._synthesize().faults.filter((fault) => fault.code === 'WS-POWER-001');
    expect(found.length).toBeGreaterThanOrEqual(2);
    for (const fault of found) {
      expect(fault.acknowledged).toBe(fault.construct?.startsWith('alice/') ? 'because' : undefined);
    }
  });

  it('says when there is nothing to accept', () => {
    const app = new FleetApp();
    Acknowledge.of(new UserSpace(app, 'alice'), 'WS-POWER-001', 'because');
    expect(app._synthesize().faults).toContainEqual(expect.objectContaining({ code: 'WS-ACK-004', severity: 'info' }));
  });
});

describe('odd trees', () => {
  it('a UserSpace may stand under a chart or a construct', () => {
    const app = plainApp();
    const team = new Chart(app, 'team', { namespace: 'other' });
    const nested = new UserSpace(new Construct(team, 'deep'), 'alice', { owner: person() });
    new Workstation(new Construct(nested, 'deeper'), 'workstation', { profile: office(), rootDisk: root(nested) });
    expect(codesBelow(app)).toEqual([]);
  });

  it('a machine outside of a chart says so once an object', () => {
    const app = plainApp();
    new Workstation(app, 'workstation', { profile: office(), rootDisk: { claimName: 'a' }, owner: Person.of('alice', { sshKeys: person().sshKeys }) });
    expect(codesBelow(app)).toEqual(['WS-APP-006', 'WS-GRANT-001']);
  });

  it.each<[string, (app: App) => Construct]>([
    ['construct', (app) => new Construct(app, 'clone-rights')],
    ['chart', (app) => new Chart(app, 'clone-rights')],
  ])('a %s of the app called clone-rights stays as it is', (_, make) => {
    const app = plainApp({ deployers: DEPLOYERS });
    const theirs = make(app);
    root(space(app), 'root', { image: GoldenImage.fromDataSource({ namespace: 'golden', name: 'ubuntu', size: gi(40), claimName: 'claim' }) });
    expect(manifestsOf(theirs)).toEqual([]);
    expect(manifestsOf(app).filter((one) => one.kind === 'Role')).toHaveLength(1);
    expect(layerOf(app.node.findChild('clone-rights-of-images'))).toBe('2-images');
  });
});
