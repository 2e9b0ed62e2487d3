import { execFile } from 'child_process';
import { generateKeyPairSync, randomBytes } from 'crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { basename, join } from 'path';
import { promisify } from 'util';
import { type KubernetesRelease } from '../releases';
import { binaries, builds, missing, type Binaries } from './binaries';
import { Authority, type Wish } from './certificates';
import { Client, type Identity, type KubeObject } from './client';
import { freePorts, Programs } from './programs';

export interface ControlPlaneOptions {
  readonly kubernetes: KubernetesRelease;
  /** KubeVirt's virt-api (admission, subresources) and virt-controller (VM, VMI, launcher pod), configured by this object's `spec`. */
  readonly kubevirt?: boolean | { readonly spec: Readonly<Record<string, unknown>> };
  /** Definitions to install before KubeVirt starts: it looks only once which of CDI's and the snapshotter's are there. KubeVirt brings its own. */
  readonly crds?: readonly KubeObject[];
  readonly scheduler?: boolean;
  /** People with a token of their own: see {@link ControlPlane.clientOf}. */
  readonly users?: readonly Identity[];
  /** Folder of the programs' logs, emptied at the start. */
  readonly logs?: string;
  readonly say?: (line: string) => void;
}

const LOOPBACK = '127.0.0.1';
const ADMIN = 'admin';
// KubeVirt's webhooks know its own programs by these names: from anybody else they put an instance's old status back.
const VIRT_API = 'system:serviceaccount:kubevirt:kubevirt-apiserver';
const VIRT_CONTROLLER = 'system:serviceaccount:kubevirt:kubevirt-controller';
const CHECKOUT = join(__dirname, '..', '..', '..');

/** Kubernetes' and KubeVirt's own programs on loopback, without a node. */
export class ControlPlane {
  /** Why this machine cannot run it, in one sentence, or nothing. */
  static missing({ kubernetes, kubevirt = false }: Pick<ControlPlaneOptions, 'kubernetes' | 'kubevirt'>): string | undefined {
    return missing(builds(kubernetes, kubevirt !== false));
  }

  /** Builds what is not built yet, starts everything and waits until it answers. If anything fails, nothing stays behind. */
  static async start(options: ControlPlaneOptions): Promise<ControlPlane> {
    const programs = await binaries(builds(options.kubernetes, options.kubevirt !== undefined && options.kubevirt !== false), options.say);
    const plane = new ControlPlane(options, programs);
    try {
      await plane.up();
    } catch (error) {
      await plane.stop();
      throw error;
    }
    return plane;
  }

  readonly logs: string;
  /** Group system:masters. */
  client!: Client;
  private readonly scratch = mkdtempSync(join(tmpdir(), 'control-plane-'));
  private readonly programs: Programs;
  private readonly authority = new Authority('cluster');
  private readonly tokens: ReadonlyMap<string, string> = new Map([ADMIN, VIRT_API, VIRT_CONTROLLER].map((user) => [user, randomBytes(24).toString('hex')]));
  private readonly people: ReadonlyMap<string, string>;
  private stopped?: Promise<void>;

  private constructor(private readonly options: ControlPlaneOptions, private readonly paths: Binaries) {
    this.logs = options.logs ?? join(CHECKOUT, 'reports', 'cluster', `kubernetes-${options.kubernetes}`);
    this.programs = new Programs(this.logs, this.scratch);
    this.people = new Map((options.users ?? []).map(({ user }) => [user, randomBytes(24).toString('hex')]));
  }

  /** With the token of one of `users`. */
  clientOf(user: string): Client {
    return this.client.withToken(this.people.get(user)!);
  }

  /** The certificate that vouches for the API server and for KubeVirt's webhooks. */
  get certificate(): string {
    return this.authority.certificate;
  }

  get pids(): readonly number[] {
    return this.programs.pids;
  }

