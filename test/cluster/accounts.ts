import { type Client, type KubeObject, Refused } from './harness/client';
import { type Output } from './outputs';

export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** One of the two deploying accounts of a fleet, and what it deploys. */
export interface Account {
  readonly role: KubeObject & { readonly rules: readonly Rule[] };
  readonly subject: Subject;
  readonly objects: readonly KubeObject[];
}

const PEOPLE = '3-people';

/** The accounts of a fleet by its own `deployer-rights.yaml`; none for a fleet that names none. */
export function accountsOf({ name, objects, layerOf, rights }: Output): readonly Account[] {
  return rights.filter(({ kind }) => kind === 'ClusterRole').map((role) => {
    const people = role.metadata.name.endsWith('-people');
    const binding = rights.find(({ kind, roleRef }) => kind === 'ClusterRoleBinding' && (roleRef as { name: string }).name === role.metadata.name);
    const [subject, ...more] = (binding?.subjects ?? []) as readonly Subject[];
    if (subject?.kind !== 'ServiceAccount' || more.length > 0) {
      throw new Error(`${name}: ${role.metadata.name} is bound to ${JSON.stringify(binding?.subjects)}; this suite has tokens of one service account`);
    }
    return { role: role as Account['role'], subject, objects: objects.filter((object) => (layerOf.get(object) === PEOPLE) === people) };
  });
}

/** An administrator makes the accounts and gives them exactly what the fleet's file says. Answers with whom each object is to be applied by. */
export async function admit(admin: Client, output: Output): Promise<ReadonlyMap<KubeObject, Client>> {
  const accounts = accountsOf(output);
  const deployers = new Map<KubeObject, Client>(accounts.length === 0 ? output.objects.map((object) => [object, admin]) : []);
  for (const { subject, objects } of accounts) {
    const { name, namespace = 'default' } = subject;
    await admin.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, { manager: 'people-of-the-cluster' });
    await admin.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }, { manager: 'people-of-the-cluster' });
    const client = await admin.asServiceAccount(namespace, name);
    objects.forEach((object) => deployers.set(object, client));
  }
  for (const right of output.rights) {
    await admin.apply(right, { manager: 'people-of-the-cluster' });
  }
  return deployers;
}

export const describeRule = ({ apiGroups, resources, resourceNames, verbs }: Rule): string => (
  `${verbs.join()} on ${apiGroups.join()}/${resources.join()}${resourceNames ? `, ${resourceNames.length} name${resourceNames.length > 1 ? 's' : ''}` : ''}`
);

/** Where objects are tried: two namespaces that nothing else is in. RoleBindings need their Role beside them. */
const BARE = 'rights-bare';
const BOUND = 'rights-bound';

const shape = ({ kind, metadata }: KubeObject): string => `${kind} ${metadata.labels?.['workstations.dev/role'] ?? ''}`;

/** A dry run of one object of each kind and role as the account, as if none were there yet: what the API server forbids. */
export async function forbidden(account: Client, objects: readonly KubeObject[]): Promise<readonly string[]> {
  const found: string[] = [];
  const note = (error: unknown): void => {
    if (!(error instanceof Refused)) {
      throw error;
    }
    if (error.status === 403) {
      found.push(error.said);
    }
  };
  for (const object of new Map([...objects].reverse().map((one) => [shape(one), one])).values()) {
    const { namespace } = object.metadata;
    const moved = namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace: object.kind === 'RoleBinding' ? BOUND : BARE } };
    try {
      await account.apply(moved, { dryRun: true });
    } catch (error) {
      note(error);
    }
  }
  // What may go is pruned, one by one.
  for (const object of new Map(objects.filter((one) => !isKept(one)).map((one) => [`${one.kind} ${one.metadata.name}`, one])).values()) {
    await account.delete(trial(object), { dryRun: true }).catch(note);
  }
  return found;
}

/** Kept objects that an account could delete, though none of them is pruned. */
export async function deletable(account: Client, objects: readonly KubeObject[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const object of objects.filter(isKept)) {
    const answer = await account.delete(trial(object), { dryRun: true }).then(() => 200, (error: unknown) => (error instanceof Refused ? error.status : 0));
    found.push(...(answer === 403 ? [] : [`${object.kind} ${object.metadata.name}: ${answer}`]));
  }
  return found;
}

const isKept = ({ metadata }: KubeObject): boolean => metadata.labels?.['workstations.dev/keep'] === 'true';

/** An object in the namespace where nothing is of anybody's. */
const trial = (object: KubeObject): KubeObject => (object.metadata.namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace: BARE } });

export async function makeTrialNamespaces(admin: Client, roles: readonly KubeObject[]): Promise<void> {
  for (const name of [BARE, BOUND]) {
    await admin.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  for (const role of roles) {
    await admin.apply({ ...role, metadata: { name: role.metadata.name, namespace: BOUND } });
  }
}
