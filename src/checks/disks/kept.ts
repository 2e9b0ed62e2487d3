import { FOREIGN_KEYS, KEYS } from '../../facts';
import { show } from '../../faults';
import { called, type Item } from '../item';
import { listed, records, step, text } from '../json';
import type { Rule } from '../rule';
import { isOwned } from './writers';

const FLUX_FORCE = 'kustomize.toolkit.fluxcd.io/force';
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
    if (item.groupKind === 'cdi.kubevirt.io/DataVolume' && !isOwned(item) && item.labels[KEYS.keep] !== 'true' && !isKept(item.annotations)) {
      findings.add('WS-GITOPS-002', { got: called(item) }, item, '/metadata/annotations');
    }
  },
};

function isKept(annotations: Readonly<Record<string, unknown>>): boolean {
  return annotations[FOREIGN_KEYS.fluxPrune] === 'disabled' || argoOptions(annotations).includes('Prune=false');
}

function argoOptions(annotations: Readonly<Record<string, unknown>>): string[] {
  const options = annotations[FOREIGN_KEYS.argoSyncOptions];
  return typeof options === 'string' ? options.split(',').map((option) => option.trim()) : [];
}

/** What is marked as kept is kept by every tool, whichever a fleet uses. */
export const KEEP_MARKS: Rule = {
  about: 'marks of what is kept',
  object(item, findings) {
    if (item.labels[KEYS.keep] !== 'true' || isOwned(item)) {
      return;
    }
    const options = argoOptions(item.annotations);
    const argo = ['Prune=false', 'Delete=false'].filter((option) => !options.includes(option));
    const lacks = [
      ...(argo.length === 0 ? [] : [`${listed(argo)} in ${FOREIGN_KEYS.argoSyncOptions}`]),
      ...(item.annotations[FOREIGN_KEYS.fluxPrune] === 'disabled' ? [] : [`'${FOREIGN_KEYS.fluxPrune}: disabled'`]),
    ];
    if (lacks.length > 0) {
      findings.add('WS-GITOPS-005', { what: called(item), got: lacks.join(' and ') }, item, '/metadata/annotations');
    }
  },
};

/** Options of Argo CD that make an object anew or take it away, and what they do. */
const ARGO_OPTIONS: Readonly<Record<string, string>> = {
  'Replace=true': 'Argo CD replaces it, and deletes it first if that is refused',
  'Force=true': 'Argo CD deletes it and makes it again',
  'Prune=true': 'Argo CD deletes it when it leaves Git',
};
/** Keys of Flux with the value that harms; Flux reads them as labels too. */
const FLUX_KEYS: readonly (readonly [key: string, value: string, does: string])[] = [
  [FLUX_FORCE, 'enabled', 'Flux deletes it and makes it again when a field of it cannot change'],
  [FOREIGN_KEYS.fluxPrune, 'enabled', 'Flux deletes it when it leaves Git'],
];
/** Keys of hooks, each with the values that are none. Both tools delete a hook before they make it anew, also without a delete policy. */
const HOOK_KEYS: readonly (readonly [key: string, harmless: readonly string[], tool: string])[] = [
  ['argocd.argoproj.io/hook', ['Skip'], 'Argo CD'],
  ['argocd.argoproj.io/hook-delete-policy', [], 'Argo CD'],
  ['helm.sh/hook', ['crd-install'], 'Helm'],
  ['helm.sh/hook-delete-policy', [], 'Helm'],
];

/** Annotations by which a tool deletes what holds data. */
export const DESTRUCTIVE: Rule = {
  about: 'annotations that delete data',
  kinds: ['cdi.kubevirt.io/DataVolume', '/PersistentVolumeClaim', '/Namespace'],
  object(item, findings) {
    const what = called(item);
    const refuse = (got: string, expected: string, field: string): void => {
      findings.add('WS-GITOPS-006', { what, got, expected }, item, field);
    };
    for (const option of argoOptions(item.annotations)) {
      const does = Object.hasOwn(ARGO_OPTIONS, option) ? ARGO_OPTIONS[option] : undefined;
      if (does !== undefined) {
        refuse(`${FOREIGN_KEYS.argoSyncOptions}: ${option}`, does, at('annotations', FOREIGN_KEYS.argoSyncOptions));
      }
    }
    for (const [key, value, does] of FLUX_KEYS) {
      for (const section of ['annotations', 'labels'] as const) {
        if (says(item, section, key, value)) {
          refuse(`${key}: ${value}`, does, at(section, key));
        }
      }
    }
    for (const [key, harmless, tool] of HOOK_KEYS) {
      const value = text(item.annotations[key]);
      if (value !== undefined && !harmless.includes(value)) {
        refuse(`${key}: ${show(value)}`, `${tool} deletes it as a hook, before or after a sync`, at('annotations', key));
      }
    }
    if (item.groupKind === 'cdi.kubevirt.io/DataVolume') {
      for (const section of ['annotations', 'labels'] as const) {
        if (says(item, section, FOREIGN_KEYS.fluxSsa, 'override')) {
          findings.add('WS-GITOPS-007', { what, got: 'Override' }, item, at(section, FOREIGN_KEYS.fluxSsa));
        }
      }
    }
  },
};

/** Flux compares without regard to case. */
function says(item: Item, section: 'annotations' | 'labels', key: string, value: string): boolean {
  return text(item[section][key])?.toLowerCase() === value;
}

function at(section: string, key: string): string {
  return `/metadata/${section}/${step(key)}`;
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
