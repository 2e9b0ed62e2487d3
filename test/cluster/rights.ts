import { RbdWorkspaceDisk } from '../../src/constructs/rbd-workspace-disk';
import { Workstation } from '../../src/constructs/workstation';
import { Subject } from '../../src/values';
import { gi, manifestsOf, office, plainApp, root, space, STORAGE } from '../support/fleet';
import { type Client, type Identity, type KubeObject, serviceAccount } from './harness/client';

/** Who is asked about. A service account shows a token of its own, a person one that the API server knows; nobody shows none. */
export const SUBJECTS = {
  'the platform\'s account': serviceAccount('argocd', 'workstations-platform'),
  'the people\'s account': serviceAccount('argocd', 'workstations-people'),
  'a strange service account': serviceAccount('default', 'stranger'),
  'an owner': { user: 'oidc:ada', groups: ['system:authenticated'] },
  'a viewer': { user: 'oidc:victor', groups: ['system:authenticated'] },
  'an operator': { user: 'oidc:otto', groups: ['operators', 'system:authenticated'] },
  'a snapshotter': { user: 'oidc:susan', groups: ['system:authenticated'] },
  'an eraser': { user: 'oidc:erna', groups: ['system:authenticated'] },
  'anybody with an account': { user: 'oidc:eve', groups: ['system:authenticated'] },
  'nobody': { user: 'system:anonymous', groups: ['system:unauthenticated'] },
} as const satisfies Readonly<Record<string, Identity>>;

export type Who = keyof typeof SUBJECTS;
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** One right: may `who` do this? `at` is `namespace/name`, `namespace/`, `/name` or `/`. */
export interface Row {
  readonly who: Who;
  readonly allowed: boolean;
  readonly verb: Verb;
  /** `group/resource` or `group/resource/subresource`. */
  readonly resource: string;
  readonly at: string;
}

/** Rita's machine: the one on which everybody has a grant. */
export function granted(): readonly KubeObject[] {
  const home = space(plainApp(), 'rita');
  const rootDisk = root(home);
  const machine = new Workstation(home, 'workstation', { profile: office(), rootDisk, workspaceDisk: new RbdWorkspaceDisk(home, 'work', { storage: STORAGE, size: gi(50) }) });
  machine.grants.view(Subject.user(SUBJECTS['a viewer'].user));
  machine.grants.operate(Subject.group(SUBJECTS['an operator'].groups[0]));
  machine.grants.snapshot(Subject.user(SUBJECTS['a snapshotter'].user));
  rootDisk.grants.erase(Subject.user(SUBJECTS['an eraser'].user));
  return manifestsOf(home.node.root) as readonly KubeObject[];
}

type Line = readonly [Verb | readonly Verb[], string, string | readonly string[]];

const rows = (who: Who, allowed: boolean, lines: readonly Line[]): readonly Row[] => lines.flatMap(([verbs, resource, places]) => (
  [verbs].flat().flatMap((verb) => [places].flat().map((at): Row => ({ who, allowed, verb: verb as Verb, resource, at: at as string })))
));

const [VM, VMI, SUB] = ['kubevirt.io/virtualmachines', 'kubevirt.io/virtualmachineinstances', 'subresources.kubevirt.io'];
const [DV, SOURCE, DATA_SOURCE] = ['cdi.kubevirt.io/datavolumes', 'cdi.kubevirt.io/datavolumes/source', 'cdi.kubevirt.io/datasources'];
const [ROLES, BINDINGS] = ['rbac.authorization.k8s.io/roles', 'rbac.authorization.k8s.io/rolebindings'];
const [SNAPSHOTS, RESTORES] = ['snapshot.kubevirt.io/virtualmachinesnapshots', 'snapshot.kubevirt.io/virtualmachinerestores'];
const CLAIMS = '/persistentvolumeclaims';
const [ADA, ALAN, RITA] = ['workstation-ada/ada-workstation', 'workstation-alan/alan-workstation', 'workstation-rita/rita-workstation'];
const IMAGES = ['vm-images/ubuntu-24-04-cuda-v1', 'vm-images/ubuntu-24-04-cuda-v2'];

