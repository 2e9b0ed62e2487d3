import type { App } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { Expectation } from '../constructs/expectations';
import { layerOf } from '../constructs/layers';
import { profilesOf } from '../constructs/profile-record';
import { settingsOf } from '../constructs/settings';
import { applyRank, type LayerName } from '../facts';
import type { Fault } from '../faults';
import { acknowledge } from './acknowledge';
import { accounts, rightsText } from './account-rights';
import { withText } from './annotate';
import { judge } from './judge';
import { expectsOf } from './expects';
import { type Cut, cutIntoFiles, type Placed } from './files';
import { RIGHTS } from './info-folder';
import { layerFaults } from './layer-faults';
import { kustomizations } from './kustomization';
import { Kustomization } from './layout';
import { joinNotes } from './note-files';
import { sayOnce } from './once';
import { inOrder } from './order';
import type { Comparison } from './previous';
import { compareWithLock } from './profiles-lock';
import { inItsScope, ownScopes, render, type Rendered } from './render';
import { dependsOnEarlier } from './say';
import { outgrownBy } from './outgrown';
import { type OutputFile, Synthesized } from './synthesized';
import { type FoundObject, readTree } from './tree';
import { holdBack, without } from './waves';

/** What the app adds to the tree. */
export interface Wishes extends Cut {
  /** Path of the lock file of the profiles. */
  readonly profilesLock?: string;
  /** What depends on what was written earlier. */
  readonly compare?: (manifests: readonly OutputFile[]) => Comparison;
  /** How many machines may be new in this output. */
  readonly newMachines?: number;
}

/** The whole output of an app, with everything that can be said against it. Writes nothing, and reads at most the lock file. */
export function synthesize(app: App, { compare, profilesLock, newMachines, ...wishes }: Wishes): Synthesized {
  const tree = readTree(app);
  const faults: Fault[] = [...tree.faults, ...profilesLock === undefined ? [] : compareWithLock(profilesLock, profilesOf(app))];
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

  const cut = cutIntoFiles(placed, wishes, faults);
  const objects = cut.flatMap((file) => file.objects);
  faults.push(...layerFaults(objects, tree.dependencies, layerAt));
  const { target, deployers, fleet } = settingsOf(app);
  const rights = deployers === undefined ? [] : accounts(objects, deployers, fleet);
  const expected = [...tree.expectations, ...rights.map(({ name, subject }): Expectation => ({
    kind: 'right', name: `ClusterRole ${name}`, must: `given to ${subject.toString()}: kubectl apply -f ${RIGHTS} of this folder`,
  }))];
  const judged = judge(objects, target, expectsOf(expected, objects, target));
  const accepted = tree.acknowledgements;
  const marked = acknowledge(judged.faults, accepted);
  const whole = withText(cut, marked);
  const { faults: harm, gone, stands, knows } = compare?.(whole) ?? { faults: [], gone: [], stands: () => false, knows: () => false };
  const held = compare === undefined || newMachines === undefined ? undefined : holdBack(inTheOrderOf(tree.objects, placed), knows, newMachines);
  const manifests = held === undefined ? whole : withText(without(cut, held.keys), marked);
  const outgrown = outgrownBy(objects.filter(({ identity }) => stands(identity)), [...faults, ...judged.faults]);
  const [own, others] = [outgrown.leave(faults), outgrown.leave(judged.faults)];
  return new Synthesized({
    manifests,
    kustomizations: wishes.kustomization === Kustomization.PER_FOLDER ? kustomizations(manifests) : [],
    expects: judged.expects,
    notes: joinNotes(tree.notes),
    faults: sayOnce([...own, ...harm, ...held?.faults ?? []], others, accepted),
    lasting: sayOnce(own, others, accepted.filter(({ code }) => !dependsOnEarlier(code))),
    ...(rights.length === 0 ? {} : { rights: rightsText(rights, fleet) }),
    gone,
    outgrown: outgrown.disks,
  });
}

/** Objects in the order of the fleet file, not of their application. */
function inTheOrderOf(found: readonly FoundObject[], placed: readonly Placed[]): Placed[] {
  const places = new Map(found.map(({ path }, index) => [path, index]));
  return [...placed].sort((a, b) => (places.get(a.construct) ?? 0) - (places.get(b.construct) ?? 0));
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
