import { didYouMean, show } from '../../faults';
import { given, type Json, presentOf, record, records, text } from '../json';
import type { Rule } from '../rule';
import { isLabel, isSubdomain } from '../words';
import { eachTwice } from './unique';

/** Resources that are processors and memory; everything else with a domain in front is a device. */
const DEVICE = /^[a-z0-9.-]+\.[a-z0-9-]+\/.+$/;

/** GPUs and host devices. */
export const GPUS: Rule = {
  about: 'GPUs and host devices',
  machine({ item, name, at, domain, gpus, hostDevices, spec }, findings, world) {
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
      if (byName === claim || half) {
        findings.add('WS-GPU-022', {
          machine: name, device: label, got: byName && claim ? 'has deviceName and a claim' : half ? 'has half a claim' : 'says not which device it is',
        }, item, fieldOf(index));
      } else if (byName && world.configured?.devices?.has(String(device.deviceName)) === false) {
        findings.add('WS-GPU-026', { machine: name, got: show(device.deviceName), near: didYouMean(String(device.deviceName), [...world.configured.devices]) }, item, fieldOf(index));
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

/** Devices of resource claims (dynamic resource allocation). */
export const CLAIMED_DEVICES: Rule = {
  about: 'devices of resource claims',
  machine({ item, name, at, spec, gpus, hostDevices }, findings) {
    const refuse = (got: string, expected: string, field: string): void => {
      findings.add('WS-GPU-025', { machine: name, got, expected }, item, `${at}/${field}`);
    };
    const claims = records(spec.resourceClaims);
    claims.forEach((claim, index) => {
      const sources = presentOf(claim, ['resourceClaimName', 'resourceClaimTemplateName']);
      const label = text(claim.name);
      if (sources.length !== 1) {
        refuse(`resource claim '${label ?? `[${index}]`}' has ${sources.length === 0 ? 'no source' : 'two sources'}`, 'give exactly one of resourceClaimName and resourceClaimTemplateName', `resourceClaims/${index}`);
      }
      for (const source of sources) {
        if (!isSubdomain(claim[source])) {
          refuse(`resource claim '${label ?? `[${index}]`}' has ${source} ${show(claim[source])}`, 'give the name of an object', `resourceClaims/${index}/${source}`);
        }
      }
      if (label !== undefined && !isLabel(label)) {
        refuse(`a resource claim is called ${show(label)}`, 'give a DNS label', `resourceClaims/${index}/name`);
      }
    });
    const claimed = gpus.findIndex((gpu) => given(gpu.claimName) || given(gpu.requestName));
    if (claimed >= 0 && gpus.some((gpu) => text(gpu.deviceName) !== undefined)) {
      refuse('some GPUs have a deviceName, others a claim', 'use one of the two for all GPUs', `domain/devices/gpus/${claimed}`);
    }
    const names = new Set(claims.map((claim) => text(claim.name)));
    const used = new Set<string>();
    const device = (one: Json, field: string): void => {
      const [claim, request] = [text(one.claimName), text(one.requestName)];
      // Half a claim is WS-GPU-022.
      if (claim !== undefined && request !== undefined && !names.has(claim)) {
        refuse(`a device names the claim '${claim}', which is not declared`, 'declare it in resourceClaims', `${field}/claimName`);
      }
      if (claim !== undefined && request !== undefined) {
        const pair = `${claim}/${request}`;
        if (used.has(pair)) {
          refuse(`two devices name request '${request}' of claim '${claim}'`, 'give each device its own request', `${field}/requestName`);
        }
        used.add(pair);
      }
    };
    gpus.forEach((gpu, index) => device(gpu, `domain/devices/gpus/${index}`));
    hostDevices.forEach((one, index) => device(one, `domain/devices/hostDevices/${index}`));
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
    records(devices.panicDevices).forEach((panic, index) => choose('model of a panic device', panic.model, ['hyperv', 'isa', 'pvpanic'], `panicDevices/${index}/model`));
    choose('model of sound', record(devices.sound).model, ['ich9', 'ac97'], 'sound/model');
    if (given(devices.video) && devices.autoattachGraphicsDevice === false) {
      findings.add('WS-SPEC-001', {
        machine: name, field: 'video', got: 'set, although autoattachGraphicsDevice is false', near: '', expected: 'no video, or autoattachGraphicsDevice true',
      }, item, `${at}/domain/devices/video`);
    }
    if (spec.architecture !== 'arm64') {
      choose('type of video', given(devices.video) && !text(record(devices.video).type) ? '(none)' : record(devices.video).type, ['vga', 'cirrus', 'virtio', 'ramfb', 'bochs'], 'video/type');
      if (given(record(devices.watchdog).diag288)) {
        findings.add('WS-SPEC-001', { machine: name, field: 'watchdog', got: 'diag288', near: '', expected: 'i6300esb' }, item, `${at}/domain/devices/watchdog/diag288`);
      }
    }
  },
};
