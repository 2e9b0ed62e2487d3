import { Construct } from 'constructs';
import { GROW_LINES, KEYS } from '../facts';
import { fault } from '../faults';
import { growthAccount, growthJob, growthSpec } from '../objects/growth';
import { role, roleBinding } from '../objects/rbac';
import { checkSize, isAbsent, type Person, type Reading, type ReadSize, shortDigest, Subject } from '../values';
import { emit } from './emit';
import { expect } from './expectations';
import { recordFaults } from './fault-record';
import { letGrowth } from './isolation';
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

/** A disk whose claim grows. */
export interface GrowingDisk {
  readonly claim: string;
  readonly namespace: string | undefined;
  readonly owner: Person;
  readonly grownTo: ReadSize;
}

/**
 * Grows the claim beside its DataVolume, whose spec is written once: a Job called by the size and a digest of what it does, with the right to patch
 * this one claim. What is larger already is left alone.
 */
export function growClaim(disk: Construct, { claim, namespace, owner, grownTo }: GrowingDisk): void {
  const { kubectlImage, target } = settingsOf(disk);
  const account = `${claim}-grow`;
  const labels = ownedLabels(disk, owner, 'growth');
  const spec = growthSpec({ claim, size: grownTo.text, serviceAccount: account, image: kubectlImage ?? '', podLabels: labels });
  // A Job cannot be changed, so one that would do it otherwise (another image of kubectl) has another name, too. Its pods carry the name as a label.
  const job = `${claim}-grow-${grownTo.text.toLowerCase()}-${shortDigest(JSON.stringify(spec))}`;
  const faults = checkName(job, 'grownTo', 'a Job that grows a claim');
  if (kubectlImage === undefined) {
    faults.push(fault('WS-GROW-002', { disk: claim }, { field: 'grownTo' }));
  }
  recordFaults(disk, faults);
  if (kubectlImage === undefined || faults.length > 0) {
    return;
  }
  const scope = new Construct(disk, 'growth');
  const called = (name: string, annotations: Readonly<Record<string, string>> = {}) => ({ name, ...(namespace === undefined ? {} : { namespace }), labels, annotations });
  emit(scope, 'account', growthAccount(called(account)));
  emit(scope, 'role', role(called(account), GROW_LINES.map(({ apiGroup, resources, verbs }) => ({ apiGroup, resources, names: [claim], verbs }))));
  emit(scope, 'binding', roleBinding(called(account), account, namespace === undefined ? [] : [Subject.serviceAccount(namespace, account)]));
  letGrowth(disk, claim);
  emit(scope, 'job', growthJob(called(job, { [KEYS.grows]: claim, [KEYS.grownTo]: grownTo.text }), spec));
  if (target.kubevirt !== '1.9') {
    expect(disk, { kind: 'gate', name: 'ExpandDisks', must: "listed in the KubeVirt object's feature gates, for a running machine to see a grown disk; else from its next start on" });
  }
}
