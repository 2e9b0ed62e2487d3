import { existsSync, rmSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { Layer } from '../../src/constructs/layers';
import { type FleetApp, Kustomization, Layout } from '../../src/output/fleet-app';
import { readManifests } from '../../src/output/read';
import { configMap, newApp, newChart, newFolder, readFolder, synth } from './apps';

function fleet(outdir: string, people: number, { kustomization = Kustomization.PER_FOLDER, layout = Layout.FILE_PER_CHART } = {}): FleetApp {
  const app = newApp({ outdir, kustomization, layout });
  configMap(newChart(app, 'platform'), 'm');
  for (let n = 0; n < people; n++) {
    configMap(newChart(app, `person-${n}`, { layer: Layer.PEOPLE, namespace: `ns-${n}` }), 'm');
  }
  return app;
}

/** Folders with a `kustomization.yaml`, each with what that lists. */
function listed(outdir: string): Record<string, string[]> {
  return Object.fromEntries(Object.entries(readFolder(outdir)).filter(([path]) => path.endsWith('/kustomization.yaml'))
    .map(([path, text]) => [path.replace('/kustomization.yaml', ''), (parse(text) as { resources: string[] }).resources]));
}

const manifestsOf = (outdir: string): string[] => Object.keys(readFolder(outdir)).filter((path) => !path.endsWith('kustomization.yaml'));

test('without the option there is none', () => {
  const outdir = newFolder();
  synth(fleet(outdir, 60, { kustomization: Kustomization.NONE }));
  expect(listed(outdir)).toEqual({});
  expect(existsSync(join(outdir, '3-people/person-59.yaml'))).toBe(true);
});

test('each folder lists its files, sorted', () => {
  const outdir = newFolder();
  synth(fleet(outdir, 3));
  expect(readFolder(outdir)['3-people/kustomization.yaml']).toBe(
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - person-0.yaml\n  - person-1.yaml\n  - person-2.yaml\n');
  expect(Object.keys(listed(outdir))).toEqual(['1-platform', '3-people']);
});

test('50 files stay flat, 51 are cut', () => {
  const [flat, cut] = [newFolder(), newFolder()];
  synth(fleet(flat, 50));
  synth(fleet(cut, 51));
  expect(Object.keys(listed(flat))).toEqual(['1-platform', '3-people']);
  expect(listed(flat)['3-people']).toHaveLength(50);
  expect(Object.keys(listed(cut)).every((folder) => /^(?:1-platform|3-people\/[0-9a-f])$/.test(folder))).toBe(true);
});

test.each([Layout.FILE_PER_CHART, Layout.FILE_PER_OBJECT])('200 people lie in folders of at most 50, each manifest in exactly one list (%s)', (layout) => {
  const outdir = newFolder();
  synth(fleet(outdir, 200, { layout }));
  const lists = Object.entries(listed(outdir));
  expect(Math.max(...lists.map(([, files]) => files.length))).toBeLessThanOrEqual(50);
  expect(lists.flatMap(([folder, files]) => files.map((file) => `${folder}/${file}`)).sort()).toEqual(manifestsOf(outdir).sort());
  expect(lists.every(([, files]) => files.join() === [...files].sort().join())).toBe(true);
});

test('one more moves nobody else, another order gives the same bytes, and none without the option is left', () => {
  const [one, two] = [newFolder(), newFolder()];
  synth(fleet(one, 200));
  synth(fleet(two, 201));
  const [before, after] = [manifestsOf(one), manifestsOf(two)];
  expect(after.filter((path) => !before.includes(path))).toEqual([expect.stringMatching(/\/person-200\.yaml$/)]);
  synth(fleet(two, 200));
  expect({ ...readFolder(two), ...readFolder(`${two}.info`) }).toEqual({ ...readFolder(one), ...readFolder(`${one}.info`) });
  synth(fleet(two, 200, { kustomization: Kustomization.NONE }));
  expect([listed(two), existsSync(join(two, '3-people/0'))]).toEqual([{}, false]);
});

test('it is owned and indexed, no object, and no part of synthYaml', () => {
  const outdir = newFolder();
  const app = fleet(outdir, 1);
  synth(app);
  const index = JSON.parse(readFolder(`${outdir}.info`)['index.json'] ?? '') as { files: { path: string; objects: unknown[] }[] };
  expect(index.files.map(({ path, objects }) => [path, objects.length])).toEqual([
    ['1-platform/platform.yaml', 1], ['3-people/person-0.yaml', 1], ['1-platform/kustomization.yaml', 0], ['3-people/kustomization.yaml', 0],
  ]);
  expect(app.synthYaml()).not.toContain('Kustomization');
  expect(app._synthesize(true).faults).toEqual([]);
  const read = readManifests([outdir]);
  expect([read.objects.length, read.kustomizations, read.faults]).toEqual([2, 2, []]);
  rmSync(`${outdir}.info`, { recursive: true });
  expect(app._synthesize(true).faults).toEqual([]);
});

test('a chart called kustomization takes the name from nobody', () => {
  const outdir = newFolder();
  const app = newApp({ outdir, kustomization: Kustomization.PER_FOLDER });
  configMap(newChart(app, 'kustomization'), 'm');
  synth(app);
  expect(listed(outdir)['1-platform']).toEqual([expect.stringMatching(/^kustomization-[0-9a-f]{8}\.yaml$/)]);
});
