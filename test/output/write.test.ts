import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { basename, dirname, join } from 'path';
import { type FleetApp, Layout } from '../../src/output/fleet-app';
import { configMap, errorOf, newApp, newChart, newFolder, readFolder, synth } from './apps';

/** A fleet of charts, each with one object. */
function fleet(outdir: string, charts: readonly string[], { value = '1', layout = Layout.FILE_PER_CHART } = {}): FleetApp {
  const app = newApp({ outdir, layout });
  charts.forEach((id) => { configMap(newChart(app, id), id, { value }); });
  return app;
}

const manifests = (outdir: string): string[] => Object.keys(readFolder(outdir));

describe('synth', () => {
  test('writes manifests, and beside them the index and what people read', () => {
    const outdir = newFolder();
    synth(fleet(outdir, ['a']));
    expect(manifests(outdir)).toEqual(['1-platform/a.yaml']);
    expect(manifests(`${outdir}.info`)).toEqual(['README.md', 'expects.json', 'expects.md', 'index.json']);
    expect(JSON.parse(readFileSync(`${outdir}.info/index.json`, 'utf8'))).toEqual({
      format: 1,
      fleet: 'fleet',
      target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' },
      files: [{
        path: '1-platform/a.yaml', layer: '1-platform', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        objects: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a', construct: 'a/configmap-a' }],
      }],
      info: ['README.md', 'expects.json', 'expects.md'],
    });
  });

  test('BL-170 BL-215: twice gives the same bytes, and touches no file', () => {
    const outdir = newFolder();
    const app = fleet(outdir, ['a', 'b']);
    synth(app);
    const [before, born] = [{ ...readFolder(outdir), ...readFolder(`${outdir}.info`) }, statSync(join(outdir, '1-platform/a.yaml'))];
    synth(app);
    synth(fleet(outdir, ['b', 'a']));
    expect({ ...readFolder(outdir), ...readFolder(`${outdir}.info`) }).toEqual(before);
    expect(statSync(join(outdir, '1-platform/a.yaml')).ino).toBe(born.ino);
  });

  test('BL-185: another chart changes no byte of the others', () => {
    const [one, two] = [newFolder(), newFolder()];
    synth(fleet(one, ['a', 'c']));
    synth(fleet(two, ['a', 'b', 'c']));
    expect(readFolder(two)).toMatchObject(readFolder(one));
  });

  test('deletes what it wrote and no longer makes, with the folders that this leaves empty', () => {
    const outdir = newFolder();
    synth(fleet(outdir, ['a', 'b']));
    synth(fleet(outdir, ['b'], { layout: Layout.FILE_PER_OBJECT }));
    expect(manifests(outdir)).toEqual(['1-platform/ns.ConfigMap.b.yaml']);
    synth(fleet(outdir, []));
    expect(existsSync(join(outdir, '1-platform'))).toBe(false);
    expect(existsSync(outdir)).toBe(true);
  });

  test('WS-OUT-002: leaves what others wrote, and says so', () => {
    const outdir = newFolder();
    mkdirSync(join(outdir, '1-platform'), { recursive: true });
    const theirs = ['1-platform/theirs.yaml', 'kustomization.yaml', '.hidden', 'notes.txt'];
    theirs.forEach((path) => { writeFileSync(join(outdir, path), 'a: 1\n'); });
    const { writeOutput } = jest.requireActual<typeof import('../../src/output/write')>('../../src/output/write');
    const faults = writeOutput(outdir, fleet(outdir, ['a'])._synthesize(), { fleet: 'fleet', target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } });
    expect(faults).toEqual([expect.objectContaining({ code: 'WS-OUT-002', got: "'1-platform/theirs.yaml', 'kustomization.yaml'" })]);
    synth(fleet(outdir, []));
    expect(manifests(outdir)).toEqual([...theirs].sort());
  });

  test('an index that names files outside the folder deletes none of them', () => {
    const outdir = newFolder();
    synth(fleet(outdir, ['a']));
    const victim = join(dirname(outdir), 'victim.yaml');
    writeFileSync(victim, 'a: 1\n');
    const index = `${outdir}.info/index.json`;
    for (const path of ['../victim.yaml', victim, '1-platform/../../victim.yaml', '..\\victim.yaml']) {
      writeFileSync(index, JSON.stringify({ format: 1, fleet: 'fleet', files: [{ path, layer: 'x', sha256: '', objects: [] }], info: [path] }));
      synth(fleet(outdir, ['a']));
      expect(existsSync(victim)).toBe(true);
    }
  });

  test.each(['', '{', '[]', '{"files": 7}', '{"files": [{"path": "1-platform/a.yaml", "sha256": "", "objects": [7]}], "info": [null]}'])('an index that says %j is as good as none', (text) => {
    const outdir = newFolder();
    synth(fleet(outdir, ['a']));
    const before = readFolder(`${outdir}.info`);
    writeFileSync(`${outdir}.info/index.json`, text);
    synth(fleet(outdir, ['a']));
    expect(readFolder(`${outdir}.info`)).toEqual(before);
  });

  test('what a stopped synth left is completed: half-written files, new files without an index, a lock', () => {
    const outdir = newFolder();
    synth(fleet(outdir, ['a']));
    const before = { ...readFolder(outdir), ...readFolder(`${outdir}.info`) };
    writeFileSync(join(outdir, '1-platform/.workstations-99999.tmp'), 'half');
    writeFileSync(`${outdir}.info/.workstations-99999.tmp`, 'half');
    writeFileSync(join(outdir, '1-platform/gone.yaml'), 'a: 1\n');
    writeFileSync(`${outdir}.info/pending.json`, '{"files": ["1-platform/gone.yaml"]}');
    writeFileSync(`${outdir}.info/.lock`, '4194303 1 0.5\n');
    writeFileSync(`${outdir}.info/.lock.4194303.old`, '4194302 1 0.5\n');
    synth(fleet(outdir, ['a']));
    expect({ ...readFolder(outdir), ...readFolder(`${outdir}.info`) }).toEqual(before);
  });
});

