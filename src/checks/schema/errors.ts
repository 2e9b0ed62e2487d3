import { didYouMean, show } from '../../faults';
import type { Findings } from '../findings';
import { called, type Item } from '../item';
import { isRecord, type Json, list, record, step } from '../json';
import type { Kind, SchemaError } from './load';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string', number: 'a number', integer: 'a whole number', boolean: 'true or false', object: 'an object', array: 'a list', null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'a time such as 2026-11-30T12:00:00Z', 'byte': 'base64 text' };
const BOUNDS: Readonly<Record<string, (limit: unknown) => string>> = {
  minimum: (limit) => `at least ${String(limit)}`,
  maximum: (limit) => `at most ${String(limit)}`,
  exclusiveMinimum: (limit) => `more than ${String(limit)}`,
  exclusiveMaximum: (limit) => `less than ${String(limit)}`,
  minLength: (limit) => `at least ${String(limit)} characters`,
  maxLength: (limit) => `at most ${String(limit)} characters`,
  minItems: (limit) => `at least ${String(limit)} elements`,
  maxItems: (limit) => `at most ${String(limit)} elements`,
  minProperties: (limit) => `at least ${String(limit)} fields`,
  maxProperties: (limit) => `at most ${String(limit)} fields`,
  multipleOf: (limit) => `a multiple of ${String(limit)}`,
  uniqueItems: () => 'each element once',
};

/** Labels and annotations have rules with better words. */
const METADATA_MAPS = /^\/metadata\/(labels|annotations)(\/|$)/;
/** Errors of the branches of a condition say nothing that a reader could use; the condition's own does. */
const BRANCH = /\/(anyOf|oneOf|not|if|then|else)\//;

/** Turns the errors of a validator into faults. */
export function report(errors: readonly SchemaError[], kind: Kind, item: Item, findings: Findings): void {
  for (const error of errors) {
    if (!BRANCH.test(error.schemaPath) && !METADATA_MAPS.test(error.instancePath)) {
      one(error, kind, item, findings);
    }
  }
}

function one({ keyword, params, instancePath: at }: SchemaError, kind: Kind, item: Item, findings: Findings): void {
  const value = valueAt(item.object, at);
  const got = item.groupKind === '/Secret' && /^\/(data|stringData)\//.test(at) ? 'a value that is not shown' : show(value);
  const field = nameOf(at, item);
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const legal = Object.keys(record(schemaAt(kind.schema(), at).properties));
      findings.add('WS-SCHEMA-001', {
        got: name, what: field, near: didYouMean(name, legal), expected: legal.length === 0 ? 'none' : legal.join(', '),
      }, item, `${at}/${step(name)}`);
      break;
    }
    case 'type': {
      const types = list(params.type ?? []).length > 0 ? list(params.type) : String(params.type).split(',');
      findings.add('WS-SCHEMA-002', { field, got, expected: types.map((type) => TYPES[String(type)] ?? String(type)).join(' or ') }, item, at);
      break;
    }
    case 'enum':
    case 'const': {
      const legal = keyword === 'const' ? [params.allowedValue] : list(params.allowedValues);
      const words = legal.filter((word) => word !== null).map(String);
      findings.add('WS-SCHEMA-003', {
        field, got, near: typeof value === 'string' ? didYouMean(value, words) : '', expected: words.filter((word) => word !== '').join(', '),
      }, item, at);
      break;
    }
    case 'required':
      findings.add('WS-SCHEMA-004', { what: field, got: String(params.missingProperty) }, item, `${at}/${step(String(params.missingProperty))}`);
      break;
    case 'pattern':
      findings.add('WS-SCHEMA-005', { field, got, expected: inWords(String(params.pattern)) }, item, at);
      break;
    case 'format':
      findings.add('WS-SCHEMA-005', { field, got, expected: FORMATS[String(params.format)] ?? String(params.format) }, item, at);
      break;
    case 'listMapKeys':
    case 'listType':
      findings.add('WS-SCHEMA-007', {
        field, got: keyword === 'listMapKeys' ? list(params.keys).join(' and ') : 'value', pair: `${String(params.first)} and ${String(params.second)}`,
      }, item, `${at}/${String(params.second)}`);
      break;
    default: {
      const bound = BOUNDS[keyword];
      if (bound !== undefined) {
        findings.add('WS-SCHEMA-006', { field, got, expected: bound(params.limit ?? params.multipleOf) }, item, at);
      } else {
        findings.add('WS-SCHEMA-009', { field, got: `${keyword} is not met`, expected: conditionInWords(schemaAt(kind.schema(), at), keyword) }, item, at);
      }
    }
  }
}

/** `spec.template of VirtualMachine 'alice/desk'`. */
function nameOf(pointer: string, item: Item): string {
  const path = steps(pointer).map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('').replace(/^\./, '');
  return path === '' ? called(item) : `'${path}' of ${called(item)}`;
}

function steps(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map((name) => name.replace(/~1/g, '/').replace(/~0/g, '~'));
}

function valueAt(value: unknown, pointer: string): unknown {
  let at: unknown = value;
  for (const name of steps(pointer)) {
    at = typeof at === 'object' && at !== null ? (at as Json)[name] : undefined;
  }
  return at;
}

function schemaAt(schema: Json, pointer: string): Json {
  let at = schema;
  for (const name of steps(pointer)) {
    const properties = record(at.properties);
    at = Object.hasOwn(properties, name) ? record(properties[name]) : isRecord(at.items) ? at.items : record(at.additionalProperties);
  }
  return at;
}

function inWords(pattern: string): string {
  return pattern.includes('[KMGTPE]i') ? 'a quantity such as 64Gi, 500m or 8' : `text that matches ${pattern}`;
}

/** `one of: a; b and c`, if the branches only say which fields must be there. */
function conditionInWords(schema: Json, keyword: string): string {
  const branches = list(schema[keyword]).map(record).map((branch) => list(branch.required).map(String));
  return branches.length > 0 && branches.every((names) => names.length > 0)
    ? `give ${keyword === 'oneOf' ? 'exactly one' : 'at least one'} of ${branches.map((names) => names.join(' and ')).join(', ')}`
    : 'see the documentation of the kind';
}
