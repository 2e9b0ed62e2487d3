import { spawn, type ChildProcess } from 'child_process';
import { join } from 'path';

/** Ends what we started when we are gone, for whatever reason: a process of its own (`reaper-main.js`) waits for our end of a pipe to close. */
export class Reaper {
  private readonly child: ChildProcess;

  constructor() {
    this.child = spawn(process.execPath, [join(__dirname, 'reaper-main.js')], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    this.child.unref();
    (this.child.stdin as unknown as { unref(): void }).unref();
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** The leader of a process group that must not outlive us. */
  watch(pid: number | undefined): void {
    if (pid !== undefined) {
      this.tell(`start ${pid}`);
    }
  }

  forget(pid: number | undefined): void {
    this.tell(`end ${pid}`);
  }

  /** A folder that goes when we go. */
  remove(folder: string): void {
    this.tell(`remove ${folder}`);
  }

  /** Ends it, and all that it still watches. */
  async end(): Promise<void> {
    this.child.ref();
    const gone = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    this.child.stdin!.end();
    await gone;
  }

  private tell(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }
}
