import { Chart } from 'cdk8s';
import { existsSync } from 'fs';
import { faultsOf } from '../../src/constructs/fault-record';
import { settingsOf } from '../../src/constructs/settings';
import { UserSpace, Workstation } from '../../src';
import { FleetApp, type FleetAppProps, type Layout } from '../../src/output/fleet-app';
import { Subject } from '../../src/values';
import { gi, office, person, root } from '../support/fleet';
import { configMap, errorOf, newApp, newChart, newFolder, readFolder, synth } from './apps';

describe('FleetApp says to all constructs', () => {
  test('its defaults', () => {
    expect(settingsOf(new Chart(new FleetApp(), 'c'))).toEqual({ fleet: 'fleet', target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } });
  });

  test('its fleet, target and deployers', () => {
    const deployers = { platform: Subject.user('platform'), people: Subject.group('people') };
    const app = new FleetApp({ fleet: 'ai-prod', target: { kubevirt: '1.8', kubernetes: '1.35' }, deployers });
    expect(settingsOf(new Chart(app, 'c'))).toEqual({ fleet: 'ai-prod', target: { kubevirt: '1.8', cdi: '1.66', kubernetes: '1.35' }, deployers });
  });
});

describe('bad props are recorded, not thrown', () => {
  test.each<[string, unknown, string[]]>([
    ['fleet with capitals', { fleet: 'Prod' }, ['WS-APP-001']],
    ['fleet too long', { fleet: 'a'.repeat(31) }, ['WS-APP-001']],
    ['fleet that is no text', { fleet: 7 }, ['WS-APP-001']],
    ['unknown release', { target: { kubevirt: '0.1' } }, ['WS-TARGET-001']],
    ['unsupported pair of an old KubeVirt', { target: { kubevirt: '1.7', kubernetes: '1.37' } }, ['WS-TARGET-002']],
    ['unsupported pair', { target: { kubernetes: '1.37' } }, ['WS-TARGET-002']],
    ['outdir that is no text', { outdir: 7 }, ['WS-APP-002']],
    ['outdir that is empty', { outdir: '' }, ['WS-APP-002']],
    ['unknown layout', { layout: 'file-per-day' }, ['WS-APP-002']],
    ['unknown kustomization', { kustomization: 'all' }, ['WS-APP-002']],
    ['previousOutput that is no text', { previousOutput: [] }, ['WS-APP-002']],
    ['deployers that are no object', { deployers: 'me' }, ['WS-APP-002']],
    ['deployers that are no subjects', { deployers: { platform: 'a', people: 'b' } }, ['WS-APP-002', 'WS-APP-002']],
    ['all at once', { fleet: '', layout: 1, target: { cdi: '9' } }, ['WS-APP-002', 'WS-APP-001', 'WS-TARGET-001']],
    ['null for each', { fleet: null, target: null, deployers: null, outdir: null, layout: null, kustomization: null, previousOutput: null }, []],
    ['props that are no object', 7, ['WS-APP-002']],
    ['a misspelt prop', { fleeet: 'a' }, ['WS-APP-007']],
  ])('%s', (_, props, expected) => {
    expect(faultsOf(new FleetApp(props as never)).map(({ code }) => code)).toEqual(expected);
  });
});

test('what is refused in the app is said once, and nothing is compared by a stand-in', () => {
  const outdir = newFolder();
  const kubectlImage = `kubectl@sha256:${'0'.repeat(64)}`;
  const fleet = (props: FleetAppProps): FleetApp => {
    const app = new FleetApp({ fleet: 'ai-lab', kubectlImage, outdir, ...props });
    const home = new UserSpace(app, 'alice', { owner: person() });
    new Workstation(home, 'workstation', { profile: office(), rootDisk: root(home, 'root', { grownTo: gi(300) }) });
    return app;
  };
  fleet({}).synth();
  expect(errorOf(() => { fleet({ fleet: 'Ai_Lab' }).synth(); }).faults.map(({ code }) => code)).toEqual(['WS-APP-001']);
  expect(errorOf(() => { fleet({ kubectlImage: 'registry.k8s.io/kubectl:v1.36.0' }).synth(); }).faults.map(({ code }) => code)).toEqual(['WS-GROW-003']);
});

test('synth throws one error with all faults and writes nothing', () => {
  const outdir = newFolder();
  const app = new FleetApp({ fleet: 'Prod', layout: 'x' as Layout, outdir });
  newChart(app, 'c').node.addValidation({ validate: () => ['no cats'] });
  const error = errorOf(() => { app.synth(); });
  expect(error.faults.map(({ code }) => code)).toEqual(['WS-APP-001', 'WS-APP-002', 'WS-APP-003']);
  expect(error.message).toContain('the app says: no cats');
  expect(errorOf(() => app.synthYaml()).faults).toEqual(error.faults);
  expect([existsSync(outdir), existsSync(`${outdir}.info`)]).toEqual([false, false]);
});

test('warnings go to stderr, once, unless they are not wanted', () => {
  const said: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  newApp({ target: { kubernetes: '1.37' } }).synth();
  expect(said.join('')).toMatch(/^WS-TARGET-002 {2}warning: .*\n.*\n$/);
  said.length = 0;
  synth(newApp({ target: { kubernetes: '1.37' } }));
  newApp().synth();
  expect(said.join('')).toBe('');
  write.mockRestore();
});

test('CDK8S_OUTDIR names the folder, and the prop wins over it', () => {
  const [byVariable, byProp] = [newFolder(), newFolder()];
  process.env.CDK8S_OUTDIR = byVariable;
  try {
    for (const app of [new FleetApp(), new FleetApp({ outdir: byProp })]) {
      configMap(newChart(app, 'c'), 'm');
      synth(app);
    }
  } finally {
    delete process.env.CDK8S_OUTDIR;
  }
  expect(Object.keys(readFolder(byVariable))).toEqual(['1-platform/c.yaml']);
  expect(readFolder(byProp)).toEqual(readFolder(byVariable));
});

test('synthYaml gives all documents in the order in which they are applied', () => {
  const app = newApp();
  configMap(newChart(app, 'b'), 'second');
  configMap(newChart(app, 'a'), 'first');
  expect(app.synthYaml().split('---\n').map((text) => /name: (\w+)/.exec(text)?.[1])).toEqual(['first', 'second']);
  expect(new FleetApp().synthYaml()).toBe('');
});
