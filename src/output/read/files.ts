import { existsSync, readdirSync, realpathSync, statSync } from 'fs';
import { join } from 'path';

const MANIFEST = /\.(ya?ml|json)$/i;

/** Files of manifests at and below a path, sorted; hidden ones, folders for people (`X.info`) and loops of links are left out. */
export function manifestFiles(path: string): string[] {
  const found: string[] = [];
  if (statSync(path).isDirectory()) {
    walk(path, new Set(), found);
  } else {
    found.push(path);
  }
  return found;
}

function walk(folder: string, inside: ReadonlySet<string>, found: string[]): void {
  const real = realpathSync(folder);
  if (inside.has(real)) {
    return;
  }
  const here = new Set(inside).add(real);
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith('.')) {
      continue;
    }
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) {
      if (!(name.endsWith('.info') && existsSync(join(path, 'index.json')))) {
        walk(path, here, found);
      }
    } else if (stats?.isFile() === true && MANIFEST.test(name)) {
      found.push(path);
    }
  }
}
