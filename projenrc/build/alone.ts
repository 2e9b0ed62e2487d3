import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { setTimeout } from 'timers/promises';
import { at } from '../root';

const LOCK = 'build/compiling';

/** One compilation at a time: two commands in one checkout would write the same files. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(at('build'), { recursive: true });
  while (!locked()) {
    await setTimeout(200);
  }
  try {
    return await work();
  } finally {
    rmSync(at(LOCK), { force: true });
  }
}

function locked(): boolean {
  try {
    writeFileSync(at(LOCK), String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!alive()) {
      rmSync(at(LOCK), { force: true });
    }
    return false;
  }
}

function alive(): boolean {
  try {
    const holder = Number(readFileSync(at(LOCK), 'utf8'));
    // An empty file belongs to somebody who is just writing it.
    return holder === 0 || process.kill(holder, 0);
  } catch {
    return false;
  }
}
