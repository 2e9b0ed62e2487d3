import { FOREIGN_KEYS } from '../../facts';
import { called } from '../item';
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
      const path: string[] = [];
      const found = find(item.object, path);
      if (found !== undefined) {
        findings.add('WS-GITOPS-004', { what: called(item), got: `'${found}…'` }, item, path.map((name) => `/${step(name)}`).join(''));
      }
    }
  },
};

/** The first variable, and in `path` the way to it: one fault for an object, since the annotation is for the whole of it. */
function find(value: object, path: string[]): string | undefined {
  if (path.length > 64) {
    return undefined;
  }
  const entries = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(entries)) {
    const inner = entries[key];
    path.push(key);
    const found = typeof inner === 'string' ? (inner.includes('${') ? VARIABLE.exec(inner)?.[0] : undefined)
      : typeof inner === 'object' && inner !== null ? find(inner, path) : undefined;
    if (found !== undefined) {
      return found;
    }
    path.pop();
  }
  return undefined;
}
