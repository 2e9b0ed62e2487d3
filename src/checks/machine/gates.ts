import { type FeatureGate, gateOff } from '../../facts';
import { given, record, step } from '../json';
import type { Rule } from '../rule';
import type { Machine } from './machine';

/** Features that KubeVirt refuses as long as nobody lists their gate. */
export const GATES: Rule = {
  about: 'feature gates',
  machine(machine, findings, world) {
    const { kubevirt } = world.target;
    const configured = world.configured;
    needed(machine, (gate, got, field) => {
      const state = configured === undefined ? gateOff(gate, kubevirt) : configured.isOn(gate, kubevirt) ? undefined : gateOff(gate, kubevirt) ?? 'turned off in the KubeVirt object';
      if (state !== undefined) {
        findings.add('WS-GATE-001', { machine: machine.name, got, kubevirt, gate, state }, machine.item, field);
      }
    });
  },
};

const ANNOTATIONS: readonly (readonly [key: string, gate: FeatureGate])[] = [['kubevirt.io/ignitiondata', 'ExperimentalIgnitionSupport'], ['hooks.kubevirt.io/hookSidecars', 'Sidecar']];

/** Calls `need` for each feature of a machine that has a gate. */
function needed(machine: Machine, need: (gate: FeatureGate, got: string, field: string) => void): void {
  const { item, isVm, at, domain, devices, volumes, filesystems, interfaces, networks, gpus, hostDevices } = machine;
  const metadata = isVm ? record(record(item.spec.template).metadata) : item.metadata;
  for (const [key, gate] of ANNOTATIONS) {
    if (given(record(metadata.annotations)[key])) {
      need(gate, `the annotation ${key}`, `${isVm ? '/spec/template' : ''}/metadata/annotations/${step(key)}`);
    }
  }
  const on = `${at}/domain/devices`;
  if (hostDevices.length > 0) {
    need('HostDevices', 'host devices', `${on}/hostDevices`);
  }
  for (const [list, gate, what] of [[gpus, 'GPUsWithDRA', 'gpus'], [hostDevices, 'HostDevicesWithDRA', 'hostDevices']] as const) {
    const index = list.findIndex((device) => given(device.claimName));
    if (index >= 0) {
      need(gate, 'a device of a resource claim', `${on}/${what}/${index}`);
    }
  }
  if (devices.autoattachVSOCK === true) {
    need('VSOCK', 'autoattachVSOCK', `${on}/autoattachVSOCK`);
  }
  if (given(devices.downwardMetrics)) {
    need('DownwardMetrics', 'downwardMetrics', `${on}/downwardMetrics`);
  }
  if (given(devices.video)) {
    need('VideoConfig', 'a video device', `${on}/video`);
  }
  if (given(devices.panicDevices)) {
    need('PanicDevices', 'panic devices', `${on}/panicDevices`);
  }
  if (given(domain.rebootPolicy)) {
    need('RebootPolicy', 'a reboot policy', `${at}/domain/rebootPolicy`);
  }
  if (given(record(domain.memory).reservedOverhead)) {
    need('ReservedOverheadMemlock', 'memory.reservedOverhead', `${at}/domain/memory/reservedOverhead`);
  }
  for (const [kind, gate] of [['sev', 'WorkloadEncryptionSEV'], ['snp', 'WorkloadEncryptionSEV'], ['tdx', 'WorkloadEncryptionTDX']] as const) {
    if (given(record(domain.launchSecurity)[kind])) {
      need(gate, `launchSecurity.${kind}`, `${at}/domain/launchSecurity/${kind}`);
    }
  }
  interfaces.forEach((nic, index) => {
    if (given(nic.portRanges)) {
      need('PortRangesSpec', 'port ranges', `${on}/interfaces/${index}/portRanges`);
    }
    if (given(nic.passtBinding)) {
      need('PasstBinding', 'a passt binding', `${on}/interfaces/${index}/passtBinding`);
    }
  });
  networks.forEach((network, index) => {
    if (given(network.resourceClaim)) {
      need('NetworkDevicesWithDRA', 'a network of a resource claim', `${at}/networks/${index}/resourceClaim`);
    }
  });
  const shared = new Set(filesystems.map((filesystem) => filesystem.name));
  volumes.forEach((volume, index) => {
    const place = `${at}/volumes/${index}`;
    if (given(volume.hostDisk)) {
      need('HostDisk', 'a hostDisk', `${place}/hostDisk`);
    }
    if (given(volume.downwardMetrics)) {
      need('DownwardMetrics', 'a volume of downwardMetrics', `${place}/downwardMetrics`);
    }
    if (given(volume.containerPath)) {
      need('ContainerPathVolumes', 'a containerPath', `${place}/containerPath`);
    }
    if (shared.has(volume.name) && (given(volume.persistentVolumeClaim) || given(volume.dataVolume))) {
      need('EnableVirtioFsStorageVolumes', 'a filesystem of a claim', place);
    }
  });
}
