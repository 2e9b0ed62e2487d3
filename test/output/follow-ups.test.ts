import Ajv from 'ajv';
import { readFileSync } from 'fs';
import { join } from 'path';
import { GoldenImage, type IGoldenImage } from '../../src/constructs/golden-image';
import { GpuWorkstation } from '../../src/constructs/gpu-workstation';
import { ImageSpace } from '../../src/constructs/image-space';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { UserSpace } from '../../src/constructs/user-space';
import { type FleetApp } from '../../src/output/fleet-app';
import { gi, HTTP, person, STORAGE, trainer } from '../support/fleet';
import { codes, errorOf, newApp } from './apps';

function fleet(change: (image: GoldenImage) => IGoldenImage = (image) => image): FleetApp {
  const app = newApp();
  const image = new GoldenImage(new ImageSpace(app, 'vm-images'), 'ubuntu', { source: HTTP, size: gi(40), storage: STORAGE });
  const home = new UserSpace(app, 'alice', { owner: person() });
  const rootDisk = new RbdRootDisk(home, 'root', { image: change(image), storage: STORAGE, size: gi(80) });
  new GpuWorkstation(home, 'workstation', { profile: trainer(), rootDisk });
  return app;
}

test('a version of an image that is not there is said once, and nothing that follows from it', () => {
  const found = fleet((image) => image.pinned(7))._synthesize().faults.filter(({ severity }) => severity !== 'info');
  expect(found.map(({ code }) => code)).toEqual(['WS-IMAGE-008']);
});

test('what names an object that could not be made is not said as well', () => {
  const app = newApp();
  const home = new UserSpace(app, 'alice', { owner: person() });
  const rootDisk = new RbdRootDisk(home, 'root', { storage: STORAGE, size: gi(80) } as never);
  new GpuWorkstation(home, 'workstation', { profile: trainer(), rootDisk });
  expect(codes(app)).toEqual(['WS-APP-002']);
});

test('the faults of a synth that fails keep the contract of --format json', () => {
  const schema = JSON.parse(readFileSync(join(__dirname, '../../src/cli/report.schema.json'), 'utf8')) as object;
  const validate = new Ajv({ allErrors: true }).compile(schema);
  const app = fleet();
  const machine = app.node.findChild('alice').node.findChild('workstation').node.findAll().find((one) => 'addJsonPatch' in one) as unknown as { addJsonPatch: (patch: unknown) => void };
  const { JsonPatch } = jest.requireActual<typeof import('cdk8s')>('cdk8s');
  machine.addJsonPatch(JsonPatch.add('/spec/runStrategyy', 'x'));
  const { faults } = errorOf(() => { app.synth(); });
  expect(faults).not.toEqual([]);
  expect(validate({ faults, objects: 0, unknownKinds: [] })).toBe(true);
  expect(faults.filter((one) => 'document' in one)).toEqual([]);
});
