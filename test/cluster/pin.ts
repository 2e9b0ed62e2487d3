import { spawnSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { KUBERNETES_RELEASES, RELEASES, type KubernetesRelease } from './releases';

/**
 * `npx tsx test/cluster/pin.ts`: writes `go/kubernetes-<release>/` for each release of the table and brings the others in step with it.
 * Kubernetes names its own libraries by folders of its repository; outside of it each needs its published version.
 */
function main(): void {
  for (const release of KUBERNETES_RELEASES) {
    kubernetes(release);
  }
  for (const [module, path, version] of [
    ['etcd', 'go.etcd.io/etcd/server/v3', RELEASES.etcd], ['kubevirt', 'kubevirt.io/kubevirt', RELEASES.kubevirt],
    // Kubernetes' libraries are pinned in its go.mod to the release that KubeVirt takes.
    ['judges', 'kubevirt.io/kubevirt', RELEASES.kubevirt], ['judges', 'k8s.io/kubernetes', RELEASES.judged],
    ['cilium', 'github.com/cilium/cilium', RELEASES.cilium],
    // Two functions of it are bound by their names: hold go/network-policies/network-policy-flows/upstream.go against them.
    ['network-policies', 'sigs.k8s.io/kube-network-policies', RELEASES.networkPolicies],
  ] as const) {
    go(folder(module), 'get', `${path}@v${version}`);
    go(folder(module), 'mod', 'tidy');
  }
}

const folder = (module: string): string => join(__dirname, 'go', module);

function kubernetes(release: KubernetesRelease): void {
  const version = RELEASES.kubernetes[release];
  const module = folder(`kubernetes-${release}`);
  if (existsSync(join(module, 'go.mod')) && readFileSync(join(module, 'go.mod'), 'utf8').includes(`k8s.io/kubernetes v${version}\n`)) {
    return;
  }
  mkdirSync(module, { recursive: true });
  const { GoMod: theirs } = JSON.parse(go(module, 'mod', 'download', '-json', `k8s.io/kubernetes@v${version}`)) as { GoMod: string };
  const text = readFileSync(theirs, 'utf8');
  const [, language = ''] = /^go (\S+)$/m.exec(text) ?? [];
  const libraries = [...text.matchAll(/^\s*(k8s\.io\/[\w-]+) => \.\/staging\//gm)].map((match) => match[1]!);
  writeFileSync(join(module, 'go.mod'), [
    'module cdk8s-workstations.test/kubernetes', '', `go ${language}`, '', `require k8s.io/kubernetes v${version}`, '',
    'replace (', ...libraries.map((name) => `\t${name} => ${name} v0.${version.replace(/^1\./, '')}`), ')', '',
    'tool (', ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map((name) => `\tk8s.io/kubernetes/cmd/${name}`), ')', '',
  ].join('\n'));
  go(module, 'mod', 'tidy');
}

function go(cwd: string, ...args: readonly string[]): string {
  const done = spawnSync('go', args, { cwd, encoding: 'utf8', env: { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=mod' } });
  if (done.status !== 0) {
    throw new Error(`go ${args.join(' ')} in ${cwd}: ${done.stderr}`);
  }
  return done.stdout;
}

main();
