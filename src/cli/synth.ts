import { spawn } from 'child_process';
import { existsSync } from 'fs';
import { constants } from 'os';
import { join } from 'path';
import { readConfig } from '../output/read';
import { refuse } from './usage';

/** Runs the app; its output and its exit code are passed on. */
export function synth(options: { readonly app?: string; readonly output?: string }): Promise<number> {
  const config = readConfig();
  const app = options.app ?? config.app;
  if (app === undefined) {
    return Promise.resolve(refuse("there is no app: write `app: node main.js` into cdk8s.yaml, or give --app 'node main.js'"));
  }
  const output = options.output ?? config.output;
  return new Promise((resolve) => {
    const child = spawn(app, {
      shell: true, stdio: 'inherit',
      env: { ...process.env, NODE_OPTIONS: nodeOptions(), ...(output === undefined ? {} : { CDK8S_OUTDIR: output }) },
    });
    child.on('error', (error) => resolve(refuse(`the app cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/** Lets an uncaught fault of the app print its words only: Node would add the line of ours that threw it. */
function nodeOptions(): string {
  // From the bundle in lib/src/cli, and from src/cli in tests.
  const preload = [join(__dirname, '../../../bin/uncaught.js'), join(__dirname, '../../bin/uncaught.js')].find((file) => existsSync(file));
  return [process.env.NODE_OPTIONS ?? '', ...(preload === undefined ? [] : [`--require=${JSON.stringify(preload)}`])].join(' ').trim();
}
