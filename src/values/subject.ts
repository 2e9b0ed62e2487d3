import { type Fault, fault, show, throwAll } from '../faults';
import { isDnsLabel, isDnsSubdomain } from './names';

/** What kind of account a subject is. */
export enum SubjectKind {
  /** A user, as the cluster's authentication names it (with its OIDC prefix, if it has one). */
  USER = 'User',
  /** A group of users. */
  GROUP = 'Group',
  /** An account of a program in the cluster. */
  SERVICE_ACCOUNT = 'ServiceAccount',
}

/**
 * Somebody who holds a right.
 *
 * @example
 * const deployer = Subject.serviceAccount('argocd', 'workstations-people');
 */
export class Subject {
  /**
   * A user, by the name that the API server gives him, prefix included.
   *
   * Faults: WS-SUBJECT-001.
   */
  public static user(name: string): Subject {
    throwAll(checkAccount('user', name));
    return new Subject(SubjectKind.USER, name);
  }

  /**
   * A group, by the name that the API server gives it, prefix included.
   *
   * Faults: WS-SUBJECT-001.
   */
  public static group(name: string): Subject {
    throwAll(checkAccount('group', name));
    return new Subject(SubjectKind.GROUP, name);
  }

  /**
   * A service account.
   *
   * Faults: WS-SUBJECT-001.
   */
  public static serviceAccount(namespace: string, name: string): Subject {
    const faults: Fault[] = [];
    if (!isDnsLabel(namespace)) {
      faults.push(fault('WS-SUBJECT-001', { what: 'namespace', got: show(namespace), expected: "the service account's namespace, a DNS label" }));
    }
    if (!isDnsSubdomain(name)) {
      faults.push(fault('WS-SUBJECT-001', { what: 'service account', got: show(name), expected: "the service account's name, a DNS subdomain" }));
    }
    throwAll(faults);
    return new Subject(SubjectKind.SERVICE_ACCOUNT, name, namespace);
  }

  /** What kind of account it is. */
  public readonly kind: SubjectKind;
  /** Its name. */
  public readonly name: string;
  /** The namespace of a service account. */
  public readonly namespace?: string;

  private constructor(kind: SubjectKind, name: string, namespace?: string) {
    this.kind = kind;
    this.name = name;
    if (namespace !== undefined) {
      this.namespace = namespace;
    }
  }

  /** The subject in words: `ServiceAccount argocd/people`. */
  public toString(): string {
    return `${this.kind} ${this.namespace === undefined ? '' : `${this.namespace}/`}${this.name}`;
  }
}

function checkAccount(what: 'user' | 'group', name: unknown): Fault[] {
  const wrong = typeof name !== 'string' || name.trim() === '' || name !== name.trim() || /[\u0000-\u001f\u007f]/.test(name);
  return wrong ? [fault('WS-SUBJECT-001', { what, got: show(name), expected: `the ${what}'s name without blanks around it` })] : [];
}