/** To see the screen, use the ports and switch it: what an owner does. */
const using = (at: string): readonly Line[] => [
  [['get', 'list', 'watch'], VM, at], ['get', VMI, at],
  ['get', `${SUB}/virtualmachineinstances/vnc`, at], ['get', `${SUB}/virtualmachineinstances/console`, at], ['get', `${SUB}/virtualmachineinstances/portforward`, at],
  ['get', `${SUB}/virtualmachineinstances/guestosinfo`, at],
  ['update', `${SUB}/virtualmachines/start`, at], ['update', `${SUB}/virtualmachines/stop`, at], ['update', `${SUB}/virtualmachines/restart`, at],
  ['update', `${SUB}/virtualmachineinstances/softreboot`, at], ['update', `${SUB}/virtualmachineinstances/unpause`, at],
];

/** What nobody gets whose right is about a machine. */
const beyond = (namespace: string, owner: string): readonly Line[] => [
  [['get', 'list', 'create'], '/secrets', `${namespace}/`], ['get', '/configmaps', `${namespace}/any`], [['create', 'list'], '/pods', `${namespace}/`],
  ['create', VM, `${namespace}/`], ['deletecollection', VM, `${namespace}/`], [['patch', 'create'], ROLES, `${namespace}/${owner}-workstation-use`],
  ['patch', BINDINGS, `${namespace}/${owner}-workstation-use`], [['patch', 'delete'], '/namespaces', `/${namespace}`], ['patch', DV, `${namespace}/${owner}-rootdisk`],
  ['create', SOURCE, IMAGES],
];

const STRANGERS: readonly Line[] = [
  ...using(ADA), ['list', VM, 'workstation-ada/'], ['list', VM, '/'], [['patch', 'delete'], VM, ADA], [['get', 'delete'], DV, 'workstation-ada/ada-rootdisk'],
  [['get', 'delete'], CLAIMS, 'workstation-ada/ada-rootdisk'], ['get', DATA_SOURCE, 'vm-images/ubuntu-24-04-cuda'], ['create', SNAPSHOTS, 'workstation-ada/'],
  ...beyond('workstation-ada', 'ada'),
];

