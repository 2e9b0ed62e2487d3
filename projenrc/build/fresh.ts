import { createHash } from 'crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'fs';
import { dirname, join, relative } from 'path';
import { at, ROOT } from '../root';

/** Every file at and below the given paths, sorted, from the root. */
export function filesOf(...paths: string[]): string[] {
  const found: string[] = [];
  const walk = (path: string): void => {
    if (!existsSync(path)) {
      return;
    }
    if (statSync(path).isDirectory()) {
      readdirSync(path).forEach((name) => walk(join(path, name)));
    } else {
      found.push(relative(ROOT, path));
    }
  };
  paths.forEach((path) => walk(at(path)));
  return found.sort();
}

function digest(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(file).update('\0').update(readFileSync(at(file))).update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs `make` unless its sources are as they were when it last succeeded. Returns true if it ran.
 * The stamp lies inside what is made, so that removing that makes it again.
 */
export async function unlessFresh(stamp: string, sources: readonly string[], make: () => void | Promise<void>): Promise<boolean> {
  const now = digest(sources);
  if (existsSync(at(stamp)) && readFileSync(at(stamp), 'utf8') === now) {
    return false;
  }
  rmSync(at(stamp), { force: true });
  await make();
  mkdirSync(dirname(at(stamp)), { recursive: true });
  writeFileSync(at(stamp), now);
  return true;
}
