import { Size } from 'cdk8s';
import { FaultError } from '../../src/faults';
import { Profile, ProfileSet } from '../../src/values';
import { Roster, type RosterProps } from '../../src/values/roster';

const profiles = ProfileSet.of(['office', 'trainer'].map((name) => Profile.of(name, { version: 1, cpus: 4, memory: Size.gibibytes(16) })));
const row = (name: string, profile: string): string => `- name: ${name}\n  profile: ${profile}\n  rootDisk: 60Gi\n`;

function faultsOf(text: string, props?: RosterProps): FaultError['faults'] {
  try {
    Roster.parse(text, 'people.yaml', props);
    return [];
  } catch (error) {
    return error instanceof FaultError ? error.faults : [];
  }
}

describe('a roster that is held against the profiles of the fleet', () => {
  it('takes profiles that are offered', () => {
    expect(Roster.parse(`people:\n${row('alice', 'office')}${row('bob', 'trainer')}`, 'people.yaml', { profiles }).people.map((person) => person.profile)).toEqual(['office', 'trainer']);
  });

  it('names each unknown one with its line and the near miss, all at once', () => {
    expect(faultsOf(`people:\n${row('alice', 'ofice')}${row('bob', 'trainr')}`, { profiles })).toMatchObject([
      { code: 'WS-ROSTER-010', file: 'people.yaml', line: 3, column: 12, got: "'ofice'", expected: 'office, trainer', message: expect.stringContaining("(did you mean 'office'?)") },
      { code: 'WS-ROSTER-010', file: 'people.yaml', line: 6, column: 12, got: "'trainr'" },
    ]);
  });

  it('looks nothing up if no profiles are given', () => {
    expect(faultsOf(`people:\n${row('alice', 'ofice')}`)).toEqual([]);
    expect(faultsOf(`people:\n${row('alice', 'ofice')}`, { profiles: undefined as never })).toEqual([]);
  });

  it('refuses what is no ProfileSet, and a misspelt prop', () => {
    expect(faultsOf(`people:\n${row('alice', 'office')}`, { profiles: [] as never })).toMatchObject([{ code: 'WS-APP-002', field: 'profiles' }]);
    expect(faultsOf(`people:\n${row('alice', 'office')}`, { profile: profiles } as never)).toMatchObject([{ code: 'WS-APP-007', field: 'profile' }]);
  });
});
