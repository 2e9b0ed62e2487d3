import { readFileSync } from 'fs';
import { Agent } from 'https';
import { dirname, resolve } from 'path';
import { parse } from 'yaml';
import { Client } from './client';

interface Named<T> {
  readonly name: string;
  readonly cluster?: T;
  readonly user?: T;
  readonly context?: T;
}

interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly 'clusters'?: readonly Named<Readonly<Record<string, unknown>>>[];
  readonly 'users'?: readonly Named<Readonly<Record<string, unknown>>>[];
  readonly 'contexts'?: readonly Named<Readonly<Record<string, string>>>[];
}

/** A client of the cluster that a kubeconfig's current context names: by token or client certificate. */
export function clientOf(path: string): Client {
  const config = parse(readFileSync(path, 'utf8')) as Kubeconfig;
  const named = <T>(all: readonly Named<T>[] | undefined, name: string | undefined, what: string): Named<T> => {
    const found = all?.find((one) => one.name === name);
    if (!found) {
      throw new Error(`${path}: there is no ${what} '${name ?? ''}'`);
    }
    return found;
  };
  const context = named(config.contexts, config['current-context'], 'current context').context!;
  const cluster = named(config.clusters, context.cluster, 'cluster').cluster!;
  const user = named(config.users, context.user, 'user').user!;
  const text = (from: Readonly<Record<string, unknown>>, key: string): string | undefined => {
    const [inline, file] = [from[`${key}-data`], from[key]];
    return typeof inline === 'string' ? Buffer.from(inline, 'base64').toString() : typeof file === 'string' ? readFileSync(resolve(dirname(path), file), 'utf8') : undefined;
  };
  const token = typeof user.token === 'string' ? user.token : typeof user.tokenFile === 'string' ? readFileSync(user.tokenFile, 'utf8').trim() : undefined;
  const [cert, key] = [text(user, 'client-certificate'), text(user, 'client-key')];
  if (token === undefined && cert === undefined) {
    throw new Error(`${path}: user '${context.user ?? ''}' has neither a token nor a client certificate; what a program would fetch is not supported: put its token into the file`);
  }
  const ca = text(cluster, 'certificate-authority');
  const agent = new Agent({
    keepAlive: true, maxSockets: 4, rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true, ...(ca ? { ca } : {}), ...(cert && key ? { cert, key } : {}),
  });
  return new Client(String(cluster.server).replace(/\/$/, ''), ca ?? '', token ?? '', undefined, agent);
}
