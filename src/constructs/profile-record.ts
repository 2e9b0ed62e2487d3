import type { IConstruct } from 'constructs';
import { type Fault, fault } from '../faults';
import { changesOf, type Profile } from '../values';

/** Profiles that machines and catalogues of an app use, by the app and the profile's id. */
const USED = new WeakMap<IConstruct, Map<string, Profile>>();

/** Remembers that a construct uses a profile; a fault if another construct uses another one of the same name and version. */
export function rememberProfile(construct: IConstruct, profile: Profile): Fault[] {
  const { root } = construct.node;
  const used = USED.get(root) ?? new Map<string, Profile>();
  USED.set(root, used);
  const known = used.get(profile.id);
  if (known === undefined) {
    used.set(profile.id, profile);
    return [];
  }
  const changes = known === profile ? [] : changesOf(known._record, profile._record);
  return changes.length === 0 ? [] : [fault('WS-PROFILE-012', { profile: profile.name, version: profile.version, changes: changes.join(', ') }, { field: 'profile' })];
}

/** The profiles that an app uses, sorted by name and version. */
export function profilesOf(app: IConstruct): readonly Profile[] {
  return [...USED.get(app)?.values() ?? []].sort((a, b) => (a.name === b.name ? a.version - b.version : a.name < b.name ? -1 : 1));
}