  /** A kubeconfig with all rights, for programs. */
  get kubeconfig(): string {
    return this.kubeconfigOf(ADMIN);
  }

  private kubeconfigOf(user: string): string {
    return join(this.scratch, `kubeconfig-${user.replace(/:/g, '-')}`);
  }

  listening(): readonly string[] {
    return this.programs.listening();
  }

  peaks(): Readonly<Record<string, number>> {
    return this.programs.peaks();
  }

  /** Asks until `question` answers with nothing. */
  until(what: string, question: () => Promise<string | undefined>, seconds?: number): Promise<void> {
    return this.programs.until('', what, question, seconds);
  }

  /** May be called more than once. */
  stop(): Promise<void> {
    this.stopped ??= (async () => {
      this.client?.close();
      await this.programs.stop();
    })();
    return this.stopped;
  }

  private async up(): Promise<void> {
    const { kubevirt = false, crds = [], scheduler = false } = this.options;
    await this.kubernetes();
    if (scheduler) {
      this.programs.start('kube-scheduler', this.paths.get('kube-scheduler')!, [
        `--kubeconfig=${this.kubeconfig}`, '--leader-elect=false', `--bind-address=${LOOPBACK}`, '--secure-port=0',
      ]);
    }
    const own = kubevirt === false ? [] : await this.printed('crds');
    await this.install([...crds, ...own]);
    if (kubevirt !== false) {
      await this.kubevirt(kubevirt === true ? {} : kubevirt.spec);
    }
  }

