import { Agent, request } from 'https';
import { type Client, type KubeObject } from './harness/client';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly operations: readonly string[];
}

interface Hook {
  readonly name: string;
  readonly clientConfig: { readonly url: string };
  readonly rules: readonly Rule[];
}

interface Response {
  readonly allowed: boolean;
  readonly status?: { readonly message?: string };
  readonly warnings?: readonly string[];
  readonly patch?: string;
}

/** What virt-api says of an object. */
export interface Ruling {
  readonly refused: readonly string[];
  readonly warnings: readonly string[];
  /** The object as the mutating webhooks left it. */
  readonly object: KubeObject;
  /** How many webhooks were asked. */
  readonly asked: number;
}

/** AdmissionReviews straight to the webhooks of a running virt-api, as an API server would send them: hundreds a second. */
export class Admission {
  static async of(client: Client, authority: string): Promise<Admission> {
    const hooks = async (kind: string): Promise<readonly Hook[]> => (
      (await client.list<KubeObject & { webhooks?: Hook[] }>(`/apis/admissionregistration.k8s.io/v1/${kind}`)).flatMap(({ webhooks = [] }) => webhooks)
    );
    return new Admission(await hooks('mutatingwebhookconfigurations'), await hooks('validatingwebhookconfigurations'), authority);
  }

  private readonly agent: Agent;

  private constructor(private readonly mutating: readonly Hook[], private readonly validating: readonly Hook[], authority: string) {
    this.agent = new Agent({ keepAlive: true, maxSockets: 8, ca: authority });
  }

  close(): void {
    this.agent.destroy();
  }

  /** An object that is made, or that takes the place of an old one. */
  async ask(object: KubeObject, resource: string, old?: KubeObject): Promise<Ruling> {
    const operation = old === undefined ? 'CREATE' : 'UPDATE';
    const [group = '', version = ''] = object.apiVersion.split('/');
    const meant = ({ rules }: Hook): boolean => rules.some((rule) => rule.apiGroups.includes(group) && rule.apiVersions.includes(version)
      && rule.resources.includes(resource) && rule.operations.includes(operation));
    const warnings: string[] = [];
    const refused: string[] = [];
    let now = object;
    const [changing, judging] = [this.mutating.filter(meant), this.validating.filter(meant)];
    for (const hook of [...changing, ...judging]) {
      const { allowed, status, warnings: said = [], patch } = await this.post(hook.clientConfig.url, {
        uid: '1', operation, object: now, ...(old === undefined ? {} : { oldObject: old }),
        kind: { group, version, kind: object.kind }, resource: { group, version, resource }, name: object.metadata.name, namespace: object.metadata.namespace,
        userInfo: { username: 'gitops' },
      });
      warnings.push(...said.map((text) => `${hook.name}: ${text}`));
      if (!allowed) {
        refused.push(`${hook.name}: ${status?.message ?? 'refused without a word'}`);
        break;
      }
      now = patch === undefined ? now : patched(now, JSON.parse(Buffer.from(patch, 'base64').toString()) as readonly Operation[]);
    }
    return { refused, warnings, object: now, asked: changing.length + judging.length };
  }

  private post(url: string, review: object): Promise<Response> {
    const body = JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: review });
    return new Promise((resolve, reject) => {
      const call = request(url, { method: 'POST', agent: this.agent, headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          try {
            resolve((JSON.parse(text) as { response: Response }).response);
          } catch {
            reject(new Error(`${url} answers ${response.statusCode ?? 0}: ${text.slice(0, 500)}`));
          }
        });
      });
      call.on('error', reject);
      call.end(body);
    });
  }
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** KubeVirt's webhooks replace whole top-level fields. */
function patched(object: KubeObject, operations: readonly Operation[]): KubeObject {
  const copy: Record<string, unknown> = { ...object };
  for (const { op, path, value } of operations) {
    if (!['add', 'replace'].includes(op) || !/^\/\w+$/.test(path)) {
      throw new Error(`a patch that this test does not know: ${op} ${path}`);
    }
    copy[path.slice(1)] = value;
  }
  return copy as unknown as KubeObject;
}
