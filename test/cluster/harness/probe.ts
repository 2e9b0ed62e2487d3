import { type KubernetesRelease } from '../releases';
import { ControlPlane } from './control-plane';

/** A process to be killed by `harness.test.ts`: starts a control plane, prints its process ids, and never stops it. */
async function main([kubernetes, logs, end]: readonly string[]): Promise<void> {
  const plane = await ControlPlane.start({ kubernetes: kubernetes as KubernetesRelease, ...(logs ? { logs } : {}) });
  process.stdout.write(`${JSON.stringify(plane.pids)}\n`);
  if (end === 'throw') {
    process.on('uncaughtException', () => process.exit(1));
    setTimeout(() => {
      throw new TypeError('nobody catches this');
    }, 100);
  }
  setInterval(() => {}, 1000);
}

void main(process.argv.slice(2));
