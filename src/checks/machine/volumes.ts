import { didYouMean, show } from '../../faults';
import { given, type Json, record, text } from '../json';
import type { Rule } from '../rule';
import { isLabel } from '../words';
import type { Machine } from './machine';
import { eachTwice } from './unique';

/** Sources of a volume (kubevirt.io/api core/v1 VolumeSource). */
const SOURCES = new Set([
  'hostDisk', 'persistentVolumeClaim', 'cloudInitNoCloud', 'cloudInitConfigDrive', 'sysprep', 'containerDisk', 'ephemeral', 'emptyDisk', 'dataVolume',
  'configMap', 'secret', 'downwardAPI', 'serviceAccount', 'downwardMetrics', 'memoryDump', 'containerPath',
]);

/** Volumes, and that each has its disk or filesystem and each disk its volume. */
export const VOLUMES: Rule = {
  about: 'volumes and their disks',
  machine(machine, findings) {
    const { item, name, at, volumes, disks, filesystems } = machine;
    volumes.forEach((volume, index) => {
      const sources = Object.keys(volume).filter((key) => SOURCES.has(key) && given(volume[key]));
      const label = text(volume.name);
      if (sources.length !== 1) {
        findings.add('WS-VOLUME-003', { machine: name, volume: label ?? `[${index}]`, got: sources.length === 0 ? 'no source' : `the sources ${sources.join(' and ')}` }, item, `${at}/volumes/${index}`);
      }
      if (label !== undefined && !isLabel(label)) {
        findings.add('WS-VOLUME-005', { machine: name, what: 'volume', got: show(label), expected: 'DNS label' }, item, `${at}/volumes/${index}/name`);
      }
      contents(machine, volume, label ?? `[${index}]`, (got, expected, field) => {
        findings.add('WS-VOLUME-012', { machine: name, volume: label ?? `[${index}]`, got, expected }, item, `${at}/volumes/${index}/${field}`);
      });
    });
    const volumeNames = eachTwice(volumes, (got, index) => {
      findings.add('WS-VOLUME-004', { machine: name, what: 'volumes', got }, item, `${at}/volumes/${index}/name`);
    });
    const diskNames = eachTwice([...disks, ...filesystems], (got, index) => {
      const field = index < disks.length ? `disks/${index}` : `filesystems/${index - disks.length}`;
      findings.add('WS-VOLUME-004', { machine: name, what: 'disks or filesystems', got }, item, `${at}/domain/devices/${field}/name`);
    });
    const used = (elements: readonly Json[], field: string): void => elements.forEach((element, index) => {
      const label = text(element.name);
      // An empty CD drive is legal while DeclarativeHotplugVolumes is on, as it is in 1.9.
      if (label !== undefined && !volumeNames.has(label) && !given(element.cdrom)) {
        findings.add('WS-VOLUME-001', { machine: name, got: label, near: near(label, volumeNames, diskNames) }, item, `${at}/domain/devices/${field}/${index}/name`);
      }
    });
    used(disks, 'disks');
    used(filesystems, 'filesystems');
    volumes.forEach((volume, index) => {
      const label = text(volume.name);
      // Neither of these is a device of the guest.
      if (label !== undefined && !diskNames.has(label) && !given(volume.memoryDump) && !given(volume.downwardMetrics)) {
        findings.add('WS-VOLUME-002', { machine: name, got: label, near: near(label, diskNames, volumeNames) }, item, `${at}/volumes/${index}/name`);
      }
    });
  },
};

/** The near miss among those that have no partner either. */
function near(label: string, wanted: ReadonlySet<string>, others: ReadonlySet<string>): string {
  return didYouMean(label, [...wanted].filter((candidate) => !others.has(candidate)));
}

/** What is wrong inside a source, beyond its schema. */
function contents(machine: Machine, volume: Json, label: string, wrong: (got: string, expected: string, field: string) => void): void {
  if (given(volume.containerPath) && !machine.filesystems.some((filesystem) => filesystem.name === label)) {
    wrong('is a containerPath without a filesystem', 'add a filesystem of that name: a path of a container is no disk', 'containerPath');
  }
  if (given(volume.containerPath)) {
    const { path } = record(volume.containerPath);
    if (typeof path === 'string' && /^\/var\/run\/(kubevirt|libvirt)(\/|$)/.test(path)) {
      wrong(`has the container path ${show(path)}`, 'give a path outside /var/run/kubevirt and /var/run/libvirt', 'containerPath/path');
    }
  }
  for (const source of ['cloudInitNoCloud', 'cloudInitConfigDrive'] as const) {
    for (const ref of ['secretRef', 'networkDataSecretRef'] as const) {
      const found = record(volume[source])[ref];
      if (given(found) && text(record(found).name) === undefined) {
        wrong(`has a ${ref} without a name`, 'give the name of the Secret', `${source}/${ref}`);
      }
    }
  }
  const sysprep = volume.sysprep;
  if (given(sysprep)) {
    const { secret, configMap } = record(sysprep);
    if (given(secret) === given(configMap)) {
      wrong(given(secret) ? 'has a Secret and a ConfigMap for sysprep' : 'has neither a Secret nor a ConfigMap for sysprep', 'give exactly one of secret and configMap', 'sysprep');
    }
  }
  const path = record(volume.containerDisk).path;
  if (typeof path === 'string' && path !== '' && (!path.startsWith('/') || path === '/' || path.split('/').includes('..'))) {
    wrong(`has path ${show(path)} in its image`, 'give an absolute path of a file, without `..`', 'containerDisk/path');
  }
  const capacity = record(volume.emptyDisk).capacity;
  if (typeof capacity === 'string' && capacity.startsWith('-')) {
    wrong(`has capacity ${show(capacity)}`, 'give a size above 0', 'emptyDisk/capacity');
  }
}
