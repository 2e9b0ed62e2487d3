import { FOREIGN_KEYS } from '../../facts';
import type { Findings } from '../findings';
import { called, type Item } from '../item';
import { step } from '../json';
import type { Rule } from '../rule';

/** A variable as Flux's envsubst reads it; doubled dollar signs are left alone. */
const VARIABLE = /(?<!\$)\$\{[A-Za-z_][A-Za-z0-9_]*(?=[}:=+\-?#%/^,])/;

/** `${VAR}` in a text: Flux's post-build substitution would replace it. */
export const SUBSTITUTION: Rule = {
  about: 'variables that Flux replaces',
  object(item, findings) {
    const key = FOREIGN_KEYS.fluxSubstitute;
    if (item.annotations[key] !== 'disabled' && item.labels[key] !== 'disabled') {
      walk(item.object, '', item, findings, 0);
    }
  },
};

/** One fault for an object: the annotation is for the whole of it. */
function walk(value: unknown, at: string, item: Item, findings: Findings, depth: number): boolean {
  if (typeof value === 'string') {
    const found = value.includes('${') ? VARIABLE.exec(value) : null;
    if (found === null) {
      return false;
    }
    findings.add('WS-GITOPS-004', { what: called(item), got: `'${found[0]}…'` }, item, at);
    return true;
  }
  if (typeof value !== 'object' || value === null || depth > 64) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.some((inner, index) => typeof inner !== 'number' && walk(inner, `${at}/${index}`, item, findings, depth + 1));
  }
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    const text = typeof inner === 'string';
    if ((text ? inner.includes('${') : typeof inner === 'object') && walk(inner, `${at}/${step(key)}`, item, findings, depth + 1)) {
      return true;
    }
  }
  return false;
}