describe('WS-OUT-001: a folder that cannot be written', () => {
  const refused = (outdir: string, charts = ['a']): string => errorOf(() => { synth(fleet(outdir, charts)); }).faults.map(({ code, message }) => `${code} ${message.replace(/'[^']*(dist|file)'/, 'DIR')}`).join();

  test('a file stands there', () => {
    const outdir = newFolder();
    writeFileSync(outdir, '');
    expect(refused(outdir)).toMatch(/^WS-OUT-001 the output folder DIR cannot be written: /);
  });

  test('a folder of it is a symbolic link: what that points to is not touched', () => {
    const [outdir, elsewhere] = [newFolder(), newFolder()];
    mkdirSync(outdir, { recursive: true });
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(elsewhere, join(outdir, '1-platform'));
    expect(refused(outdir)).toContain("'1-platform' in it is a symbolic link");
    expect(manifests(elsewhere)).toEqual([]);
  });

  test('a file of it is a symbolic link: the link is replaced, what it points to stays', () => {
    const outdir = newFolder();
    const secret = join(dirname(outdir), 'secret');
    mkdirSync(join(outdir, '1-platform'), { recursive: true });
    writeFileSync(secret, 'theirs');
    symlinkSync(secret, join(outdir, '1-platform/a.yaml'));
    synth(fleet(outdir, ['a']));
    expect(readFileSync(secret, 'utf8')).toBe('theirs');
    expect(readFileSync(join(outdir, '1-platform/a.yaml'), 'utf8')).toContain('kind: ConfigMap');
  });

  test('a folder stands where a file must be', () => {
    const outdir = newFolder();
    mkdirSync(join(outdir, '1-platform/a.yaml/x'), { recursive: true });
    expect(refused(outdir)).toContain('a folder stands where a file must be');
  });

  test.each(['1-platform/b.yaml', 'INFO/index.json', 'INFO/gone.json', 'INFO/pending.json', 'INFO/expects.md', 'INFO/.lock'])('a folder stands at %s: nothing is written at all', (path) => {
    const outdir = newFolder();
    synth(fleet(outdir, ['a']));
    const at = path.replace(/^INFO/, '../dist.info');
    rmSync(join(outdir, at), { force: true });
    mkdirSync(join(outdir, at, 'x'), { recursive: true });
    const before = { ...readFolder(outdir), ...readFolder(`${outdir}.info`) };
    expect(errorOf(() => { synth(fleet(outdir, ['a', 'b'], { value: '2' })); }).faults.map(({ code }) => code)).toEqual([expect.stringMatching(/^WS-(?:OUT-00[13]|KEEP-007)$/)]);
    expect({ ...readFolder(outdir), ...readFolder(`${outdir}.info`) }).toEqual(before);
    rmSync(join(outdir, at), { recursive: true });
    synth(fleet(outdir, ['a', 'b'], { value: '2' }));
    expect(manifests(outdir)).toEqual(['1-platform/a.yaml', '1-platform/b.yaml']);
    expect(readFileSync(join(outdir, '1-platform/a.yaml'), 'utf8')).toContain('value: "2"');
  });

  test('it fails on the way: no temporary file is left, what was there stays valid, and the next synth completes it', () => {
    const outdir = newFolder();
    synth(fleet(outdir, ['a']));
    const fs = jest.requireActual<typeof import('fs')>('fs');
    const index = readFileSync(`${outdir}.info/index.json`, 'utf8');
    const spy = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (String(to).endsWith('b.yaml')) {
        throw Object.assign(new TypeError('full'), { code: 'ENOSPC' });
      }
      spy.mockRestore();
      fs.renameSync(from, to);
      jest.spyOn(fs, 'renameSync').mockImplementation(() => { throw Object.assign(new TypeError('full'), { code: 'ENOSPC' }); });
    });
    try {
      expect(refused(outdir, ['a', 'b'])).toContain('the disk is full');
    } finally {
      jest.restoreAllMocks();
    }
    expect([...manifests(outdir), ...manifests(`${outdir}.info`)].filter((path) => path.includes('.tmp'))).toEqual([]);
    expect(readFileSync(`${outdir}.info/index.json`, 'utf8')).toBe(index);
    synth(fleet(outdir, ['a', 'b']));
    expect(manifests(outdir)).toEqual(['1-platform/a.yaml', '1-platform/b.yaml']);
    expect(existsSync(`${outdir}.info/pending.json`)).toBe(false);
  });

  const asRoot = process.getuid?.() === 0;
  (asRoot ? test.skip : test)('it may not be written', () => {
    const outdir = newFolder();
    mkdirSync(outdir, { recursive: true });
    chmodSync(outdir, 0o500);
    expect(refused(outdir)).toContain('permission denied');
  });
});

