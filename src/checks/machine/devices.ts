import { didYouMean, show } from '../../faults';
import { given, record, records, text } from '../json';
import type { Rule } from '../rule';
import { isSubdomain } from '../words';
import { eachTwice } from './unique';

/** Resources that are processors and memory; everything else with a domain in front is a device. */
const DEVICE = /^[a-z0-9.-]+\.[a-z0-9-]+\/.+$/;

/** GPUs and host devices. */
export const GPUS: Rule = {
  about: 'GPUs and host devices',
  machine({ item, name, at, domain, gpus, hostDevices, spec }, findings) {
    const devices = [...gpus, ...hostDevices];
    const fieldOf = (index: number): string => `${at}/domain/devices/${index < gpus.length ? `gpus/${index}` : `hostDevices/${index - gpus.length}`}`;
    eachTwice(devices, (got, index) => {
      findings.add('WS-GPU-021', { machine: name, got }, item, `${fieldOf(index)}/name`);
    });
    devices.forEach((device, index) => {
      const label = text(device.name) ?? `[${index}]`;
      const byName = given(device.deviceName) && device.deviceName !== '';
      const claim = given(device.claimName) || given(device.requestName);
      const half = given(device.claimName) !== given(device.requestName);
      if (device.deviceName !== '' && (byName === claim || half)) {
        findings.add('WS-GPU-022', {
          machine: name, device: label, got: byName && claim ? 'has deviceName and a claim' : half ? 'has half a claim' : 'says not which device it is',
        }, item, fieldOf(index));
      }
      if (typeof device.deviceName === 'string' && device.deviceName !== '' && !isResource(device.deviceName)) {
        findings.add('WS-GPU-003', { gpu: label, got: show(device.deviceName) }, item, `${fieldOf(index)}/deviceName`);
      }
    });
    const displays = gpus.filter((gpu) => {
      const display = record(record(gpu.virtualGPUOptions).display);
      return given(record(gpu.virtualGPUOptions).display) && display.enabled !== false && record(display.ramFB).enabled !== false;
    });
    if (displays.length > 1) {
      findings.add('WS-GPU-023', { machine: name }, item, `${at}/domain/devices/gpus`);
    }
    for (const key of ['requests', 'limits'] as const) {
      for (const resource of Object.keys(record(record(domain.resources)[key]))) {
        if (DEVICE.test(resource) && !resource.startsWith('devices.kubevirt.io/') && !resource.includes('kubernetes.io/')) {
          findings.add('WS-GPU-020', { machine: name, got: resource }, item, `${at}/domain/resources/${key}/${resource.replace(/\//g, '~1')}`);
        }
      }
    }
    if (devices.length > 0 && spec.evictionStrategy === 'LiveMigrate') {
      findings.add('WS-GPU-024', { machine: name, got: show(spec.evictionStrategy) }, item, `${at}/evictionStrategy`);
    }
  },
};

/** Vendor domain, slash, name without blanks, as extended resources are called. */
function isResource(name: string): boolean {
  const [domain = '', resource = '', ...rest] = name.split('/');
  return rest.length === 0 && domain.includes('.') && isSubdomain(domain) && /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/.test(resource);
}

const INPUT_TYPES = ['tablet'];
const INPUT_BUSES = ['usb', 'virtio'];

/** Input, graphics and watchdog. */
export const INPUTS: Rule = {
  about: 'inputs and graphics',
  machine({ item, name, at, devices, spec }, findings) {
    const choose = (field: string, value: unknown, legal: readonly string[], where: string): void => {
      if (typeof value === 'string' && value !== '' && !legal.includes(value)) {
        findings.add('WS-SPEC-001', { machine: name, field, got: show(value), near: didYouMean(value, legal), expected: legal.join(', ') }, item, `${at}/domain/devices/${where}`);
      }
    };
    records(devices.inputs).forEach((input, index) => {
      choose('type of an input', input.type, INPUT_TYPES, `inputs/${index}/type`);
      choose('bus of an input', input.bus, INPUT_BUSES, `inputs/${index}/bus`);
    });
    choose('model of sound', record(devices.sound).model, ['ich9', 'ac97'], 'sound/model');
    if (given(devices.video) && devices.autoattachGraphicsDevice === false) {
      findings.add('WS-SPEC-001', {
        machine: name, field: 'video', got: 'set, although autoattachGraphicsDevice is false', near: '', expected: 'no video, or autoattachGraphicsDevice true',
      }, item, `${at}/domain/devices/video`);
    }
    if (spec.architecture !== 'arm64') {
      choose('type of video', record(devices.video).type, ['vga', 'cirrus', 'virtio', 'ramfb', 'bochs'], 'video/type');
      if (given(record(devices.watchdog).diag288)) {
        findings.add('WS-SPEC-001', { machine: name, field: 'watchdog', got: 'diag288', near: '', expected: 'i6300esb' }, item, `${at}/domain/devices/watchdog/diag288`);
      }
    }
  },
};
