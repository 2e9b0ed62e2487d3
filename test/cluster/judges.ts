import { type ChildProcess, spawn } from 'child_process';
import { once } from 'events';
import { createInterface, type Interface } from 'readline';
import { type Build, binaries, missing } from './harness/binaries';
import { type KubeObject } from './harness/client';
import { RELEASES } from './releases';

/** Programs of ours around upstream's own code, each in a Go module of `go/`: a new judge is a line here and its program. */
export const JUDGES = {
  /**
   * What an API server with KubeVirt would say of any object that we write: Kubernetes' code behind its own kinds and behind resource definitions;
   * KubeVirt's admission, instances and launcher pods; pod validation and Pod Security.
   */
  kubevirt: { name: 'judges', version: `${RELEASES.kubevirt}-${RELEASES.judged}`, module: 'judges', packages: ['./judge'], binaries: ['judge'] },
} as const satisfies Record<string, Build>;

export interface Verdict {
  readonly id: string;
  /** What is said against it, each with who says it. */
  readonly refused: readonly string[];
  readonly warnings: readonly string[];
  /** The machine's instance, as virt-controller hands it to the API server, if it came so far. */
  readonly instance?: KubeObject;
  /** The launcher pod, if it came so far. */
  readonly pod?: KubeObject;
}

export interface Question {
  readonly object: KubeObject;
  /** What stands in the cluster already: then it is an update. */
  readonly old?: KubeObject;
  /** The Pod Security level of the machine's namespace. */
  readonly level?: string;
}

/** A process that answers one question after the other: hundreds a second. */
export class Judge {
  static missing(): string | undefined {
    return missing([JUDGES.kubevirt]);
  }

  static async start(say?: (line: string) => void): Promise<Judge> {
    const programs = await binaries([JUDGES.kubevirt], say);
    return new Judge(spawn(programs.get('judge')!, [], { stdio: ['pipe', 'pipe', 'pipe'] }));
  }

  private readonly waiting: ((verdict: Verdict | Error) => void)[] = [];
  private readonly lines: Interface;
  private said = '';

  private constructor(private readonly child: ChildProcess) {
    this.lines = createInterface({ input: child.stdout! });
    this.lines.on('line', (line) => this.waiting.shift()?.(JSON.parse(line) as Verdict));
    child.stderr!.on('data', (chunk: Buffer) => {
      this.said = (this.said + chunk.toString()).slice(-4000);
    });
    child.on('close', (code) => {
      this.waiting.splice(0).forEach((wait) => wait(new Error(`the judge ended with ${String(code)}: ${this.said}`)));
    });
  }

  /** What the cluster is: the KubeVirt object's spec, and the instancetypes and preferences that machines may name. */
  configure(kubevirt: Readonly<Record<string, unknown>>, objects: readonly KubeObject[] = []): void {
    this.child.stdin!.write(`${JSON.stringify({ kubevirt, objects })}\n`);
  }

  /** Kinds beside Kubernetes' and KubeVirt's own, by their definitions. */
  define(definitions: readonly KubeObject[]): void {
    this.child.stdin!.write(`${JSON.stringify({ definitions })}\n`);
  }

  ask({ object, old, level }: Question): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      this.waiting.push((verdict) => (verdict instanceof Error ? reject(verdict) : resolve(verdict)));
      this.child.stdin!.write(`${JSON.stringify({ id: `${object.kind} ${object.metadata.name}`, object, ...(old === undefined ? {} : { old }), ...(level === undefined ? {} : { level }) })}\n`);
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
