import { show } from '../../faults';
import { given, record, text } from '../json';
import type { Rule } from '../rule';
import type { Machine } from './machine';

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Firmware: bootloader, uuid. */
export const FIRMWARE: Rule = {
  about: 'firmware',
  machine(machine, findings) {
    const { item, name, at, domain } = machine;
    const firmware = record(domain.firmware);
    const bootloader = record(firmware.bootloader);
    const field = `${at}/domain/firmware`;
    if (given(bootloader.bios) && given(bootloader.efi)) {
      findings.add('WS-FIRMWARE-002', { machine: name }, item, `${field}/bootloader`);
    }
    const smm = record(record(domain.features).smm);
    const hasSmm = given(record(domain.features).smm) && smm.enabled !== false;
    if (given(bootloader.efi) && record(bootloader.efi).secureBoot !== false && !hasSmm && !given(record(domain.launchSecurity).tdx)) {
      findings.add('WS-FIRMWARE-001', { machine: name }, item, `${field}/bootloader/efi`);
    }
    launch(machine, (got, expected) => {
      findings.add('WS-FIRMWARE-004', { machine: name, got, expected }, item, `${at}/domain/launchSecurity`);
    });
    if (given(firmware.uuid) && firmware.uuid !== '' && !(typeof firmware.uuid === 'string' && UUID.test(firmware.uuid))) {
      findings.add('WS-VM-001', { prop: 'firmware.uuid', machine: name, got: show(firmware.uuid), expected: 'a uuid such as 5d307ca9-b3ef-428c-8861-06e72d69f223' }, item, `${field}/uuid`);
    }
    if (typeof firmware.serial === 'string' && firmware.serial.length > 256) {
      findings.add('WS-VM-001', { prop: 'firmware.serial', machine: name, got: show(firmware.serial), expected: 'at most 256 characters' }, item, `${field}/serial`);
    }
  },
  all(world, findings) {
    const first = new Map<string, string>();
    for (const { item, domain, name, at } of world.machines) {
      const uuid = text(record(domain.firmware).uuid)?.toLowerCase().replace(/-/g, '');
      if (uuid === undefined) {
        continue;
      }
      const other = first.get(uuid);
      if (other === undefined) {
        first.set(uuid, name);
      } else if (other !== name) {
        findings.add('WS-FIRMWARE-003', { machine: name, got: show(record(domain.firmware).uuid), other: `'${other}'` }, item, `${at}/domain/firmware/uuid`);
      }
    }
  },
};

/** Encrypted memory: what it asks of firmware, start and network boot. A preference may bring EFI. */
function launch({ item, domain, spec, interfaces }: Machine, wrong: (got: string, expected: string) => void): void {
  const security = record(domain.launchSecurity);
  const kind = (['sev', 'snp', 'tdx'] as const).find((candidate) => given(security[candidate]));
  if (kind === undefined) {
    return;
  }
  const { efi } = record(record(domain.firmware).bootloader);
  if (!given(efi) && !given(item.spec.preference)) {
    wrong(`has launchSecurity.${kind} and does not boot by EFI`, 'give firmware.bootloader.efi, with secureBoot: false for sev');
  }
  if (kind !== 'sev') {
    return;
  }
  if (given(efi) && record(efi).secureBoot !== false) {
    wrong('has launchSecurity.sev and secure boot', 'write efi.secureBoot: false');
  }
  if (given(record(security.sev).attestation) && spec.startStrategy !== 'Paused') {
    wrong('asks for attestation and does not start paused', 'write startStrategy: Paused');
  }
  if (interfaces.some((nic) => given(nic.bootOrder))) {
    wrong('has launchSecurity.sev and boots from an interface', 'take bootOrder away from the interfaces');
  }
}
