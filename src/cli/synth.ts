import { spawn } from 'child_process';
import { constants } from 'os';
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
      env: { ...process.env, ...(output === undefined ? {} : { CDK8S_OUTDIR: output }) },
    });
    child.on('error', (error) => resolve(refuse(`the app cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
