import { JsonPatch, Size } from 'cdk8s';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Acknowledge } from '../../src/constructs/acknowledge';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { GoldenImage, type ImageVersion } from '../../src/constructs/golden-image';
import { ImageSpace } from '../../src/constructs/image-space';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { UserSpace } from '../../src/constructs/user-space';
import { KEEP } from '../../src/faults/catalogue/keep';
import { FleetApp, type FleetAppProps } from '../../src/output/fleet-app';
import { grownBefore } from '../../src/output/keep';
import { sameQuantity } from '../../src/output/quantity';
import { ImageSource, MacAddress } from '../../src/values';
import { HTTP, IMAGE, person, SHA, trainer } from '../support/fleet';
import { errorOf, newApp, newChart, newFolder, newObject, readFolder, synth } from './apps';

interface Home {
  readonly size?: Size;
  readonly image?: typeof IMAGE;
  readonly storage?: string;
  readonly singlePod?: boolean;
  readonly disk?: string;
  readonly mac?: string;
  readonly names?: readonly string[];
}

/** A fleet with one home for each name. */
function fleet(outdir: string, { size = Size.gibibytes(150), image = IMAGE, storage = 'ceph-rbd', singlePod = false, disk, mac, names = ['alice'] }: Home = {}, props: FleetAppProps = {}): FleetApp {
  const app = new FleetApp({ outdir, ...props });
  for (const name of names) {
    const home = new UserSpace(app, name, { owner: person(name) });
    const rootDisk = new RbdRootDisk(home, 'root', { image, storage: RbdStorage.fromClassName(storage), size, singlePod, ...(disk === undefined ? {} : { name: disk }) });
    new GpuWorkstation(home, 'workstation', { profile: trainer(), rootDisk, ...(mac === undefined ? {} : { mac: MacAddress.of(mac) }) });
  }
  return app;
}

const born = (home: Home = {}): string => {
  const outdir = newFolder();
  synth(fleet(outdir, home));
  return outdir;
};

const kept = (app: FleetApp): { code: string; message: string }[] =>
  app._synthesize(true).faults.filter(({ code }) => code.startsWith('WS-KEEP-')).map(({ code, message }) => ({ code, message }));

test('the same fleet again is no fault', () => {
  const outdir = born();
  expect(kept(fleet(outdir))).toEqual([]);
  synth(fleet(outdir));
});

test.each<[string, Home, string]>([
  ['size', { size: Size.gibibytes(200) }, "'size' was '150Gi' and is now '200Gi'"],
  ['image', { image: GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'debian', size: Size.gibibytes(40) }) }, "the image was 'ubuntu' and is now 'debian'"],
  ['class', { storage: 'slow' }, "the storage class was 'ceph-rbd' and is now 'slow'"],
  ['access mode', { singlePod: true }, 'the access mode was ["ReadWriteOnce"] and is now ["ReadWriteOncePod"]'],
])('WS-KEEP-001: the %s of an existing disk, and nothing is written', (_, home, words) => {
  const outdir = born();
  const before = readFileSync(join(outdir, '3-people/alice.yaml'), 'utf8');
  const error = errorOf(() => { synth(fleet(outdir, home)); });
  expect(error.faults).toEqual([expect.objectContaining({
    code: 'WS-KEEP-001', construct: 'alice/root/volume', message: `the disk 'workstation-alice/alice-rootdisk' exists, and its birth was changed: ${words}`,
  })]);
  expect(readFileSync(join(outdir, '3-people/alice.yaml'), 'utf8')).toBe(before);
});

test('WS-KEEP-003: an identity that is taken away from an existing machine', () => {
  const outdir = born();
  for (const key of ['uuid', 'serial']) {
    const app = fleet(outdir);
    const machine = app.node.findChild('alice').node.findChild('workstation') as GpuWorkstation;
    machine.virtualMachine?.addJsonPatch(JsonPatch.remove(`/spec/template/spec/domain/firmware/${key}`));
    expect(kept(app)).toEqual([{ code: 'WS-KEEP-003', message: expect.stringContaining(key) as string }]);
  }
});