/** The table. A grant that is new gets its subject above and its rows here, allowed ones and refused ones. */
export const TABLE: readonly Row[] = [
  ...rows('the platform\'s account', true, [
    ['create', '/namespaces', '/'], [['get', 'patch'], '/namespaces', '/vm-images'],
    [['get', 'list', 'watch', 'create', 'patch'], DV, 'vm-images/'], [['get', 'patch'], DV, IMAGES], [['get', 'patch'], DATA_SOURCE, 'vm-images/ubuntu-24-04-cuda'],
    [['get', 'patch'], 'storage.k8s.io/storageclasses', '/ceph-rbd'], [['get', 'patch'], ROLES, 'vm-images/ubuntu-24-04-cuda-clone'],
    // It hands this right on, so it has it; by the claims' names, in whatever namespace: its rights are a ClusterRole.
    ['create', SOURCE, [...IMAGES, 'workstation-ada/ubuntu-24-04-cuda-v2']],
  ]),
  ...rows('the platform\'s account', false, [
    ['delete', DV, IMAGES], ['delete', DATA_SOURCE, 'vm-images/ubuntu-24-04-cuda'], ['delete', '/namespaces', ['/vm-images', '/workstation-ada']], ['delete', 'storage.k8s.io/storageclasses', '/ceph-rbd'],
    [['patch', 'delete'], CLAIMS, IMAGES], [['get', 'list'], '/secrets', 'rook-ceph/'], ['create', '/pods', 'vm-images/'], ['patch', 'storage.k8s.io/storageclasses', '/other'],
    [['get', 'patch', 'create'], VM, ADA], ['update', `${SUB}/virtualmachines/start`, ADA], ['patch', '/namespaces', '/workstation-ada'], ['delete', ROLES, 'vm-images/ubuntu-24-04-cuda-clone'],
    ['create', SOURCE, ['vm-images/other', 'vm-images/']], ['create', 'rbac.authorization.k8s.io/clusterrolebindings', '/'],
  ]),
  ...rows('the people\'s account', true, [
    ['create', '/namespaces', '/'], [['get', 'patch'], '/namespaces', '/workstation-ada'], [['get', 'list', 'watch', 'create', 'patch'], DV, 'workstation-ada/'],
    [['create', 'patch', 'delete'], VM, ADA], [['get', 'patch', 'delete'], ROLES, 'workstation-ada/ada-workstation-use'],
    [['get', 'patch', 'delete'], BINDINGS, 'workstation-ada/ada-workstation-use'],
    // By the image's own clone right.
    ['create', SOURCE, IMAGES],
    // What it hands on to owners.
    ...using(ADA),
  ]),
  ...rows('the people\'s account', false, [
    ['create', SOURCE, ['vm-images/other', 'workstation-ada/ubuntu-24-04-cuda-v2', 'workstation-alan/alan-rootdisk', 'vm-images/']],
    // CDI takes the right to make pods beside the claim for a right to clone it.
    ['create', '/pods', ['vm-images/', 'workstation-ada/']],
    ['delete', DV, ['workstation-ada/ada-rootdisk', ...IMAGES]], [['get', 'patch', 'delete'], CLAIMS, 'workstation-ada/ada-rootdisk'], ['delete', '/namespaces', ['/workstation-ada', '/vm-images']],
    ['patch', '/namespaces', '/vm-images'], [['get', 'patch', 'delete'], DATA_SOURCE, 'vm-images/ubuntu-24-04-cuda'], ['patch', 'storage.k8s.io/storageclasses', '/ceph-rbd'],
    [['get', 'list', 'create'], '/secrets', 'workstation-ada/'], [['get', 'patch'], ROLES, 'vm-images/ubuntu-24-04-cuda-clone'], [['get', 'patch'], BINDINGS, 'vm-images/ubuntu-24-04-cuda-clone'],
    ['create', 'rbac.authorization.k8s.io/clusterroles', '/'], ['create', 'rbac.authorization.k8s.io/clusterrolebindings', '/'], ['update', `${SUB}/virtualmachineinstances/pause`, ADA],
    ['delete', VMI, ADA], ['create', SNAPSHOTS, 'workstation-ada/'],
  ]),
  ...rows('an owner', true, using(ADA)),
  ...rows('an owner', false, [
    ...using(ALAN), ['list', VM, ['workstation-ada/', '/']], [['patch', 'update', 'delete'], VM, ADA], [['delete', 'patch'], VMI, ADA], ['update', `${SUB}/virtualmachineinstances/pause`, ADA],
    ['update', `${SUB}/virtualmachineinstances/addvolume`, ADA], [['get', 'delete'], DV, 'workstation-ada/ada-rootdisk'], [['get', 'patch', 'delete'], CLAIMS, 'workstation-ada/ada-rootdisk'],
    ['create', SNAPSHOTS, 'workstation-ada/'], ...beyond('workstation-ada', 'ada'),
  ]),
  ...rows('a viewer', true, [['get', VM, RITA], ['get', VMI, RITA]]),
  ...rows('a viewer', false, [
    ['get', VM, ADA], ['list', VM, 'workstation-rita/'], [['patch', 'delete'], VM, RITA], ...using(RITA).filter(([, resource]) => resource.startsWith(SUB!)), ...beyond('workstation-rita', 'rita'),
  ]),
  ...rows('an operator', true, [
    ...using(RITA), ['patch', VM, RITA], ['delete', VMI, RITA], ['update', `${SUB}/virtualmachineinstances/pause`, RITA], ['update', `${SUB}/virtualmachineinstances/reset`, RITA],
    ['update', `${SUB}/virtualmachines/migrate`, RITA], [['create', 'list'], SNAPSHOTS, 'workstation-rita/'], [['create', 'list'], RESTORES, 'workstation-rita/'],
  ]),
  ...rows('an operator', false, [
    ...using(ADA), ['patch', VM, ADA], ['delete', VM, RITA], ['delete', DV, 'workstation-rita/rita-rootdisk'], ['delete', CLAIMS, 'workstation-rita/rita-rootdisk'], ['create', SNAPSHOTS, 'workstation-ada/'],
    ...beyond('workstation-rita', 'rita'),
  ]),
  ...rows('a snapshotter', true, [['get', VM, RITA], [['create', 'list'], SNAPSHOTS, 'workstation-rita/'], [['get', 'delete'], SNAPSHOTS, 'workstation-rita/any']]),
  ...rows('a snapshotter', false, [
    ['create', RESTORES, 'workstation-rita/'], ['create', SNAPSHOTS, 'workstation-ada/'], ['patch', VM, RITA], ['get', `${SUB}/virtualmachineinstances/vnc`, RITA], ...beyond('workstation-rita', 'rita'),
  ]),
  ...rows('an eraser', true, [[['get', 'delete'], DV, 'workstation-rita/rita-rootdisk'], [['get', 'delete'], CLAIMS, 'workstation-rita/rita-rootdisk']]),
  ...rows('an eraser', false, [
    [['get', 'delete'], DV, ['workstation-rita/rita-workspace', 'workstation-ada/ada-rootdisk']], [['get', 'delete'], CLAIMS, ['workstation-rita/rita-workspace', 'workstation-ada/ada-rootdisk']],
    [['get', 'delete'], VM, RITA], ['deletecollection', DV, 'workstation-rita/'], ...beyond('workstation-rita', 'rita'),
  ]),
  ...(['a strange service account', 'anybody with an account', 'nobody'] as const).flatMap((who) => rows(who, false, STRANGERS)),
];

