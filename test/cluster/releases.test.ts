import { KUBERNETES_RELEASES, releases } from './releases';

test.each([
  ['1.37', 'manifests', ['1.37']],
  ['1.37,1.34', 'manifests', ['1.34', '1.37']],
  ['all', '', KUBERNETES_RELEASES],
  ['newest,manifests@oldest', 'manifests', [KUBERNETES_RELEASES[0], KUBERNETES_RELEASES.at(-1)]],
  ['newest,manifests@oldest', 'gitops', [KUBERNETES_RELEASES.at(-1)]],
  ['manifests@oldest', 'gitops', []],
  ['', 'gitops', ['1.36']],
])('WORKSTATIONS_KUBERNETES=%s: %s runs on %j', (asked, suite, found) => {
  expect(releases(suite, asked)).toEqual(found);
});

test('a release that is none', () => {
  expect(() => releases('', '1.12')).toThrow(/WORKSTATIONS_KUBERNETES names 1\.12; known are all, oldest, newest, 1\.34, /);
});
