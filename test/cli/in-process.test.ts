import Ajv from 'ajv';
import { spawnSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, utimesSync, writeFileSync } from 'fs';
import { join } from 'path';
import { stringify } from 'yaml';
import { run } from '../../src/cli/program';
import { CATALOGUE } from '../../src/faults';
import { disk, machine } from '../checks/given';
import { inOwnFolder } from './terminal';

const terminal = inOwnFolder();

const write = (name: string, ...objects: unknown[]): string => {
  const path = join(terminal.folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, objects.map((object) => stringify(object)).join('---\n'));
  return path;
};
const halted = machine((_spec, vm) => { vm.spec.runStrategy = 'Halted'; });
const broken = machine((spec) => { spec.volumes.pop(); });

describe('check', () => {
  test('clean: says how much was judged', async () => {
    write('dist/a.yaml', machine(), disk());
    await expect(run(['check', 'dist'])).resolves.toBe(0);
    expect(terminal.out).toContain('2 objects in 1 file: 0 errors, 0 warnings');
    expect(terminal.out).toContain('expected in the cluster');
  });
  test('an error: place with line and column, exit code 1', async () => {
    write('a.yaml', disk(), broken);
    await expect(run(['check', 'a.yaml'])).resolves.toBe(1);
    expect(terminal.out).toMatch(/WS-VOLUME-001 .*'init'/);
    expect(terminal.out).toMatch(/a\.yaml:\d+:\d+/);
  });
  test('a warning: exit code 0, with --strict 1', async () => {
    write('a.yaml', halted);
    await expect(run(['check', 'a.yaml'])).resolves.toBe(0);
    await expect(run(['check', 'a.yaml', '--strict'])).resolves.toBe(1);
  });
  test('an acknowledged warning does not count', async () => {
    write('a.yaml', machine((_spec, vm) => { vm.spec.runStrategy = 'Halted'; vm.metadata.annotations['workstations.dev/acknowledged'] = '{"WS-POWER-001": "ignored"}'; }));
    await expect(run(['check', 'a.yaml', '--strict'])).resolves.toBe(0);
    expect(terminal.out).toContain('1 acknowledged');
    expect(terminal.out).toContain('acknowledged: ignored');
  });
  test('broken YAML: exit code 1, and the rest is judged', async () => {
    writeFileSync(join(terminal.folder, 'a.yaml'), `a: [\n---\n${stringify(broken)}`);
    await expect(run(['check', 'a.yaml'])).resolves.toBe(1);
    expect(terminal.out).toContain('WS-READ-002');
    expect(terminal.out).toContain('WS-VOLUME-001');
  });
  test.each(['', '---\n', '# nothing\n'])('nothing to judge is no clean result: %j', async (text) => {
    writeFileSync(join(terminal.folder, 'a.yaml'), text);
    await expect(run(['check', 'a.yaml'])).resolves.toBe(1);
    expect(terminal.out).toMatch(/WS-READ-005 .*there is no manifest in 'a\.yaml'/);
    await expect(run(['check', 'a.yaml', '--format', 'json'])).resolves.toBe(1);
  });
  test('releases as the app takes them', async () => {
    write('a.yaml', machine());
    await expect(run(['check', 'a.yaml', '--kubernetes', 'v1.36.2', '--kubevirt', 'v1.9', '--cdi', '1.66.0'])).resolves.toBe(0);
    expect(terminal.out).toContain('judged for KubeVirt 1.9, CDI 1.66, Kubernetes 1.36');
  });
  test('without a path: the output of cdk8s.yaml, else dist', async () => {
    write('dist/a.yaml', machine());
    await expect(run(['check'])).resolves.toBe(0);
    writeFileSync(join(terminal.folder, 'cdk8s.yaml'), 'output: other\n');
    await expect(run(['check'])).resolves.toBe(2);
    write('other/a.yaml', broken);
    await expect(run(['check'])).resolves.toBe(1);
  });
  test('what the output folder says to expect is no fault', async () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'alice' } };
    write('dist/a.yaml', namespace, machine());
    await expect(run(['check', 'dist'])).resolves.toBe(1);
    mkdirSync(join(terminal.folder, 'dist.info'));
    writeFileSync(join(terminal.folder, 'dist.info/expects.json'), JSON.stringify({ format: 1, expects: [{ kind: 'claim', namespace: 'alice', name: 'alice-rootdisk', must: 'there' }] }));
    await expect(run(['check', 'dist'])).resolves.toBe(0);
  });
  describe('the releases to judge for', () => {
    const written = (folderName: string, target: object): void => {
      write(`${folderName}/a.yaml`, machine());
      mkdirSync(join(terminal.folder, `${folderName}.info`));
      writeFileSync(join(terminal.folder, `${folderName}.info/index.json`), JSON.stringify({ format: 1, target }));
    };
    test('are the default ones for manifests of anybody', async () => {
      write('a.yaml', machine(), disk());
      await expect(run(['check', 'a.yaml'])).resolves.toBe(0);
      expect(terminal.out).toContain('judged for KubeVirt 1.9, CDI 1.66, Kubernetes 1.36 (default)\n');
    });
    test('are those that the folder was written for, unless the command line says otherwise', async () => {
      written('dist', { kubevirt: '1.8', cdi: '1.65', kubernetes: '1.35' });
      await run(['check', 'dist/']);
      expect(terminal.out).toContain('judged for KubeVirt 1.8, CDI 1.65, Kubernetes 1.35 (dist.info/index.json)\n');
      await run(['check', '--kubernetes', '1.34']);
      expect(terminal.out).toContain('judged for KubeVirt 1.8, CDI 1.65, Kubernetes 1.34 (dist.info/index.json, command line)\n');
    });
    test('of two folders must be the same', async () => {
      written('a', { kubevirt: '1.8', cdi: '1.66', kubernetes: '1.35' });
      written('b', { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.35' });
      await expect(run(['check', 'a', 'b'])).resolves.toBe(2);
      expect(terminal.err).toBe('error: the folders are for KubeVirt 1.8 (a.info/index.json) and 1.9 (b.info/index.json): check them one by one, or give --kubevirt\n');
      await run(['check', 'a', 'b', '--kubevirt', '1.9']);
      expect(terminal.out).toContain('KubeVirt 1.9');
    });
    test('may be ones that this release does not know: it says where they stand', async () => {
      written('dist', { kubevirt: '9.9', cdi: 7 });
      await expect(run(['check', 'dist'])).resolves.toBe(2);
      expect(terminal.err).toContain("error: 'kubevirt' of dist.info/index.json is '9.9', a release that this library does not know: choose one of 1.7, 1.8, 1.9");
    });
  });
  test('a file for kustomize is left out, and that is said', async () => {
    write('dist/kustomization.yaml', { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources: ['a.yaml'] });
    write('dist/a.yaml', machine(), disk());
    await expect(run(['check', 'dist'])).resolves.toBe(0);
    expect(terminal.out).toContain('2 objects in 2 files');
    expect(terminal.out).toContain('left out: 1 file for kustomize itself\n');
  });
  test('--format json keeps its contract', async () => {
    const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(join(__dirname, '../../src/cli/report.schema.json'), 'utf8')) as object);
    write('a.yaml', broken, halted, { apiVersion: 'example.org/v1', kind: 'Thing', metadata: { name: 'x' } });
    writeFileSync(join(terminal.folder, 'b.yaml'), 'a: [\n');
    await expect(run(['check', 'a.yaml', 'b.yaml', '--format', 'json'])).resolves.toBe(1);
    const report = JSON.parse(terminal.out) as { faults: unknown[]; objects: number; unknownKinds: string[] };
    expect(validate(report)).toBe(true);
    expect(validate.errors).toBeNull();
    expect(Object.keys(report)).toEqual(['faults', 'objects', 'unknownKinds']);
    expect(report.unknownKinds).toEqual(['example.org/v1 Thing']);
    expect(report.faults).toContainEqual(expect.objectContaining({ code: 'WS-VOLUME-001', line: expect.any(Number), column: expect.any(Number) }));
  });
  test.each([
    [['check', 'nowhere'], "'nowhere' is not there"],
    [['check', 'dit'], "did you mean 'dist'"],
    [['check', 'dist', '--kubernetes', '1.12'], '1.34, 1.35, 1.36'],
    [['check', 'dist', '--format', 'jsno'], "did you mean 'json'"],
    [['chek'], 'Did you mean check'],
    [['check', '--strct'], 'Did you mean --strict'],
    [['synth', '--outptu', 'x'], 'Did you mean --output'],
    [['synth', '--new-machines', 'many'], "--new-machines is 'many': give a whole number"],
    [['synth', '--new-machines', '-1'], "--new-machines is '-1'"],
  ])('usage: %j', async (args, words) => {
    write('dist/a.yaml', machine());
    await expect(run(args)).resolves.toBe(2);
    expect(terminal.err).toContain(words);
    expect(terminal.err.split('\n').length).toBeLessThan(4);
    expect(terminal.err).not.toContain('    at ');
  });
});

