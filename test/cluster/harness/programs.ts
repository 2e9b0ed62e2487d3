import { spawn, type ChildProcess } from 'child_process';
import { closeSync, mkdirSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'fs';
import { createServer, type AddressInfo, type Server } from 'net';
import { join } from 'path';
import { Reaper } from './reaper';

interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  readonly log: string;
  readonly gone: Promise<void>;
}

/** The processes of one control plane: each with a log of its own, none of them outliving us. */
export class Programs {
  private readonly running: Running[] = [];
  private readonly reaper = new Reaper();

  constructor(private readonly logs: string, scratch: string) {
    rmSync(logs, { recursive: true, force: true });
    mkdirSync(logs, { recursive: true });
    this.reaper.remove(scratch);
  }

  get pids(): readonly number[] {
    return [...this.running.map(({ child }) => child.pid!), this.reaper.pid];
  }

  start(name: string, path: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
    const log = join(this.logs, `${name}.log`);
    const file = openSync(log, 'a');
    // A group of its own, so that Ctrl-C in a terminal reaches us first.
    const child = spawn(path, args, { detached: true, stdio: ['ignore', file, file], env: { PATH: process.env.PATH, HOME: this.logs, ...environment } });
    closeSync(file);
    child.unref();
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    this.reaper.watch(child.pid);
    this.running.push({ name, child, log, gone });
  }

  /** Asks until `question` answers with nothing; an error of its own counts as "not yet". */
  async until(name: string, what: string, question: () => Promise<string | undefined>, seconds = 90): Promise<void> {
    const end = Date.now() + seconds * 1000;
    for (let said = ''; ;) {
      const one = this.running.find((program) => program.name === name);
      if (one && (one.child.exitCode !== null || one.child.signalCode !== null || one.child.pid === undefined)) {
        throw new Error(`${name} has ended (${one.child.signalCode ?? one.child.exitCode ?? 'it could not be started'}) before ${what}. ${this.lastWords(one)}`);
      }
      try {
        const answer = await question();
        if (answer === undefined) {
          return;
        }
        said = answer;
      } catch (error) {
        said = error instanceof Error ? error.message : String(error);
      }
      if (Date.now() > end) {
        throw new Error(`After ${seconds} s, ${what} is still not so: ${said}. ${one ? this.lastWords(one) : ''}`);
      }
      await sleep(100);
    }
  }

  /** Last started first: nobody loses what it writes to. */
  async stop(): Promise<void> {
    // Whoever waits for us must not be let go before we are done.
    this.running.forEach(({ child }) => child.ref());
    for (const one of [...this.running].reverse()) {
      end(one.child, 'SIGTERM');
      const late = setTimeout(() => end(one.child, 'SIGKILL'), one.name === 'etcd' ? 3000 : 1000);
      await one.gone;
      clearTimeout(late);
      this.reaper.forget(one.child.pid);
    }
    this.running.length = 0;
    await this.reaper.end();
  }

  /** Addresses on which any of the programs listens, as Linux tells it. */
  listening(): readonly string[] {
    const found: string[] = [];
    for (const { child } of this.running) {
      const sockets = new Set(readdirSync(`/proc/${child.pid}/fd`).map((fd) => link(`/proc/${child.pid}/fd/${fd}`)).filter((to) => to.startsWith('socket:')));
      for (const table of ['tcp', 'tcp6']) {
        for (const line of readFileSync(`/proc/${child.pid}/net/${table}`, 'utf8').split('\n').slice(1)) {
          const fields = line.trim().split(/\s+/);
          if (fields[3] === '0A' && sockets.has(`socket:[${fields[9]}]`)) {
            const [address = '', port = ''] = fields[1]!.split(':');
            found.push(`${table === 'tcp' ? Buffer.from(address, 'hex').reverse().join('.') : address}:${parseInt(port, 16)}`);
          }
        }
      }
    }
    return found.sort();
  }

  /** Resident memory at its highest, in MiB, by program. */
  peaks(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.running.map(({ name, child }) => {
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      return [name, Math.round(Number(peak?.[1] ?? 0) / 1024)];
    }));
  }

  private lastWords(one: Running): string {
    const lines = readFileSync(one.log, 'utf8').trimEnd().split('\n').slice(-15).map((line) => `  ${line.slice(0, 400)}`);
    return `The end of ${one.log}:\n${lines.join('\n')}`;
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

/** Free ports of 127.0.0.1, all of them held until all are found. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers: Server[] = [];
  for (let i = 0; i < count; i++) {
    servers.push(await new Promise<Server>((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(server));
    }));
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => {
    server.close(resolve);
  })));
  return ports;
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // It has ended by itself.
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
