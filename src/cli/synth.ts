import { spawn } from 'child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'fs';
import { constants, tmpdir } from 'os';
import { join } from 'path';
import { readConfig } from '../output/read';
import { CLEAN, FAULTY, refuse } from './usage';

/** Where an app writes that nobody told otherwise. */
const DEFAULT = 'dist';

/** Runs the app; its output and its exit code are passed on. */
export function synth(options: { readonly app?: string; readonly output?: string }): Promise<number> {
  const config = readConfig();
  const app = options.app ?? config.app;
  if (app === undefined) {
    return Promise.resolve(refuse("there is no app: write `app: node main.js` into cdk8s.yaml, or give --app 'node main.js'"));
  }
  const output = options.output ?? config.output;
  const folder = mkdtempSync(join(tmpdir(), 'workstations-synth-'));
  const summary = join(folder, 'summary');
  const started = Date.now();
  return new Promise<number>((resolve) => {
    const child = spawn(app, {
      shell: true, stdio: 'inherit',
      env: { ...process.env, NODE_OPTIONS: nodeOptions(), WORKSTATIONS_SUMMARY: summary, ...(output === undefined ? {} : { CDK8S_OUTDIR: output }) },
    });
    child.on('error', (error) => resolve(refuse(`the app cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }).then((code) => (code === CLEAN ? sayWhatWasDone(summary, output ?? DEFAULT, started) : code))
    .finally(() => { rmSync(folder, { recursive: true, force: true }); });
}

/** Says what the app wrote, by its own words; an app that forgot to call synth wrote nothing. */
function sayWhatWasDone(summary: string, output: string, started: number): number {
  const lines = existsSync(summary) ? readFileSync(summary, 'utf8').split('\n').filter((line) => line !== '') : [];
  for (const line of lines) {
    const { outdir, files, written, removed } = JSON.parse(line) as Readonly<Record<string, string | number>>;
    process.stdout.write(`${outdir ?? ''}: ${files ?? 0} ${files === 1 ? 'file' : 'files'}, ${written ?? 0} written, ${removed ?? 0} removed\n`);
  }
  // A plain cdk8s App says nothing, and writes every file anew.
  if (lines.length > 0 || changedSince(output, started)) {
    return CLEAN;
  }
  process.stderr.write('error: the app wrote nothing: call app.synth()\n');
  return FAULTY;
}

function changedSince(folder: string, time: number): boolean {
  try {
    // The clocks of file systems are coarse.
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((path) => {
      const known = statSync(join(folder, path), { throwIfNoEntry: false });
      return known?.isFile() === true && known.mtimeMs >= time - 1_000;
    });
  } catch {
    return false;
  }
}

/** Lets an uncaught fault of the app print its words only: Node would add the line of ours that threw it. */
function nodeOptions(): string {
  // From the bundle in lib/src/cli, and from src/cli in tests.
  const preload = [join(__dirname, '../../../bin/uncaught.js'), join(__dirname, '../../bin/uncaught.js')].find((file) => existsSync(file));
  return [process.env.NODE_OPTIONS ?? '', ...(preload === undefined ? [] : [`--require=${JSON.stringify(preload)}`])].join(' ').trim();
}
