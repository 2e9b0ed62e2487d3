import { Chart, type Size } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { DEFAULTS, FOREIGN_KEYS, KEYS } from '../facts';
import { type Fault, fault, FaultError } from '../faults';
import { namespace as namespaceObject } from '../objects/namespace';
import { largestClaim, resourceQuota } from '../objects/quota';
import { checkLabels, checkNamespace, checkSize, isAbsent, type NetworkIsolation, Person, PodSecurity, type PropNames, Quota, Reading, type ReadSize } from '../values';
import { RosterPerson } from '../values/roster-person';
import { type Consumption, consumptionOf, hardLimits, limitRunning } from './consumption';
import { emit } from './emit';
import { deferFaults, recordFaults } from './fault-record';
import { isolate, readIsolationProp } from './isolation';
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
  /**
   * How much of the cluster the namespace may ask for.
   * @default - no ResourceQuota
   */
  readonly quota?: Quota;
  /**
   * The largest claim that may be made in the namespace; no disk in it may be larger, grown ones included.
   * @default - no LimitRange
   */
  readonly largestClaim?: Size;
  /**
   * Closes the namespace, but for what this names and what the machines need.
   * @default - no policy: the namespace is as open as the cluster
   */
  readonly network?: NetworkIsolation;
}

/** Not `instanceof`: cdk8s makes that true for every Chart (`Symbol.hasInstance`). */
const SPACES = new WeakMap<IConstruct, UserSpace>();

const PROPS: PropNames<UserSpaceProps> = { owner: true, namespace: true, podSecurity: true, labels: true, quota: true, largestClaim: true, network: true };

/**
 * A person's chart: one file of the output, with the namespace and all that is made under it. Machines and disks
 * below take their owner from it.
 *
 * Faults: WS-PERSON-001, WS-NAME-001, WS-NAME-003, WS-NAME-004, WS-SIZE-001, WS-SIZE-002, WS-QUOTA-002, WS-POLICY-004, WS-APP-002, WS-APP-007.
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
    const quota = isAbsent(given.quota) ? undefined : reading.instance('quota', given.quota, Quota, 'a Quota, such as Quota.asDeclared()');
    const { read: largest, faults: sizeFaults } = isAbsent(given.largestClaim) ? { read: undefined, faults: [] } : checkSize(given.largestClaim, 'largestClaim', `user space '${id}'`);
    const network = readIsolationProp(given.network, reading);
    recordFaults(this, [...reading.faults, ...namespaceFaults, ...labelFaults, ...sizeFaults]);
    emit(this, 'namespace', namespaceObject({
      name, ...kept({ ...labels, ...ownedLabels(this, owner, 'user-space'), [FOREIGN_KEYS.podSecurityEnforce]: podSecurity }, leaving(owner)),
    }));
    if (network !== undefined) {
      isolate(this, name, network, ownedLabels(this, owner, 'network-policy'));
    }
    const marks = (role: string) => ({ name: role, namespace: name, labels: ownedLabels(this, owner, role), annotations: {} });
    if (quota !== undefined) {
      if (quota._data.runningAtOnce !== undefined) {
        limitRunning(this, quota._data.runningAtOnce);
      }
      emit(this, 'quota', resourceQuota(marks('quota'), () => hardLimits(consumptionOf(this), quota._data)));
    }
    if (largest !== undefined) {
      emit(this, 'largest-claim', largestClaim(marks('largest-claim'), largest.text));
      deferFaults(this, () => tooLarge(consumptionOf(this), largest));
    }
  }
}

/** Disks that the LimitRange would refuse. */
function tooLarge({ disks }: Consumption, largest: ReadSize): Fault[] {
  return disks.flatMap(({ name, size, grownTo }) => {
    const { kibibytes, text } = grownTo ?? size;
    return kibibytes <= largest.kibibytes ? [] : [fault('WS-QUOTA-002', { disk: name, got: text, expected: largest.text }, { field: 'largestClaim' })];
  });
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
