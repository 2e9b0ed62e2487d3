import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { KEPT_ANNOTATIONS, KEPT_LABELS, KEYS, LIMITS } from '../facts';
import { type Fault, fault, show } from '../faults';
import { isAbsent, isDnsLabel, type Person } from '../values';
import { settingsOf } from './settings';

/**
 * The name of what belongs to a person: owner, machine (empty for the first), role. Names are contract: they never
 * come from construct paths or hashes, and are never cut.
 */
export function nameOf(owner: string, machine: string, role: string): string {
  return [owner, machine, role].filter((part) => part !== '').join('-');
}

/** Faults of a name that becomes a label value and a host name. */
export function checkName(name: unknown, prop: string, what: string): Fault[] {
  if (typeof name === 'string' && name.length > LIMITS.dnsLabel && isDnsLabel(name, name.length)) {
    return [fault('WS-NAME-005', { got: show(name), length: name.length, what, expected: LIMITS.dnsLabel }, { field: prop })];
  }
  return isDnsLabel(name) ? [] : [fault('WS-NAME-001', {
    prop, what, got: show(name), expected: 'lower-case letters, digits and hyphens, starting and ending with a letter or digit, at most 63',
  }, { field: prop })];
}

/** The prop `machine`: empty for a person's first machine. */
export function readMachine(machine: unknown, what: string): { machine: string; faults: Fault[] } {
  if (isAbsent(machine) || machine === '') {
    return { machine: '', faults: [] };
  }
  const faults = checkName(machine, 'machine', what);
  return faults.length === 0 ? { machine: machine as string, faults } : { machine: '', faults };
}

/** Labels of everything that belongs to a person. */
export function ownedLabels(construct: Construct, owner: Person, role: string): Record<string, string> {
  return { [KEYS.fleet]: settingsOf(construct).fleet, [KEYS.owner]: owner.name, [KEYS.role]: role };
}

/** Labels and annotations of an object. */
export interface Marks {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
}

/** Labels and annotations of an object that holds data or identity: nothing prunes it. */
export function kept(labels: Readonly<Record<string, string>>, annotations: Readonly<Record<string, string>> = {}): Marks {
  return { labels: { ...labels, ...KEPT_LABELS }, annotations: { ...annotations, ...KEPT_ANNOTATIONS } };
}

/** The nearest chart around a construct, if there is one (`Chart.of` would throw). */
export function chartOf(construct: IConstruct): Chart | undefined {
  // Without TypeScript a scope may be null.
  for (let at: IConstruct | undefined = construct; !isAbsent(at); at = at.node.scope) {
    if (Chart.isChart(at)) {
      return at;
    }
  }
  return undefined;
}

/** The namespace of the chart around a construct, if it has one. */
export function namespaceOf(construct: Construct): string | undefined {
  return chartOf(construct)?.namespace;
}
