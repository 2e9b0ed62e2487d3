import type { Item } from '../item';
import { called } from '../item';
import { given, type Json, record, records, text } from '../json';
import type { Machine } from '../machine/machine';
import { listed } from '../json';
import type { Rule } from '../rule';

/** Somebody who opens a claim for writing. */
export interface Writer {
  readonly item: Item;
  /** One name for a machine and what KubeVirt makes of it. */
  readonly name: string;
  readonly isMachine: boolean;
  readonly isShareable: boolean;
  readonly field: string;
}

/** Workloads with a pod inside, and where it lies. */
const PODS: Readonly<Record<string, readonly string[]>> = {
  '/Pod': [],
  'apps/Deployment': ['template', 'spec'],
  'apps/StatefulSet': ['template', 'spec'],
  'apps/DaemonSet': ['template', 'spec'],
  'apps/ReplicaSet': ['template', 'spec'],
  'batch/Job': ['template', 'spec'],
  'batch/CronJob': ['jobTemplate', 'spec', 'template', 'spec'],
};

/** Calls `found` for each claim that a machine writes to. */
export function writesOfMachine(machine: Machine, found: (claim: string, writer: Writer) => void): void {
  const { item, name, at, volumes, disks } = machine;
  volumes.forEach((volume, index) => {
    const claim = record(volume.persistentVolumeClaim);
    const target = text(claim.claimName) ?? text(record(volume.dataVolume).name) ?? text(record(volume.memoryDump).claimName);
    if (target === undefined || claim.readOnly === true) {
      return;
    }
    const disk = disks.find((candidate) => candidate.name === volume.name);
    if (given(disk?.cdrom) || record(disk?.disk).readonly === true || record(disk?.lun).readonly === true) {
      return;
    }
    found(target, { item, name, isMachine: true, isShareable: disk?.shareable === true, field: `${at}/volumes/${index}` });
  });
}

/** The same of a pod or of something that makes pods. */
export function writesOfWorkload(item: Item, found: (claim: string, writer: Writer) => void): void {
  const path = PODS[item.groupKind];
  if (path === undefined || isOwned(item)) {
    return;
  }
  let spec: Json = item.spec;
  for (const step of path) {
    spec = record(spec[step]);
  }
  records(spec.volumes).forEach((volume, index) => {
    const claim = record(volume.persistentVolumeClaim);
    const target = text(claim.claimName);
    const containers = [...records(spec.containers), ...records(spec.initContainers)];
    const mounts = containers.flatMap((container) => records(container.volumeMounts).filter((mount) => mount.name === volume.name));
    const devices = containers.flatMap((container) => records(container.volumeDevices).filter((device) => device.name === volume.name));
    const readOnly = claim.readOnly === true || (devices.length === 0 && mounts.length > 0 && mounts.every((mount) => mount.readOnly === true));
    if (target !== undefined && !readOnly) {
      found(target, { item, name: called(item), isMachine: false, isShareable: false, field: `/spec/${[...path, 'volumes', index].join('/')}` });
    }
  });
}

/** Made by a controller from something else that is judged: a launcher pod, the pod of a Job. */
export function isOwned(item: Item): boolean {
  return records(item.metadata.ownerReferences).some((owner) => owner.controller === true);
}

/** One writer a claim, over everything that was read. */
export const WRITERS: Rule = {
  about: 'one writer a claim',
  all(world, findings) {
    for (const [claim, writers] of world.allWriters()) {
      if (writers.length < 2 || writers.every((writer) => writer.isShareable)) {
        continue;
      }
      // A VirtualMachineInstance of the same name is the machine itself.
      const distinct = new Map<string, Writer[]>();
      for (const writer of writers) {
        const key = `${writer.name} ${writer.item.ref.kind}`;
        distinct.set(key, [...distinct.get(key) ?? [], writer]);
      }
      const names = [...new Set(writers.map((writer) => writer.name))];
      const twice = [...distinct.values()].find((same) => same.length > 1);
      if (names.length < 2 && twice === undefined) {
        continue;
      }
      const last = names.length < 2 ? twice?.[1] : writers.find((writer) => writer.name === names[1]);
      if (last !== undefined) {
        findings.add('WS-DISK-006', {
          got: claim, machines: names.length < 2 ? `'${names[0] ?? ''}' twice` : names.every((name) => !name.includes("'")) ? listed(names) : names.join(' and '),
        }, last.item, last.field);
      }
    }
  },
};
