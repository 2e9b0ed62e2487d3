import { show } from '../../faults';
import { given, type Json, listed, presentOf, record, text } from '../json';
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
    tables(machine, (got, expected) => {
      findings.add('WS-SPEC-008', { machine: name, got, expected }, item, `${field}/acpi`);
    });
    kernel(record(firmware.kernelBoot), (got, expected) => {
      findings.add('WS-SPEC-008', { machine: name, got, expected }, item, `${field}/kernelBoot`);
    });
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
  if (!given(domain.launchSecurity) || spec.architecture === 's390x') {
    return;
  }
  const kinds = presentOf(security, ['sev', 'snp', 'tdx']);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    wrong(kind === undefined ? 'has launchSecurity of no kind' : `has launchSecurity of the kinds ${listed(kinds)}`, 'give exactly one of sev, snp and tdx');
    return;
  }
  const { efi } = record(record(domain.firmware).bootloader);
  if (!given(efi) && !given(item.spec.preference)) {
    wrong(`has launchSecurity.${kind} and does not boot by EFI`, 'give firmware.bootloader.efi, with secureBoot: false for sev');
  }
  if (kind !== 'tdx' && given(efi) && record(efi).secureBoot !== false) {
    wrong(`has launchSecurity.${kind} and secure boot`, 'write efi.secureBoot: false');
  }
  if (kind !== 'sev' && record(efi).persistent === true) {
    wrong(`has launchSecurity.${kind} and persistent EFI variables`, 'take efi.persistent away');
  }
  const smm = record(domain.features).smm;
  if (kind === 'tdx' && given(smm) && record(smm).enabled !== false) {
    wrong('has launchSecurity.tdx and SMM', 'take features.smm away');
  }
  if (interfaces.some((nic) => given(nic.bootOrder))) {
    wrong(`has launchSecurity.${kind} and boots from an interface`, 'take bootOrder away from the interfaces');
  }
  if (kind === 'sev' && given(record(security.sev).attestation) && spec.startStrategy !== 'Paused') {
    wrong('asks for attestation and does not start paused', 'write startStrategy: Paused');
  }
}

/** ACPI tables: each from a volume of a Secret. */
function tables({ domain, volumes }: Machine, wrong: (got: string, expected: string) => void): void {
  const { acpi } = record(domain.firmware);
  const named = [record(acpi).slicNameRef, record(acpi).msdmNameRef].flatMap((name) => text(name) ?? []);
  if (given(acpi) && named.length === 0) {
    wrong('has firmware.acpi without a table', 'give slicNameRef or msdmNameRef, or leave acpi out');
  }
  for (const name of named) {
    if (!volumes.some((volume) => volume.name === name && given(volume.secret))) {
      wrong(`takes an ACPI table from ${show(name)}`, 'name a volume that is a Secret');
    }
  }
}

/** A kernel from an image. */
function kernel({ container, kernelArgs }: Json, wrong: (got: string, expected: string) => void): void {
  if (!given(container)) {
    if (text(kernelArgs) !== undefined) {
      wrong('has arguments for a kernel and no kernel', 'give kernelBoot.container, or leave kernelArgs out');
    }
    return;
  }
  const paths = [record(container).kernelPath, record(container).initrdPath].flatMap((path) => text(path) ?? []);
  if (paths.length === 0) {
    wrong('starts a kernel from an image and names none', 'give kernelPath or initrdPath');
  }
  for (const path of paths) {
    if (!path.startsWith('/') || path === '/' || path.replace(/\/$/, '').split('/').some((part, index) => (index > 0 && part === '') || part === '.' || part === '..')) {
      wrong(`starts a kernel from ${show(path)} in its image`, 'give an absolute path of a file, without `..`');
    }
  }
}
