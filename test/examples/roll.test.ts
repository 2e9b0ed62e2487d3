import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { changes, idOf, type Manifest } from '../support/fleet';
import { placed, ran } from './clone';

jest.setTimeout(60_000);

/** Runs the fleet, changes its program, runs it again over the first output: what differs, object by object. */
function rolled(edits: readonly (readonly [string, string])[]): { added: string[]; changed: Record<string, string[]>; said: string } {
  const folder = placed('fleet');
  const before = objects(ran(folder).files);
  const main = join(folder, 'main.js');
  writeFileSync(main, edits.reduce((text, [was, is]) => {
    expect(text).toContain(was);
    return text.replace(was, is);
  }, readFileSync(main, 'utf8')));
  const { files, said } = ran(folder);
  const after = objects(files);
  expect(Object.keys(before).filter((id) => after[id] === undefined)).toEqual([]);
  return {
    added: Object.keys(after).filter((id) => before[id] === undefined),
    changed: Object.fromEntries(Object.keys(before).map((id) => [id, Object.keys(changes(before[id], after[id]))] as const).filter(([, fields]) => fields.length > 0)),
    said,
  };
}

const objects = (files: Readonly<Record<string, string>>): Record<string, Manifest> => Object.fromEntries(Object.entries(files)
  .filter(([file]) => /^dist\/.*\.yaml$/.test(file)).flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJS() as Manifest)).map((one) => [idOf(one), one]));

test('an image roll as docs/disks.md says: two new objects, the DataSource moves, nobody is touched', () => {
  const program = readFileSync(join(placed('fleet'), 'main.js'), 'utf8');
  const [, source = ''] = /\n    (source: cdk8s_workstations_\d\.ImageSource\.http\([\s\S]*?\n    \}\)),\n/.exec(program) ?? [];
  const [, provenance = ''] = /\n    (provenance: \{[^\n]*\})/.exec(program) ?? [];
  const { added, changed } = rolled([
    [source, source.replace('cuda-2', 'cuda-3').replace('9f2c', '0f2c')],
    ['version: 2,', 'version: 3,'],
    ['retained: [{', `retained: [{ version: 2, size: cdk8s_1.Size.gibibytes(40), ${source}, ${provenance} }, {`],
    ['40),\n    storage', '48),\n    storage'],
  ]);
  expect(added).toEqual(['DataVolume vm-images/ubuntu-24-04-cuda-v3', 'DataSource vm-images/ubuntu-24-04-cuda-v3']);
  const moved = Object.entries(changed).filter(([id]) => !/^Role /.test(id));
  expect(moved.map(([id]) => id)).toEqual(['DataSource vm-images/ubuntu-24-04-cuda']);
  expect(moved[0]?.[1]).toEqual(expect.arrayContaining(['/spec/source/pvc/name']));
  expect(Object.keys(changed).filter((id) => /^Role /.test(id))).toHaveLength(1);
});

test('a profile roll as docs/gpus.md says: machines of that profile change, disks and identities do not', () => {
  const { added, changed } = rolled([[
    "cdk8s_workstations_1.Profile.of('trainer', {", "cdk8s_workstations_1.Profile.of('trainer', { version: 2, cpus: 12, memory: cdk8s_1.Size.gibibytes(96), gpus: [cdk8s_workstations_1.Gpu.A100_PCIE_40GB] }),\n    cdk8s_workstations_1.Profile.of('trainer', {",
  ]]);
  expect(added).toEqual([]);
  expect(Object.keys(changed).length).toBeGreaterThan(3);
  expect(Object.keys(changed).filter((id) => !/^(VirtualMachine|ResourceQuota) /.test(id))).toEqual([]);
  const domain = '/spec/template/spec/domain';
  expect([...new Set(Object.entries(changed).filter(([id]) => id.startsWith('VirtualMachine ')).flatMap(([, paths]) => paths))].sort()).toEqual([
    '/metadata/labels/workstations.dev~1profile', `${domain}/cpu/cores`, `${domain}/memory/guest`, `${domain}/resources/requests/memory`,
  ]);
});
