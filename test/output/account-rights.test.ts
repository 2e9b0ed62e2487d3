import { parseAllDocuments } from 'yaml';
import { checkObjects } from '../../src/checks';
import { Layer } from '../../src/constructs/layers';
import { type Account, accounts } from '../../src/output/account-rights';
import type { FleetApp } from '../../src/output/fleet-app';
import { Subject } from '../../src/values';
import { textOf } from '../support/pages';
import { configMap, newApp, newChart, newFolder, newObject, readFolder, synth } from './apps';

const deployers = { platform: Subject.serviceAccount('argocd', 'platform'), people: Subject.group('people') };

/** Rules as `group/resource[names]: verbs`. */
const rulesOf = ({ rules }: Pick<Account, 'rules'>): string[] =>
  rules.map(({ apiGroups, resources, resourceNames, verbs }) => `${apiGroups.join()}/${resources.join()}${resourceNames === undefined ? '' : `[${resourceNames.join()}]`}: ${verbs.join()}`);

const accountsOf = (app: FleetApp): Account[] => accounts(app._synthesize().objects, deployers, 'f');

const RBAC = { apiVersion: 'rbac.authorization.k8s.io/v1' };

describe('the fleet example', () => {
  const text = textOf('dist/fleet.info/deployer-rights.yaml');
  const found = parseAllDocuments(text).map((document) => document.toJS() as { kind: string; metadata: { name: string }; rules?: Account['rules']; subjects?: unknown });

  test('a ClusterRole and its binding for each account; the first line says what it is', () => {
    expect(text).toMatch(/^# What the deploying accounts of fleet 'ai-lab' must be allowed to do\. An administrator applies it/);
    expect(found.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ClusterRole workstations-ai-lab-platform', 'ClusterRoleBinding workstations-ai-lab-platform', 'ClusterRole workstations-ai-lab-people', 'ClusterRoleBinding workstations-ai-lab-people',
    ]);
    expect(found[1]?.subjects).toEqual([{ kind: 'ServiceAccount', name: 'workstations-platform', namespace: 'argocd' }]);
  });

  test('no wildcard, and no deletion of disks, namespaces, images, classes and the right to clone', () => {
    expect(text).not.toContain('*');
    const deleting = found.flatMap(({ rules = [] }) => rules.filter(({ verbs }) => verbs.includes('delete')));
    expect(rulesOf({ rules: deleting }).map((rule) => rule.replace(/\w+-workstation-use/g, 'use').replace(/(?:machine-\w+-workstation,?)+/, 'machines'))).toEqual([
      'cilium.io/ciliumnetworkpolicies[cdi-clone-source,cdi-upload-server,cdi-worker,import-ubuntu-24-04-cuda]: delete',
      '/limitranges[largest-claim]: get,patch,delete',
      '/resourcequotas[quota]: get,patch,delete',
      '/serviceaccounts[ada-workspace-grow]: get,patch,delete',
      'batch/jobs[ada-workspace-grow-1ti-b4194]: get,patch,delete',
      'cilium.io/ciliumnetworkpolicies[cdi-clone-source,cdi-upload-server,cdi-worker,growth,machines]: delete',
      'kubevirt.io/virtualmachines: get,list,watch,create,patch,delete',
      ...['rolebindings', 'roles'].map((kind) => `rbac.authorization.k8s.io/${kind}[ada-workspace-grow,${Array(24).fill('use').join()}]: get,patch,delete`),
    ]);
  });

  test('the right to clone is held by the names of the claims', () => {
    expect(rulesOf({ rules: found[0]?.rules ?? [] })).toContain('cdi.kubevirt.io/datavolumes/source[ubuntu-24-04-cuda-v2,ubuntu-24-04-cuda-v1]: create');
    expect(rulesOf({ rules: found[2]?.rules ?? [] }).join('\n')).not.toContain('datavolumes/source');
  });

  test('our own checks find nothing in it', () => {
    expect(checkObjects({ objects: found.map((object) => ({ object })), target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } }).faults).toEqual([]);
  });
});