describe('explain', () => {
  test('a code, in either case', async () => {
    await expect(run(['explain', 'ws-disk-006'])).resolves.toBe(0);
    for (const words of ['WS-DISK-006  error', 'what:', 'fix:', 'why:', 'where it bites:', 'acknowledge:\n  not possible', 'since:']) {
      expect(terminal.out).toContain(words);
    }
  });
  test('every code has a page', async () => {
    for (const code of Object.keys(CATALOGUE)) {
      await expect(run(['explain', code])).resolves.toBe(0);
    }
  });
  test('without a code, all of them', async () => {
    await expect(run(['explain'])).resolves.toBe(0);
    expect(terminal.out.trim().split('\n')).toHaveLength(Object.keys(CATALOGUE).length);
  });
  test.each([['WS-DISK-6', 'WS-DISK-006'], ['WS-DSK-006', 'WS-DISK-006'], ['WS-POWR-001', 'WS-POWER-001']])('%s: near miss', async (given, near) => {
    await expect(run(['explain', given])).resolves.toBe(2);
    expect(terminal.err).toContain(`did you mean '${near}'`);
  });
});

describe('expects', () => {
  test('prints what lies beside the output', async () => {
    mkdirSync(join(terminal.folder, 'dist.info'));
    writeFileSync(join(terminal.folder, 'dist.info/expects.md'), '# Expected\n');
    writeFileSync(join(terminal.folder, 'dist.info/expects.json'), '{}\n');
    await expect(run(['expects'])).resolves.toBe(0);
    await expect(run(['expects', 'dist/', '--format', 'json'])).resolves.toBe(0);
    expect(terminal.out).toBe('# Expected\n{}\n');
  });
  test('a folder without: says where', async () => {
    mkdirSync(join(terminal.folder, 'dist/fleet.info'), { recursive: true });
    await expect(run(['expects', 'dist'])).resolves.toBe(2);
    expect(terminal.err).toContain("did you mean 'dist/fleet'");
  });
});

