import { type Fault, didYouMean, fault, show, throwAll } from '../faults';
import { Profile } from './profile';
import { isAbsent, Reading } from './reading';

/**
 * The profiles that a fleet offers.
 *
 * @example
 * const office = Profile.of('office', { version: 1, cpus: 4, memory: Size.gibibytes(16) });
 * const profiles = ProfileSet.of([office]);
 * const forAlice = profiles.named('office');
 */
export class ProfileSet {
  /**
   * Makes a set; several versions of one name may stand side by side.
   *
   * Faults: WS-PROFILE-008 (the same name and version twice), WS-APP-002.
   */
  public static of(profiles: Profile[]): ProfileSet {
    const reading = new Reading('a ProfileSet');
    const faults: Fault[] = [];
    const byId = new Map<string, Profile>();
    reading.list('profiles', profiles).forEach((item, index) => {
      const profile = reading.instance(`profiles[${index}]`, item, Profile, 'a Profile');
      if (profile === undefined) {
        return;
      }
      if (byId.has(profile.id)) {
        faults.push(fault('WS-PROFILE-008', { got: profile.name, version: profile.version }));
      }
      byId.set(profile.id, profile);
    });
    throwAll([...faults, ...reading.faults]);
    return new ProfileSet([...byId.values()]);
  }

  private readonly newestByName = new Map<string, Profile>();
  private readonly byId = new Map<string, Profile>();

  private constructor(private readonly profiles: readonly Profile[]) {
    for (const profile of profiles) {
      this.byId.set(profile.id, profile);
      const newest = this.newestByName.get(profile.name);
      if (newest === undefined || newest.version < profile.version) {
        this.newestByName.set(profile.name, profile);
      }
    }
  }

  /** All profiles, in the order given (a copy). */
  public get all(): Profile[] {
    return [...this.profiles];
  }

  /**
   * The profile of a name.
   *
   * Faults: WS-PROFILE-009 (no such profile; the nearest is offered).
   *
   * @param name the profile's name
   * @param version the version; the newest if left out
   */
  public named(name: string, version?: number): Profile {
    const newest = isAbsent(version);
    const id = typeof name === 'string' && typeof version === 'number' ? `${name}-v${version}` : '';
    const found = newest ? this.newestByName.get(name) : this.byId.get(id);
    if (found === undefined) {
      const legal = newest ? [...this.newestByName.keys()] : [...this.byId.keys()];
      const wanted: unknown = newest || id === '' ? name : id;
      throwAll([fault('WS-PROFILE-009', { got: show(wanted), near: didYouMean(typeof wanted === 'string' ? wanted : '', legal), expected: legal.join(', ') || '(the set is empty)' })]);
    }
    return found as Profile;
  }
}
