import { mapValues, without } from './facts';
import { ecmascript } from './patterns';
import { apiVersion } from './table';

/* eslint-disable @typescript-eslint/no-explicit-any */

/**
 * JSON schemas as a cluster judges: an unknown field is refused, as `fieldValidation: Strict` and every GitOps tool do.
 * Beside the standard keywords: `listType` and `listMapKeys` (a checker refuses duplicates),
 * `x-kubernetes-int-or-string`, `x-kubernetes-preserve-unknown-fields` and `x-kubernetes-validations` (CEL rules).
 */

const SCALAR_BOUNDS: Readonly<Record<string, object>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { minimum: -(2 ** 63), exclusiveMaximum: 2 ** 63 },
};

/** What `resource.Quantity` parses, as Kubernetes itself writes it into CRDs. */
export const QUANTITY_PATTERN = '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const KEPT = [
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength',
  'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required', 'default', 'x-kubernetes-validations',
];

/** Anything goes: what controllers write, and what a CRD leaves to others. */
const FREE = { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** The JSON schema of a custom kind, from the facts of its CRD. */
export function schemaOfCustom(kind: { group: string; version: string; kind: string }, facts: any, objectMeta: any): any {
  const spec = closed(facts, { objectMeta });
  return topLevel(kind, spec, objectMeta);
}

/** The JSON schema of a built-in kind, from a cluster's OpenAPI document. */
export function schemaOfBuiltIn(kind: { group: string; version: string; kind: string }, openApi: any): any {
  const found = Object.entries<any>(openApi.schemas).find(([, schema]) => schema['x-kubernetes-group-version-kind']
    ?.some((gvk: any) => gvk.group === kind.group && gvk.version === kind.version && gvk.kind === kind.kind));
  if (!found) throw new Error(`Kubernetes ${openApi.kubernetes} has no ${apiVersion(kind)} ${kind.kind}`);
  const properties = without(found[1].properties, 'status');
  return topLevel(kind, closed({ ...found[1], properties }, { openApi }), objectMetaOf(openApi));
}

/** ObjectMeta as a cluster takes it. */
export function objectMetaOf(openApi: any): any {
  return closed(openApi.schemas['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'], { openApi });
}

function topLevel(kind: { group: string; version: string; kind: string }, schema: any, objectMeta: any): any {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...sorted({
      ...schema,
      required: [...new Set(['apiVersion', 'kind', 'metadata', ...schema.required ?? []])],
      properties: {
        apiVersion: { const: apiVersion(kind) },
        kind: { const: kind.kind },
        // An object needs one of both names.
        metadata: sorted({ ...objectMeta, anyOf: [{ required: ['name'] }, { required: ['generateName'] }] }),
        ...without(schema.properties, 'apiVersion', 'kind', 'metadata', 'status'),
        status: FREE,
      },
    }),
  };
}

interface Context {
  /** Resolves references and marks the schema as one of a built-in kind. */
  readonly openApi?: any;
  /** Stands where a CRD says no more than that something is metadata. */
  readonly objectMeta?: any;
  /** References on the way here. */
  readonly inside?: readonly string[];
}

/** A schema that refuses what it does not name. */
function closed(schema: any, context: Context): any {
  if (context.openApi) {
    const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0].$ref : undefined);
    if (ref) return referred(schema, ref.replace('#/components/schemas/', ''), context);
  }
  const result: any = {};
  for (const key of KEPT) if (schema[key] !== undefined) result[key] = schema[key];
  if (context.openApi && isZero(result.default)) delete result.default;

  if (schema['x-kubernetes-int-or-string']) {
    result.type = ['integer', 'string'];
    result['x-kubernetes-int-or-string'] = true;
  } else if (schema.type !== undefined) {
    result.type = schema.type;
  }
  if (schema.pattern !== undefined) result.pattern = ecmascript(schema.pattern);
  if (schema.enum) result.enum = schema.enum;
  if (schema.format === 'date-time' || schema.format === 'byte') result.format = schema.format;
  const bounds = SCALAR_BOUNDS[schema.format];
  // A bound of the CRD's own is tighter than its type's, except for pointless ones.
  if (bounds) Object.assign(result, { ...bounds, ...result });

  if (schema.type === 'array') {
    if (schema.items) result.items = closed(schema.items, context);
    if (schema['x-kubernetes-list-type']) result.listType = schema['x-kubernetes-list-type'];
    if (schema['x-kubernetes-list-map-keys']) result.listMapKeys = schema['x-kubernetes-list-map-keys'];
  }
  if (schema.type === 'object') Object.assign(result, fieldsOf(schema, context));
  if (schema.type === undefined && schema['x-kubernetes-preserve-unknown-fields']) result['x-kubernetes-preserve-unknown-fields'] = true;
  // Inside these a CRD states conditions, not fields.
  if (!schema['x-kubernetes-int-or-string']) {
    for (const key of ['anyOf', 'oneOf', 'allOf']) if (schema[key]) result[key] = schema[key].map(condition);
    if (schema.not) result.not = condition(schema.not);
  }
  return sorted(schema.nullable ? nullable(result) : result);
}