describe('synth says what was done', () => {
  const app = (body: string): void => {
    writeFileSync(join(terminal.folder, 'app.js'), body);
    writeFileSync(join(terminal.folder, 'cdk8s.yaml'), 'app: node app.js\n');
  };
  const SAID = 'require("fs").appendFileSync(process.env.WORKSTATIONS_SUMMARY, JSON.stringify({ outdir: process.env.CDK8S_OUTDIR || "dist", files: 27, written: 1, removed: 0 }) + "\\n");';
  test('by the words of the app', async () => {
    app(SAID);
    await expect(run(['synth'])).resolves.toBe(0);
    await expect(run(['synth', '-o', 'other'])).resolves.toBe(0);
    expect(terminal.out).toBe('dist: 27 files, 1 written, 0 removed\nother: 27 files, 1 written, 0 removed\n');
  });
  test('an app that writes nothing has forgotten to call synth', async () => {
    app('');
    write('dist/old.yaml', machine());
    utimesSync(join(terminal.folder, 'dist/old.yaml'), 1, 1);
    await expect(run(['synth'])).resolves.toBe(1);
    expect(terminal.err).toBe('error: the app wrote nothing: call app.synth()\n');
  });
  test('a plain cdk8s App says nothing, and has written', async () => {
    app('require("fs").mkdirSync("dist"); require("fs").writeFileSync("dist/a.yaml", "");');
    await expect(run(['synth'])).resolves.toBe(0);
    expect(terminal.err).toBe('');
  });
  test('an app is told how many machines may be new', async () => {
    app(`${SAID} require("fs").writeFileSync("told", String(process.env.WORKSTATIONS_NEW_MACHINES));`);
    await expect(run(['synth', '--new-machines', '10'])).resolves.toBe(0);
    expect(readFileSync(join(terminal.folder, 'told'), 'utf8')).toBe('10');
    await expect(run(['synth'])).resolves.toBe(0);
    expect(readFileSync(join(terminal.folder, 'told'), 'utf8')).toBe('undefined');
  });
  test('an app that fails gives its own exit code, and nothing is added', async () => {
    app(`${SAID} process.exitCode = 7;`);
    await expect(run(['synth'])).resolves.toBe(7);
    expect(terminal.out + terminal.err).toBe('');
  });
});

