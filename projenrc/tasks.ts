import type { cdk8s } from 'projen';

/** The commands of the README. Each one first makes what it needs, and makes it only if a source has changed. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'compile': 'tsx projenrc/build/main.ts',
  'synth': 'tsx projenrc/run/synth.ts',
  'test': 'npm run --silent test:unit && npm run --silent typecheck',
  'test:unit': 'tsx projenrc/run/jest.ts unit',
  'test:tools': 'tsx projenrc/run/jest.ts tools',
  'test:cluster': 'tsx projenrc/run/jest.ts cluster --config test/cluster/jest.config.js',
  'test:package': 'node test/newcomer/run.mjs',
  'typecheck': 'tsc -p tsconfig.strict.json && tsc -p tsconfig.examples.json',
  'lint': 'eslint --cache --cache-location build/eslint --max-warnings 0 .',
  'imports': 'tsx projenrc/crds/main.ts',
  'validators': 'tsx projenrc/build/validators.ts',
  'api': 'tsx projenrc/run/api.ts',
  'rules': 'tsx projenrc/rules/main.ts',
  'compatibility': 'tsx test/cluster/compatibility.ts',
  'bench': 'tsx projenrc/run/bench.ts',
  'pack': 'tsx projenrc/run/pack.ts',
};

export function tasks(project: cdk8s.ConstructLibraryCdk8s): void {
  project.defaultTask?.reset('tsx .projenrc.ts');
  project.compileTask.reset('tsx projenrc/build/main.ts');
  project.testTask.reset('npm test');
  project.postCompileTask.reset('npm run lint');
  project.postCompileTask.exec('tsx projenrc/run/synth.ts');
  project.postCompileTask.exec('tsx projenrc/run/api.ts');
  for (const [name, command] of Object.entries(SCRIPTS)) {
    project.setScript(name, command);
  }
  for (const unused of ['compat', 'default', 'docgen', 'eject', 'package', 'package-all', 'package:js', 'post-compile', 'post-upgrade', 'pre-compile',
    'test:update', 'test:watch', 'unbump', 'bump', 'bump:releasable-commits', 'clobber', 'watch', 'upgrade']) {
    project.removeScript(unused);
  }
}
