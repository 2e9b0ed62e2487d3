import { existsSync, readFileSync } from 'fs';
import { dirname, join } from 'path';

/** What our own package.json says; it lies above `lib/` and `src/` alike. */
export function ownPackage(): { readonly version: string; readonly peerDependencies: Readonly<Record<string, string>> } {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof ownPackage>;
    }
  }
  return { version: '0.0.0', peerDependencies: {} };
}
