import { LIMITS } from '../../facts';
import { didYouMean, show } from '../../faults';
import { given, list, presentOf, record, text } from '../json';
import type { Rule } from '../rule';
import { type Disk, sizeOf } from './disk';

const SOURCES = ['http', 's3', 'gcs', 'registry', 'pvc', 'snapshot', 'upload', 'blank', 'imageio', 'vddk'] as const;
const ACCESS = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'];

/** The form of each DataVolume, as CDI's webhook and controller judge it. */
export const DATA_VOLUMES: Rule = {
  about: 'form of DataVolumes',
  disk(disk, findings) {
    const { item, what, at, spec, claim, claimAt, form, source } = disk;
    const forms = presentOf(spec, ['storage', 'pvc']);
    if (forms.length !== 1) {
      findings.add('WS-DV-001', { disk: disk.name, got: forms.length === 0 ? 'neither `storage` nor `pvc`' : 'both `storage` and `pvc`' }, item, at);
    }
    const external = given(claim.dataSource) || given(claim.dataSourceRef);
    const origins = presentOf(spec, ['source', 'sourceRef']);
    if (origins.length > 1 || (origins.length === 0 && !external)) {
      findings.add('WS-DV-002', { disk: what, got: origins.length === 0 ? 'neither `source` nor `sourceRef`' : 'both `source` and `sourceRef`' }, item, at);
    } else if (origins.length === 1 && external) {
      findings.add('WS-DV-002', { disk: what, got: `\`${origins[0] ?? ''}\` beside a dataSource of its claim` }, item, claimAt);
    }
    if (given(spec.source)) {
      const kinds = presentOf(source, SOURCES);
      if (kinds.length !== 1) {
        findings.add('WS-DV-002', { disk: what, got: kinds.length === 0 ? 'no kind of source' : `the sources ${kinds.join(' and ')}` }, item, `${at}/source`);
      }
      if (given(source.blank) && spec.contentType === 'archive') {
        findings.add('WS-DV-002', { disk: what, got: 'a blank source with contentType archive' }, item, `${at}/contentType`);
      }
    }
    size(disk, (got) => {
      findings.add('WS-SIZE-002', { prop: 'resources.requests.storage', what, got, expected: '1Mi' }, item, `${claimAt}/resources/requests/storage`);
    }, () => {
      findings.add('WS-DV-003', { disk: what }, item, `${claimAt}/resources/requests/storage`);
    });
    const modes = list(claim.accessModes);
    modes.forEach((mode, index) => {
      if (typeof mode === 'string' && !ACCESS.includes(mode)) {
        findings.add('WS-DV-020', { disk: what, got: show(mode), near: didYouMean(mode, ACCESS), expected: ACCESS.join(', ') }, item, `${claimAt}/accessModes/${index}`);
      }
    });
    if (form === 'pvc' && modes.length !== 1) {
      findings.add('WS-DV-005', { disk: what, got: modes.length === 0 ? 'no' : modes.length }, item, `${claimAt}/accessModes`);
    }
    const open = [...(form === 'storage' && modes.length === 0 ? ['accessModes'] : []), ...(form !== undefined && !text(claim.volumeMode) ? ['volumeMode'] : [])];
    if (open.length > 0) {
      findings.add('WS-DV-004', { disk: what, got: open.join(' and ') }, item, claimAt);
    }
    const volumeMode = text(claim.volumeMode);
    const fromProfile = volumeMode === 'FromStorageProfile' && disk.labels['cdi.kubevirt.io/applyStorageProfile'] === 'true';
    if (volumeMode !== undefined && volumeMode !== 'Block' && volumeMode !== 'Filesystem' && !fromProfile) {
      findings.add('WS-DV-010', { disk: what, got: show(volumeMode) }, item, `${claimAt}/volumeMode`);
    }
    if (given(disk.annotations['cdi.kubevirt.io/storage.deleteAfterCompletion'])) {
      findings.add('WS-DV-017', { disk: what }, item, '/metadata/annotations/cdi.kubevirt.io~1storage.deleteAfterCompletion');
    }
  },
};

function size(disk: Disk, small: (got: string) => void, missing: () => void): void {
  const { claim, form, source, spec } = disk;
  if (form === undefined) {
    return;
  }
  const found = sizeOf(claim);
  if (found !== undefined) {
    if (found.bytes < LIMITS.minDiskBytes) {
      small(found.text);
    }
    return;
  }
  const isClone = given(source.pvc) || given(source.snapshot) || given(spec.sourceRef) || given(claim.dataSourceRef);
  if (!given(record(record(claim.resources).requests).storage) && !(form === 'storage' && isClone)) {
    missing();
  }
}

/** Templates inside a machine: what KubeVirt asks of them, and that their disks die with it. */
export const TEMPLATES: Rule = {
  about: 'dataVolumeTemplates',
  machine({ item, isVm, name, volumes }, findings, world) {
    if (!isVm) {
      return;
    }
    const used = new Set(volumes.map((volume) => record(volume.dataVolume).name));
    for (const disk of world.disksOf(item)) {
      const at = disk.at.replace(/\/spec$/, '');
      findings.add('WS-DV-018', { machine: name, got: disk.name }, item, at);
      if (disk.name === '') {
        findings.add('WS-DV-019', { machine: name, got: '', reason: 'has no name', expected: 'give metadata.name' }, item, `${at}/metadata/name`);
      } else if (!used.has(disk.name)) {
        findings.add('WS-DV-019', { machine: name, got: disk.name, reason: 'is used by no volume', expected: 'name it in a volume of dataVolume' }, item, `${at}/metadata/name`);
      }
    }
  },
};
