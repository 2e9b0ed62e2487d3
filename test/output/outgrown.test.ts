import { type Size } from 'cdk8s';
import { readFileSync, rmSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { run } from '../../src/cli/program';
import { GoldenImage } from '../../src/constructs/golden-image';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { ImageSpace } from '../../src/constructs/image-space';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { FleetApp } from '../../src/output/fleet-app';
import { gi, HTTP, person, STORAGE, trainer } from '../support/fleet';
import { newFolder, readFolder, synth } from './apps';

/** Disks of people, each with its size, from an image that may have rolled to 60Gi. */
function fleet(outdir: string, disks: Readonly<Record<string, Size>>, rolled = false): FleetApp {
  const app = new FleetApp({ outdir });
  const image = new GoldenImage(new ImageSpace(app, 'vm-images'), 'ubuntu', rolled
    ? { source: HTTP, size: gi(60), storage: STORAGE, version: 2, retained: [{ version: 1, source: HTTP, size: gi(40) }] }
    : { source: HTTP, size: gi(40), storage: STORAGE });
  for (const [name, size] of Object.entries(disks)) {
    const home = new UserSpace(app, name, { owner: person(name) });
    const rootDisk = new RbdRootDisk(home, 'root', { image, storage: STORAGE, size });
    new GpuWorkstation(home, 'workstation', { profile: trainer(), rootDisk });
  }
  return app;
}

const errors = (app: FleetApp): string[] => app._synthesize(true).faults.filter(({ severity }) => severity === 'error').map(({ code, construct }) => `${code} ${construct ?? ''}`);

async function check(outdir: string): Promise<{ code: number; codes: string[] }> {
  let out = '';
  const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => { out += String(text); return true; });
  try {
    const code = await run(['check', outdir, '--format', 'json']);
    return { code, codes: (JSON.parse(out) as { faults: { code: string; severity: string }[] }).faults.filter(({ severity }) => severity === 'error').map(({ code: one }) => one) };
  } finally {
    spy.mockRestore();
  }
}

test('an image may grow beyond the disks that were made from it; new disks must hold it', async () => {
  const outdir = newFolder();
  const born = { alice: gi(40), bob: gi(80) };
  synth(fleet(outdir, born));
  const person3 = readFileSync(join(outdir, '3-people/alice.yaml'), 'utf8');

  synth(fleet(outdir, born, true));
  const first = { ...readFolder(outdir), ...readFolder(`${outdir}.info`) };
  expect(first['3-people/alice.yaml']).toBe(person3);
  expect(first['index.json']?.split('\n').filter((line) => line.includes('"outgrown":true'))).toEqual([expect.stringContaining('"alice-rootdisk"')]);
  await expect(check(outdir)).resolves.toEqual({ code: 0, codes: [] });

  synth(fleet(outdir, born, true));
  expect({ ...readFolder(outdir), ...readFolder(`${outdir}.info`) }).toEqual(first);

  expect(errors(fleet(outdir, { ...born, carol: gi(40) }, true))).toEqual(['WS-DISK-004 carol/root']);
  expect(errors(fleet(outdir, { ...born, carol: gi(60) }, true))).toEqual([]);
  expect(errors(fleet(outdir, { ...born, alice: gi(50) }, true)).sort()).toEqual(['WS-DISK-004 alice/root', 'WS-KEEP-001 alice/root/volume']);

  // As `cdk8s synth` does.
  rmSync(outdir, { recursive: true });
  synth(fleet(outdir, born, true));
  expect(readFolder(`${outdir}.info`)['index.json']).toBe(first['index.json']);
});

test('a disk that left and comes back as it was born is one that exists', () => {
  const outdir = newFolder();
  synth(fleet(outdir, { alice: gi(40) }));
  synth(fleet(outdir, {}, true));
  synth(fleet(outdir, { alice: gi(40) }, true));
});

test('check minds a disk that was edited since, and one that no index speaks of', async () => {
  const outdir = newFolder();
  synth(fleet(outdir, { alice: gi(40) }));
  synth(fleet(outdir, { alice: gi(40) }, true));
  const file = join(outdir, '3-people/alice.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('storage: 40Gi', 'storage: 30Gi'));
  await expect(check(outdir)).resolves.toEqual({ code: 1, codes: ['WS-DISK-004'] });
  writeFileSync(file, text);
  rmSync(join(dirname(outdir), 'dist.info/index.json'));
  await expect(check(outdir)).resolves.toEqual({ code: 1, codes: ['WS-DISK-004'] });
});
