import type { Item } from '../item';
import { record, text } from '../json';
import type { Rule } from '../rule';
import { quantity } from '../quantity';
import type { World } from '../world';
import { type Disk, sizeOf } from './disk';

/** Where a clone comes from: claim or snapshot. */
export interface Origin {
  readonly kind: 'claim' | 'snapshot';
  readonly namespace: string;
  readonly name: string;
}

/** The claim or snapshot that a disk is cloned from, through its DataSource. */
export function originOf(disk: Disk, world: World): Origin | undefined {
  const direct = inSource(disk.source, disk.namespace);
  if (direct !== undefined) {
    return direct;
  }
  const name = text(disk.sourceRef.name);
  const namespace = text(disk.sourceRef.namespace) ?? disk.namespace;
  return name === undefined ? undefined : throughDataSource(world.find('cdi.kubevirt.io/DataSource', namespace, name), world, 2);
}

function throughDataSource(source: Item | undefined, world: World, depth: number): Origin | undefined {
  if (source === undefined || depth === 0) {
    return undefined;
  }
  const spec = record(source.spec.source);
  const link = record(spec.dataSource);
  const name = text(link.name);
  return inSource(spec, source.namespace)
    ?? (name === undefined ? undefined : throughDataSource(world.find('cdi.kubevirt.io/DataSource', text(link.namespace) ?? source.namespace, name), world, depth - 1));
}

function inSource(source: Readonly<Record<string, unknown>>, namespace: string): Origin | undefined {
  for (const [field, kind] of [['pvc', 'claim'], ['snapshot', 'snapshot']] as const) {
    const name = text(record(source[field]).name);
    if (name !== undefined) {
      return { kind, namespace: text(record(source[field]).namespace) ?? namespace, name };
    }
  }
  return undefined;
}

interface Image {
  readonly name: string;
  readonly bytes?: number;
  readonly size?: string;
  readonly volumeMode?: string;
}

/** Size and mode of an image, if the manifests hold it. */
function imageOf(origin: Origin, world: World, depth = 2): Image | undefined {
  const { namespace, name, kind } = origin;
  if (kind === 'snapshot') {
    const snapshot = world.find('snapshot.storage.k8s.io/VolumeSnapshot', namespace, name);
    const claim = text(record(record(snapshot?.spec).source).persistentVolumeClaimName);
    return claim === undefined || depth === 0 ? undefined : imageOf({ kind: 'claim', namespace, name: claim }, world, depth - 1);
  }
  const disk = world.disk(namespace, name);
  const claim = disk?.claim ?? world.find('/PersistentVolumeClaim', namespace, name)?.spec;
  if (claim === undefined) {
    return undefined;
  }
  const size = sizeOf(claim);
  const mode = text(claim.volumeMode);
  return { name: `${namespace}/${name}`, ...(size === undefined ? {} : { bytes: size.bytes, size: size.text }), ...(mode === undefined ? {} : { volumeMode: mode }) };
}

/** What a disk takes from its image: room, mode, and that nobody writes to it. */
export const CLONES: Rule = {
  about: 'disks and their images',
  disk(disk, findings, world) {
    const { item, what, claim, claimAt, form } = disk;
    const origin = originOf(disk, world);
    if (origin === undefined) {
      return;
    }
    if (origin.kind === 'claim') {
      const writer = world.writersOf(origin.namespace, origin.name)[0];
      if (writer !== undefined && writer.isMachine) {
        findings.add('WS-DV-013', { disk: what, got: `${origin.namespace}/${origin.name}`, machine: writer.name }, item, `${disk.at}/${text(disk.sourceRef.name) ? 'sourceRef' : 'source'}`);
      }
    }
    const image = imageOf(origin, world);
    if (image === undefined) {
      return;
    }
    const size = sizeOf(claim);
    if (size !== undefined && image.bytes !== undefined && size.bytes < image.bytes) {
      findings.add('WS-DISK-004', { disk: what, got: size.text, image: image.name, expected: image.size ?? '' }, item, `${claimAt}/resources/requests/storage`);
    }
    // What is left out is Filesystem in the `pvc` form, and unknown in the other.
    const own = text(claim.volumeMode) ?? (form === 'pvc' ? 'Filesystem' : undefined);
    if (own === undefined || image.volumeMode === undefined || own === image.volumeMode) {
      return;
    }
    if (own === 'Filesystem' && form === 'pvc' && size !== undefined && image.bytes !== undefined && size.bytes <= image.bytes) {
      findings.add('WS-DV-012', { disk: what, got: size.text, image: image.name, expected: image.size ?? '' }, item, `${claimAt}/volumeMode`);
    } else {
      findings.add('WS-DV-011', { disk: what, got: own, image: image.name, expected: image.volumeMode }, item, `${claimAt}/volumeMode`);
    }
  },
};

/** Plain claims: size and the one access mode that a machine's disk should have. */
export const CLAIMS: Rule = {
  about: 'claims',
  kinds: ['/PersistentVolumeClaim'],
  object(item, findings) {
    const size = record(record(item.spec.resources).requests).storage;
    const bytes = quantity(size);
    if (bytes !== undefined && bytes < 2 ** 20) {
      findings.add('WS-SIZE-002', { prop: 'resources.requests.storage', what: `claim '${item.name}'`, got: String(size), expected: '1Mi' }, item, '/spec/resources/requests/storage');
    }
  },
};