describe('lock', () => {
  const LIB = JSON.stringify(join(__dirname, '../../lib/src/index.js'));
  const app = (props: string, cpus: number): void => {
    writeFileSync(join(terminal.folder, 'app.js'), `
      const { Size } = require(require.resolve('cdk8s', { paths: [${LIB}] }));
      const { FleetApp, GoldenImage, Profile, RbdRootDisk, RbdStorage, UserSpace, Workstation } = require(${LIB});
      const app = new FleetApp({ ${props} });
      const home = new UserSpace(app, 'alice');
      const image = GoldenImage.fromDataSource({ namespace: 'images', name: 'ubuntu', size: Size.gibibytes(10) });
      const rootDisk = new RbdRootDisk(home, 'root', { image, storage: RbdStorage.fromClassName('rbd'), size: Size.gibibytes(20) });
      new Workstation(home, 'workstation', { rootDisk, profile: Profile.of('office', { version: 1, cpus: ${cpus}, memory: Size.gibibytes(16) }) });
      app.synth();`);
    writeFileSync(join(terminal.folder, 'cdk8s.yaml'), 'app: node app.js\n');
  };
  const LOCKED = "profilesLock: require('path').join(__dirname, 'profiles.lock.json')";

  test('publishes once, refuses a change, and never writes manifests', async () => {
    app(LOCKED, 4);
    const file = join(realpathSync(terminal.folder), 'profiles.lock.json');
    await expect(run(['lock'])).resolves.toBe(0);
    await expect(run(['lock', '--app', 'node app.js'])).resolves.toBe(0);
    expect(terminal.out).toBe(`${file}: published office-v1; 1 in all\n${file}: nothing new; 1 in all\n`);
    app(LOCKED, 5);
    await expect(run(['lock'])).resolves.toBe(1);
    expect(readFileSync(file, 'utf8')).toContain('"cpus": 4');
    expect(existsSync(join(terminal.folder, 'dist'))).toBe(false);
    await expect(run(['synth'])).resolves.toBe(1);
    expect(existsSync(join(terminal.folder, 'dist'))).toBe(false);
  });

  test('an app without a lock file is told how to name one', async () => {
    app('', 4);
    await expect(run(['lock'])).resolves.toBe(1);
    expect(terminal.err).toContain('profilesLock');
  });

  test('without an app', async () => {
    await expect(run(['lock'])).resolves.toBe(2);
    expect(terminal.err).toContain('--app');
  });
});

test('check names what is expected outside', async () => {
  const many = Array.from({ length: 12 }, (_, index) => machine((spec, vm) => {
    vm.metadata.name = `m${index}`;
    spec.volumes.push({ name: `v${index}`, configMap: { name: `c${String(index).padStart(2, '0')}` } });
    spec.domain.devices.disks.push({ name: `v${index}`, disk: { bus: 'virtio' } });
  }));
  write('a.yaml', ...many);
  await run(['check', 'a.yaml']);
  expect(terminal.out).toMatch(/expected in the cluster: \d+ objects that these manifests do not bring\n(?: {2}\w+ \S+\n){10} {2}and \d+ more\n/);
});

test('a pipe or a device is refused, not waited for', async () => {
  if (spawnSync('mkfifo', [join(terminal.folder, 'pipe.yaml')]).status !== 0) {
    return;
  }
  mkdirSync(join(terminal.folder, 'dist.info'));
  spawnSync('mkfifo', [join(terminal.folder, 'dist.info/index.json')]);
  spawnSync('mkfifo', [join(terminal.folder, 'dist.info/expects.json')]);
  spawnSync('mkfifo', [join(terminal.folder, 'cdk8s.yaml')]);
  write('dist/a.yaml', machine(), disk());
  await expect(run(['check', 'dist'])).resolves.toBe(0);
  await expect(run(['check'])).resolves.toBe(0);
  for (const path of ['pipe.yaml', '/dev/null']) {
    terminal.out = '';
    await expect(run(['check', path])).resolves.toBe(1);
    expect(terminal.out).toContain('it is neither a file nor a folder');
  }
});

test('synth without an app', async () => {
  await expect(run(['synth'])).resolves.toBe(2);
  expect(terminal.err).toContain('--app');
});

test('--version, --help, and nothing at all', async () => {
  await expect(run(['--version'])).resolves.toBe(0);
  expect(terminal.out).toMatch(/^\d+\.\d+\.\d+/);
  await expect(run(['--help'])).resolves.toBe(0);
  for (const command of ['synth', 'lock', 'check', 'explain', 'expects']) {
    expect(terminal.out).toContain(command);
  }
  await expect(run([])).resolves.toBe(2);
});
