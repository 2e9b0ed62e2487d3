// The two suites: `unit` needs nothing but Node, `tools` real programs. `test/cluster` has a configuration of its own.
const suite = (displayName, testMatch, testPathIgnorePatterns = []) => ({
  displayName,
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testMatch,
  testPathIgnorePatterns: ['/node_modules/', ...testPathIgnorePatterns],
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/lib/', '<rootDir>/pkg/'],
  clearMocks: true,
  setupFiles: ['<rootDir>/test/support/seed.js'],
  // Types are checked by `npm run typecheck`, once, not with every run.
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }] },
  moduleNameMapper: {
    '^cdk8s-workstations$': '<rootDir>/src/index.ts',
    '^cdk8s-workstations/faults$': '<rootDir>/src/faults/index.ts',
    '^cdk8s-workstations/imports/(.*)$': '<rootDir>/imports/$1.ts',
  },
});

module.exports = {
  projects: [
    suite('unit', ['<rootDir>/test/**/*.test.ts'], ['<rootDir>/test/tools/', '<rootDir>/test/cluster/', '<rootDir>/test/newcomer/']),
    suite('tools', ['<rootDir>/test/tools/**/*.test.ts']),
  ],
  coverageDirectory: 'coverage',
  collectCoverageFrom: ['src/**/*.ts'],
};
