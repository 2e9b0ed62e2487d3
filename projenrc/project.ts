import { cdk8s, javascript, typescript } from 'projen';

/** Who we are and what we need. Everything else is a file beside this one. */
export const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-workstations',
  description: 'A workstation with a GPU for each person of a team, as a KubeVirt virtual machine: cdk8s constructs that write the manifests and check them.',
  author: 'cdk8s-workstations contributors',
  authorAddress: 'https://github.com/cdk8s-workstations',
  repositoryUrl: 'https://github.com/cdk8s-workstations/cdk8s-workstations.git',
  homepage: 'https://github.com/cdk8s-workstations/cdk8s-workstations#readme',
  bugsUrl: 'https://github.com/cdk8s-workstations/cdk8s-workstations/issues',
  license: 'Apache-2.0',
  copyrightOwner: 'cdk8s-workstations contributors',
  copyrightPeriod: '2026',
  keywords: ['cdk8s', 'kubernetes', 'kubevirt', 'gpu', 'workstation', 'virtual-machine', 'ceph', 'gitops'],
  stability: 'experimental',

  cdk8sVersion: '2.70.106',
  constructsVersion: '10.5.0',
  peerDeps: ['cdk8s-plus-30@^2.4.10'],
  peerDependencyOptions: { pinnedDevDependency: true },
  // The one dependency that travels in the tarball: without it `require` fails in an empty folder.
  bundledDeps: ['yaml@^2.8.0'],
  devDeps: [
    'ajv@^8',                                           // bundled into the checks
    'commander@^14', 'picocolors@^1',                   // bundled into the CLI
    '@kubevirt-ui-ext/kubevirt-api', 'fast-check@^4',   // read by tests
    // Judges the roster's schema as an editor does; 2.x needs a newer Node.
    'yaml-language-server@^1.25.0',
    'cdk8s-cli', 'jsii-docgen@^10.5.0', 'esbuild@~0.28.0', 'tsx@^4',
    'jest@^30', '@types/jest@^30', '@swc/core', '@swc/jest',
    'eslint@^9', 'typescript-eslint@^8', '@stylistic/eslint-plugin@^5',
  ],
  docgen: false,   // `npm run api` does it, and compares
  jsiiVersion: '~5.9.0',
  typescriptVersion: '~5.9.0',
  minNodeVersion: '20.0.0',
  workflowNodeVersion: '20',

  packageManager: javascript.NodePackageManager.NPM,
  defaultReleaseBranch: 'main',
  majorVersion: 0,
  npmProvenance: true,
  bumpPackage: 'commit-and-tag-version@^12',
  projenrcTs: true,
  projenrcTsOptions: { runner: typescript.TypeScriptRunner.tsx() },
  // `dist/` is what the examples synthesize.
  artifactsDirectory: 'pkg',
  excludeTypescript: ['test/**', 'examples/**', 'bench/**', 'projenrc/**', '.projenrc.ts', 'build/**', 'lib/**', 'pkg/**'],
  libdir: 'lib',
  srcdir: 'src',

  // Own configurations: projen's jest rewrites snapshots, its ESLint knows no layers, its build workflow repairs instead of failing.
  jest: false,
  eslint: false,
  buildWorkflow: false,
  integrationTestAutoDiscover: false,
  sampleCode: false,
  depsUpgrade: false,
  dependabot: true,
  githubOptions: { mergify: false, pullRequestLint: false },
  pullRequestTemplate: false,
  npmignoreEnabled: false,
});
