import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import type { FleetApp } from '../../src/output/fleet-app';
import { emit, type JsonObject } from '../../src/output/emit';
import { newFolder } from '../output/apps';

/**
 * The specification of a DataVolume is written once: CDI refuses every later change. So the same fleet gives the same
 * DataVolumes in every later release. Each release leaves its fleet (`fleet.ts`) and what it made of it (`<ns>.<name>.yaml`)
 * here, for ever; a release only adds a folder.
 *
 * To seed the folder of a new release: copy the newest `fleet.ts`, add what is new, and run this test once with
 * `SEED_CONTRACT=<version>`; it writes what is missing there and never replaces a file.
 */
const ROOT = join(__dirname, 'datavolumes');
const RELEASES = readdirSync(ROOT).sort();

interface Fleet { build(outdir: string): FleetApp }

function made(release: string): ReadonlyMap<string, string> {
  const fleet = jest.requireActual<Fleet>(join(ROOT, release, 'fleet.ts')).build(newFolder());
  const volumes = fleet._synthesize().objects.filter(({ identity }) => identity.kind === 'DataVolume');
  return new Map(volumes.map(({ object, identity }) => [`${identity.namespace ?? ''}.${identity.name}.yaml`, emit({
    name: identity.name, namespace: identity.namespace, spec: object.spec as JsonObject,
  })]));
}

describe.each(RELEASES)('the fleet of release %s', (release) => {
  const folder = join(ROOT, release);
  const kept = () => readdirSync(folder).filter((file) => file.endsWith('.yaml')).sort();

  beforeAll(() => {
    if (process.env.SEED_CONTRACT === release) {
      mkdirSync(folder, { recursive: true });
      made(release).forEach((text, file) => existsSync(join(folder, file)) || writeFileSync(join(folder, file), text));
    }
  });

  test('still gives the DataVolumes that it gave then, under the same names', () => {
    const now = made(release);
    expect([...now.keys()].sort()).toEqual(kept());
    for (const file of kept()) {
      expect({ file, text: now.get(file) }).toEqual({ file, text: readFileSync(join(folder, file), 'utf8') });
    }
  });
});

test('there is at least one release to compare with', () => {
  expect(RELEASES).toContain('0.1.0');
});
