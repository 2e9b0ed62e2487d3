import { Chart } from 'cdk8s';
import { readFileSync, rmSync } from 'fs';
import { Acknowledge, CpuNodePool, FleetApp, Gpu, GpuWorkstation, KubeVirtPlatform, VfioNodePool, UserSpace } from '../../src';
import { person, root, trainer } from '../support/fleet';
import { newFolder } from './apps';

function fleet(outdir: string, kubevirt: string, kubernetes = '1.34'): FleetApp {
  const app = new FleetApp({ outdir, target: { kubevirt, kubernetes } });
  const platform = new Chart(app, 'platform', { namespace: 'workstations' });
  const pool = new VfioNodePool(platform, 'vm-gpu-pci', { nodes: 1, gpusPerNode: [Gpu.A100_PCIE_40GB] });
  new KubeVirtPlatform(platform, 'kubevirt', { pools: [pool, new CpuNodePool(platform, 'vm-cpu', { nodes: 1 })] });
  const alice = new UserSpace(app, 'alice', { owner: person() });
  new GpuWorkstation(alice, 'workstation', { profile: trainer(), rootDisk: root(alice), pool });
  return app;
}

const said = (app: FleetApp): string[] => app._synthesize(true).faults.filter(({ code }) => code.startsWith('WS-KEEP')).map(({ code, message, fix }) => `${code} ${message}: ${fix}`);

beforeEach(() => { process.env.WORKSTATIONS_QUIET = '1'; });

test('the objects lie before all else, the notes beside them, and a second run is the same', () => {
  const outdir = newFolder();
  fleet(outdir, '1.9', '1.36').synth();
  expect(readFileSync(`${outdir}/0-operators/platform.yaml`, 'utf8').match(/^kind: .*$/gm)).toEqual(['kind: KubeVirt', 'kind: CDI']);
  expect(readFileSync(`${outdir}.info/nodes.md`, 'utf8').match(/^## .*$/gm)).toEqual(['## vm-cpu (vm-cpu): 1 node', '## vm-gpu-pci (vm-gpu-pci): 1 node, each with 1 × A100_PCIE_40GB']);
  expect(readFileSync(`${outdir}.info/kubevirt.md`, 'utf8')).toMatch(/^# KubeVirt 1\.9, CDI 1\.66\n/);
  expect(readFileSync(`${outdir}.info/expects.md`, 'utf8')).toContain('| nvidia.com/GA100_A100_PCIE_40GB | advertised by a node | ');
  expect(said(fleet(outdir, '1.9', '1.36'))).toEqual([]);
});

test.each([
  ['1.7', '1.8', []],
  ['1.8', '1.9', []],
  ['1.7', '1.9', ['WS-KEEP-011 the KubeVirt object was written for release 1.7, and is now for 1.9: set the target to 1.8 first, and apply it']],
  ['1.9', '1.8', ['WS-KEEP-011 the KubeVirt object was written for release 1.9, and is now for 1.8: put the target back to 1.9']],
])('from %s to %s', (was, is, expected) => {
  const outdir = newFolder();
  fleet(outdir, was).synth();
  const app = fleet(outdir, is);
  expect(said(app)).toEqual(expected);
  // `cdk8s synth` empties the folder before the app runs: the index still knows.
  rmSync(outdir, { recursive: true });
  expect(said(app)).toEqual(expected);
  Acknowledge.of(app, 'WS-KEEP-011', 'a cluster that was set up anew');
  expect(() => app.synth()).not.toThrow();
});