function fieldsOf(schema: any, context: Context): any {
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] || schema['x-kubernetes-embedded-resource'];
  const fields: any = {};
  if (schema.properties) fields.properties = mapValues(schema.properties, (value, key) => fieldOf(value, key, context));
  if (typeof schema.additionalProperties === 'object') fields.additionalProperties = closed(schema.additionalProperties, context);
  else if (preserves || schema.additionalProperties === true || (context.openApi && !schema.properties)) fields['x-kubernetes-preserve-unknown-fields'] = true;
  else fields.additionalProperties = false;
  return fields;
}

function fieldOf(schema: any, name: string, context: Context): any {
  // KubeVirt keeps the metadata of a template whole, but its webhook refuses a field that ObjectMeta has not.
  if (name === 'metadata' && context.objectMeta && schema.type === 'object' && !schema.properties) {
    return schema.nullable ? nullable(context.objectMeta) : context.objectMeta;
  }
  // `kubectl create --dry-run -o yaml` and controller-gen write `creationTimestamp: null`.
  if (name === 'creationTimestamp' && context.openApi) return nullable(closed(schema, context));
  return closed(schema, context);
}

function referred(schema: any, name: string, context: Context): any {
  const rest = isZero(schema.default) || schema.default === undefined ? {} : { default: schema.default };
  const last = name.slice(name.lastIndexOf('.') + 1);
  switch (last) {
    case 'Quantity': return sorted({ type: ['string', 'number'], pattern: QUANTITY_PATTERN, ...rest });
    case 'IntOrString': return sorted({ 'type': ['integer', 'string'], 'x-kubernetes-int-or-string': true, ...rest });
    case 'Time': case 'MicroTime': return sorted({ type: 'string', format: 'date-time', ...rest });
    case 'FieldsV1': case 'RawExtension': return FREE;
    default: break;
  }
  const inside = context.inside ?? [];
  if (inside.includes(name)) throw new Error(`${name} holds itself: such a kind needs $defs, which this table has not needed yet`);
  const target = context.openApi.schemas[name];
  if (!target) throw new Error(`no schema ${name}`);
  return sorted({ ...closed(target, { ...context, inside: [...inside, name] }), ...rest });
}

function condition(schema: any): any {
  const result: any = { ...schema };
  if (schema.pattern !== undefined) result.pattern = ecmascript(schema.pattern);
  if (schema.properties) result.properties = mapValues(schema.properties, condition);
  if (schema.items) result.items = condition(schema.items);
  if (schema.not) result.not = condition(schema.not);
  for (const key of ['anyOf', 'oneOf', 'allOf']) if (schema[key]) result[key] = schema[key].map(condition);
  return sorted(result);
}

function nullable(schema: any): any {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return { ...schema, type: [...types, 'null'], ...(schema.enum ? { enum: [...schema.enum, null] } : {}) };
}

/** Go's zero values, which Kubernetes' own OpenAPI lists as defaults though they say nothing. */
function isZero(value: any): boolean {
  return value === '' || value === 0 || value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

function sorted(schema: any): any {
  return Object.fromEntries(Object.keys(schema).sort().map(key => [key, schema[key]]));
}
