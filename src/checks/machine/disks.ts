import { LIMITS } from '../../facts';
import { didYouMean, show } from '../../faults';
import { given, type Json, listed, presentOf, record, text } from '../json';
import type { Rule } from '../rule';
import { isLabel, isPciAddress } from '../words';

const TARGETS = ['disk', 'lun', 'cdrom'] as const;
const BUSES = ['virtio', 'scsi', 'sata', 'usb'];
/** Fields whose values the CRD does not list. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  cache: ['none', 'writethrough', 'writeback'],
  io: ['native', 'threads'],
  errorPolicy: ['stop', 'ignore', 'report', 'enospace'],
};

/** Disks: target, bus, serial, boot order. */
export const DISKS: Rule = {
  about: 'disks',
  machine({ item, name, at, disks, interfaces, volumes }, findings) {
    const boot = new Map<number, string>();
    const bootOrder = (value: unknown, device: string, field: string): void => {
      if (value === undefined || value === null) {
        return;
      }
      const other = typeof value === 'number' ? boot.get(value) : undefined;
      if (typeof value !== 'number' || value < 1 || !Number.isInteger(value) || other !== undefined) {
        findings.add('WS-VOLUME-010', { machine: name, device, got: other === undefined ? show(value) : `${show(value)}, which ${other} has too` }, item, `${field}/bootOrder`);
      } else {
        boot.set(value, device);
      }
    };
    disks.forEach((disk, index) => {
      const field = `${at}/domain/devices/disks/${index}`;
      const label = text(disk.name);
      const called = label ?? `[${index}]`;
      if (label !== undefined && !isLabel(label)) {
        findings.add('WS-VOLUME-005', { machine: name, what: 'disk', got: show(label), expected: 'DNS label' }, item, `${field}/name`);
      }
      const targets = presentOf(disk, TARGETS);
      if (targets.length > 1) {
        findings.add('WS-VOLUME-007', { machine: name, disk: called, got: listed(targets) }, item, field);
      }
      for (const target of targets) {
        const bus = record(disk[target]).bus;
        const legal = target === 'cdrom' ? BUSES.filter((candidate) => candidate !== 'virtio') : BUSES;
        if (typeof bus === 'string' && bus !== '' && !legal.includes(bus)) {
          findings.add('WS-VOLUME-006', { machine: name, what: target, disk: called, got: show(bus), near: didYouMean(bus, legal), expected: legal.join(', ') }, item, `${field}/${target}/bus`);
        }
      }
      const { pciAddress } = record(disk.disk);
      if (typeof pciAddress === 'string' && pciAddress !== '' && !isPciAddress(pciAddress)) {
        findings.add('WS-SPEC-008', { machine: name, got: `has the PCI address ${show(pciAddress)} for disk ${called}`, expected: 'give an address such as 0000:81:01.0, or leave it out' }, item, `${field}/disk/pciAddress`);
      }
      for (const [key, legal] of Object.entries(CHOICES)) {
        const value = disk[key];
        if (typeof value === 'string' && (value !== '' || key === 'errorPolicy') && !legal.includes(value)) {
          findings.add('WS-SPEC-001', { machine: name, field: `${key} of disk ${called}`, got: show(value), near: didYouMean(value, legal), expected: legal.join(', ') }, item, `${field}/${key}`);
        }
      }
      serial(disk, (got, reason) => {
        findings.add('WS-VOLUME-008', { machine: name, disk: called, got, reason }, item, `${field}/serial`);
      }, (got) => {
        findings.add('WS-VOLUME-009', { machine: name, disk: called, got }, item, `${field}/serial`);
      });
      const source = volumes.find((volume) => volume.name === label && label !== undefined);
      combinations(disk, source, (got, expected) => {
        findings.add('WS-VOLUME-011', { machine: name, disk: called, got, expected }, item, field);
      });
      bootOrder(disk.bootOrder, `disk '${called}'`, field);
    });
    interfaces.forEach((nic, index) => {
      bootOrder(nic.bootOrder, `interface '${text(nic.name) ?? `[${index}]`}'`, `${at}/domain/devices/interfaces/${index}`);
    });
  },
};

function serial(disk: Json, wrong: (got: string, reason: string) => void, cut: (got: string) => void): void {
  const value = disk.serial;
  if (typeof value !== 'string' || value === '') {
    return;
  }
  if (!/^[A-Za-z0-9_.+-]+$/.test(value)) {
    wrong(show(value), 'has other characters');
  } else if (value.length > 256) {
    wrong(show(value), 'is too long');
  } else if (value.length > LIMITS.virtioSerial && record(disk.disk).bus === 'virtio') {
    cut(show(value));
  }
}

function combinations(disk: Json, source: Json | undefined, wrong: (got: string, expected: string) => void): void {
  const { disk: plain, lun } = disk;
  if (disk.dedicatedIOThread === true && record(plain).bus !== 'virtio') {
    wrong('has dedicatedIOThread without bus virtio', 'write disk.bus: virtio: without a bus it is sata, and the first start is refused');
  }
  if (record(plain).bus === 'sata' && record(plain).readonly === true) {
    wrong('is a read-only sata disk', 'use a cdrom, or another bus');
  }
  if (given(lun) && source !== undefined && !given(source.persistentVolumeClaim) && !given(source.dataVolume)) {
    wrong('is a lun, but its volume is no claim', 'use a disk, or a volume of persistentVolumeClaim or dataVolume');
  }
  const size = record(disk.blockSize);
  // A feature that is there and does not say `enabled: false` is on.
  if (given(size.custom) && given(size.matchVolume) && record(size.matchVolume).enabled !== false) {
    wrong('has a custom block size and matchVolume', 'keep one of the two');
  }
  const { logical, physical, discardGranularity } = record(size.custom);
  const bus = record(plain ?? lun ?? disk.cdrom).bus;
  if (bus === 'sata' && typeof logical === 'number' && logical !== 512) {
    wrong(`has logical block size ${logical} on sata`, 'give 512, or use bus virtio');
  }
  if (typeof discardGranularity === 'number' && typeof logical === 'number' && logical > 0 && discardGranularity % logical !== 0) {
    wrong(`has discard granularity ${discardGranularity}, no multiple of its logical block size ${logical}`, 'give a multiple');
  }
  for (const bytes of given(size.custom) ? [logical ?? 0, physical ?? 0] : []) {
    if (typeof bytes === 'number' && (bytes < 512 || bytes > 2 * 1024 * 1024 || !Number.isInteger(Math.log2(bytes)))) {
      wrong(`has block size ${bytes}`, 'give powers of two from 512 to 2097152');
    }
  }
  if (typeof logical === 'number' && typeof physical === 'number' && logical > physical) {
    wrong(`has logical block size ${logical} above its physical one of ${physical}`, 'make the physical one at least as large');
  }
}