const VERSIONS: Readonly<Record<string, string>> = { 'cdi.kubevirt.io': 'v1beta1', 'snapshot.kubevirt.io': 'v1beta1' };

interface Parts { readonly group: string; readonly resource: string; readonly subresource?: string; readonly namespace?: string; readonly name?: string }

function parts({ resource: full, at }: Row): Parts {
  const [group = '', resource = '', subresource] = full.split('/');
  const [namespace, name] = at.split('/');
  return { group, resource, ...(subresource ? { subresource } : {}), ...(namespace ? { namespace } : {}), ...(name ? { name } : {}) };
}

/** What a review of the API server's authorizer says. */
export function reviewed(admin: Client, row: Row): Promise<boolean> {
  return admin.may(SUBJECTS[row.who], { verb: row.verb, ...parts(row) });
}

/** No server serves this: CDI only asks about it. */
export const hasEndpoint = ({ resource }: Row): boolean => resource !== SOURCE;

/**
 * Does it, as that subject; without an effect, where there would be one. True if the servers let it pass, whatever they then say about the
 * object; false if they forbid it; anything else is an error.
 */
export async function called(client: Client, row: Row): Promise<boolean> {
  const { group, resource, subresource, namespace, name } = parts(row);
  const root = group === '' ? '/api/v1' : `/apis/${group}/${VERSIONS[group] ?? 'v1'}`;
  const collection = `${root}${namespace ? `/namespaces/${namespace}` : ''}/${resource}`;
  // Without a name a right is about any of them.
  const one = `${collection}/${name ?? 'any'}${subresource ? `/${subresource === 'portforward' ? 'portforward/22' : subresource}` : ''}`;
  const named = name ? `&fieldSelector=metadata.name%3D${name}` : '';
  const dry = subresource ? '' : '?dryRun=All';
  const answer = await {
    get: () => client.ask('GET', one),
    list: () => client.ask('GET', `${collection}?limit=1${named}`),
    watch: () => client.ask('GET', `${collection}?watch=true&timeoutSeconds=1${named}`),
    create: () => client.ask('POST', `${collection}?dryRun=All`, { metadata: { name: name ?? 'any' } }),
    update: () => client.ask('PUT', `${one}${dry}`, subresource ? { dryRun: ['All'] } : { metadata: { name } }),
    patch: () => client.ask('PATCH', `${one}${dry}`, {}, 'application/merge-patch+json'),
    delete: () => client.ask('DELETE', `${one}${dry}`),
    deletecollection: () => client.ask('DELETE', `${collection}?dryRun=All`),
  }[row.verb]();
  const words = JSON.stringify(answer.body) ?? '';
  if (answer.status === 401 || (answer.status === 403 && /cannot \w+ resource|not allowed/.test(words))) {
    return false;
  }
  if (answer.status === 403 || answer.status >= 502) {
    throw new Error(`${JSON.stringify(row)}: ${answer.status} ${words.slice(0, 500)}`);
  }
  return true;
}
