import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { snapshotCases } from './cases';
import { onExisting } from './existing';
import { clientOf } from './harness/kubeconfig';
import { outputs } from './outputs';
import { say } from './suite';

const { WORKSTATIONS_TEST_KUBECONFIG: given } = process.env;

// Only with a cluster of somebody else; `gitops.test.ts` runs the same on one of ours.
(given ? describe : describe.skip)('a cluster that is there already', () => {
  test.each([...outputs(), ...snapshotCases()].map((one) => [one.name, one] as const))('%s', async (_name, { objects }) => {
    const client = clientOf(given!);
    try {
      const { applied, asked, left, ...wrong } = await onExisting(client, objects);
      say(`${applied} applied, ${asked} asked about${left.length > 0 ? `; left out: ${left.join(', ')}` : ''}`);
      expect(wrong).toEqual({ refused: [], warned: [], changed: [] });
    } finally {
      client.close();
    }
  }, 300_000);
});

describe('a kubeconfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
  const written = (config: object): string => {
    const path = join(folder, 'config');
    writeFileSync(path, JSON.stringify(config));
    return path;
  };
  const config = (user: object) => ({
    'current-context': 'a', 'contexts': [{ name: 'a', context: { cluster: 'b', user: 'c' } }], 'clusters': [{ name: 'b', cluster: { server: 'https://127.0.0.1:1/k8s/' } }], 'users': [{ name: 'c', user }],
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('with a token', () => {
    expect(clientOf(written(config({ token: 'x' }))).server).toBe('https://127.0.0.1:1/k8s');
  });

  test('of whoever calls a program for a token: says so', () => {
    expect(() => clientOf(written(config({ exec: { command: 'login' } })))).toThrow(/user 'c' has neither a token nor a client certificate; what a program would fetch is not supported/);
  });

  test('that names no context that is there', () => {
    expect(() => clientOf(written({ 'current-context': 'z' }))).toThrow(/there is no current context 'z'/);
  });
});
