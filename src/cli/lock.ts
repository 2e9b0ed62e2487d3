import { type AppOptions, runApp } from './app';
import { CLEAN, FAULTY } from './usage';

/** Runs the app, which adds its new profiles to its lock file and writes nothing else. */
export async function lock(options: AppOptions): Promise<number> {
  const { code, said } = await runApp(options, { WORKSTATIONS_LOCK: '1' });
  if (code !== CLEAN) {
    return code;
  }
  const locks = said.filter((one) => typeof one.lock === 'string');
  for (const { lock: file, published, profiles } of locks) {
    const names = Array.isArray(published) ? published.join(', ') : '';
    process.stdout.write(`${String(file)}: ${names === '' ? 'nothing new' : `published ${names}`}; ${String(profiles)} in all\n`);
  }
  if (locks.length > 0) {
    return CLEAN;
  }
  process.stderr.write("error: the app has no lock file: give FleetApp the prop `profilesLock: join(__dirname, 'profiles.lock.json')`, and call app.synth()\n");
  return FAULTY;
}
