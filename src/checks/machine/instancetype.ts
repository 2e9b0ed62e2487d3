import { show } from '../../faults';
import type { Item } from '../item';
import { given, type Json, list, record, text } from '../json';
import type { Rule } from '../rule';
import type { World } from '../world';

/** What a machine may not say itself beside any instancetype: the type always brings it. */
const ALWAYS: readonly (readonly string[])[] = [
  ['cpu', 'sockets'], ['cpu', 'cores'], ['cpu', 'threads'], ['memory', 'guest'],
  ['resources', 'requests', 'cpu'], ['resources', 'requests', 'memory'], ['resources', 'limits', 'cpu'], ['resources', 'limits', 'memory'],
];
/** What it may not say if the type says it: the way in the domain, and in the type. */
const IF_SAID: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['cpu', 'model'], ['cpu', 'model']], [['cpu', 'dedicatedCpuPlacement'], ['cpu', 'dedicatedCPUPlacement']],
  [['cpu', 'isolateEmulatorThread'], ['cpu', 'isolateEmulatorThread']], [['cpu', 'numa'], ['cpu', 'numa']], [['cpu', 'realtime'], ['cpu', 'realtime']],
  [['memory', 'hugepages'], ['memory', 'hugepages']], [['memory', 'maxGuest'], ['memory', 'maxGuest']],
  [['devices', 'gpus'], ['gpus']], [['devices', 'hostDevices'], ['hostDevices']], [['ioThreadsPolicy'], ['ioThreadsPolicy']], [['launchSecurity'], ['launchSecurity']],
];
const IF_SAID_OUTSIDE = ['nodeSelector', 'schedulerName'] as const;

/** An instancetype beside what it brings. */
export const INSTANCETYPE: Rule = {
  about: 'instancetypes beside inline values',
  machine({ item, isVm, name, at, spec, domain, volumes, hasInstancetype }, findings, world) {
    for (const key of ['instancetype', 'preference'] as const) {
      if (isVm && given(item.spec[key])) {
        matcher(record(item.spec[key]), volumes, (got, expected) => findings.add('WS-SPEC-008', { machine: name, got: `has ${key === 'preference' ? 'a' : 'an'} ${key} that ${got}`, expected }, item, `/spec/${key}`));
      }
    }
    if (!hasInstancetype || !given(item.spec.instancetype)) {
      return;
    }
    const type = typeOf(item, world)?.spec ?? {};
    const inDomain = [...ALWAYS.filter((path) => said(domain, path)), ...IF_SAID.flatMap(([path, inType]) => (said(domain, path) && said(type, inType) ? [path] : []))];
    const outside = IF_SAID_OUTSIDE.filter((key) => said(spec, [key]) && said(type, [key]));
    const [first] = inDomain;
    if (first !== undefined || outside[0] !== undefined) {
      findings.add('WS-SPEC-007', {
        machine: name, got: [...inDomain.map((path) => path.join('.')), ...outside].join(', '),
      }, item, first === undefined ? `${at}/${outside[0] ?? ''}` : `${at}/domain/${first.join('/')}`);
    }
    if (Object.keys(type).length > 0) {
      lacking(domain, type, (got, where) => findings.add('WS-CPU-001', { machine: name, got, expected: 'take an instancetype that has them' }, item, `${at}/domain/cpu/${where}`));
    }
  },
};

/** What a machine's own processors need of its type. */
function lacking(domain: Json, type: Json, refuse: (got: string, where: string) => void): void {
  const dedicated = said(type, ['cpu', 'dedicatedCPUPlacement']) ? [] : ['dedicated processors'];
  const numa = given(record(record(domain.cpu).numa).guestMappingPassthrough);
  const pages = said(type, ['memory', 'hugepages']) || said(domain, ['memory', 'hugepages']) ? [] : ['huge pages'];
  if (numa && dedicated.length + pages.length > 0) {
    refuse(`NUMA passthrough with an instancetype without ${[...dedicated, ...pages].join(' and ')}`, 'numa');
  }
  const passthrough = numa || given(record(record(type.cpu).numa).guestMappingPassthrough) ? [] : ['NUMA passthrough'];
  if (given(record(domain.cpu).realtime) && dedicated.length + passthrough.length > 0) {
    refuse(`realtime with an instancetype without ${[...dedicated, ...passthrough].join(' and ')}`, 'realtime');
  }
}

/** How a machine names its instancetype or preference (KubeVirt pkg/instancetype/webhooks/vm/mutator.go). */
function matcher(found: Json, volumes: readonly Json[], wrong: (got: string, expected: string) => void): void {
  const { inferFromVolume: from, inferFromVolumeFailurePolicy: policy } = found;
  const infers = given(from) && from !== '';
  if (text(found.name) === undefined && !infers) {
    wrong('has neither a name nor inferFromVolume', 'give its name');
  } else if (infers && (text(found.name) !== undefined || text(found.kind) !== undefined)) {
    wrong('has a name or a kind beside inferFromVolume', 'give one of the two');
  } else if (infers && policy !== 'Ignore' && !volumes.some((volume) => volume.name === from)) {
    wrong(`is inferred from ${show(from)}, which is no volume of the machine`, 'give its name, or the name of a volume');
  }
  if (given(policy) && policy !== 'Ignore' && policy !== 'Reject') {
    wrong(`has inferFromVolumeFailurePolicy ${show(policy)}`, 'give Ignore or Reject');
  }
}

/** The type, if the manifests bring it. */
function typeOf(item: Item, world: World): Item | undefined {
  const { name, kind } = record(item.spec.instancetype);
  const label = text(name) ?? '';
  return text(kind)?.toLowerCase() === 'virtualmachineinstancetype'
    ? world.find('instancetype.kubevirt.io/VirtualMachineInstancetype', item.namespace, label)
    : world.find('instancetype.kubevirt.io/VirtualMachineClusterInstancetype', '', label);
}

/** True if there is a value that is not the zero of its kind: the webhook sees no difference between that and nothing. */
function said(from: Json, path: readonly string[]): boolean {
  const value = path.slice(0, -1).reduce<Json>((outer, key) => record(outer[key]), from)[path[path.length - 1] ?? ''];
  return given(value) && value !== false && value !== 0 && value !== '' && !(Array.isArray(value) && list(value).length === 0);
}
