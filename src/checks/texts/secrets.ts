import { show } from '../../faults';
import type { Findings } from '../findings';
import { called, type Item } from '../item';
import { record, step } from '../json';
import type { Rule } from '../rule';
import { decode } from './base64';
import { isPublic, secretIn, secretInScript } from './signs';

const CLOUD_INIT_KEYS = new Set(['userdata', 'userData', 'networkdata', 'networkData']);
/** Names under which a literal text is a secret. */
const SECRET_NAMES = /^(?:password|passwd|token|clientSecret|apiKey|privateKey)$/i;
const SECRET_VARIABLES = /(?:PASSWORD|PASSWD|TOKEN|SECRET|API_?KEY|PRIVATE_?KEY)$/i;
/** Texts that are scripts or configuration. */
const SCRIPT = /\n|^#/;

/** No secret value in any object; the value itself is never printed. */
export const SECRETS: Rule = {
  about: 'secret values',
  object(item, findings) {
    if (item.groupKind === '/Secret') {
      secret(item, findings);
      walk(item.metadata, '/metadata', item, findings, 0);
    } else {
      walk(item.object, '', item, findings, 0);
    }
  },
};

function secret(item: Item, findings: Findings): void {
  for (const section of ['data', 'stringData'] as const) {
    const entries = record(item.object[section]);
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

function walk(value: unknown, at: string, item: Item, findings: Findings, depth: number): void {
  if (typeof value === 'string') {
    const found = value.length < 16 ? undefined : SCRIPT.test(value) ? secretInScript(value) : secretIn(value);
    if (found !== undefined) {
      tell(found, at, item, findings);
    }
    return;
  }
  if (typeof value !== 'object' || value === null || depth > 64) {
    return;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      walk(value[index], `${at}/${index}`, item, findings, depth + 1);
    }
    return;
  }
  const entries = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(entries)) {
    const inner = entries[key];
    if (typeof inner === 'string') {
      if (inner.length > 0) {
        field(key, inner, entries, at, item, findings);
      }
    } else {
      walk(inner, `${at}/${step(key)}`, item, findings, depth + 1);
    }
  }
}

function field(key: string, value: string, around: Readonly<Record<string, unknown>>, at: string, item: Item, findings: Findings): void {
  if (SECRET_NAMES.test(key)) {
    tell(`a value under '${key}'`, `${at}/${step(key)}`, item, findings);
    return;
  }
  if (key === 'value' && typeof around.name === 'string' && SECRET_VARIABLES.test(around.name) && !value.startsWith('/') && !value.startsWith('$(')) {
    tell(`a value of the variable ${around.name}`, `${at}/value`, item, findings);
    return;
  }
  const text = key.endsWith('Base64') ? decode(value)?.toString('utf8') ?? value : value;
  if (text.length >= 16) {
    const found = SCRIPT.test(text) ? secretInScript(text) : secretIn(text);
    if (found !== undefined) {
      tell(found, `${at}/${step(key)}`, item, findings);
    }
  }
}

function tell(got: string, at: string, item: Item, findings: Findings): void {
  findings.add('WS-SECRET-001', { what: called(item), got }, item, at);
}
