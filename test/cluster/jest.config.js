// The suite `cluster`: real programs, minutes instead of seconds, one file after the other.
const { join } = require('path');
const { projects: [unit] } = require('../../jest.config.js');

module.exports = {
  ...unit,
  displayName: 'cluster',
  rootDir: join(__dirname, '..', '..'),
  testMatch: ['<rootDir>/test/cluster/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 120_000,
};
