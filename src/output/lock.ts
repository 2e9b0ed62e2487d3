import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Refusal } from './folder';
import { LOCK } from './info-folder';

/** How long a synth waits for another one, in ms. */
const PATIENCE = 20_000;
/** No synth takes longer; an older lock is left from a time when its process id belonged to somebody else. */
const OLDEST = 15 * 60_000;
const PAUSE = 25;

/** Locks that this very process holds: a second one would wait for itself. */
const HELD = new Set<string>();

/**
 * Lets one synth at a time write to an output folder: gives back what ends the lock, or undefined if another one holds
 * it for too long. The lock of a process that is gone is taken over. On a folder that two computers share there is no
 * such protection; each file is whole there too, and the next synth repairs.
 */
export function lock(info: string, patience = PATIENCE): (() => void) | undefined {
  const path = join(info, LOCK);
  const mark = `${process.pid} ${Date.now()} ${Math.random()}\n`;
  const until = Date.now() + patience;
  while (!take(path, mark)) {
    if (HELD.has(path) || !breakIfStale(path)) {
      if (Date.now() >= until) {
        return undefined;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
  HELD.add(path);
  sweep(info);
  return () => {
    HELD.delete(path);
    if (tryRead(path) === mark) {
      rmSync(path, { force: true });
    }
  };
}

function take(path: string, mark: string): boolean {
  try {
    writeFileSync(path, mark, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
        throw new Refusal(`'${LOCK}' in the info folder is no file`);
      }
      return false;
    }
    throw error;
  }
}

/** Takes a lock away whose owner is gone; true if there is none in the way any more. */
function breakIfStale(path: string): boolean {
  const seen = tryRead(path);
  if (seen === undefined) {
    return true;
  }
  if (!isStale(path, seen)) {
    return false;
  }
  // By rename, so that of several who see it only one takes it; what was taken by mistake is put back.
  const taken = `${path}.${process.pid}.old`;
  try {
    renameSync(path, taken);
  } catch {
    return true;
  }
  if (tryRead(taken) !== seen) {
    try {
      linkSync(taken, path);
    } catch {
      // A third one has taken the lock meanwhile.
    }
  }
  rmSync(taken, { force: true });
  return true;
}

/** What is left of one who was stopped just as he took a lock away. */
function sweep(info: string): void {
  for (const name of readdirSync(info)) {
    const pid = name.startsWith(`${LOCK}.`) ? /^\d+(?=\.old$)/.exec(name.slice(LOCK.length + 1))?.[0] : undefined;
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      rmSync(join(info, name), { force: true });
    }
  }
}

function isStale(path: string, mark: string): boolean {
  const pid = Number(mark.split(' ')[0]);
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // A lock is born empty and filled at once: give its owner the moment.
  if (mark === '') {
    return Date.now() - written > 2_000;
  }
  return !Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid) || Date.now() - written > OLDEST;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function tryRead(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
