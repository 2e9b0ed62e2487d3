import { FOREIGN_KEYS } from '../../facts';
import { called } from '../item';
import { records, text } from '../json';
import type { Rule } from '../rule';
import { isOwned } from './writers';

const ARGO_LABEL = 'app.kubernetes.io/instance';

/** What a GitOps tool would do to disks. */
export const KEPT: Rule = {
  about: 'disks under GitOps',
  kinds: ['cdi.kubevirt.io/DataVolume', '/PersistentVolumeClaim'],
  object(item, findings) {
    if (ARGO_LABEL in item.labels) {
      findings.add('WS-GITOPS-001', { got: called(item) }, item, `/metadata/labels/${ARGO_LABEL.replace('/', '~1')}`);
    }
    const owner = records(item.metadata.ownerReferences)[0];
    if (owner !== undefined && !(item.groupKind === '/PersistentVolumeClaim' && owner.kind === 'DataVolume')) {
      findings.add('WS-GITOPS-003', { got: called(item), owner: `${text(owner.kind) ?? 'something'} '${text(owner.name) ?? ''}'` }, item, '/metadata/ownerReferences');
    }
    if (item.groupKind === 'cdi.kubevirt.io/DataVolume' && !isOwned(item) && !isKept(item.annotations)) {
      findings.add('WS-GITOPS-002', { got: called(item) }, item, '/metadata/annotations');
    }
  },
};

function isKept(annotations: Readonly<Record<string, unknown>>): boolean {
  const argo = annotations[FOREIGN_KEYS.argoSyncOptions];
  return annotations[FOREIGN_KEYS.fluxPrune] === 'disabled' || (typeof argo === 'string' && argo.split(',').some((option) => option.trim() === 'Prune=false'));
}

/** One default snapshot class a driver. */
export const SNAPSHOT_CLASSES: Rule = {
  about: 'default snapshot classes',
  all(world, findings) {
    const defaults = new Map<string, string>();
    for (const item of world.all('snapshot.storage.k8s.io/VolumeSnapshotClass')) {
      const driver = text(item.object.driver);
      if (driver === undefined || item.annotations[FOREIGN_KEYS.defaultSnapshotClass] !== 'true') {
        continue;
      }
      const other = defaults.get(driver);
      if (other !== undefined && other !== item.name) {
        findings.add('WS-STORAGE-006', { got: `'${other}' and '${item.name}'`, driver }, item, `/metadata/annotations/${FOREIGN_KEYS.defaultSnapshotClass.replace('/', '~1')}`);
      }
      defaults.set(driver, item.name);
    }
  },
};
