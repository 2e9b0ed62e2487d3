import { binaries, builds } from './harness/binaries';
import { allReleases } from './releases';

/** `npx tsx test/cluster/build.ts`: builds ahead of time what the suite would build when it starts. */
async function main(): Promise<void> {
  for (const release of allReleases()) {
    for (const [name, path] of await binaries(builds(release, true), console.log)) {
      console.log(`${name.padEnd(24)} ${path}`);
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
