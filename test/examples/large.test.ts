import { run } from '../output/children';

/**
 * A fleet of n people in a Node of its own; how often each block of the compiled library ran. Counted, not timed: the
 * numbers are the same on every machine.
 */
const COUNT = `
const { Session } = require('inspector');
const { mkdtempSync, rmSync } = require('fs');
const { join } = require('path');
const { tmpdir } = require('os');
const { Size } = require('cdk8s');
const session = new Session();
session.connect();
const post = (method, params) => { let answer; session.post(method, params, (error, result) => { if (error) throw new Error(error.message); answer = result; }); return answer; };
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const w = require(LIB + '/index.js');
process.env.WORKSTATIONS_QUIET = '1';
function fleet(people) {
  const outdir = join(mkdtempSync(join(tmpdir(), 'large-')), 'dist');
  const app = new w.FleetApp({ outdir, deployers: { platform: w.Subject.user('platform'), people: w.Subject.user('people') } });
  const images = new w.ImageSpace(app, 'vm-images');
  const storage = w.RbdStorage.fromClassName('ceph-rbd');
  const image = new w.GoldenImage(images, 'ubuntu', { storage, size: Size.gibibytes(40), source: w.ImageSource.claim('by-hand') });
  const profile = w.Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [w.Gpu.A100_PCIE_40GB] });
  for (let index = 0; index < people; index += 1) {
    const home = new w.UserSpace(app, 'p' + String(index).padStart(4, '0'));
    const rootDisk = new w.RbdRootDisk(home, 'root', { image, storage, size: Size.gibibytes(100) });
    const workspaceDisk = new w.RbdWorkspaceDisk(home, 'work', { storage, size: Size.gibibytes(100) });
    new w.GpuWorkstation(home, 'workstation', { profile, rootDisk, workspaceDisk });
  }
  app.synth();
  // Over its own output, which is compared.
  app.synth();
  rmSync(join(outdir, '..'), { recursive: true });
}
fleet(10);
function counted(people) {
  post('Profiler.takePreciseCoverage');
  fleet(people);
  const counts = {};
  for (const { url, functions } of post('Profiler.takePreciseCoverage').result) {
    const at = url.indexOf('/lib/src/');
    if (at === -1) continue;
    for (const { functionName, ranges } of functions) {
      for (const { startOffset, endOffset, count } of ranges) counts[url.slice(at + 9) + ' ' + functionName + ' ' + startOffset + '-' + endOffset] = count;
    }
  }
  return counts;
}
process.stdout.write(JSON.stringify(given.map(counted)));
`;

jest.setTimeout(300_000);

test('BL-184: with 500 workstations no block of ours runs more often than their number asks for', () => {
  const done = run(COUNT, [250, 500]);
  expect([done.status, done.stderr]).toEqual([0, '']);
  const [half, whole] = JSON.parse(done.stdout) as [Record<string, number>, Record<string, number>];
  const busy = Object.entries(whole).filter(([, count]) => count > 500);
  expect(busy.length).toBeGreaterThan(100);
  for (const file of ['checks/index.js', 'constructs/workstation.js', 'output/synthesize.js', 'output/tree.js']) {
    expect(busy.some(([block]) => block.startsWith(`${file} `))).toBe(true);
  }
  // Twice the people: twice the work, and a little more where something is sorted. A search in a list would be four times.
  const grown = busy.map(([block, count]) => [block, half[block] ?? 0, count] as const).filter(([, before, after]) => after > 2.6 * before);
  expect(grown).toEqual([]);
});
