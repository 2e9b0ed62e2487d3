import { compareReleases, DISABLED_GATES_SINCE, FEATURE_GATES, FOREIGN_KEYS, type FeatureGate, gateState, isOnByItself } from '../../facts';
import { didYouMean, show } from '../../faults';
import type { Findings } from '../findings';
import type { Item } from '../item';
import { given, type Json, list, record, records, text } from '../json';
import type { Rule } from '../rule';
import type { World } from '../world';

const GATES = Object.keys(FEATURE_GATES);
const CONFIG = '/spec/configuration';
const DEVELOPER = `${CONFIG}/developerConfiguration`;

const texts = (value: unknown): string[] => list(value).flatMap((one) => text(one) ?? []);

/** The KubeVirt object: what its webhook refuses at an update, since it looks at none when the object is made, and what does nothing. */
export const KUBEVIRT: Rule = {
  about: 'the KubeVirt object',
  kinds: ['kubevirt.io/KubeVirt'],
  object(item, findings, world) {
    const configuration = record(item.spec.configuration);
    const developer = record(configuration.developerConfiguration);
    const [on, off] = [texts(developer.featureGates), texts(developer.disabledFeatureGates)];
    const refuse = (got: string, expected: string, field: string): void => findings.add('WS-PLATFORM-005', { name: item.name, got, expected }, item, field);
    if (world.all('kubevirt.io/KubeVirt')[0] !== item) {
      refuse('is a second KubeVirt object', 'keep one: KubeVirt refuses another', '/metadata/name');
    }
    on.filter((gate) => off.includes(gate)).forEach((gate) => refuse(`lists the gate ${show(gate)} as on and as off`, 'keep one of the two', `${DEVELOPER}/disabledFeatureGates`));
    if (record(configuration.virtTemplateDeployment).enabled === true && off.includes('Template')) {
      refuse('runs templates and turns their gate off', 'take Template out of disabledFeatureGates, or set virtTemplateDeployment.enabled: false', `${CONFIG}/virtTemplateDeployment/enabled`);
    }
    if (record(item.spec.infra).replicas === 0) {
      refuse('has infra.replicas 0', 'leave it out, or give 1 or more', '/spec/infra/replicas');
    }
    const ratio = configuration.additionalGuestMemoryOverheadRatio;
    if (typeof ratio === 'string' && !(Number(ratio) >= 1 && ratio.trim() !== '')) {
      refuse(`has additionalGuestMemoryOverheadRatio ${show(ratio)}`, 'give a number of 1 or more, in quotes', `${CONFIG}/additionalGuestMemoryOverheadRatio`);
    }
    gates(item, findings, world.target.kubevirt, on, off);
    if (item.spec.uninstallStrategy !== 'BlockUninstallIfWorkloadsExist') {
      findings.add('WS-PLATFORM-007', { name: item.name, what: 'KubeVirt', got: show(item.spec.uninstallStrategy ?? 'RemoveWorkloads') }, item, '/spec/uninstallStrategy');
    }
    if (texts(record(item.spec.workloadUpdateStrategy).workloadUpdateMethods).includes('Evict')) {
      findings.add('WS-PLATFORM-008', { name: item.name }, item, '/spec/workloadUpdateStrategy/workloadUpdateMethods');
    }
  },
};

/** Gates that have no effect, or will have none. */
function gates(item: Item, findings: Findings, release: string, on: readonly string[], off: readonly string[]): void {
  const warn = (gate: string, reason: string, field: string, near = ''): void => findings.add('WS-PLATFORM-006', { name: item.name, gate, reason, near }, item, `${DEVELOPER}/${field}`);
  for (const [field, names] of [['featureGates', on], ['disabledFeatureGates', off]] as const) {
    for (const gate of names) {
      if (!isGate(gate)) {
        warn(gate, 'is unknown to KubeVirt', field, didYouMean(gate, GATES));
        continue;
      }
      const state = gateState(gate, release);
      if (field === 'featureGates' && (state === 'GA' || state === 'Deprecated' || state === 'Discontinued')) {
        warn(gate, `is ${state} in KubeVirt ${release}`, field);
      } else if (field === 'disabledFeatureGates' && state === 'GA') {
        warn(gate, `is GA in KubeVirt ${release}, and cannot be turned off`, field);
      }
    }
  }
  if (off.length > 0 && compareReleases(release, DISABLED_GATES_SINCE) < 0) {
    warn(off[0] ?? '', `cannot be turned off in KubeVirt ${release}, which has no such list`, 'disabledFeatureGates');
  }
}

const isGate = (name: string): name is FeatureGate => Object.prototype.hasOwnProperty.call(FEATURE_GATES, name);

/** The CDI object. */
export const CDI: Rule = {
  about: 'the CDI object',
  kinds: ['cdi.kubevirt.io/CDI'],
  object(item, findings) {
    if (item.spec.uninstallStrategy !== 'BlockUninstallIfWorkloadsExist') {
      findings.add('WS-PLATFORM-007', { name: item.name, what: 'CDI', got: show(item.spec.uninstallStrategy ?? 'RemoveWorkloads') }, item, '/spec/uninstallStrategy');
    }
    if (given(item.spec.config) && !(FOREIGN_KEYS.cdiConfigAuthority in item.annotations)) {
      findings.add('WS-PLATFORM-009', { name: item.name }, item, '/spec/config');
    }
  },
};

/** What the KubeVirt object of the manifests says of gates and devices; undefined without one. */
export interface Configured {
  readonly isOn: (gate: FeatureGate, release: string) => boolean;
  /** Names of the devices that machines may have; undefined if it lists none, and then all are permitted. */
  readonly devices: ReadonlySet<string> | undefined;
}

/** Reads the one KubeVirt object of the manifests. */
export function configuredBy(world: World): Configured | undefined {
  const [item] = world.all('kubevirt.io/KubeVirt');
  if (item === undefined) {
    return undefined;
  }
  const configuration = record(item.spec.configuration);
  const developer = record(configuration.developerConfiguration);
  const [on, off] = [new Set(texts(developer.featureGates)), new Set(texts(developer.disabledFeatureGates))];
  return {
    isOn: (gate, release) => on.has(gate) || (isOnByItself(gate, release) && (gateState(gate, release) === 'GA' || !off.has(gate))),
    devices: given(configuration.permittedHostDevices) ? new Set(devicesOf(record(configuration.permittedHostDevices))) : undefined,
  };
}

const devicesOf = (permitted: Json): string[] => ['pciHostDevices', 'mediatedDevices', 'usb'].flatMap((kind) => records(permitted[kind]).flatMap((device) => text(device.resourceName) ?? []));
