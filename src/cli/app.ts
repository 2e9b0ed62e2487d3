import { spawn } from 'child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'fs';
import { constants, tmpdir } from 'os';
import { join } from 'path';
import { readConfig } from '../output/read';
import { refuse } from './usage';

/** What an app said of itself when it had ended: one map a synth. */
export type Said = readonly Readonly<Record<string, unknown>>[];

/** How an app is found. */
export interface AppOptions {
  readonly app?: string;
  readonly output?: string;
}

/** Runs the app of cdk8s.yaml; its output is passed on. Gives its exit code, or that of a command line without an app. */
export async function runApp(options: AppOptions, env: Readonly<Record<string, string>>): Promise<{ readonly code: number; readonly said: Said; readonly output?: string }> {
  const config = readConfig();
  const app = options.app ?? config.app;
  if (app === undefined) {
    return { code: refuse("there is no app: write `app: node main.js` into cdk8s.yaml, or give --app 'node main.js'"), said: [] };
  }
  const output = options.output ?? config.output;
  const folder = mkdtempSync(join(tmpdir(), 'workstations-synth-'));
  const summary = join(folder, 'summary');
  try {
    const code = await new Promise<number>((resolve) => {
      const child = spawn(app, {
        shell: true, stdio: 'inherit',
        env: { ...process.env, NODE_OPTIONS: nodeOptions(), WORKSTATIONS_SUMMARY: summary, ...(output === undefined ? {} : { CDK8S_OUTDIR: output }), ...env },
      });
      child.on('error', (error) => resolve(refuse(`the app cannot be run: ${error.message}`)));
      child.on('close', (ended, signal) => resolve(ended ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
    const lines = existsSync(summary) ? readFileSync(summary, 'utf8').split('\n').filter((line) => line !== '') : [];
    return { code, said: lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>), ...(output === undefined ? {} : { output }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets an uncaught fault of the app print its words only: Node would add the line of ours that threw it. */
function nodeOptions(): string {
  // From the bundle in lib/src/cli, and from src/cli in tests.
  const preload = [join(__dirname, '../../../bin/uncaught.js'), join(__dirname, '../../bin/uncaught.js')].find((file) => existsSync(file));
  return [process.env.NODE_OPTIONS ?? '', ...(preload === undefined ? [] : [`--require=${JSON.stringify(preload)}`])].join(' ').trim();
}