test('WS-KEEP-013: a person whose namespace is another one', () => {
  const outdir = newFolder();
  const fleetIn = (namespace: string | undefined): FleetApp => {
    const app = new FleetApp({ outdir });
    const home = new UserSpace(app, 'alice', { owner: person(), ...(namespace === undefined ? {} : { namespace }) });
    new RbdRootDisk(home, 'root', { image: IMAGE, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(150) });
    return app;
  };
  synth(fleetIn(undefined));
  const before = readFolder(outdir);
  expect(kept(fleetIn('team-alice')).filter(({ code }) => code === 'WS-KEEP-013').map(({ message }) => message)).toEqual([
    "the disk 'workstation-alice/alice-rootdisk' left the manifests, and 'team-alice/alice-rootdisk' is made anew in another namespace",
  ]);
  expect(() => { synth(fleetIn('team-alice')); }).toThrow(/WS-KEEP-013/);
  expect(readFolder(outdir)).toEqual(before);
  // Somebody else's disk, and a person who only leaves, are no move.
  expect(kept(fleet(outdir, { names: ['bob'] })).map(({ code }) => code)).not.toContain('WS-KEEP-013');
});

test('WS-KEEP-001: an upload of another file under the same number', () => {
  const outdir = newFolder();
  const image = (sha256: string): FleetApp => {
    const app = new FleetApp({ outdir });
    new GoldenImage(new ImageSpace(app, 'vm-images'), 'ubuntu', { source: ImageSource.upload({ sha256 }), size: Size.gibibytes(40), storage: RbdStorage.fromClassName('ceph-rbd') });
    return app;
  };
  synth(image(SHA));
  expect(kept(image(SHA))).toEqual([]);
  expect(kept(image('b'.repeat(64))).map(({ code }) => code)).toEqual(['WS-KEEP-001']);
});

describe('WS-KEEP-012: a version of an image never changes', () => {
  const images = (outdir: string, source: ImageSource, version = 1, retained: ImageVersion[] = []): FleetApp => {
    const app = new FleetApp({ outdir });
    new GoldenImage(new ImageSpace(app, 'vm-images'), 'ubuntu', { source, version, retained, size: Size.gibibytes(40), storage: RbdStorage.fromClassName('ceph-rbd') });
    return app;
  };
  const codesOf = (app: FleetApp): string[] => app._synthesize(true).faults.filter(({ code }) => code.startsWith('WS-KEEP-')).map(({ code, message }) => `${code} ${message}`);

  test.each<[string, ImageSource]>([['another claim', ImageSource.claim('claim-b')], ['a file in place of the claim', HTTP]])('%s', (_name, source) => {
    const outdir = newFolder();
    synth(images(outdir, ImageSource.claim('claim-a')));
    expect(codesOf(images(outdir, ImageSource.claim('claim-a')))).toEqual([]);
    expect(codesOf(images(outdir, source))).toEqual([expect.stringMatching(/^WS-KEEP-012 the image version 'vm-images\/ubuntu-v1' was changed in place: name was 'claim-a'/)]);
  });

  test('a claim in place of a file; another file is a birth that changed', () => {
    const outdir = newFolder();
    synth(images(outdir, HTTP));
    expect(codesOf(images(outdir, ImageSource.claim('claim-a'))).filter((one) => one.startsWith('WS-KEEP-012'))).toHaveLength(1);
    expect(codesOf(images(outdir, ImageSource.upload({ sha256: SHA }))).map((one) => one.split(' ')[0])).toEqual(['WS-KEEP-001']);
  });

  test('the DataSource without a number moves on', () => {
    const outdir = newFolder();
    synth(images(outdir, ImageSource.claim('claim-a')));
    expect(codesOf(images(outdir, ImageSource.claim('claim-b'), 2, [{ version: 1, source: ImageSource.claim('claim-a'), size: Size.gibibytes(40) }]))).toEqual([]);
  });
});

test.each([[['300Gi', '500Gi']], [['500Gi', '300Gi']]])('of several growths of one claim the largest counts: %p', (sizes) => {
  const jobs = sizes.map((size) => ({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'a', name: size, birth: { claim: 'c', size } }));
  expect([...grownBefore(jobs)]).toEqual([['a/c', '500Gi']]);
});

