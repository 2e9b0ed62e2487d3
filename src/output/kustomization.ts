import { createHash } from 'crypto';
import { emit } from './emit';
import type { CutFile, OutputFile } from './synthesized';

/** kustomize takes more than linear time: 18 s for 300 people in one folder. */
const MOST = 50;
const NAME = 'kustomization.yaml';

/**
 * Gives each file its folder: a layer of more than 50 files is cut by the first hexadecimal digits of its names'
 * digests, as few as give at most 50 each, so that one person more moves nobody else's file.
 */
export function intoFolders(paths: readonly string[]): (path: string) => string {
  const layers = new Map<string, string[]>();
  for (const path of paths) {
    const [layer, name] = split(path);
    const names = layers.get(layer) ?? [];
    names.push(name);
    layers.set(layer, names);
  }
  const digits = new Map([...layers].map(([layer, names]) => [layer, digitsFor(names)]));
  return (path) => {
    const [layer, name] = split(path);
    const length = digits.get(layer) ?? 0;
    return length === 0 ? path : `${layer}/${digestOf(name).slice(0, length)}/${name}`;
  };
}

function digitsFor(names: readonly string[]): number {
  const digests = names.map(digestOf);
  for (let digits = 0; ; digits++) {
    const sizes = new Map<string, number>();
    for (const digest of digests) {
      const bucket = digest.slice(0, digits);
      sizes.set(bucket, (sizes.get(bucket) ?? 0) + 1);
    }
    if (Math.max(0, ...sizes.values()) <= MOST) {
      return digits;
    }
  }
}

/** The `kustomization.yaml` of each folder. */
export function kustomizations(manifests: readonly CutFile[]): OutputFile[] {
  const folders = new Map<string, CutFile[]>();
  for (const file of manifests) {
    const folder = file.path.slice(0, file.path.lastIndexOf('/'));
    folders.set(folder, [...folders.get(folder) ?? [], file]);
  }
  return [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([folder, files]) => files.slice(0, 1).map(({ layer }): OutputFile => {
    const resources = files.map(({ path }) => path.slice(folder.length + 1)).sort();
    return { path: `${folder}/${NAME}`, layer, objects: [], text: emit({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources }) };
  }));
}

function split(path: string): [string, string] {
  const slash = path.indexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
}

/** Of the name without its extension: of a chart, or of an object with a file of its own. */
const digestOf = (name: string): string => createHash('sha256').update(name.replace(/\.yaml$/, '')).digest('hex');
