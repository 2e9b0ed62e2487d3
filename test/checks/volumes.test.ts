import { check, codes, eachMachine, machine } from './given';

test('a good machine has no fault at all', () => {
  expect(check([machine()]).faults).toEqual([]);
});

const root = { name: 'root', disk: { bus: 'virtio' } };

eachMachine('volumes and disks: accepts', [
  ['a lun on a claim', (spec) => { spec.domain.devices.disks[0] = { name: 'root', lun: { bus: 'scsi' } }; }],
  ['an empty CD drive (1.9)', (spec) => { spec.domain.devices.disks.push({ name: 'cd', cdrom: { bus: 'sata' } }); }],
  ['a volume of a filesystem', (spec) => { spec.volumes.push({ name: 'settings', configMap: { name: 'settings' } }); spec.domain.devices.filesystems = [{ name: 'settings', virtiofs: {} }]; }],
  ['a serial of 20 bytes', (spec) => { spec.domain.devices.disks[0].serial = 'x'.repeat(20); }],
  ['boot orders over disks and interfaces', (spec) => { spec.domain.devices.interfaces[0].bootOrder = 2; }],
  ['a memory dump, which is no device', (spec) => { spec.volumes.push({ name: 'dump', memoryDump: { claimName: 'dump' } }); }],
  ['dedicatedIOThread on virtio', (spec) => { spec.domain.devices.disks[0].dedicatedIOThread = true; }],
]);

eachMachine('volumes and disks: rejects', [
  ['BL-040 a volume without a disk', (spec) => { spec.domain.devices.disks.pop(); }, 'WS-VOLUME-002'],
  ['BL-040 a disk without a volume', (spec) => { spec.volumes.pop(); }, 'WS-VOLUME-001'],
  ['BL-040 two names that were meant to be one', (spec) => { spec.volumes[0].name = 'roots'; }, 'WS-VOLUME-001', 'WS-VOLUME-002'],
  ['BL-041 a volume with two sources', (spec) => { spec.volumes[0].containerDisk = { image: 'a/b' }; }, 'WS-VOLUME-003'],
  ['BL-041 a volume with no source', (spec) => { spec.volumes[0] = { name: 'root' }; }, 'WS-VOLUME-003'],
  ['two volumes of one name', (spec) => { spec.volumes.push({ name: 'root', emptyDisk: { capacity: '1Gi' } }); }, 'WS-VOLUME-004'],
  ['two disks of one name', (spec) => { spec.domain.devices.disks.push(root); }, 'WS-VOLUME-004'],
  ['a disk and a filesystem of one name', (spec) => { spec.domain.devices.filesystems = [{ name: 'root', virtiofs: {} }]; }, 'WS-GATE-001', 'WS-VOLUME-004'],
  ['a name that is no DNS label', (spec) => { spec.domain.devices.disks[0].name = spec.volumes[0].name = 'Root_Disk'; }, 'WS-VOLUME-005'],
  ['bus ide', (spec) => { spec.domain.devices.disks[0].disk.bus = 'ide'; }, 'WS-VOLUME-006'],
  ['a misspelt bus', (spec) => { spec.domain.devices.disks[0].disk.bus = 'virtoi'; }, 'WS-VOLUME-006'],
  ['a virtio cdrom', (spec) => { spec.domain.devices.disks[1] = { name: 'init', cdrom: { bus: 'virtio' } }; }, 'WS-VOLUME-006'],
  ['disk and cdrom at once', (spec) => { spec.domain.devices.disks[0].cdrom = { bus: 'sata' }; }, 'WS-VOLUME-007'],
  ['a serial with a blank', (spec) => { spec.domain.devices.disks[0].serial = 'a b'; }, 'WS-VOLUME-008'],
  ['a serial of 300 characters', (spec) => { spec.domain.devices.disks[0].serial = 'x'.repeat(300); }, 'WS-VOLUME-008'],
  ['a serial of 21 bytes on virtio', (spec) => { spec.domain.devices.disks[0].serial = 'x'.repeat(21); }, 'WS-VOLUME-009'],
  ['boot order 0', (spec) => { spec.domain.devices.disks[0].bootOrder = 0; }, 'WS-VOLUME-010'],
  ['one boot order for a disk and an interface', (spec) => { spec.domain.devices.interfaces[0].bootOrder = 1; }, 'WS-VOLUME-010'],
  ['dedicatedIOThread without a bus, which is sata', (spec) => { spec.domain.devices.disks[0] = { name: 'root', disk: {}, dedicatedIOThread: true }; }, 'WS-VOLUME-011'],
  ['a read-only sata disk', (spec) => { spec.domain.devices.disks[0].disk = { bus: 'sata', readonly: true }; }, 'WS-VOLUME-011'],
  ['a lun on cloud-init', (spec) => { spec.domain.devices.disks[1] = { name: 'init', lun: { bus: 'scsi' } }; }, 'WS-VOLUME-011'],
  ['block sizes that are no powers of two', (spec) => { spec.domain.devices.disks[0].blockSize = { custom: { logical: 1000, physical: 4096 } }; }, 'WS-VOLUME-011'],
  ['an unknown cache', (spec) => { spec.domain.devices.disks[0].cache = 'writeba'; }, 'WS-SPEC-001'],
  ['a container disk with a path upward', (spec) => { spec.volumes[0] = { name: 'root', containerDisk: { image: 'a', path: '/disk/../x' } }; }, 'WS-VOLUME-012'],
  ['a relative container path (CEL of the CRD)', (spec) => {
    spec.volumes.push({ name: 'p', containerPath: { path: 'a/../b', readOnly: true } }); spec.domain.devices.filesystems = [{ name: 'p', virtiofs: {} }];
  }, 'WS-GATE-001', 'WS-SCHEMA-009'],
  ['a container path of libvirt, without a filesystem', (spec) => {
    spec.volumes.push({ name: 'p', containerPath: { path: '/var/run/libvirt/a', readOnly: true } }); spec.domain.devices.disks.push({ name: 'p', disk: { bus: 'virtio' } });
  }, 'WS-GATE-001', 'WS-VOLUME-012'],
  ['sysprep from nowhere', (spec) => { spec.volumes[1] = { name: 'init', sysprep: {} }; }, 'WS-VOLUME-012'],
  ['an empty claim name, which the CRD lets pass', (spec) => { spec.volumes[0].persistentVolumeClaim.claimName = ''; }, 'WS-SCHEMA-008'],
  ['an empty container image', (spec) => { spec.volumes[0] = { name: 'root', containerDisk: { image: '' } }; }, 'WS-SCHEMA-008'],
]);

test('the near miss is the name without a partner', () => {
  const [fault] = check([machine((spec) => { spec.volumes[0].name = 'roots'; })]).faults;
  expect(fault?.message).toContain("did you mean 'root");
});

test('pointers name the element', () => {
  const found = check([machine((spec) => { spec.domain.devices.disks[1].disk.bus = 'ide'; })]).faults;
  expect(found.map((fault) => fault.field)).toEqual(['/spec/template/spec/domain/devices/disks/1/disk/bus']);
  expect(found[0]?.object).toEqual({ apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', namespace: 'alice', name: 'desk' });
});

test('a VirtualMachineInstance is judged by the same rules, at its own pointer', () => {
  const vm = machine((spec) => { spec.volumes.pop(); });
  const instance = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance', metadata: vm.metadata, spec: vm.spec.template.spec };
  expect(codes([instance])).toEqual(['WS-VOLUME-001']);
  expect(check([instance]).faults[0]?.field).toBe('/spec/domain/devices/disks/1/name');
});
