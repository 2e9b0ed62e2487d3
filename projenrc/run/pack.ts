import { execFileSync } from 'child_process';
import { mkdirSync, readdirSync, rmSync } from 'fs';
import { compile } from '../build/main';
import { at } from '../root';

/** `npm run pack`: the tarball, as it would be published, into `pkg/`. */
async function main(): Promise<void> {
  await compile();
  mkdirSync(at('pkg'), { recursive: true });
  for (const old of readdirSync(at('pkg')).filter((file) => file.endsWith('.tgz'))) {
    rmSync(at('pkg', old));
  }
  const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', at('pkg')], { cwd: at(), encoding: 'utf8' });
  const parsed = JSON.parse(said) as object;
  const [packed] = Object.values(parsed) as { filename: string; size: number; unpackedSize: number; entryCount: number }[];
  if (packed) {
    console.log(`pkg/${packed.filename}: ${packed.entryCount} files, ${mega(packed.size)}, unpacked ${mega(packed.unpackedSize)}`);
  }
}

const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
