import { Size } from 'cdk8s';
import { run } from '../../src/cli/program';
import { Acknowledge } from '../../src/constructs/acknowledge';
import { recordFaults } from '../../src/constructs/fault-record';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { UserSpace } from '../../src/constructs/user-space';
import { fault } from '../../src/faults';
import { FleetApp } from '../../src/output/fleet-app';
import { Power } from '../../src/values';
import { IMAGE, person, trainer } from '../support/fleet';
import { newApp, newChart, newFolder, newObject, readFolder, synth } from './apps';

/** A machine that start and stop would rewrite: its construct says so, and so do the checks. */
function halted(outdir: string, accept?: (app: FleetApp, machine: GpuWorkstation) => void): FleetApp {
  const app = new FleetApp({ outdir });
  const home = new UserSpace(app, 'alice', { owner: person('alice') });
  const rootDisk = new RbdRootDisk(home, 'root', { image: IMAGE, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(150) });
  const machine = new GpuWorkstation(home, 'workstation', { profile: trainer(), rootDisk, power: Power.HALTED });
  accept?.(app, machine);
  return app;
}

const saidOf = (app: FleetApp): unknown[] => app._synthesize().faults.map(({ code, construct, acknowledged }) => [code, construct, acknowledged]);

/** What `check` says of a folder. */
async function checked(outdir: string): Promise<unknown[]> {
  let out = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => { out += String(text); return true; });
  await run(['check', outdir, '--format', 'json']);
  write.mockRestore();
  return (JSON.parse(out) as { faults: { code: string; acknowledged?: string }[] }).faults.map(({ code, acknowledged }) => [code, acknowledged]);
}

test('a mistake is said once, in the words of the fleet file', async () => {
  const outdir = newFolder();
  const app = halted(outdir);
  expect(saidOf(app)).toEqual([['WS-POWER-001', 'alice/workstation', undefined]]);
  synth(app);
  await expect(checked(outdir)).resolves.toEqual([['WS-POWER-001', undefined]]);
});

test('a disk smaller than its image stops synth with one fault', () => {
  const app = new FleetApp({ outdir: newFolder() });
  const home = new UserSpace(app, 'alice', { owner: person('alice') });
  new RbdRootDisk(home, 'root', { image: IMAGE, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(20) });
  expect(saidOf(app)).toEqual([['WS-DISK-004', 'alice/root', undefined]]);
});

test.each<[string, (app: FleetApp, machine: GpuWorkstation) => void]>([
  ['at the machine', (_, machine) => { Acknowledge.of(machine, 'WS-POWER-001', 'off by hand'); }],
  ['for the whole app', (app) => { Acknowledge.of(app, 'WS-POWER-001', 'off by hand'); }],
])('accepted %s it is accepted in the files as well', async (_, accept) => {
  const outdir = newFolder();
  const app = halted(outdir, accept);
  expect(saidOf(app)).toEqual([['WS-POWER-001', 'alice/workstation', 'off by hand']]);
  synth(app);
  expect(readFolder(outdir)['3-people/alice.yaml']).toContain('workstations.dev/acknowledged: \'{"WS-POWER-001":"off by hand"}\'');
  await expect(checked(outdir)).resolves.toEqual([['WS-POWER-001', 'off by hand']]);
});

test('accepted at the object alone, the construct still says it, and the acknowledgement has met something', () => {
  const app = halted(newFolder(), (_, machine) => { Acknowledge.of(machine.node.findChild('vm') as never, 'WS-POWER-001', 'half'); });
  expect(saidOf(app)).toEqual([['WS-POWER-001', 'alice/workstation', undefined], ['WS-POWER-001', 'alice/workstation/vm', 'half']]);
});

test('the same code elsewhere, or another code above, takes nothing away', () => {
  const app = newApp();
  const [a, b] = ['a', 'b'].map((id) => newChart(app, id));
  recordFaults(a!, [fault('WS-POWER-002', { machine: 'm' } as never)]);
  recordFaults(b!, [fault('WS-POWER-001', { machine: 'm', got: 'Halted' })]);
  newObject(a!, 'm', { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', spec: { runStrategy: 'Halted', template: { spec: { domain: { devices: {} } } } } });
  expect(saidOf(app)).toEqual(expect.arrayContaining([['WS-POWER-001', 'a/virtualmachine-m', undefined], ['WS-POWER-001', 'b', undefined]]));
});
