import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { LayerName } from '../facts';
import { type Fault, fault } from '../faults';
import { referenceFaults } from './layer-references';
import type { SynthesizedObject } from './synthesized';
import type { Dependency } from './tree';

/**
 * What stands in an earlier layer than something it needs (WS-LAYER-001): its namespace, what it names, or what it
 * was told to come after. The names of layers sort in the order in which they are applied.
 */
export function layerFaults(objects: readonly SynthesizedObject[], dependencies: readonly Dependency[], layerOf: (object: IConstruct) => LayerName): Fault[] {
  return [...namespaces(objects), ...referenceFaults(objects), ...ordered(dependencies, layerOf)];
}

function namespaces(objects: readonly SynthesizedObject[]): Fault[] {
  const made = new Map<string, LayerName>();
  for (const { identity, layer } of objects) {
    const earliest = made.get(identity.name);
    if (identity.apiVersion === 'v1' && identity.kind === 'Namespace' && (earliest === undefined || layer < earliest)) {
      made.set(identity.name, layer);
    }
  }
  const said = new Set<string>();
  return objects.flatMap(({ identity, layer, construct, file }) => {
    const namespace = identity.namespace;
    const needs = namespace === undefined ? undefined : made.get(namespace);
    // Once a file: the cure is the same for all in it.
    const place = `${file}\u0000${namespace ?? ''}`;
    if (needs === undefined || needs <= layer || said.has(place)) {
      return [];
    }
    said.add(place);
    return [fault('WS-LAYER-001', { got: layer, what: `namespace '${namespace ?? ''}'`, needs }, { construct, object: identity })];
  });
}

function ordered(dependencies: readonly Dependency[], layerOf: (object: IConstruct) => LayerName): Fault[] {
  const layersBelow = new Map<IConstruct, LayerName[]>();
  const layersOf = (construct: IConstruct): LayerName[] => {
    const known = layersBelow.get(construct);
    if (known !== undefined) {
      return known;
    }
    const layers = new Set<LayerName>(ApiObject.isApiObject(construct) ? [layerOf(construct)] : []);
    construct.node.children.forEach((child) => layersOf(child).forEach((layer) => layers.add(layer)));
    const sorted = [...layers].sort();
    layersBelow.set(construct, sorted);
    return sorted;
  };
  return dependencies.flatMap(({ source, target }) => {
    const got = layersOf(source)[0];
    const needs = layersOf(target).at(-1);
    return got === undefined || needs === undefined || needs <= got || contains(source, target) || contains(target, source)
      ? []
      : [fault('WS-LAYER-001', { got, what: `'${target.node.path}'`, needs }, { construct: source.node.path })];
  });
}

function contains(outer: IConstruct, inner: IConstruct): boolean {
  for (let at: IConstruct | undefined = inner; at !== undefined; at = at.node.scope) {
    if (at === outer) {
      return true;
    }
  }
  return false;
}
