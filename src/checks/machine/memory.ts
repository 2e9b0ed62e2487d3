import { show } from '../../faults';
import { given, type Json, record } from '../json';
import { quantity } from '../quantity';
import type { Rule } from '../rule';

const MEBIBYTE = 2 ** 20;

/** Memory: that there is some, what is asked of the node, huge pages. */
export const MEMORY: Rule = {
  about: 'memory',
  machine({ item, name, at, spec, domain, gpus, hostDevices, hasInstancetype }, findings) {
    const field = `${at}/domain`;
    const memory = record(domain.memory);
    const resources = record(domain.resources);
    const hugepages = record(memory.hugepages);
    const guest = quantity(memory.guest);
    const request = quantity(record(resources.requests).memory);
    const limit = quantity(record(resources.limits).memory);
    const anywhere = [memory.guest, memory.hugepages, record(resources.requests).memory, record(resources.limits).memory];
    if (given(spec.domain) && !hasInstancetype && !anywhere.some(given)) {
      findings.add('WS-MEMORY-001', { machine: name }, item, `${field}/memory`);
    }
    const shown = { guest: plain(memory.guest), request: plain(record(resources.requests).memory), limit: plain(record(resources.limits).memory) };
    if (guest !== undefined && request !== undefined && guest > request) {
      const code = gpus.length + hostDevices.length > 0 ? 'WS-MEMORY-002' : 'WS-MEMORY-003';
      findings.add(code, { machine: name, got: shown.guest, expected: shown.request }, item, `${field}/resources/requests/memory`);
    }
    // A limit that equals its request asks for a guaranteed pod: KubeVirt adds its own need to both.
    if (guest !== undefined && limit !== undefined && limit <= guest && limit !== request && gpus.length + hostDevices.length > 0) {
      findings.add('WS-MEMORY-004', { machine: name, got: shown.limit, expected: shown.guest }, item, `${field}/resources/limits/memory`);
    }
    const refuse = (got: string, expected: string, where: string): void => {
      findings.add('WS-MEMORY-006', { machine: name, got, expected }, item, `${field}/${where}`);
    };
    if (guest !== undefined && guest < MEBIBYTE) {
      refuse(`guest memory is ${shown.guest}`, 'give at least 1Mi, in practice 512Mi or more', 'memory/guest');
    }
    if (request !== undefined && (request < 0 || (request > 0 && request < 1e6))) {
      refuse(`the request is ${shown.request}`, 'give at least 1M', 'resources/requests/memory');
    }
    if (limit !== undefined && limit < 0) {
      refuse(`the limit is ${shown.limit}`, 'give a size above 0', 'resources/limits/memory');
    }
    if (request !== undefined && limit !== undefined && request > limit) {
      refuse(`the request of ${shown.request} is above the limit of ${shown.limit}`, 'make the limit at least as large, or leave it out', 'resources/requests/memory');
    }
    growth(memory, (got, expected) => refuse(got, expected, 'memory/maxGuest'));
    if (given(memory.hugepages)) {
      const page = quantity(hugepages.pageSize);
      if (page === undefined || page <= 0) {
        refuse(`the page size is ${show(hugepages.pageSize)}`, 'give 2Mi or 1Gi', 'memory/hugepages/pageSize');
        return;
      }
      const sizes: readonly (readonly [string, number | undefined, string])[] = [
        ['guest memory', guest, 'memory/guest'], ['the memory request', request, 'resources/requests/memory'], ['the memory limit', limit, 'resources/limits/memory'],
      ];
      for (const [what, bytes, where] of sizes) {
        if (bytes !== undefined && bytes >= 0 && (bytes < page || bytes % page !== 0)) {
          findings.add('WS-MEMORY-005', {
            machine: name, field: what, got: where.startsWith('memory') ? shown.guest : where.includes('requests') ? shown.request : shown.limit, expected: String(hugepages.pageSize),
          }, item, `${field}/${where}`);
        }
      }
    }
  },
};

/** Memory that may grow while the machine runs, as KubeVirt does it unless its vmRolloutStrategy is Stage. */
function growth(memory: Json, refuse: (got: string, expected: string) => void): void {
  const [guest, most] = [quantity(memory.guest), quantity(memory.maxGuest)];
  if (most === undefined || !given(memory.maxGuest)) {
    return;
  }
  const unit = record(memory.hugepages).pageSize === '1Gi' ? 2 ** 30 : 2 * MEBIBYTE;
  const shown = `maxGuest is ${plain(memory.maxGuest)}`;
  if (guest === undefined) {
    refuse(`${shown} without guest memory`, 'give memory.guest, or leave maxGuest out');
  } else if (guest > most) {
    refuse(`${shown}, less than the guest memory of ${plain(memory.guest)}`, 'raise maxGuest, or leave it out');
  } else if (guest < 2 ** 30 || guest % unit !== 0 || most % unit !== 0) {
    refuse(`${shown} with guest memory of ${plain(memory.guest)}`, `give at least 1Gi of guest memory, and both as multiples of ${unit === 2 ** 30 ? '1Gi' : '2Mi'}, or leave maxGuest out`);
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : show(value);
}
