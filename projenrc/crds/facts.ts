import { createHash } from 'crypto';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** Keywords that state facts. Prose (description, example, title, externalDocs) is not among them. */
const FACTS = new Set([
  'type', 'format', 'nullable', 'enum', 'pattern', 'default', 'required',
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties',
  'x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource',
  'x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type',
]);

/** A schema with nothing but facts, and keys in an order of ours, so that equal facts are equal bytes. */
export function factsOf(schema: any): any {
  const facts: any = {};
  for (const key of Object.keys(schema).sort()) {
    const value = schema[key];
    if (FACTS.has(key)) facts[key] = value;
    else if (key === 'properties') facts.properties = mapValues(value, factsOf);
    else if (key === 'items' || key === 'not') facts[key] = factsOf(value);
    else if (key === 'additionalProperties') facts[key] = typeof value === 'object' ? factsOf(value) : value;
    else if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') facts[key] = value.map(factsOf);
    // Of a rule its expression only: the message is upstream's prose.
    else if (key === 'x-kubernetes-validations') facts[key] = value.map((rule: any) => ({ rule: rule.rule }));
    else if (key === '$ref') facts[key] = value;
  }
  return facts;
}

/** The facts of a whole custom kind: what a manifest may say, so without the status that controllers write. */
export function factsOfKind(schema: any): any {
  const facts = factsOf(schema);
  facts.properties = without(facts.properties, 'status');
  if (facts.required) facts.required = facts.required.filter((name: string) => name !== 'status');
  return facts;
}

/** A digest of facts, the same from whichever file they were read. */
export function digestOf(facts: unknown): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`;
}

export function mapValues(object: any, change: (value: any, key: string) => any): any {
  return Object.fromEntries(Object.keys(object).sort().map(key => [key, change(object[key], key)]));
}

export function without(object: any, ...names: string[]): any {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