  private async kubernetes(): Promise<void> {
    const [store = 0, peer = 0, api = 0] = await freePorts(3);
    const etcd = `http://${LOOPBACK}:${store}`;
    this.programs.start('etcd', this.paths.get('etcd')!, [
      `--data-dir=${join(this.scratch, 'etcd')}`, `--listen-client-urls=${etcd}`, `--advertise-client-urls=${etcd}`,
      `--listen-peer-urls=http://${LOOPBACK}:${peer}`, `--initial-advertise-peer-urls=http://${LOOPBACK}:${peer}`, `--initial-cluster=default=http://${LOOPBACK}:${peer}`,
      '--unsafe-no-fsync', '--log-level=warn',
    ]);
    await this.programs.until('etcd', `${etcd}/health is well`, async () => {
      const answer = await fetch(`${etcd}/health`);
      return answer.ok ? undefined : `it says ${answer.status}`;
    });

    const file = (name: string, text: string): string => {
      const path = join(this.scratch, name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    };
    const ca = file('ca.crt', this.authority.certificate);
    const front = new Authority('front-proxy');
    const frontCa = file('front-proxy-ca.crt', front.certificate);
    const proxy = front.issue({ commonName: 'front-proxy' });
    const server = this.authority.issue({ commonName: 'kube-apiserver', names: ['localhost', 'kubernetes', 'kubernetes.default.svc'], addresses: [LOOPBACK, '10.0.0.1'] });
    const accounts = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signing = file('accounts.key', accounts.privateKey.export({ type: 'sec1', format: 'pem' }).toString());
    this.programs.start('kube-apiserver', this.paths.get('kube-apiserver')!, [
      `--etcd-servers=${etcd}`, `--secure-port=${api}`, `--bind-address=${LOOPBACK}`, `--advertise-address=${LOOPBACK}`, '--endpoint-reconciler-type=none',
      `--tls-cert-file=${file('api.crt', server.certificate)}`, `--tls-private-key-file=${file('api.key', server.key)}`, `--client-ca-file=${ca}`,
      `--token-auth-file=${file('tokens.csv', [
        ...[...this.tokens].map(([user, token]) => `${token},${user},${user},system:masters\n`),
        ...(this.options.users ?? []).map(({ user, groups = [] }) => `${this.people.get(user)!},${user},${user},"${groups.join()}"\n`),
      ].join(''))}`,
      '--authorization-mode=RBAC', '--allow-privileged=true', '--service-cluster-ip-range=10.0.0.0/24', '--profiling=false',
      '--service-account-issuer=https://kubernetes.default.svc', `--service-account-signing-key-file=${signing}`,
      `--service-account-key-file=${file('accounts.pub', accounts.publicKey.export({ type: 'spki', format: 'pem' }).toString())}`,
      `--requestheader-client-ca-file=${frontCa}`, '--requestheader-allowed-names=front-proxy', '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      '--requestheader-group-headers=X-Remote-Group', '--requestheader-username-headers=X-Remote-User',
      `--proxy-client-cert-file=${file('front-proxy.crt', proxy.certificate)}`, `--proxy-client-key-file=${file('front-proxy.key', proxy.key)}`,
    ]);
    const url = `https://${LOOPBACK}:${api}`;
    for (const [user, token] of this.tokens) {
      file(basename(this.kubeconfigOf(user)), JSON.stringify({
        'apiVersion': 'v1',
        'kind': 'Config',
        'clusters': [{ name: 'loopback', cluster: { server: url, 'certificate-authority': ca } }],
        'users': [{ name: user, user: { token } }],
        'contexts': [{ name: 'loopback', context: { cluster: 'loopback', user } }],
        'current-context': 'loopback',
      }));
    }
    this.client = new Client(url, this.authority.certificate, this.tokens.get(ADMIN)!);
    await this.programs.until('kube-apiserver', `${url}/readyz is well`, async () => {
      const { status, body } = await this.client.ask<unknown>('GET', '/readyz?verbose=1');
      return status === 200 ? undefined : `it says ${status} ${JSON.stringify(body).slice(0, 600)}`;
    });

    this.programs.start('kube-controller-manager', this.paths.get('kube-controller-manager')!, [
      `--kubeconfig=${this.kubeconfig}`, '--leader-elect=false', `--bind-address=${LOOPBACK}`, '--secure-port=0',
      `--service-account-private-key-file=${signing}`, `--root-ca-file=${ca}`,
      // Nodes are objects that a test writes: no kubelet would keep them alive.
      '--controllers=*,-persistentvolume-attach-detach-controller,-node-lifecycle-controller',
    ]);
    await this.programs.until('kube-controller-manager', 'the namespace default has its service account', async () => {
      const { status } = await this.client.ask('GET', '/api/v1/namespaces/default/serviceaccounts/default');
      return status === 200 ? undefined : `it says ${status}`;
    });
  }

  private async install(crds: readonly KubeObject[]): Promise<void> {
    await inParallel(crds, (crd) => this.client.apply(crd, { manager: 'control-plane' }));
    const names = new Set(crds.map((crd) => crd.metadata.name));
    await this.programs.until('kube-apiserver', `${names.size} CustomResourceDefinitions are established`, async () => {
      const all = await this.client.list<KubeObject & { status?: { conditions?: { type: string; status: string; message?: string }[] } }>('/apis/apiextensions.k8s.io/v1/customresourcedefinitions');
      const late = all.filter((one) => names.has(one.metadata.name)
        && !one.status?.conditions?.some((condition) => condition.type === 'Established' && condition.status === 'True'));
      return late.length === 0 ? undefined : `${late.length} are not, one of them ${late[0]!.metadata.name} ${JSON.stringify(late[0]!.status?.conditions ?? [])}`;
    });
  }

  private async kubevirt(spec: Readonly<Record<string, unknown>>): Promise<void> {
    const apply = (object: KubeObject): Promise<unknown> => this.client.apply(object, { manager: 'control-plane' });
    const namespace = 'kubevirt';
    await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } } });
    const installed = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name: 'kubevirt', namespace } };
    await apply({ ...installed, spec });
    // As virt-operator says it: without a phase its programs go by their defaults and never read the object.
    await this.client.setStatus(installed, { phase: 'Deployed' });
    await apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kubevirt-ca', namespace }, data: { 'ca-bundle': this.authority.certificate } });

    const [api = 0, controller = 0] = await freePorts(2);
    // Folders of their own: virt-api watches the whole folder of its certificates.
    const certificates = (name: string, wish: Wish): { readonly certificate: string; readonly key: string } => {
      const folder = join(this.scratch, name);
      mkdirSync(folder);
      const issued = this.authority.issue(wish);
      writeFileSync(join(folder, 'tls.crt'), issued.certificate);
      writeFileSync(join(folder, 'tls.key'), issued.key, { mode: 0o600 });
      return { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
    };
    const serving = certificates('virt-api', { commonName: 'virt-api', names: ['localhost', 'virt-api.kubevirt.svc'], addresses: [LOOPBACK] });
    const handler = certificates('virt-handler', { commonName: 'kubevirt.io:system:client:virt-handler' });
    this.programs.start('virt-api', this.paths.get('virt-api')!, [
      '--kubeconfig', this.kubeconfigOf(VIRT_API), '--listen', LOOPBACK, '--port', String(api), '--tls-cert-file', serving.certificate, '--tls-key-file', serving.key,
      '--handler-cert-file', handler.certificate, '--handler-key-file', handler.key,
    ]);
    const metrics = certificates('virt-controller', { commonName: 'virt-controller', names: ['localhost'], addresses: [LOOPBACK] });
    this.programs.start('virt-controller', this.paths.get('virt-controller')!, [
      '--kubeconfig', this.kubeconfigOf(VIRT_CONTROLLER), '--listen', LOOPBACK, '--port', String(controller), '--prom-cert-file', metrics.certificate, '--prom-key-file', metrics.key,
    ]);

    // The aggregator resolves an ExternalName, and refuses endpoints on loopback.
    await apply({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'virt-api', namespace }, spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ name: 'https', port: api, protocol: 'TCP' }] } });
    await apply({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.subresources.kubevirt.io' },
      spec: {
        group: 'subresources.kubevirt.io', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15, insecureSkipTLSVerify: true,
        service: { name: 'virt-api', namespace, port: api },
      },
    });
    await this.programs.until('virt-api', 'subresources.kubevirt.io is served', async () => {
      const { status, body } = await this.client.ask<unknown>('GET', '/apis/subresources.kubevirt.io/v1');
      return status === 200 ? undefined : `it says ${status} ${JSON.stringify(body).slice(0, 300)}`;
    });
    for (const webhook of await this.printed('webhooks', String(api), join(this.scratch, 'ca.crt'))) {
      await apply(webhook);
    }
    const probe = new Client(`https://${LOOPBACK}:${controller}`, this.authority.certificate, '');
    try {
      await this.programs.until('virt-controller', 'virt-controller leads', async () => {
        const { status, body } = await probe.ask<unknown>('GET', '/leader');
        return status === 200 && /"leader":\s*"true"/.test(JSON.stringify(body)) ? undefined : `it says ${status} ${JSON.stringify(body).slice(0, 300)}`;
      });
    } finally {
      probe.close();
    }
  }

  /** What our Go program prints of KubeVirt's own objects. */
  private async printed(...args: readonly string[]): Promise<readonly KubeObject[]> {
    const { stdout } = await promisify(execFile)(this.paths.get('objects')!, [...args], { maxBuffer: 64 * 1024 * 1024 });
    return (JSON.parse(stdout) as readonly KubeObject[]).map(({ status: _status, ...object }) => withoutNulls(object) as KubeObject);
  }
}

/** What Go prints for an empty time or list is no value of a strict server-side apply. */
function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => withoutNulls(item)) as T;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null).map(([key, item]) => [key, withoutNulls(item)])) as T;
}

export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>, workers = 8): Promise<void> {
  const queue = [...items];
  await Promise.all(Array.from({ length: workers }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item);
    }
  }));
}