test('the same size in another unit is the same size', () => {
  expect(kept(fleet(born(), { size: Size.mebibytes(150 * 1024) }))).toEqual([]);
});

test('WS-KEEP-001 is found when cdk8s synth has emptied the folder, by the index beside it', () => {
  const outdir = born();
  rmSync(outdir, { recursive: true });
  expect(kept(fleet(outdir, { storage: 'slow' }))).toEqual([expect.objectContaining({ code: 'WS-KEEP-001' })]);
});

test('WS-KEEP-001 is found when only the manifests were kept, and when a file was edited since', () => {
  const outdir = born();
  rmSync(`${outdir}.info`, { recursive: true });
  expect(kept(fleet(outdir, { storage: 'slow' }))).toEqual([expect.objectContaining({ code: 'WS-KEEP-001' })]);
  synth(fleet(outdir));
  const file = join(outdir, '3-people/alice.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('storage: 150Gi', 'storage: 160Gi'));
  expect(kept(fleet(outdir))).toEqual([expect.objectContaining({ message: expect.stringContaining("'160Gi' and is now '150Gi'") as string })]);
});

test('previousOutput is compared with instead, by its own files or index', () => {
  const old = born();
  const props = { previousOutput: old };
  expect(kept(fleet(newFolder(), { storage: 'slow' }, props))).toEqual([expect.objectContaining({ code: 'WS-KEEP-001' })]);
  rmSync(`${old}.info`, { recursive: true });
  expect(kept(fleet(newFolder(), { storage: 'slow' }, props))).toEqual([expect.objectContaining({ code: 'WS-KEEP-001' })]);
});

test('WS-OUT-003: a previousOutput that cannot be read', () => {
  const folder = newFolder();
  const look = (previousOutput: string) => fleet(newFolder(), {}, { previousOutput })._synthesize(true).faults.filter(({ code }) => code === 'WS-OUT-003').map(({ message }) => message.replace(folder, 'DIR'));
  expect(look(folder)).toEqual(["the earlier output 'DIR' cannot be read: there is no such folder"]);
  mkdirSync(folder, { recursive: true });
  expect(look(folder)).toEqual([]);
  writeFileSync(join(folder, 'broken.yaml'), 'a: [1\nb: }');
  expect(look(folder)).toEqual([expect.stringMatching(/^the earlier output 'broken.yaml' cannot be read: /)]);
  expect(look(join(folder, 'broken.yaml'))).toEqual([expect.stringContaining('it is no folder')]);
});

test('WS-KEEP-002: what is fixed at the birth of a class', () => {
  const build = (outdir: string, reclaimPolicy: string, allowVolumeExpansion: boolean, retries: string) => {
    const app = newApp({ outdir });
    newObject(newChart(app, 'platform'), 'fast', { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'p.example.org', reclaimPolicy, allowVolumeExpansion, parameters: { retries } });
    return app;
  };
  const outdir = newFolder();
  synth(build(outdir, 'Retain', false, '1'));
  expect(kept(build(outdir, 'Retain', true, '1'))).toEqual([]);
  expect(kept(build(outdir, 'Delete', true, '2'))).toEqual([{
    code: 'WS-KEEP-002', message: "the class 'fast' exists, and what is fixed at its birth was changed: parameters.retries was '1' and is now '2'; reclaimPolicy was 'Retain' and is now 'Delete'",
  }]);
});

test('WS-KEEP-003, WS-KEEP-005: another fleet id changes uuid, serial and MAC of each machine', () => {
  const faults = kept(fleet(born(), {}, { fleet: 'other' }));
  expect(faults.map(({ code }) => code)).toEqual(['WS-KEEP-003', 'WS-KEEP-005']);
  expect(faults[0]?.message).toMatch(/serial was '.*' and is now '.*'; uuid was '.*' and is now '.*'/);
});

test('WS-KEEP-005: a new MAC address is a warning', () => {
  const app = fleet(born(), { mac: '0a:00:00:00:00:01' });
  expect(kept(app)).toEqual([{ code: 'WS-KEEP-005', message: expect.stringContaining("default was '0a:") as string }]);
  synth(app);
});

test('WS-KEEP-006: another disk is an error, until somebody accepts it; the old disk is said to stay', () => {
  const outdir = born();
  const app = fleet(outdir, { disk: 'alice-new' });
  expect(kept(app)).toEqual([
    { code: 'WS-KEEP-004', message: "DataVolume 'workstation-alice/alice-rootdisk' is no longer in the output; it is kept in the cluster" },
    { code: 'WS-KEEP-006', message: "the machine 'workstation-alice/alice-workstation' exists, and one of its disks was replaced by another: rootdisk was 'alice-rootdisk' and is now 'alice-new'" },
  ]);
  Acknowledge.of(app.node.findChild('alice') as UserSpace, 'WS-KEEP-006', 'reinstalled');
  synth(app);
});

test('WS-KEEP-004, WS-KEEP-008: a person who leaves is an info for each object that stays, and for the machine', () => {
  const outdir = born({ names: ['alice', 'bob'] });
  const app = fleet(outdir, { names: ['bob'] });
  expect(kept(app).map(({ message }) => message)).toEqual([
    "DataVolume 'workstation-alice/alice-rootdisk' is no longer in the output; it is kept in the cluster",
    "Namespace 'workstation-alice' is no longer in the output; it is kept in the cluster",
    "machine 'workstation-alice/alice-workstation' leaves: GitOps deletes the VirtualMachine; its disks stay",
  ]);
  synth(app);
  expect(kept(fleet(outdir, { names: ['bob'] }))).toEqual([]);
});

test('BL-188: moving a home in the tree changes no name and is no fault', () => {
  const outdir = born();
  const app = new FleetApp({ outdir });
  const home = new UserSpace(newChart(app, 'department'), 'elsewhere', { owner: person('alice') });
  const rootDisk = new RbdRootDisk(home, 'r', { image: IMAGE, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(150) });
  new GpuWorkstation(home, 'w', { profile: trainer(), rootDisk });
  expect(kept(app)).toEqual([]);
});

test.each([['1Gi', '1024Mi', true], ['1Gi', 1073741824, true], ['1G', '1000M', true], ['1e3', '1k', true], ['0.5Gi', '512Mi', true], ['1Gi', '1G', false], ['1Gi', 'x', false], ['', '', false],
  ['1500m', '1.5', true], ['1', '1.0', true], ['1E3', '1e+3', true], [undefined, undefined, false]])('%s and %s mean the same: %s', (a, b, same) => {
  expect(sameQuantity(a, b)).toBe(same);
});

describe('what left and is kept is remembered', () => {
  const gone = (outdir: string): unknown => {
    const text = readFolder(`${outdir}.info`)['gone.json'];
    return text === undefined ? undefined : (JSON.parse(text) as { gone: { kind: string; name: string }[] }).gone.map(({ kind, name }) => `${kind} ${name}`);
  };
  /** A fleet that bob has left. */
  const withoutBob = (): string => {
    const outdir = born({ names: ['alice', 'bob'] });
    synth(fleet(outdir));
    return outdir;
  };

  test('a new fleet has no such file', () => {
    expect(gone(born())).toBeUndefined();
  });

  test('WS-KEEP-001: who comes back with another disk is refused; with the old one, nothing is said, and nothing is gone any more', () => {
    const outdir = withoutBob();
    expect(gone(outdir)).toEqual(['Namespace workstation-bob', 'DataVolume bob-rootdisk']);
    const names = ['alice', 'bob'];
    synth(fleet(outdir));
    expect(errorOf(() => {
      const app = fleet(outdir);
      const home = new UserSpace(app, 'bob', { owner: person('bob') });
      new RbdRootDisk(home, 'root', { image: IMAGE, storage: RbdStorage.fromClassName('ceph-rbd'), size: Size.gibibytes(50) });
      synth(app);
    }).faults.map(({ code, message }) => [code, message])).toEqual([['WS-KEEP-001', "the disk 'workstation-bob/bob-rootdisk' exists, and its birth was changed: 'size' was '150Gi' and is now '50Gi'"]]);
    expect(gone(outdir)).toEqual(['Namespace workstation-bob', 'DataVolume bob-rootdisk']);
    expect(kept(fleet(outdir, { names }))).toEqual([]);
    synth(fleet(outdir, { names }));
    expect(gone(outdir)).toBeUndefined();
    expect(readFolder(`${outdir}.info`)['index.json']).not.toContain('gone.json');
  });

  test('the same input and the same earlier folder give the same bytes; the file is owned', () => {
    const [one, two] = [withoutBob(), withoutBob()];
    expect(readFolder(`${two}.info`)).toEqual(readFolder(`${one}.info`));
    const before = readFolder(`${one}.info`);
    synth(fleet(one));
    expect(readFolder(`${one}.info`)).toEqual(before);
    expect(before['index.json']).toContain('"gone.json"');
  });

  test('a line that is taken out is forgotten, also the last one, whose comma stays', () => {
    const outdir = withoutBob();
    const file = `${outdir}.info/gone.json`;
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines[4]).toMatch(/bob-rootdisk/);
    writeFileSync(file, lines.filter((_, at) => at !== 4).join('\n'));
    expect(kept(fleet(outdir, { names: ['alice', 'bob'], size: Size.gibibytes(150) }))).toEqual([]);
    synth(fleet(outdir));
    expect(gone(outdir)).toEqual(['Namespace workstation-bob']);
    rmSync(file);
    synth(fleet(outdir));
    expect(gone(outdir)).toBeUndefined();
  });

  test.each(['', '{', '[]', '{"gone": [7]}', '<<<<<<< ours\n{"gone": []}\n>>>>>>> theirs\n'])('WS-KEEP-007: a list that says %j is not thrown away', (text) => {
    const outdir = withoutBob();
    writeFileSync(`${outdir}.info/gone.json`, text);
    expect(errorOf(() => { synth(fleet(outdir)); }).faults).toEqual([expect.objectContaining({ code: 'WS-KEEP-007', got: "'gone.json of dist.info'" })]);
    expect(readFileSync(`${outdir}.info/gone.json`, 'utf8')).toBe(text);
  });

  test('a synth that was stopped between the two files forgets nothing, and says nothing wrong', () => {
    const outdir = born({ names: ['alice', 'bob'] });
    const index = readFileSync(`${outdir}.info/index.json`, 'utf8');
    synth(fleet(outdir));
    const after = readFolder(`${outdir}.info`);
    // The list is written, the index is still the old one.
    writeFileSync(`${outdir}.info/index.json`, index);
    synth(fleet(outdir));
    expect(readFolder(`${outdir}.info`)).toEqual(after);
    // The index is the new one, the list still the old one.
    synth(fleet(outdir, { names: ['alice', 'bob'] }));
    writeFileSync(`${outdir}.info/gone.json`, after['gone.json'] ?? '');
    expect(kept(fleet(outdir, { names: ['alice', 'bob'] }))).toEqual([]);
    synth(fleet(outdir, { names: ['alice', 'bob'] }));
    expect(gone(outdir)).toBeUndefined();
  });

  test('it is read beside previousOutput, if that is given', () => {
    const old = withoutBob();
    const outdir = newFolder();
    expect(kept(fleet(outdir, { names: ['alice', 'bob'], storage: 'slow' }, { previousOutput: old })).map(({ code, message }) => `${code} ${message.slice(0, 40)}`)).toEqual([
      "WS-KEEP-001 the disk 'workstation-alice/alice-rootdi", "WS-KEEP-001 the disk 'workstation-bob/bob-rootdisk' ",
    ]);
    synth(fleet(outdir, {}, { previousOutput: old }));
    expect(gone(outdir)).toEqual(gone(old));
  });
});

test('the pages that the words of WS-KEEP point to are there', () => {
  const pages = Object.values(KEEP).flatMap(({ fix, why }) => [...`${fix} ${why}`.matchAll(/docs\/[\w.-]+/g)].map(([page]) => page));
  expect(pages).not.toEqual([]);
  expect(pages.filter((page) => !existsSync(join(__dirname, '../..', page)))).toEqual([]);
});
