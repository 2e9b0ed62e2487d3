import type { Item } from '../item';
import { called } from '../item';
import { given, type Json, record, records, text } from '../json';
import { quantity } from '../quantity';

/** A DataVolume, or a template of one inside a machine. */
export interface Disk {
  readonly item: Item;
  readonly isTemplate: boolean;
  readonly namespace: string;
  readonly name: string;
  /** `DataVolume 'alice/alice-rootdisk'`. */
  readonly what: string;
  /** JSON pointer of its spec. */
  readonly at: string;
  readonly spec: Json;
  /** `storage` or `pvc`, whichever is there. */
  readonly form: 'storage' | 'pvc' | undefined;
  readonly claim: Json;
  readonly claimAt: string;
  readonly annotations: Json;
  readonly labels: Json;
  readonly source: Json;
  readonly sourceRef: Json;
}

export function disksOf(item: Item): Disk[] {
  if (item.groupKind === 'cdi.kubevirt.io/DataVolume') {
    return [diskOf(item, item.spec, item.name, '/spec', false, item.metadata)];
  }
  if (item.groupKind !== 'kubevirt.io/VirtualMachine') {
    return [];
  }
  return records(item.spec.dataVolumeTemplates).map((template, index) => {
    const metadata = record(template.metadata);
    return diskOf(item, record(template.spec), text(metadata.name) ?? '', `/spec/dataVolumeTemplates/${index}/spec`, true, metadata);
  });
}

function diskOf(item: Item, spec: Json, name: string, at: string, isTemplate: boolean, metadata: Json): Disk {
  const form = given(spec.storage) ? 'storage' : given(spec.pvc) ? 'pvc' : undefined;
  return {
    item, isTemplate, name, at, spec, form,
    namespace: item.namespace,
    what: isTemplate ? `dataVolumeTemplate '${name}' of ${called(item)}` : called(item),
    claim: form === undefined ? {} : record(spec[form]),
    claimAt: `${at}/${form ?? 'storage'}`,
    annotations: record(metadata.annotations),
    labels: record(metadata.labels),
    source: record(spec.source),
    sourceRef: record(spec.sourceRef),
  };
}

/** What a claim asks for, in bytes and as written. */
export function sizeOf(claim: Json): { readonly bytes: number; readonly text: string } | undefined {
  const size = record(record(claim.resources).requests).storage;
  const bytes = quantity(size);
  return bytes === undefined ? undefined : { bytes, text: String(size) };
}
