import type { Item } from '../item';
import { called } from '../item';
import { given, type Json, list, listed, record, records, text } from '../json';
import type { Machine } from '../machine/machine';
import type { Rule } from '../rule';
import type { World } from '../world';

/** Somebody who opens a claim for writing. */
export interface Writer {
  readonly item: Item;
  /** One name for a machine and what KubeVirt makes of it. */
  readonly name: string;
  readonly isMachine: boolean;
  readonly isShareable: boolean;
  readonly field: string;
  /** More than one copy of it runs: how many, in words. */
  readonly copies?: string;
}

/** Kinds of many machines, and where the specification of one lies. */
const MACHINES: Readonly<Record<string, readonly string[]>> = {
  'pool.kubevirt.io/VirtualMachinePool': ['virtualMachineTemplate', 'spec', 'template', 'spec'],
  'kubevirt.io/VirtualMachineInstanceReplicaSet': ['template', 'spec'],
};

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
export function writesOfMachine(machine: Pick<Machine, 'item' | 'name' | 'at' | 'volumes' | 'disks'>, found: (claim: string, writer: Writer) => void, copies?: string): void {
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
    found(target, { item, name, isMachine: true, isShareable: disk?.shareable === true, field: `${at}/volumes/${index}`, ...(copies === undefined ? {} : { copies }) });
  });
}

/** The same of a pool or a replica set of machines: each of its machines opens the same claims. */
function writesOfMachines(item: Item, path: readonly string[], found: (claim: string, writer: Writer) => void): void {
  const spec = inside(item.spec, path);
  // A pool gives each machine its own copy of a template's disk.
  const own = new Set(records(record(record(item.spec.virtualMachineTemplate).spec).dataVolumeTemplates).map((template) => record(template.metadata).name));
  writesOfMachine({
    item, name: called(item), at: `/spec/${path.join('/')}`, volumes: records(spec.volumes), disks: records(record(record(spec.domain).devices).disks),
  }, (claim, writer) => {
    if (!own.has(claim)) {
      found(claim, { ...writer, isMachine: true });
    }
  }, copiesOf(item.spec.replicas, 'machines'));
}

function copiesOf(count: unknown, what: string): string | undefined {
  return typeof count === 'number' && count > 1 ? `${count} ${what}` : undefined;
}

function inside(spec: Json, path: readonly string[]): Json {
  return path.reduce<Json>((outer, step) => record(outer[step]), spec);
}

/** The same of a pod, or of something that makes pods or machines. */
export function writesOfWorkload(item: Item, found: (claim: string, writer: Writer) => void): void {
  const machines = MACHINES[item.groupKind];
  if (machines !== undefined) {
    writesOfMachines(item, machines, found);
    return;
  }
  const path = PODS[item.groupKind];
  if (path === undefined || isOwned(item)) {
    return;
  }
  const spec = inside(item.spec, path);
  const copies = item.groupKind === 'apps/DaemonSet' ? 'a pod on each node'
    : copiesOf(item.groupKind === 'batch/Job' ? item.spec.parallelism : item.groupKind === 'batch/CronJob' ? record(record(item.spec.jobTemplate).spec).parallelism : item.spec.replicas, 'pods');
  records(spec.volumes).forEach((volume, index) => {
    const claim = record(volume.persistentVolumeClaim);
    const target = text(claim.claimName);
    const containers = [...records(spec.containers), ...records(spec.initContainers)];
    const mounts = containers.flatMap((container) => records(container.volumeMounts).filter((mount) => mount.name === volume.name));
    const devices = containers.flatMap((container) => records(container.volumeDevices).filter((device) => device.name === volume.name));
    const readOnly = claim.readOnly === true || (devices.length === 0 && mounts.length > 0 && mounts.every((mount) => mount.readOnly === true));
    if (target !== undefined && !readOnly) {
      found(target, { item, name: called(item), isMachine: false, isShareable: false, field: `/spec/${[...path, 'volumes', index].join('/')}`, ...(copies === undefined ? {} : { copies }) });
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
      if (writers.every((writer) => writer.isShareable)) {
        continue;
      }
      const many = writers.find((writer) => writer.copies !== undefined && (writer.isMachine || isDisk(world, claim)));
      if (writers.length < 2) {
        if (many !== undefined) {
          findings.add('WS-DISK-006', { got: claim, machines: `${many.name}, which is ${many.copies ?? ''}` }, many.item, many.field);
        }
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

/** True if the manifests make this claim as a disk: many pods may share a filesystem of many writers. */
function isDisk(world: World, claim: string): boolean {
  const slash = claim.indexOf('/');
  const [namespace, name] = [claim.slice(0, slash), claim.slice(slash + 1)];
  const spec = world.disk(namespace, name)?.claim ?? world.find('/PersistentVolumeClaim', namespace, name)?.spec;
  return spec !== undefined && !(list(spec.accessModes).includes('ReadWriteMany') && spec.volumeMode !== 'Block');
}