test('the output folder itself may be a symbolic link', () => {
  const real = newFolder();
  mkdirSync(real, { recursive: true });
  const outdir = `${real}-link`;
  symlinkSync(real, outdir);
  synth(fleet(outdir, ['a']));
  expect(manifests(real)).toEqual(['1-platform/a.yaml']);
});

test('cdk8s synth --stdout leaves no info folder beside its temporary one', () => {
  const outdir = join(tmpdir(), `cdk8s-${basename(dirname(newFolder()))}`);
  process.env.CDK8S_OUTDIR = outdir;
  try {
    synth(fleet(outdir, ['a']));
    expect([manifests(outdir), existsSync(`${outdir}.info`)]).toEqual([['1-platform/a.yaml'], false]);
  } finally {
    delete process.env.CDK8S_OUTDIR;
    rmSync(outdir, { recursive: true, force: true });
  }
});

test('construct-metadata.json is written for cdk8s synth --validate, and only then', () => {
  const outdir = newFolder();
  process.env.CDK8S_RECORD_CONSTRUCT_METADATA = 'true';
  try {
    synth(fleet(outdir, ['a']));
  } finally {
    delete process.env.CDK8S_RECORD_CONSTRUCT_METADATA;
  }
  expect(readFolder(outdir)['construct-metadata.json']).toBe('{"version":"1.0.0","resources":{"a":{"path":"a/configmap-a"}}}');
  synth(fleet(outdir, ['a']));
  expect(manifests(outdir)).toEqual(['1-platform/a.yaml']);
});

test('one line of JSON for each synth goes to the file that WORKSTATIONS_SUMMARY names', () => {
  const outdir = newFolder();
  const file = join(dirname(outdir), 'summary');
  process.env.WORKSTATIONS_SUMMARY = file;
  try {
    synth(fleet(outdir, ['a', 'b']));
    synth(fleet(outdir, ['b', 'c']));
    synth(fleet(outdir, ['b', 'c']));
  } finally {
    delete process.env.WORKSTATIONS_SUMMARY;
  }
  expect(readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
    { outdir, files: 2, written: 2, removed: 0 }, { outdir, files: 2, written: 1, removed: 1 }, { outdir, files: 2, written: 0, removed: 0 },
  ]);
});