test("Kubernetes' own kinds are named one by one, kept ones without delete; others are given as a kind", () => {
  const app = newApp();
  const chart = newChart(app, 'platform');
  const keep = { metadata: { name: 'kept', labels: { 'workstations.dev/keep': 'true' } } };
  configMap(chart, 'b');
  configMap(chart, 'a');
  newObject(chart, 'kept', { apiVersion: 'v1', kind: 'ConfigMap', ...keep });
  newObject(chart, 'kept', { kind: 'Disk', ...keep });
  newObject(chart, 'x', { kind: 'Policy' });
  newObject(chart, 'mixed', { kind: 'Rule', ...keep });
  newObject(chart, 'gone', { kind: 'Rule', metadata: { name: 'gone' } });
  configMap(newChart(app, 'alice', { layer: Layer.PEOPLE }), 'c');
  const [platform, people] = accountsOf(app);
  expect(rulesOf(platform!)).toEqual([
    '/configmaps: create', '/configmaps[kept]: get,patch', '/configmaps[a,b]: get,patch,delete',
    'example.org/disks: get,list,watch,create,patch', 'example.org/policies: get,list,watch,create,patch,delete',
    'example.org/rules: get,list,watch,create,patch', 'example.org/rules[gone]: delete',
  ]);
  expect(rulesOf(people!)).toEqual(['/configmaps: create', '/configmaps[c]: get,patch,delete']);
});

test('what roles hand on is held, exactly; binding to a role of somebody else needs the verb bind; wildcards are left to people', () => {
  const app = newApp();
  const chart = newChart(app, 'c');
  const rule = { apiGroups: ['kubevirt.io'], resources: ['virtualmachines'], resourceNames: ['m'], verbs: ['get'] };
  newObject(chart, 'own', { ...RBAC, kind: 'Role', rules: [rule, { apiGroups: [''], resources: ['pods'], verbs: ['list'] }] });
  newObject(chart, 'same', { ...RBAC, kind: 'Role', rules: [rule] });
  newObject(chart, 'all', { ...RBAC, kind: 'ClusterRole', rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get'] }, { nonResourceURLs: ['/metrics'], verbs: ['get'] }] });
  newObject(chart, 'own', { ...RBAC, kind: 'RoleBinding', roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'own' }, subjects: [] });
  newObject(chart, 'view', { ...RBAC, kind: 'RoleBinding', roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }, subjects: [] });
  const [platform] = accountsOf(app);
  expect(rulesOf(platform!).slice(-3)).toEqual(['/pods: list', 'kubevirt.io/virtualmachines[m]: get', 'rbac.authorization.k8s.io/clusterroles[view]: bind']);
  expect(platform!.left).toEqual([expect.stringMatching(/^ClusterRole all has a rule that names no resources/)]);
  expect(JSON.stringify(platform!.rules)).not.toContain('*');
});

test('an account without objects has no rights; the same fleet in another order gives the same bytes', () => {
  const build = (ids: readonly string[]): Record<string, string> => {
    const outdir = newFolder();
    const app = newApp({ outdir, deployers });
    ids.forEach((id) => configMap(newChart(app, id), id));
    synth(app);
    return readFolder(`${outdir}.info`);
  };
  const info = build(['b', 'a']);
  expect(build(['a', 'b'])).toEqual(info);
  expect(info['deployer-rights.yaml']?.match(/^kind: .*$/gm)).toEqual(['kind: ClusterRole', 'kind: ClusterRoleBinding']);
  expect(info['expects.md']).toContain('ClusterRole workstations-fleet-platform');
});

test('without deployers there is no such file', () => {
  const outdir = newFolder();
  const app = newApp({ outdir });
  configMap(newChart(app, 'a'), 'a');
  synth(app);
  expect(Object.keys(readFolder(`${outdir}.info`))).not.toContain('deployer-rights.yaml');
});
