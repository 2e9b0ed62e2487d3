import { Construct, type IConstruct } from 'constructs';
import { ERASE_LINES, GRANT_LINES, type GrantLine, type GrantName } from '../facts';
import { fault } from '../faults';
import { bindingSubject, role, roleBinding } from '../objects/rbac';
import { type Person, Reading, Subject, SubjectKind } from '../values';
import { emit } from './emit';
import { recordFaults } from './fault-record';
import { namespaceOf, ownedLabels } from './naming';
import { userSpaceOf } from './user-space';

/** What a right is about. */
export interface GrantTarget {
  readonly construct: Construct;
  /** Name of the machine or disk, which limits the right. */
  readonly name: string;
  readonly owner: Person | undefined;
}

/**
 * Gives rights to one machine, by its name; each is a Role and a RoleBinding in the person's chart. No right has a wildcard.
 *
 * The rights to use a machine come with it, when its owner has an RBAC `user`.
 *
 * @example
 * workstation.grants.operate(Subject.group('platform-operators'));
 */
export class WorkstationGrants {
  /** @internal */
  public static _of(target: GrantTarget): WorkstationGrants {
    return new WorkstationGrants(new GrantWriter(target));
  }

  private constructor(private readonly writer: GrantWriter) {}

  /**
   * To see the machine and whether it runs.
   *
   * Faults: WS-APP-002.
   */
  public view(subject: Subject): void {
    this.writer.grant('view', GRANT_LINES.view, subject);
  }

  /**
   * To see, start, stop and restart it, and to reach its screen, console and ports. The machine's object cannot be changed with it.
   *
   * Faults: WS-APP-002.
   */
  public use(subject: Subject): void {
    this.writer.grant('use', GRANT_LINES.use, subject);
  }

  /**
   * All of `use`; to pause and reset it, to take and restore snapshots, and to change the machine's object: with that every claim and every
   * Secret of its namespace can be reached.
   *
   * Faults: WS-APP-002, WS-GRANT-002 (its owner).
   */
  public operate(subject: Subject): void {
    this.writer.notTo(subject, 'operate');
    this.writer.grant('operate', GRANT_LINES.operate, subject);
  }

  /**
   * To take, see and delete snapshots in the machine's namespace; not to restore one.
   *
   * Faults: WS-APP-002.
   */
  public snapshot(subject: Subject): void {
    this.writer.grant('snapshot', GRANT_LINES.snapshot, subject);
  }
}

/**
 * Gives rights to one disk, by its name.
 *
 * @example
 * rootDisk.grants.erase(Subject.group('data-retention-office'));
 */
export class DiskGrants {
  /** @internal */
  public static _of(target: GrantTarget): DiskGrants {
    return new DiskGrants(new GrantWriter(target));
  }

  private constructor(private readonly writer: GrantWriter) {}

  /**
   * To see and delete the disk: its DataVolume and its claim. The volume itself stays until the Ceph side is cleaned (reclaim policy Retain).
   *
   * Faults: WS-APP-002, WS-GRANT-002 (its owner).
   */
  public erase(subject: Subject): void {
    this.writer.notTo(subject, 'erase');
    this.writer.grant('erase', ERASE_LINES, subject);
  }
}

class GrantWriter {
  private readonly bound = new Map<GrantName, { readonly names: Set<string>; readonly subjects: unknown[] }>();

  public constructor(private readonly target: GrantTarget) {}

  public grant(grant: GrantName, lines: readonly GrantLine[], given: unknown): void {
    const { construct, name, owner } = this.target;
    const reading = new Reading(`'${grant}' of '${name}'`);
    const subject = reading.instance('subject', given, Subject, "a Subject, such as Subject.group('platform-operators')");
    recordFaults(construct, reading.faults);
    if (subject === undefined || owner === undefined) {
      return;
    }
    const known = this.bound.get(grant);
    if (known !== undefined) {
      // The list is that of the manifest, which is rendered at synth.
      if (!known.names.has(subject.toString())) {
        known.names.add(subject.toString());
        known.subjects.push(bindingSubject(subject));
      }
      return;
    }
    const namespace = namespaceOf(construct);
    const metadata = { name: `${name}-${grant}`, ...(namespace === undefined ? {} : { namespace }), labels: ownedLabels(construct, owner, `${grant}-right`), annotations: {} };
    const scope = new Construct(construct, `${grant}-right`);
    emit(scope, 'role', role(metadata, lines.map(({ apiGroup, resources, verbs, named }) => ({ apiGroup, resources, names: named ? [name] : [], verbs }))));
    const binding = roleBinding(metadata, metadata.name, [subject]);
    emit(scope, 'binding', binding);
    this.bound.set(grant, { names: new Set([subject.toString()]), subjects: binding.subjects as unknown[] });
  }

  /** A right over data is no right of whose data it is: one mistake, or one stolen session, would be enough. */
  public notTo(given: unknown, grant: string): void {
    const { construct, name, owner } = this.target;
    if (owner?.user !== undefined && given instanceof Subject && given.kind === SubjectKind.USER && given.name === owner.user) {
      recordFaults(construct, [fault('WS-GRANT-002', { grant, name, owner: owner.name })]);
    }
  }
}

/** Where it was said already that somebody has no RBAC user. */
const SAID = new WeakMap<IConstruct, Set<string>>();

/** What the owner of a machine gets with it; without an RBAC user an info, once a person, where the person is. */
export function grantOwner(construct: Construct, grants: WorkstationGrants, { name, user }: Person): void {
  if (user !== undefined) {
    grants.use(Subject.user(user));
    return;
  }
  const place = userSpaceOf(construct) ?? construct;
  const said = SAID.get(place) ?? new Set<string>();
  SAID.set(place, said);
  if (!said.has(name)) {
    said.add(name);
    recordFaults(place, [fault('WS-GRANT-001', { owner: name }, { field: 'owner' })]);
  }
}
