import { type LayerName, LAYERS } from '../facts';
import { type Fault, fault, type FaultObject } from '../faults';
import type { JsonObject } from './emit';
import { intoFolders } from './kustomization';
import { EXTENSION, Kustomization, Layout } from './layout';
import { chartStem, digest, objectStem } from './names';
import type { CutFile, SynthesizedObject } from './synthesized';

/** An object that is ready to be put into a file. */
export interface Placed {
  readonly json: JsonObject;
  readonly identity: FaultObject;
  readonly construct: string;
  readonly chart: string;
  readonly layer: LayerName;
}

/** How the output is cut. */
export interface Cut {
  readonly layout: Layout;
  readonly kustomization: Kustomization;
}

/**
 * Cuts objects, given in the order of application, into files. Two charts that would share a file, also where a file
 * system ignores case, are a fault (WS-OUT-004); two objects never share a file of their own.
 */
export function cutIntoFiles(objects: readonly Placed[], { layout, kustomization }: Cut, faults: Fault[]): CutFile[] {
  const files = new Map<string, Placed[]>();
  const pathOf = layout === Layout.FILE_PER_OBJECT ? objectPaths(objects) : chartPaths(objects, faults);
  for (const object of objects) {
    const path = pathOf(object);
    const known = files.get(path);
    if (known === undefined) {
      files.set(path, [object]);
    } else {
      known.push(object);
    }
  }
  const folderOf = kustomization === Kustomization.PER_FOLDER ? intoFolders([...files.keys()]) : (path: string) => path;
  const cut = [...files].map(([path, inside]) => toFile(folderOf(path), inside));
  return inFileOrder(cut);
}

function toFile(path: string, inside: readonly Placed[]): CutFile {
  const objects = inside.map(({ json, identity, construct, layer }, document): SynthesizedObject => ({ object: json, identity, construct, layer, file: path, document }));
  return { path, layer: inside[0]?.layer ?? LAYERS[0], objects };
}

function chartPaths(objects: readonly Placed[], faults: Fault[]): (object: Placed) => string {
  const stems = new Map<string, string>();
  const owners = new Map<string, Set<string>>();
  for (const { chart } of objects) {
    if (!stems.has(chart)) {
      const stem = chartStem(chart);
      stems.set(chart, stem);
      const sharing = owners.get(stem.toLowerCase()) ?? new Set();
      owners.set(stem.toLowerCase(), sharing.add(chart));
    }
  }
  for (const charts of owners.values()) {
    const sorted = [...charts].sort();
    const [first = ''] = sorted;
    if (sorted.length > 1) {
      faults.push(fault('WS-OUT-004', { got: `${stems.get(first) ?? ''}${EXTENSION}`, charts: sorted.map((chart) => `'${chart}'`).join(', ') }, { construct: first }));
    }
  }
  return ({ chart, layer }) => `${layer}/${stems.get(chart) ?? ''}${EXTENSION}`;
}

function objectPaths(objects: readonly Placed[]): (object: Placed) => string {
  const sharing = new Map<string, number>();
  const plain = ({ identity, layer }: Placed): string => `${layer}/${objectStem(identity)}`;
  for (const object of objects) {
    const path = plain(object).toLowerCase();
    sharing.set(path, (sharing.get(path) ?? 0) + 1);
  }
  return (object) => {
    const path = plain(object);
    const alone = sharing.get(path.toLowerCase()) === 1;
    const { apiVersion, namespace = '', kind, name } = object.identity;
    return `${path}${alone ? '' : `-${digest([apiVersion, kind, namespace, name, object.construct].join('\u0000'))}`}${EXTENSION}`;
  };
}

/** By layer; inside one, files that make a namespace before files that use it, else by name. */
function inFileOrder(files: readonly CutFile[]): CutFile[] {
  const byName = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const makers = new Map<string, CutFile>();
  for (const file of byName) {
    for (const { identity } of file.objects) {
      if (identity.kind === 'Namespace' && identity.apiVersion === 'v1' && !makers.has(identity.name)) {
        makers.set(identity.name, file);
      }
    }
  }
  const ordered: CutFile[] = [];
  const seen = new Set<CutFile>();
  const visit = (file: CutFile): void => {
    if (seen.has(file)) {
      return;
    }
    seen.add(file);
    for (const { identity } of file.objects) {
      const maker = identity.namespace === undefined ? undefined : makers.get(identity.namespace);
      if (maker !== undefined && maker.layer === file.layer) {
        visit(maker);
      }
    }
    ordered.push(file);
  };
  byName.forEach(visit);
  return ordered;
}
