import type { cdk8s } from 'projen';

/** What a user of the package can reach, and under which name. */
export function face({ package: npm }: cdk8s.ConstructLibraryCdk8s): void {
  npm.addField('main', 'lib/src/index.js');
  npm.addField('types', 'lib/src/index.d.ts');
  npm.addField('exports', {
    '.': { types: './lib/src/index.d.ts', default: './lib/src/index.js' },
    './imports/*': { types: './lib/imports/*.d.ts', default: './lib/imports/*.js' },
    './faults': { types: './lib/src/faults/index.d.ts', default: './lib/src/faults/index.js' },
    './schemas/report.json': './lib/src/cli/report.schema.json',
    './schemas/expects.json': './lib/src/output/expects.schema.json',
    './schemas/roster.json': './lib/src/values/roster.schema.json',
    './.jsii': './.jsii',
    './package.json': './package.json',
  });
  // For resolvers that do not read `exports` (`moduleResolution: node`).
  npm.addField('typesVersions', { '*': { 'imports/*': ['lib/imports/*'], 'faults': ['lib/src/faults/index.d.ts'] } });
  npm.addBin({ 'workstations': 'bin/workstations', 'cdk8s-workstations': 'bin/workstations' });
}
