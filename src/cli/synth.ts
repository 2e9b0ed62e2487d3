import { readdirSync, statSync } from 'fs';
import { join } from 'path';
import { runApp, type Said } from './app';
import type { SynthOptions } from './program';
import { CLEAN, FAULTY, refuse } from './usage';

/** Where an app writes that nobody told otherwise. */
const DEFAULT = 'dist';

/** Runs the app; its output and its exit code are passed on. */
export async function synth({ newMachines, ...options }: SynthOptions): Promise<number> {
  if (newMachines !== undefined && !/^\d{1,6}$/.test(newMachines)) {
    return refuse(`--new-machines is '${newMachines}': give a whole number, 0 for none`);
  }
  const started = Date.now();
  const { code, said, output } = await runApp(options, newMachines === undefined ? {} : { WORKSTATIONS_NEW_MACHINES: newMachines });
  return code === CLEAN ? sayWhatWasDone(said, output ?? DEFAULT, started) : code;
}

/** Says what the app wrote, by its own words; an app that forgot to call synth wrote nothing. */
function sayWhatWasDone(said: Said, output: string, started: number): number {
  for (const { outdir, files, written, removed } of said) {
    process.stdout.write(`${String(outdir)}: ${String(files)} ${files === 1 ? 'file' : 'files'}, ${String(written)} written, ${String(removed)} removed\n`);
  }
  // A plain cdk8s App says nothing, and writes every file anew.
  if (said.length > 0 || changedSince(output, started)) {
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
