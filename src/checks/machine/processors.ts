import { didYouMean, show } from '../../faults';
import { given, type Json, record, records, step } from '../json';
import { quantity } from '../quantity';
import type { Rule } from '../rule';
import { isKey } from '../words';

const THREADS = ['shared', 'auto', 'supplementalPool'];
/** Resources of containers that Kubernetes itself knows. */
const STANDARD = /^(cpu|memory|ephemeral-storage|hugepages-.+)$/;
const POLICIES = ['', 'force', 'require', 'optional', 'disable', 'forbid'];

/** Processors: topology, dedicated placement, NUMA. */
export const PROCESSORS: Rule = {
  about: 'processors',
  machine({ item, name, at, domain, spec, hasInstancetype }, findings) {
    const cpu = record(domain.cpu);
    const resources = record(domain.resources);
    const requests = record(resources.requests);
    const limits = record(resources.limits);
    const request = quantity(requests.cpu);
    const limit = quantity(limits.cpu);
    const refuse = (got: string, expected: string, where: string): void => {
      findings.add('WS-CPU-001', { machine: name, got, expected }, item, `${at}/domain/${where}`);
    };
    for (const key of ['cores', 'sockets', 'threads'] as const) {
      if (typeof cpu[key] === 'number' && cpu[key] < 1) {
        refuse(`${key} is ${cpu[key]}`, 'give a whole number from 1 upward', `cpu/${key}`);
      }
    }
    if (typeof cpu.sockets === 'number' && typeof cpu.maxSockets === 'number' && cpu.sockets > cpu.maxSockets) {
      refuse(`sockets is ${cpu.sockets}, above maxSockets of ${cpu.maxSockets}`, 'raise maxSockets, or leave it out', 'cpu/sockets');
    }
    if (request !== undefined && request < 0) {
      refuse(`the request is ${show(requests.cpu)}`, 'give 0 or more', 'resources/requests/cpu');
    }
    if (limit !== undefined && limit < 0) {
      refuse(`the limit is ${show(limits.cpu)}`, 'give 0 or more', 'resources/limits/cpu');
    }
    if (request !== undefined && limit !== undefined && request > limit) {
      refuse(`the request of ${show(requests.cpu)} is above the limit of ${show(limits.cpu)}`, 'make the limit at least as large', 'resources/requests/cpu');
    }
    records(cpu.features).forEach((feature, index) => {
      if (typeof feature.policy === 'string' && !POLICIES.includes(feature.policy)) {
        findings.add('WS-SPEC-001', {
          machine: name, field: `policy of CPU feature ${show(feature.name)}`, got: show(feature.policy), near: didYouMean(feature.policy, POLICIES), expected: POLICIES.slice(1).join(', '),
        }, item, `${at}/domain/cpu/features/${index}/policy`);
      }
      if (typeof feature.name === 'string' && feature.name !== '' && !isKey(`cpu-feature.node.kubevirt.io/${feature.name}`)) {
        refuse(`a feature is called ${show(feature.name)}`, 'give a name that a node label can have, such as vmx', `cpu/features/${index}/name`);
      }
    });
    if (typeof cpu.model === 'string' && cpu.model !== '' && !isKey(`cpu-model.node.kubevirt.io/${cpu.model}`)) {
      refuse(`the model is ${show(cpu.model)}`, 'give a name that a node label can have, such as host-model', 'cpu/model');
    }
    for (const key of ['requests', 'limits'] as const) {
      for (const [resource, value] of Object.entries(record(resources[key]))) {
        if (!STANDARD.test(resource) && !(resource.includes('/') && isKey(resource) && Number.isInteger(quantity(value)))) {
          refuse(`${key} of the resource ${show(resource)}: ${show(value)}`, 'give cpu, memory, or whole numbers of what nodes offer under a name such as example.com/device', `resources/${key}/${step(resource)}`);
        }
      }
    }
    const { ioThreadsPolicy } = domain;
    if (typeof ioThreadsPolicy === 'string' && ioThreadsPolicy !== '' && !THREADS.includes(ioThreadsPolicy)) {
      findings.add('WS-SPEC-001', { machine: name, field: 'ioThreadsPolicy', got: show(ioThreadsPolicy), near: didYouMean(ioThreadsPolicy, THREADS), expected: THREADS.join(', ') }, item, `${at}/domain/ioThreadsPolicy`);
    }
    const pool = record(domain.ioThreads).supplementalPoolThreadCount;
    if (ioThreadsPolicy === 'supplementalPool' && !(typeof pool === 'number' && pool >= 1)) {
      refuse(`ioThreadsPolicy supplementalPool with ${given(pool) ? show(pool) : 'no'} threads`, 'give ioThreads.supplementalPoolThreadCount, 1 or more', 'ioThreads');
    }
    const dedicated = cpu.dedicatedCpuPlacement === true;
    const topology = vcpus(cpu);
    if (topology !== undefined && request !== undefined && dedicated && topology !== request) {
      findings.add('WS-CPU-002', { machine: name, cores: topology, got: show(requests.cpu) }, item, `${at}/domain/resources/requests/cpu`);
    }
    if (dedicated) {
      for (const [key, value] of [['requests', requests.cpu], ['limits', limits.cpu]] as const) {
        const cores = quantity(value);
        if (cores !== undefined && !Number.isInteger(cores)) {
          refuse(`dedicated processors with ${key}.cpu of ${show(value)}`, 'give a whole number', `resources/${key}/cpu`);
        }
      }
      if (request !== undefined && limit !== undefined && request !== limit) {
        refuse(`dedicated processors with a request of ${show(requests.cpu)} and a limit of ${show(limits.cpu)}`, 'make the two equal', 'resources/requests/cpu');
      }
      const memory = [quantity(requests.memory), quantity(limits.memory)];
      if (memory[0] !== undefined && memory[1] !== undefined && memory[0] !== memory[1]) {
        refuse(`dedicated processors with a memory request of ${show(requests.memory)} and a limit of ${show(limits.memory)}`, 'make the two equal', 'resources/requests/memory');
      }
      if (typeof cpu.threads === 'number' && cpu.threads > (spec.architecture === 'arm64' ? 1 : 2)) {
        refuse(`dedicated processors with ${cpu.threads} threads a core`, spec.architecture === 'arm64' ? 'give 1' : 'give 1 or 2', 'cpu/threads');
      }
    } else if (cpu.isolateEmulatorThread === true && !hasInstancetype) {
      refuse('isolateEmulatorThread without dedicatedCpuPlacement', 'set dedicatedCpuPlacement: true, or leave isolateEmulatorThread out', 'cpu/isolateEmulatorThread');
    }
    const numa = given(record(cpu.numa).guestMappingPassthrough);
    if (numa && !hasInstancetype) {
      if (!dedicated) {
        refuse('NUMA passthrough without dedicatedCpuPlacement', 'set dedicatedCpuPlacement: true', 'cpu/numa');
      }
      if (!given(record(domain.memory).hugepages)) {
        refuse('NUMA passthrough without huge pages', 'set memory.hugepages.pageSize', 'cpu/numa');
      }
    }
    if (given(cpu.realtime) && !(dedicated && numa) && !hasInstancetype) {
      refuse('realtime without dedicated processors and NUMA passthrough', 'set both', 'cpu/realtime');
    }
  },
};

/** Sockets times cores times threads, if any of them is given. */
function vcpus(cpu: Json): number | undefined {
  const numbers = [cpu.sockets, cpu.cores, cpu.threads];
  return numbers.some((value) => typeof value === 'number' && value > 0)
    ? numbers.reduce<number>((product, value) => product * (typeof value === 'number' && value > 0 ? value : 1), 1)
    : undefined;
}
