import type { Findings } from '../findings';
import { called, type Item } from '../item';
import { isRecord, type Json, list, record, step } from '../json';
import type { Kind } from './load';

/** Where a kind has required texts: a tree that holds nothing else, so that walking an object along it is cheap. */
interface Node {
  readonly texts: readonly string[];
  readonly fields: readonly (readonly [string, Node])[];
  readonly each?: Node;
}

/** Required, and empty on purpose: the core group of a reference. */
const MAY_BE_EMPTY = new Set(['apiGroup', 'apiVersion']);
const trees = new WeakMap<Kind, Node | null>();

/** Refuses required texts that are empty: KubeVirt's mutating webhook fills in "" for a missing one, so that the CRD refuses neither. */
export function emptyTexts(kind: Kind, item: Item, findings: Findings): void {
  let tree = trees.get(kind);
  if (tree === undefined) {
    tree = treeOf(record(record(kind.schema().properties).spec)) ?? null;
    trees.set(kind, tree);
  }
  if (tree !== null) {
    walk(tree, item.object.spec, '/spec', item, findings);
  }
}

function walk(node: Node, value: unknown, at: string, item: Item, findings: Findings): void {
  if (Array.isArray(value)) {
    if (node.each !== undefined) {
      for (let index = 0; index < value.length; index++) {
        walk(node.each, value[index], `${at}/${index}`, item, findings);
      }
    }
    return;
  }
  if (!isRecord(value)) {
    return;
  }
  for (const name of node.texts) {
    if (value[name] === '') {
      findings.add('WS-SCHEMA-008', {
        field: `'${`${at}/${name}`.slice(1).replace(/\/(\d+)/g, '[$1]').replace(/\//g, '.')}' of ${called(item)}`, expected: 'a text',
      }, item, `${at}/${step(name)}`);
    }
  }
  for (const [name, inner] of node.fields) {
    const found = value[name];
    if (found !== undefined && found !== null) {
      walk(inner, found, `${at}/${step(name)}`, item, findings);
    }
  }
  if (node.each !== undefined) {
    for (const name of Object.keys(value)) {
      walk(node.each, value[name], `${at}/${step(name)}`, item, findings);
    }
  }
}

function treeOf(schema: Json): Node | undefined {
  const properties = record(schema.properties);
  const texts = list(schema.required).map(String).filter((name) => {
    const field = record(properties[name]);
    return field.type === 'string' && field.enum === undefined && !MAY_BE_EMPTY.has(name);
  });
  const fields = Object.entries(properties).flatMap(([name, field]): (readonly [string, Node])[] => {
    const inner = treeOf(record(field));
    return inner === undefined ? [] : [[name, inner]];
  });
  const each = isRecord(schema.items) ? treeOf(schema.items) : isRecord(schema.additionalProperties) ? treeOf(schema.additionalProperties) : undefined;
  return texts.length === 0 && fields.length === 0 && each === undefined ? undefined : { texts, fields, ...(each === undefined ? {} : { each }) };
}
