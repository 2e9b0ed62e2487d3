import type { App } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { layerOf } from '../constructs/layers';
import { settingsOf } from '../constructs/settings';
import { applyRank, type LayerName } from '../facts';
import { type Fault, sortFaults } from '../faults';
import { acknowledge } from './acknowledge';
import { withText } from './annotate';
import { judge } from './judge';
import { expectsOf } from './expects';
import { cutIntoFiles, type Placed } from './files';
import { layerFaults } from './layer-faults';
import type { Layout } from './layout';
import { joinNotes } from './note-files';
import { inOrder } from './order';
import { inItsScope, ownScopes, render, type Rendered } from './render';
import { type OutputFile, Synthesized } from './synthesized';
import { type FoundObject, readTree } from './tree';

/** What the app adds to the tree. */
export interface Wishes {
  readonly layout: Layout;
  /** Faults that depend on what was written earlier. */
  readonly compare?: (manifests: readonly OutputFile[]) => readonly Fault[];
}

/** The whole output of an app, with everything that can be said against it. Reads and writes no file itself. */
export function synthesize(app: App, { layout, compare }: Wishes): Synthesized {
  const tree = readTree(app);
  const faults: Fault[] = [...tree.faults];
  const layers = new Map<IConstruct, LayerName>(tree.objects.map(({ object }) => [object, layerOf(object)]));
  const layerAt = (object: IConstruct): LayerName => layers.get(object) ?? layerOf(object);

  const rendered = renderAll(tree.objects, faults);
  const sortable = rendered.map(({ found, rendered: { identity, group } }, index) => ({
    construct: found.object, key: sortKey(group, identity.kind, identity.name, identity.namespace), index,
  }));
  const placed = inOrder(sortable, tree.dependencies, faults).flatMap(({ index }): Placed[] => {
    const one = rendered[index];
    return one === undefined ? [] : [{
      json: one.rendered.json, identity: one.rendered.identity, construct: one.found.path, chart: one.found.chart, layer: layerAt(one.found.object),
    }];
  });

  const cut = cutIntoFiles(placed, layout, faults);
  const objects = cut.flatMap((file) => file.objects);
  faults.push(...layerFaults(objects, tree.dependencies, layerAt));
  const { target } = settingsOf(app);
  const judged = judge(objects, target, expectsOf(tree.expectations, objects, target));
  const manifests = withText(cut, acknowledge(judged.faults, tree.acknowledgements));
  faults.push(...judged.faults, ...compare?.(manifests) ?? []);
  const marked = sortFaults(acknowledge(sortFaults(faults), tree.acknowledgements));
  return new Synthesized(manifests, judged.expects, joinNotes(tree.notes), marked);
}

function renderAll(found: readonly FoundObject[], faults: Fault[]): { found: FoundObject; rendered: Rendered }[] {
  const all = found.flatMap((one) => {
    const rendered = render(one, faults);
    return rendered === undefined ? [] : [{ found: one, rendered }];
  });
  const own = ownScopes(all.map(({ rendered }) => rendered));
  return all.map(({ found: one, rendered }) => ({ found: one, rendered: inItsScope(rendered, own) }));
}

const sortKey = (group: string, kind: string, name: string, namespace = ''): string =>
  [String(applyRank(group, kind)).padStart(3, '0'), `${group}/${kind}`, name, namespace].join('\u0000');
