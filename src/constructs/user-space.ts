import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { DEFAULTS, FOREIGN_KEYS, KEYS } from '../facts';
import { type Fault, FaultError } from '../faults';
import { namespace as namespaceObject } from '../objects/namespace';
import { checkLabels, checkNamespace, isAbsent, Person, PodSecurity, type PropNames, Reading } from '../values';
import { RosterPerson } from '../values/roster-person';
import { emit } from './emit';
import { recordFaults } from './fault-record';
import { Layer, Layers } from './layers';
import { kept, ownedLabels } from './naming';

/** Whose space it is and where it lies. */
export interface UserSpaceProps {
  /**
   * The person.
   * @default - Person.of(id)
   */
  readonly owner?: Person;
  /**
   * The namespace of the person's machines and disks. Cannot change later without moving the disks.
   * @default - workstation-<owner>
   */
  readonly namespace?: string;
  /**
   * The Pod Security level that the namespace enforces.
   * @default PodSecurity.BASELINE
   */
  readonly podSecurity?: PodSecurity;
  /**
   * Labels of the namespace, beside the library's own.
   * @default - none
   */
  readonly labels?: { [key: string]: string };
}

/** Not `instanceof`: cdk8s makes that true for every Chart (`Symbol.hasInstance`). */
const SPACES = new WeakMap<IConstruct, UserSpace>();

const PROPS: PropNames<UserSpaceProps> = { owner: true, namespace: true, podSecurity: true, labels: true };

/**
 * A person's chart: one file of the output, with the namespace and all that is made under it. Machines and disks
 * below take their owner from it.
 *
 * Faults: WS-PERSON-001, WS-NAME-001, WS-NAME-003, WS-NAME-004, WS-APP-002, WS-APP-007.
 *
 * @example
 * const alice = new UserSpace(app, 'alice');
 */
export class UserSpace extends Chart {
  /** The person. */
  public readonly owner: Person;

  public constructor(scope: Construct, id: string, props?: UserSpaceProps) {
    const reading = new Reading(`user space '${id}'`);
    const given = reading.props(props, PROPS);
    const owner = readOwner(id, given.owner, reading);
    const wanted: unknown = isAbsent(given.namespace) ? `${DEFAULTS.namespacePrefix}${owner.name}` : given.namespace;
    const namespaceFaults = checkNamespace(wanted, `user space '${id}'`);
    const name = namespaceFaults.length === 0 ? String(wanted) : `${DEFAULTS.namespacePrefix}${owner.name}`;
    super(scope, id, { namespace: name });
    SPACES.set(this, this);
    Layers.set(this, Layer.PEOPLE);
    this.owner = owner;

    const podSecurity = reading.choice('podSecurity', given.podSecurity, PodSecurity, PodSecurity.BASELINE);
    const { labels, faults: labelFaults } = checkLabels(reading.textMap('labels', given.labels), `user space '${id}'`);
    recordFaults(this, [...reading.faults, ...namespaceFaults, ...labelFaults]);
    emit(this, 'namespace', namespaceObject({
      name, ...kept({ ...labels, ...ownedLabels(this, owner, 'user-space'), [FOREIGN_KEYS.podSecurityEnforce]: podSecurity }, leaving(owner)),
    }));
  }
}

/** The last day of somebody who leaves, for whoever looks at the namespace. */
function leaving(owner: Person): Record<string, string> {
  return owner instanceof RosterPerson && owner.leaves !== undefined ? { [KEYS.leaves]: owner.leaves } : {};
}

/** The person given, or one of the construct's name; a stand-in with faults if neither can be. */
function readOwner(id: string, owner: unknown, reading: Reading): Person {
  if (owner instanceof Person) {
    return owner;
  }
  if (!isAbsent(owner)) {
    reading.refuse('owner', owner, 'a Person, such as Person.of(\'alice\')');
    return Person.of('nobody');
  }
  try {
    return Person.of(id);
  } catch (error) {
    const faults: readonly Fault[] = error instanceof FaultError ? error.faults : [];
    reading.add(...faults);
    return Person.of('nobody');
  }
}

/** The nearest user space around a construct, if there is one. */
export function userSpaceOf(construct: Construct): UserSpace | undefined {
  for (let at: IConstruct | undefined = construct; at !== undefined; at = at.node.scope) {
    const found = SPACES.get(at);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
