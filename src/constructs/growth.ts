import { Construct } from 'constructs';
import { GROW_LINES, KEYS } from '../facts';
import { fault } from '../faults';
import { claimAccount, claimChangeSpec, claimJob } from '../objects/growth';
import { role, roleBinding } from '../objects/rbac';
import { checkSize, isAbsent, type Person, type Reading, type ReadSize, shortDigest, Subject } from '../values';
import { emit } from './emit';
import { expect } from './expectations';
import { recordFaults } from './fault-record';
import { letClaimJobs } from './isolation';
import { checkName, ownedLabels } from './naming';
import { settingsOf } from './settings';

/** The prop `grownTo`, if it is more than the size at birth. */
export function readGrownTo(given: unknown, size: ReadSize | undefined, disk: string, reading: Reading): ReadSize | undefined {
  if (isAbsent(given)) {
    return undefined;
  }
  const grown = checkSize(given, 'grownTo', disk);
  reading.add(...grown.faults);
  if (grown.read === undefined || size === undefined || grown.read.kibibytes === size.kibibytes) {
    return undefined;
  }
  if (grown.read.kibibytes < size.kibibytes) {
    reading.add(fault('WS-GROW-001', { disk, got: grown.read.text, expected: size.text }, { field: 'grownTo' }));
    return undefined;
  }
  return grown.read;
}

/** A disk whose claim is changed after its birth. */
export interface ChangingDisk {
  readonly claim: string;
  readonly namespace: string | undefined;
  readonly owner: Person;
}

/**
 * Grows the claim beside its DataVolume, whose spec is written once: a Job called by the size and a digest of what it does, with the right to patch
 * this one claim.
 */
export function growClaim(disk: Construct, changing: ChangingDisk, grownTo: ReadSize): void {
  const made = changeClaim(disk, changing, {
    role: 'growth', verb: 'grow', field: 'grownTo', what: 'grow',
    spec: { resources: { requests: { storage: grownTo.text } } },
    called: grownTo.text.toLowerCase(),
    annotations: { [KEYS.grows]: changing.claim, [KEYS.grownTo]: grownTo.text },
  });
  if (made && settingsOf(disk).target.kubevirt !== '1.9') {
    expect(disk, { kind: 'gate', name: 'ExpandDisks', must: "listed in the KubeVirt object's feature gates, for a running machine to see a grown disk; else from its next start on" });
  }
}

/** What becomes of a claim, and how its Job is told from others. */
interface Change {
  readonly role: 'growth' | 'qos';
  /** Last part of the names of account and Job. */
  readonly verb: string;
  readonly field: string;
  /** What the disk shall do, in words. */
  readonly what: string;
  readonly spec: Readonly<Record<string, unknown>>;
  /** Part of the Job's name. */
  readonly called: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Writes the Job that changes a claim, with its account and right. False together with a fault. */
export function changeClaim(disk: Construct, { claim, namespace, owner }: ChangingDisk, change: Change): boolean {
  const { role: roleLabel, verb, field, what, annotations } = change;
  const { kubectlImage } = settingsOf(disk);
  const account = `${claim}-${verb}`;
  const labels = ownedLabels(disk, owner, roleLabel);
  const spec = claimChangeSpec({ claim, spec: change.spec, verb, serviceAccount: account, image: kubectlImage ?? '', podLabels: labels });
  // A Job cannot be changed, so one that would do it otherwise (another image of kubectl) has another name, too. Its pods carry the name as a label.
  const job = `${claim}-${verb}-${change.called}-${shortDigest(JSON.stringify(spec))}`;
  const faults = checkName(job, field, 'a Job that changes a claim');
  if (kubectlImage === undefined) {
    faults.push(fault('WS-GROW-002', { disk: claim, what }, { field }));
  }
  recordFaults(disk, faults);
  if (kubectlImage === undefined || faults.length > 0) {
    return false;
  }
  const scope = new Construct(disk, roleLabel);
  const called = (name: string, more: Readonly<Record<string, string>> = {}) => ({ name, ...(namespace === undefined ? {} : { namespace }), labels, annotations: more });
  emit(scope, 'account', claimAccount(called(account)));
  emit(scope, 'role', role(called(account), GROW_LINES.map(({ apiGroup, resources, verbs }) => ({ apiGroup, resources, names: [claim], verbs }))));
  emit(scope, 'binding', roleBinding(called(account), account, namespace === undefined ? [] : [Subject.serviceAccount(namespace, account)]));
  letClaimJobs(disk, { claim, role: roleLabel, field });
  emit(scope, 'job', claimJob(called(job, annotations), spec));
  return true;
}
