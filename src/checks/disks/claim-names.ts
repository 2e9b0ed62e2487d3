import { called, type Item } from '../item';
import { records } from '../json';
import type { Rule } from '../rule';

/** Two objects that lead to one claim: a DataVolume takes over a claim of its name. */
export const CLAIM_NAMES: Rule = {
  about: 'one claim, one maker',
  all(world, findings) {
    const makers = new Map<string, { item: Item; what: string; field: string }[]>();
    const add = (namespace: string, name: string, item: Item, what: string, field: string): void => {
      const key = `${namespace}/${name}`;
      const known = makers.get(key);
      if (known === undefined) {
        makers.set(key, [{ item, what, field }]);
      } else {
        known.push({ item, what, field });
      }
    };
    for (const item of world.all('/PersistentVolumeClaim')) {
      if (!isMadeBy(item, 'DataVolume', item.name)) {
        add(item.namespace, item.name, item, called(item), '/metadata/name');
      }
    }
    for (const disk of world.disks) {
      if (disk.name !== '' && (disk.isTemplate || !isMadeBy(disk.item, 'VirtualMachine', undefined))) {
        add(disk.namespace, disk.name, disk.item, disk.what, disk.isTemplate ? disk.at.replace(/spec$/, 'metadata/name') : '/metadata/name');
      }
    }
    for (const [claim, list] of makers) {
      // The same object twice is a fault of its own.
      const distinct = list.filter((maker, index) => list.findIndex((other) => other.what === maker.what) === index);
      const second = distinct[1];
      if (second !== undefined) {
        findings.add('WS-DISK-007', { got: claim, objects: distinct.map((maker) => maker.what).join(' and ') }, second.item, second.field);
      }
    }
  },
};

function isMadeBy(item: Item, kind: string, name: string | undefined): boolean {
  return records(item.metadata.ownerReferences).some((owner) => owner.kind === kind && (name === undefined || owner.name === name));
}
