import { CATALOGUE, type Code, didYouMean, type Fault, fault, masked } from '../faults';
import { KEYS } from '../facts';
import type { Findings } from './findings';
import type { CheckFault } from './input';
import type { Item } from './item';
import { isRecord } from './json';

/** Reads `workstations.dev/acknowledged` of each object and marks the faults that it accepts with the reason. */
export function acknowledge(items: readonly Item[], findings: Findings): void {
  const reasons = new Map<Item, Readonly<Record<string, string>>>();
  for (const item of items) {
    const text = item.annotations[KEYS.acknowledged];
    if (text !== undefined) {
      reasons.set(item, read(text, item, findings));
    }
  }
  if (reasons.size === 0) {
    return;
  }
  const replaced = new Map<CheckFault, CheckFault>();
  for (const [item, accepted] of reasons) {
    for (const found of findings.items.get(item) ?? []) {
      const reason = Object.hasOwn(accepted, found.code) ? accepted[found.code] : undefined;
      if (reason !== undefined) {
        replaced.set(found, { ...found, acknowledged: reason });
      }
    }
  }
  findings.faults.forEach((found, index) => {
    findings.faults[index] = replaced.get(found) ?? found;
  });
}

const FIELD = `/metadata/annotations/${KEYS.acknowledged.replace(/\//g, '~1')}`;

/** The codes that may be accepted, with their reasons; the rest are faults. */
function read(text: unknown, item: Item, findings: Findings): Record<string, string> {
  const parsed = typeof text === 'string' ? parse(text) : undefined;
  if (!isRecord(parsed)) {
    findings.add('WS-OBJECT-008', { got: 'is no JSON object' }, item, FIELD);
    return {};
  }
  const accepted: Record<string, string> = {};
  for (const [code, reason] of Object.entries(parsed)) {
    const wrong = refusal(code, reason);
    if (wrong === undefined) {
      accepted[code] = masked(String(reason).trim());
    } else {
      findings.stray({ ...wrong, object: item.ref, field: FIELD }, item.from);
    }
  }
  return accepted;
}

function refusal(code: string, reason: unknown): Fault | undefined {
  if (!Object.hasOwn(CATALOGUE, code)) {
    return fault('WS-ACK-001', { got: `'${code}'`, near: didYouMean(code, Object.keys(CATALOGUE)) });
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    return fault('WS-ACK-002', { code });
  }
  return CATALOGUE[code as Code].acknowledgeable ? undefined : fault('WS-ACK-003', { code });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
