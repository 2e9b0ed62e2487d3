import { Construct, type IConstruct } from 'constructs';
import { KEYS } from '../facts';
import { fault, type Fault } from '../faults';
import { instancetype, preference } from '../objects/instancetype';
import { CpuMode, Profile, type PropNames, Reading } from '../values';
import { emit } from './emit';
import { expect } from './expectations';
import { deferFaults, recordFaults } from './fault-record';
import { kept } from './naming';
import { rememberProfile } from './profile-record';
import { settingsOf } from './settings';

/** The profiles that are written as instancetypes. */
export interface InstancetypeCatalogProps {
  /** Profiles; every version that a machine still names. */
  readonly profiles: Profile[];
}

/** Ids of the profiles that the catalogues of an app write, by the app. */
const WRITTEN = new WeakMap<IConstruct, Set<string>>();

const PROPS: PropNames<InstancetypeCatalogProps> = { profiles: true };

/**
 * Profiles as VirtualMachineClusterInstancetypes and -Preferences, named `<profile>-v<version>`, for machines with
 * `profileForm: ProfileForm.INSTANCETYPE`.
 *
 * Faults: WS-PROFILE-008, WS-PROFILE-010, WS-PROFILE-012, WS-APP-002, WS-APP-007.
 *
 * @example
 * new InstancetypeCatalog(platform, 'profiles', { profiles: [Profile.of('office', { version: 1, cpus: 4, memory: Size.gibibytes(16) })] });
 */
export class InstancetypeCatalog extends Construct {
  public constructor(scope: Construct, id: string, props: InstancetypeCatalogProps) {
    super(scope, id);
    const reading = new Reading(`instancetype catalogue '${id}'`);
    const written = WRITTEN.get(this.node.root) ?? new Set<string>();
    WRITTEN.set(this.node.root, written);
    reading.list('profiles', reading.props(props, PROPS).profiles).forEach((item, index) => {
      const profile = reading.instance(`profiles[${index}]`, item, Profile, "a Profile, such as Profile.of('office', { … })");
      if (profile === undefined) {
        return;
      }
      if (written.has(profile.id)) {
        reading.add(fault('WS-PROFILE-008', { got: profile.name, version: profile.version }));
        return;
      }
      written.add(profile.id);
      reading.add(...rememberProfile(this, profile));
      const reason = unsayable(profile);
      if (reason !== undefined) {
        reading.add(fault('WS-PROFILE-010', { profile: profile.id, got: reason }, { field: `profiles[${index}]` }));
        return;
      }
      this.emitProfile(profile);
    });
    recordFaults(this, reading.faults);
  }

  private emitProfile(profile: Profile): void {
    const metadata = { name: profile.id, ...kept({ [KEYS.fleet]: settingsOf(this).fleet, [KEYS.role]: 'profile', [KEYS.profile]: profile.id }) };
    emit(this, `${profile.id}-instancetype`, instancetype(metadata, {
      cpus: profile.cpus,
      threadsPerCore: profile.threadsPerCore,
      memory: profile._memoryText,
      gpuDeviceNames: profile.gpus.map((gpu) => gpu.deviceName),
      cpuMode: profile.cpuMode === CpuMode.DEDICATED ? CpuMode.DEDICATED : CpuMode.SHARED,
      hugepages: profile.hugepages,
      numa: profile.numa,
      isolateEmulatorThread: profile.isolateEmulatorThread,
    }));
    emit(this, `${profile.id}-preference`, preference(metadata, { threadsPerCore: profile.threadsPerCore }));
    if (profile.gpus.length > 0) {
      expect(this, { kind: 'gate', name: 'memoryOvercommit', must: "100 (KubeVirt's default): a machine with GPUs that is written as an instancetype cannot ask for its whole memory itself" });
    }
  }
}

function unsayable(profile: Profile): string | undefined {
  return profile.cpuMode === CpuMode.GUARANTEED ? 'CpuMode.GUARANTEED needs CPU and memory requests and limits' : undefined;
}

/** Checks that a profile can be said by an instancetype and, at synth, that a catalogue of the app writes it. */
export function checkInstancetypeForm(machine: Construct, name: string, profile: Profile): Fault[] {
  const reason = unsayable(profile);
  if (reason !== undefined) {
    return [fault('WS-PROFILE-010', { profile: profile.id, got: reason }, { field: 'profileForm' })];
  }
  deferFaults(machine, () => WRITTEN.get(machine.node.root)?.has(profile.id) === true
    ? [] : [fault('WS-PROFILE-011', { machine: name, profile: profile.id }, { field: 'profileForm' })]);
  return [];
}
