import { secretIn, show } from '../../faults';
import type { Findings } from '../findings';
import { called, type Item } from '../item';
import { record, step } from '../json';
import type { Rule } from '../rule';
import { decode } from './base64';
import { isPublic, secretInScript } from './signs';

const CLOUD_INIT_KEYS = new Set(['userdata', 'userData', 'networkdata', 'networkData']);
/** Names under which a literal text is a secret. */
const SECRET_NAMES = /^(?:password|passwd|token|clientSecret|apiKey|privateKey)$/i;
const SECRET_VARIABLES = /(?:PASSWORD|PASSWD|TOKEN|SECRET|API_?KEY|PRIVATE_?KEY)$/i;
/** Fields whose keys a person chooses. */
const FREE_KEYS = new Set<string | number>(['labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'stringData']);
/** Texts that are scripts or configuration. */
const SCRIPT = /\n|^#/;

/** No secret value in any object; the value itself is never printed. */
export const SECRETS: Rule = {
  about: 'secret values',
  object(item, findings) {
    if (item.groupKind === '/Secret') {
      secret(item, findings);
      walk(item.metadata, ['metadata'], item, findings);
    } else {
      walk(item.object, [], item, findings);
    }
  },
};

function secret(item: Item, findings: Findings): void {
  for (const section of ['data', 'stringData'] as const) {
    const entries = record(item.object[section]);
    keys(entries, [section], item, findings);
    for (const key of Object.keys(entries)) {
      const value = entries[key];
      const text = section === 'data' ? decode(value)?.toString('utf8') : value;
      if (typeof text !== 'string' || text === '') {
        continue;
      }
      const found = secretInScript(text) ?? (CLOUD_INIT_KEYS.has(key) || isPublic(text) ? undefined : 'a value');
      if (found !== undefined) {
        findings.add('WS-SECRET-001', { what: called(item), got: `${found} under the key ${show(key)}` }, item, `/${section}/${step(key)}`);
      }
    }
  }
}

/** `path` is the way to `value`; it becomes a pointer only if there is something to tell. */
function walk(value: object, path: (string | number)[], item: Item, findings: Findings): void {
  if (path.length > 64) {
    return;
  }
  const isList = Array.isArray(value);
  const last = path[path.length - 1];
  if (!isList && last !== undefined && FREE_KEYS.has(last)) {
    keys(value, path, item, findings);
  }
  const entries = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(entries)) {
    const inner = entries[key];
    if (typeof inner === 'string') {
      const found = inner === '' ? undefined : isList ? secretOf(inner) : field(key, inner, entries);
      if (found !== undefined) {
        tell(found, [...path, key], item, findings);
      }
    } else if (typeof inner === 'object' && inner !== null) {
      path.push(key);
      walk(inner, path, item, findings);
      path.pop();
    }
  }
}

/** Keys that are secrets themselves. */
function keys(value: object, path: readonly (string | number)[], item: Item, findings: Findings): void {
  for (const key of Object.keys(value)) {
    const found = secretIn(key);
    if (found !== undefined) {
      tell(`${found} as a key`, [...path, key], item, findings);
    }
  }
}

/** What secret a field holds. */
function field(key: string, value: string, around: Readonly<Record<string, unknown>>): string | undefined {
  if (SECRET_NAMES.test(key)) {
    return `a value under '${key}'`;
  }
  if (key === 'value' && typeof around.name === 'string' && SECRET_VARIABLES.test(around.name) && !value.startsWith('/') && !value.startsWith('$(')) {
    return `a value of the variable ${around.name}`;
  }
  return secretOf(key.endsWith('Base64') ? decode(value)?.toString('utf8') ?? value : value);
}

function secretOf(text: string): string | undefined {
  return text.length < 16 ? undefined : SCRIPT.test(text) ? secretInScript(text) : secretIn(text);
}

function tell(got: string, path: readonly (string | number)[], item: Item, findings: Findings): void {
  findings.add('WS-SECRET-001', { what: called(item), got }, item, path.map((name) => `/${step(name)}`).join(''));
}
