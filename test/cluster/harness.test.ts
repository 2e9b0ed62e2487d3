import { spawn } from 'child_process';
import { existsSync, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { missing } from './harness/binaries';
import { ControlPlane } from './harness/control-plane';
import { freePorts, Programs, sleep } from './harness/programs';
import { releases } from './releases';
import { describeCluster, say, START } from './suite';

const [kubernetes = '1.36' as const] = releases();
const PROBE = join(__dirname, 'harness', 'probe.ts');
const ROOT = join(__dirname, '..', '..');

describeCluster('the harness', { kubernetes }, () => {
  test('listens on 127.0.0.1 only; after stop no process and no file is left', async () => {
    const plane = await ControlPlane.start({ kubernetes, scheduler: true, logs: logs('harness'), say });
    const { pids, kubeconfig } = plane;
    expect(pids).toHaveLength(5);
    expect(plane.listening().length).toBeGreaterThan(2);
    expect(plane.listening().filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
    const { body } = await plane.client.call<{ gitVersion: string }>('GET', '/version');
    expect(body.gitVersion).toMatch(new RegExp(`^v${kubernetes}\\.\\d+$`));
    await plane.stop();
    expect(pids.filter(alive)).toEqual([]);
    expect(existsSync(kubeconfig)).toBe(false);
  }, START);

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL', 'a thrown error'])('%s leaves no process behind', async (end) => {
    const probe = spawn(process.execPath, ['--import', 'tsx', PROBE, kubernetes, logs('probe'), ...(end.startsWith('SIG') ? [] : ['throw'])], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    const pids = await new Promise<readonly number[]>((resolve, reject) => {
      let said = '';
      probe.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.endsWith('\n')) {
          resolve(JSON.parse(said) as number[]);
        }
      });
      probe.once('exit', (code) => reject(new Error(`the probe ended with ${code}`)));
    });
    expect(pids).toHaveLength(4);
    const gone = new Promise((resolve) => {
      probe.once('exit', resolve);
    });
    if (end.startsWith('SIG')) {
      probe.kill(end as NodeJS.Signals);
    }
    await gone;
    for (let left = 100; left > 0 && pids.some(alive); left--) {
      await sleep(100);
    }
    expect(pids.filter(alive)).toEqual([]);
  }, 90_000);
});

describe('what goes wrong is said', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'programs-'));
  const programs = new Programs(logs('wrong'), scratch);

  afterAll(async () => {
    await programs.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  test('a program that ends: with its last words', async () => {
    programs.start('talker', process.execPath, ['-e', 'console.error("no such flag"); process.exit(3)']);
    await expect(programs.until('talker', 'it listens', async () => 'it does not')).rejects.toThrow(/talker has ended \(3\) before it listens\. The end of .*talker\.log:\n {2}no such flag/);
  });

  test('a program that never is ready: with the time and its last answer', async () => {
    programs.start('sleeper', process.execPath, ['-e', 'console.log("waiting"); setTimeout(() => {}, 60000)']);
    await sleep(300);
    await expect(programs.until('sleeper', 'it listens', async () => 'connection refused', 1))
      .rejects.toThrow(/After 1 s, it listens is still not so: connection refused\. The end of .*sleeper\.log:\n {2}waiting/);
  });

  test('a program that cannot be started', async () => {
    programs.start('nothing', '/no/such/program', []);
    await expect(programs.until('nothing', 'it listens', async () => 'no')).rejects.toThrow(/nothing has ended/);
  });

  test('without Go: one sentence, with the way out', () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      expect(missing([{ name: 'thing', version: '1.2.3', module: 'etcd', packages: [], binaries: ['thing'] }]))
        .toBe('To build thing 1.2.3, Go 1.26 or newer must be in PATH (there is none): get it from https://go.dev/dl, or name a folder with thing in KUBEBUILDER_ASSETS.');
    } finally {
      process.env.PATH = path;
    }
  });

  test('ports are free and different', async () => {
    const ports = await freePorts(20);
    expect(new Set(ports).size).toBe(20);
  });
});

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

function logs(name: string): string {
  return join(ROOT, 'reports', 'cluster', name);
}
