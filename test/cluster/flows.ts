import { type ChildProcess, spawn } from 'child_process';
import { once } from 'events';
import { createInterface, type Interface } from 'readline';
import { type Build, binaries, missing } from './harness/binaries';
import { type KubeObject } from './harness/client';
import { RELEASES } from './releases';

/** Engines that say whether traffic passes, each upstream's own code in a Go module of `go/`. */
export const ENGINES = {
  cilium: { name: 'cilium', version: RELEASES.cilium, module: 'cilium', packages: ['./cilium-flows'], binaries: ['cilium-flows'] },
  networkPolicies: { name: 'network-policies', version: RELEASES.networkPolicies, module: 'network-policies', packages: ['./network-policy-flows'], binaries: ['network-policy-flows'] },
} as const satisfies Record<string, Build>;

export type EngineName = keyof typeof ENGINES;

/** One end of a connection. */
export type Peer = { readonly pod: string } | { readonly ip: string } | { readonly entity: string } | { readonly fqdn: string; readonly ip: string };

export interface Pod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly ip: string;
}

export interface World {
  readonly namespaces: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  readonly pods: readonly Pod[];
  readonly policies: readonly KubeObject[];
}

export interface Passage {
  readonly from: Peer;
  readonly to: Peer;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}

export interface Answer {
  readonly allowed: boolean;
  readonly egress: boolean;
  readonly ingress: boolean;
  /** The answers of the DNS are read on the way. */
  readonly l7?: boolean;
}

/** A process that answers one question after the other: thousands a second. */
export class Engine {
  static missing(name: EngineName): string | undefined {
    return missing([ENGINES[name]]);
  }

  static async start(name: EngineName, say?: (line: string) => void): Promise<Engine> {
    const [binary] = ENGINES[name].binaries;
    return new Engine(spawn((await binaries([ENGINES[name]], say)).get(binary)!, [], { stdio: ['pipe', 'pipe', 'pipe'] }));
  }

  private readonly waiting: ((line: string | Error) => void)[] = [];
  private readonly lines: Interface;
  private said = '';

  private constructor(private readonly child: ChildProcess) {
    this.lines = createInterface({ input: child.stdout! });
    this.lines.on('line', (line) => this.waiting.shift()?.(line));
    child.stderr!.on('data', (chunk: Buffer) => {
      this.said = (this.said + chunk.toString()).slice(-4000);
    });
    child.on('close', (code) => {
      this.waiting.splice(0).forEach((wait) => wait(new Error(`the engine ended with ${String(code)}: ${this.said}`)));
    });
  }

  /** Makes the cluster anew; what upstream's own reading holds against the policies. */
  async settle(world: World): Promise<readonly string[]> {
    return (JSON.parse(await this.send(world)) as { problems: readonly string[] }).problems;
  }

  async ask(passage: Passage): Promise<Answer> {
    const answer = JSON.parse(await this.send({ id: 'passage', ...passage })) as Answer & { error?: string };
    if (answer.error !== undefined) {
      throw new Error(`${JSON.stringify(passage)}: ${answer.error}`);
    }
    return answer;
  }

  private send(message: object): Promise<string> {
    return new Promise((resolve, reject) => {
      this.waiting.push((line) => (line instanceof Error ? reject(line) : resolve(line)));
      this.child.stdin!.write(`${JSON.stringify(message)}\n`);
    });
  }

  async stop(): Promise<void> {
    this.child.stdin!.end();
    if (this.child.exitCode === null) {
      await once(this.child, 'close');
    }
    this.lines.close();
  }
}
