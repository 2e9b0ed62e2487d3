import { TextFile, type cdk8s } from 'projen';

/** What is committed, what is packed, what is neither. */
export function packing(project: cdk8s.ConstructLibraryCdk8s): void {
  project.package.addField('files', [
    'lib/**/*.js', 'lib/**/*.d.ts', 'lib/validators/index.json', 'lib/src/cli/*.json', 'lib/src/output/*.json', 'lib/src/values/*.json',
    // The checks read in them what a field may be called and which texts are required.
    'schemas', 'bin', '.jsii', 'API.md', 'CHANGELOG.md',
    // README links to them.
    'docs', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md',
  ]);
  project.gitignore.removePatterns('/dist/', 'dist/', '/dist', '/test-reports/', 'junit.xml');
  for (const made of ['/lib/', '/build/', '/pkg/', '/reports/', '/coverage/', '.jsii', 'tsconfig.tsbuildinfo', '*.tsbuildinfo']) {
    project.gitignore.exclude(made);
  }
  project.gitignore.include('/dist/');
  project.gitattributes.addAttributes('/dist/**', 'linguist-generated');
  project.gitattributes.addAttributes('/imports/**', 'linguist-generated');
  project.gitattributes.addAttributes('/schemas/**', 'linguist-generated');
  project.gitattributes.addAttributes('/API.md', 'linguist-generated');
  // Manifests are compared byte by byte.
  project.gitattributes.addAttributes('*', 'text=auto', 'eol=lf');
  // A lock file that names no registry installs from whichever one the reader uses.
  new TextFile(project, '.npmrc', { lines: ['omit-lockfile-registry-resolved=true', 'fund=false', ''] });
}
