import { spawn, spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { accessSync, constants as files, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'fs';
import { homedir, setPriority } from 'os';
import { join, relative } from 'path';
import { Reaper } from './reaper';
import { RELEASES, type KubernetesRelease } from '../releases';

/** Built binaries lie here, by version and content of our Go module. Nothing is written into the checkout. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cdk8s-workstations', 'control-plane');
const MODULES = join(__dirname, '..', 'go');
const GO = { major: 1, minor: 26 } as const;

/** One Go module of ours and what it makes. */
export interface Build {
  readonly name: string;
  readonly version: string;
  readonly module: string;
  readonly packages: readonly string[];
  readonly binaries: readonly string[];
  readonly stamp?: string;
}

export function builds(kubernetes: KubernetesRelease, kubevirt: boolean): readonly Build[] {
  const version = RELEASES.kubernetes[kubernetes];
  const [major, minor] = version.split('.') as [string, string];
  const stamped = (key: string, value: string): string => `-X k8s.io/component-base/version.${key}=${value}`;
  return [
    { name: 'etcd', version: RELEASES.etcd, module: 'etcd', packages: ['tool'], binaries: ['etcd'] },
    {
      name: 'kubernetes',
      version,
      module: `kubernetes-${kubernetes}`,
      packages: ['tool'],
      binaries: ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'],
      // Without it the server calls itself v0.0.0, and what depends on its version differs.
      stamp: [stamped('gitVersion', `v${version}`), stamped('gitMajor', major), stamped('gitMinor', minor)].join(' '),
    },
    ...(kubevirt
      ? [{ name: 'kubevirt', version: RELEASES.kubevirt, module: 'kubevirt', packages: ['tool', './objects'], binaries: ['virt-api', 'virt-controller', 'objects'] }]
      : []),
  ];
}

/** Where the programs are, by name. */
export type Binaries = ReadonlyMap<string, string>;

/** What keeps this machine from having the programs, in one sentence, or nothing. */
export function missing(wanted: readonly Build[]): string | undefined {
  const toBuild = wanted.filter((build) => !ready(build));
  if (toBuild.length === 0) {
    return undefined;
  }
  const names = toBuild.map((build) => `${build.name} ${build.version}`).join(', ');
  const go = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', env: { ...process.env, GOTOOLCHAIN: 'local' } });
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(go.stdout ?? '') ?? [];
  const enough = Number(major) > GO.major || (Number(major) === GO.major && Number(minor) >= GO.minor);
  return enough ? undefined : `To build ${names}, Go ${GO.major}.${GO.minor} or newer must be in PATH `
    + `(${major ? `this is ${go.stdout.trim()}` : 'there is none'}): get it from https://go.dev/dl, or name a folder with ${toBuild.flatMap((build) => build.binaries).join(', ')} in KUBEBUILDER_ASSETS.`;
}

/** Builds what is not there yet and says where everything is. */
export async function binaries(wanted: readonly Build[], say: (line: string) => void = () => {}): Promise<Binaries> {
  const found = new Map<string, string>();
  for (const build of wanted) {
    const folder = ready(build) ? undefined : await make(build, say);
    for (const name of build.binaries) {
      found.set(name, asset(name) ?? join(folder ?? home(build), name));
    }
  }
  return found;
}

const ready = (build: Build): boolean => build.binaries.every((name) => asset(name) !== undefined || existsSync(join(home(build), name)));

/** A program that somebody built already: the folder that Kubernetes' own test tools know. */
function asset(name: string): string | undefined {
  const path = process.env.KUBEBUILDER_ASSETS ? join(process.env.KUBEBUILDER_ASSETS, name) : undefined;
  try {
    accessSync(path ?? '', files.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

const home = (build: Build): string => join(CACHE, `${build.name}-${build.version}-${digest(build)}`);

function digest(build: Build): string {
  const folder = join(MODULES, build.module);
  const hash = createHash('sha256').update(JSON.stringify(build));
  for (const file of (readdirSync(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(relative(folder, file)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

async function make(build: Build, say: (line: string) => void): Promise<string> {
  const begin = Date.now();
  const target = home(build);
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(join(CACHE, 'build-'));
  const reaper = new Reaper();
  reaper.remove(scratch);
  try {
    const bin = join(scratch, 'bin');
    mkdirSync(bin);
    say(`building ${build.name} ${build.version} (once; minutes)`);
    // `-o DIR/` wants a package each; one binary may take its name from the module's path, so etcd is named.
    const out = build.binaries.length === 1 ? join(bin, build.binaries[0]!) : `${bin}/`;
    await go(join(MODULES, build.module), ['build', '-trimpath', '-ldflags', `-s -w ${build.stamp ?? ''}`.trim(), '-o', out, ...build.packages], reaper);
    for (const name of build.binaries) {
      accessSync(join(bin, name), files.X_OK);
    }
    if (!existsSync(target)) {
      try {
        renameSync(bin, target);
      } catch (error) {
        // Another run was faster.
        if (!existsSync(target)) {
          throw error;
        }
      }
    }
    say(`built ${build.name} ${build.version} in ${Math.round((Date.now() - begin) / 1000)} s`);
    return target;
  } finally {
    await reaper.end();
  }
}

function go(module: string, args: readonly string[], reaper: Reaper): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('go', args, {
      cwd: module,
      env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=readonly -buildvcs=false', GOTOOLCHAIN: 'local' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    reaper.watch(child.pid);
    if (child.pid !== undefined) {
      try {
        setPriority(child.pid, 15);
      } catch {
        // A build at full priority builds as well.
      }
    }
    let said = '';
    const listen = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    child.on('close', (code) => {
      reaper.forget(child.pid);
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(`go ${args.join(' ')} in ${module} failed:\n${said}`));
      }
    });
  });
}
