import { Agent, request } from 'https';

/** Any object of the API. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
  [field: string]: unknown;
}

export interface Metadata {
  name: string;
  namespace?: string;
  resourceVersion?: string;
  uid?: string;
  generation?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  [field: string]: unknown;
}

export interface Answer<T = KubeObject> {
  readonly status: number;
  readonly body: T;
  /** What the API server said in `Warning` headers. */
  readonly warnings: readonly string[];
}

/** A user of the cluster: a name and groups, as a token would say them. */
export interface Identity {
  readonly user: string;
  readonly groups?: readonly string[];
}

export const serviceAccount = (namespace: string, name: string): Identity => ({
  user: `system:serviceaccount:${namespace}:${name}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
});

interface Resource {
  readonly path: string;
  readonly namespaced: boolean;
}

export class Refused extends Error {
  constructor(readonly method: string, readonly path: string, readonly status: number, readonly said: string) {
    super(`${method} ${path}: ${status} ${said}`);
  }
}

/** A REST client that shows what others hide: warnings, exact status, what was sent. */
export class Client {
  private readonly resources = new Map<string, Resource>();

  constructor(
    readonly server: string, private readonly authority: string, private readonly token: string, private readonly identity?: Identity,
    private readonly agent: Agent = new Agent({ keepAlive: true, maxSockets: 16, ca: authority }),
  ) {}

  /** The same server as somebody else, by impersonation. */
  as(identity: Identity): Client {
    return new Client(this.server, this.authority, this.token, identity, this.agent);
  }

  /** The same server with somebody's own token; without one it is nobody's. */
  withToken(token: string): Client {
    return new Client(this.server, this.authority, token, undefined, this.agent);
  }

  /** The same server as a service account: the API server gives its token (TokenRequest). */
  async asServiceAccount(namespace: string, name: string): Promise<Client> {
    const { body } = await this.call<{ status: { token: string } }>('POST', `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`, {
      apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 7200 },
    });
    return this.withToken(body.status.token);
  }

  close(): void {
    this.agent.destroy();
  }

  /** Whatever the answer is. */
  ask<T = KubeObject>(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer<T>> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const call = request(this.server + path, {
        method,
        agent: this.agent,
        headers: {
          ...(this.token === '' ? {} : { Authorization: `Bearer ${this.token}` }),
          // KubeVirt's start and stop answer without a type, and refuse who wants JSON only.
          'Accept': 'application/json, */*',
          ...(sent === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(sent) }),
          ...(this.identity ? { 'Impersonate-User': this.identity.user, 'Impersonate-Group': [...(this.identity.groups ?? [])] } : {}),
        },
      }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          let parsed: unknown = text;
          try {
            parsed = text === '' ? {} : JSON.parse(text);
          } catch {
            // /readyz and its like answer in plain text.
          }
          resolve({ status: response.statusCode ?? 0, body: parsed as T, warnings: warnings(response.headers.warning) });
        });
      });
      call.on('error', reject);
      call.end(sent);
    });
  }

  /** Answers of 400 and above are thrown. */
  async call<T = KubeObject>(method: string, path: string, body?: unknown, type?: string): Promise<Answer<T>> {
    const answer = await this.ask<T>(method, path, body, type);
    if (answer.status >= 400) {
      throw new Refused(method, path, answer.status, said(answer.body));
    }
    return answer;
  }

  /** Server-side apply, strict: an unknown or doubled field is an error. */
  async apply(object: KubeObject, options: { manager?: string; dryRun?: boolean; force?: boolean } = {}): Promise<Answer> {
    const query = new URLSearchParams({ fieldManager: options.manager ?? 'gitops', fieldValidation: 'Strict' });
    if (options.dryRun) {
      query.set('dryRun', 'All');
    }
    if (options.force) {
      query.set('force', 'true');
    }
    return this.call('PATCH', `${await this.path(object)}?${query.toString()}`, object, 'application/apply-patch+yaml');
  }

  async create(object: KubeObject): Promise<Answer> {
    const path = await this.path(object);
    return this.call('POST', path.slice(0, path.lastIndexOf('/')), object);
  }

  async delete(object: KubeObject, options: { propagationPolicy?: 'Foreground' | 'Background'; dryRun?: boolean } = {}): Promise<void> {
    const { propagationPolicy = 'Background', dryRun = false } = options;
    await this.call('DELETE', await this.path(object), { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy, ...(dryRun ? { dryRun: ['All'] } : {}) });
  }

  /** The object as it is stored, or nothing. */
  async find(object: { apiVersion: string; kind: string; metadata: Metadata }): Promise<KubeObject | undefined> {
    const path = await this.path(object);
    const { status, body } = await this.ask('GET', path);
    if (status >= 400 && status !== 404) {
      throw new Refused('GET', path, status, said(body));
    }
    return status === 404 ? undefined : body;
  }

  async get(apiVersion: string, kind: string, name: string, namespace?: string): Promise<KubeObject> {
    return (await this.call('GET', await this.path({ apiVersion, kind, metadata: { name, ...(namespace ? { namespace } : {}) } }))).body;
  }

  /** Writes `status` of an object, as its controller would. */
  async setStatus(object: { apiVersion: string; kind: string; metadata: Metadata }, status: unknown): Promise<void> {
    const path = await this.path(object);
    const { body } = await this.call('GET', path);
    const subresource = (await this.ask('GET', `${path}/status`)).status === 200;
    await this.call('PATCH', subresource ? `${path}/status` : path, { metadata: { resourceVersion: body.metadata.resourceVersion }, status }, 'application/merge-patch+json');
  }

  async list<T extends KubeObject = KubeObject>(path: string): Promise<readonly T[]> {
    return (await this.call<{ items: T[] }>('GET', path)).body.items;
  }

  /** May `who` do this? The API server's own authorizer answers. */
  async may(who: Identity, attributes: Readonly<Record<string, string>>): Promise<boolean> {
    const { body } = await this.call<{ status: { allowed: boolean } }>('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: who.user, groups: who.groups ?? [], resourceAttributes: attributes },
    });
    return body.status.allowed;
  }

  async path(object: { apiVersion: string; kind: string; metadata: Metadata }): Promise<string> {
    const { path, namespaced } = await this.resource(object.apiVersion, object.kind);
    const { name, namespace } = object.metadata;
    const root = object.apiVersion.includes('/') ? `/apis/${object.apiVersion}` : `/api/${object.apiVersion}`;
    return `${root}${namespaced ? `/namespaces/${namespace ?? 'default'}` : ''}/${path}/${name}`;
  }

  private async resource(apiVersion: string, kind: string): Promise<Resource> {
    const key = `${apiVersion}/${kind}`;
    const known = this.resources.get(key);
    if (known) {
      return known;
    }
    const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { body } = await this.call<{ resources: { name: string; kind: string; namespaced: boolean }[] }>('GET', path);
    const found = body.resources.find((one) => one.kind === kind && !one.name.includes('/'));
    if (!found) {
      throw new Refused('GET', path, 404, `the server knows no ${kind}`);
    }
    const resource = { path: found.name, namespaced: found.namespaced };
    this.resources.set(key, resource);
    return resource;
  }
}

function said(body: unknown): string {
  const message = (body as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : JSON.stringify(body).slice(0, 1000);
}

/** `299 - "text"`, several of them joined by commas. */
function warnings(header: string | string[] | undefined): readonly string[] {
  const text = Array.isArray(header) ? header.join(', ') : header ?? '';
  return [...text.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!.replace(/\\(.)/g, '$1'));
}
