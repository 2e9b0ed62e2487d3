import { didYouMean, show } from '../../faults';
import { given, record } from '../json';
import type { Rule } from '../rule';
import { isLabel } from '../words';

const STRATEGIES = ['Manual', 'RerunOnFailure', 'Halted', 'Always', 'Once'];
/** KubeVirt starts machines of these only. */
const ARCHITECTURES = ['amd64', 'arm64', 's390x'];
const EVICTION = ['None', 'LiveMigrate', 'LiveMigrateIfPossible', 'External'];
/** Start and stop write these into the spec (KubeVirt pkg/virt-api/rest/lifecycle.go). */
const REWRITTEN = new Set(['Halted', 'Always', 'Once']);

/** Power and the end of a machine. */
export const POWER: Rule = {
  about: 'power',
  machine({ item, isVm, name, at, spec, hasInstancetype }, findings) {
    const { runStrategy, running, template } = item.spec;
    if (isVm) {
      // KubeVirt fills in an empty one, and finds no memory in it at the first start.
      if (given(template) && !given(record(template).spec) && !hasInstancetype) {
        findings.add('WS-SPEC-005', { machine: name, got: 'has a template without spec', expected: 'give spec.template.spec.domain' }, item, '/spec/template/spec');
      }
      if (!given(template)) {
        findings.add('WS-SPEC-005', { machine: name, got: 'has no template', expected: 'give spec.template.spec.domain' }, item, '/spec/template');
      }
      if (given(running)) {
        findings.add('WS-POWER-011', { machine: name, got: given(runStrategy) ? 'has `running` beside `runStrategy`' : 'has `running`, which is deprecated' }, item, '/spec/running');
      } else if (!given(runStrategy) || runStrategy === '') {
        findings.add('WS-POWER-011', { machine: name, got: 'has no run strategy' }, item, '/spec/runStrategy');
      }
      if (typeof runStrategy === 'string' && runStrategy !== '' && !STRATEGIES.includes(runStrategy)) {
        findings.add('WS-POWER-010', { machine: name, got: show(runStrategy), near: didYouMean(runStrategy, STRATEGIES), expected: STRATEGIES.join(', ') }, item, '/spec/runStrategy');
      }
      if (typeof runStrategy === 'string' && REWRITTEN.has(runStrategy)) {
        findings.add('WS-POWER-001', { machine: name, got: runStrategy }, item, '/spec/runStrategy');
      }
    }
    const choose = (field: string, value: unknown, legal: readonly string[]): void => {
      if (typeof value === 'string' && !legal.includes(value)) {
        findings.add('WS-SPEC-001', { machine: name, field, got: show(value), near: didYouMean(value, legal), expected: legal.join(', ') }, item, `${at}/${field}`);
      }
    };
    choose('evictionStrategy', spec.evictionStrategy, EVICTION);
    choose('startStrategy', spec.startStrategy, ['Paused']);
    choose('architecture', spec.architecture === '' ? undefined : spec.architecture, ARCHITECTURES);
    if (spec.startStrategy === 'Paused' && given(spec.livenessProbe)) {
      findings.add('WS-SPEC-001', { machine: name, field: 'startStrategy', got: 'Paused with a liveness probe', near: '', expected: 'no startStrategy, or no liveness probe' }, item, `${at}/startStrategy`);
    }
    const grace = spec.terminationGracePeriodSeconds;
    if (typeof grace === 'number' && grace < 0) {
      findings.add('WS-VM-003', { machine: name, got: `${grace} seconds` }, item, `${at}/terminationGracePeriodSeconds`);
    } else if (grace === 0) {
      findings.add('WS-SPEC-003', { machine: name }, item, `${at}/terminationGracePeriodSeconds`);
    }
    if (given(spec.hostname) && spec.hostname !== '' && !isLabel(spec.hostname)) {
      findings.add('WS-SPEC-002', { machine: name, got: show(spec.hostname) }, item, `${at}/hostname`);
    }
    const machineType = record(record(spec.domain).machine).type;
    if (typeof machineType === 'string' && machineType !== '' && (spec.architecture ?? 'amd64') === 'amd64' && !/^(pc-)?q35/.test(machineType)) {
      findings.add('WS-SPEC-001', { machine: name, field: 'machine.type', got: show(machineType), near: '', expected: 'q35, or a version of it (pc-q35-…)' }, item, `${at}/domain/machine/type`);
    }
    const noHostname = !given(spec.hostname) || spec.hostname === '';
    if (isVm && noHostname && (item.name.length > 63 || item.name.includes('.'))) {
      findings.add('WS-OBJECT-007', { got: show(item.name), expected: 'at most 63 lower-case letters, digits and hyphens' }, item, '/metadata/name');
    } else if (isVm && item.name.length > 200) {
      findings.add('WS-OBJECT-007', { got: show(item.name), expected: 'at most 63 lower-case letters, digits and hyphens' }, item, '/metadata/name');
    }
  },
};
