import type { Item } from '../item';
import { type Json, record, records } from '../json';

/** What a VirtualMachine and a VirtualMachineInstance have in common, read once. */
export interface Machine {
  readonly item: Item;
  readonly name: string;
  /** True for a VirtualMachine. */
  readonly isVm: boolean;
  /** JSON pointer of `spec`: the template's for a VirtualMachine. */
  readonly at: string;
  readonly spec: Json;
  readonly domain: Json;
  readonly devices: Json;
  readonly disks: readonly Json[];
  readonly filesystems: readonly Json[];
  readonly interfaces: readonly Json[];
  readonly gpus: readonly Json[];
  readonly hostDevices: readonly Json[];
  readonly networks: readonly Json[];
  readonly volumes: readonly Json[];
  /** True if an instancetype brings processors and memory. */
  readonly hasInstancetype: boolean;
}

export function machineOf(item: Item): Machine | undefined {
  const isVm = item.groupKind === 'kubevirt.io/VirtualMachine';
  if (!isVm && item.groupKind !== 'kubevirt.io/VirtualMachineInstance') {
    return undefined;
  }
  const spec = isVm ? record(record(item.spec.template).spec) : item.spec;
  const domain = record(spec.domain);
  const devices = record(domain.devices);
  return {
    item, isVm, spec, domain, devices,
    name: item.namespace === '' ? item.name : `${item.namespace}/${item.name}`,
    at: isVm ? '/spec/template/spec' : '/spec',
    disks: records(devices.disks), filesystems: records(devices.filesystems), interfaces: records(devices.interfaces),
    gpus: records(devices.gpus), hostDevices: records(devices.hostDevices),
    networks: records(spec.networks), volumes: records(spec.volumes),
    hasInstancetype: isVm && item.spec.instancetype !== undefined,
  };
}
