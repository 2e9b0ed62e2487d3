import type { Construct, IConstruct } from 'constructs';
import type { Fault } from '../../faults';
import type { Profile } from '../../values';
import { deferFaults } from '../fault-record';
import { homeless } from '../pools/capacity';
import { missingOnPlatform } from './platforms';

interface Machine {
  readonly construct: Construct;
  readonly name: string;
  readonly profile: Profile;
  readonly inPool: boolean;
}

const OF_APP = new WeakMap<IConstruct, Machine[]>();

/** Has a machine held against the app's pools and platform, once all of them are made: one question for all machines. */
export function holdAgainstPlatform(machine: Machine): void {
  const { root } = machine.construct.node;
  const known = OF_APP.get(root);
  if (known !== undefined) {
    known.push(machine);
    return;
  }
  const machines = [machine];
  OF_APP.set(root, machines);
  deferFaults(root, () => machines.flatMap(({ construct, name, profile, inPool }): Fault[] => (
    [...missingOnPlatform(construct, name, profile), ...(inPool ? [] : homeless(construct, name, profile))].map((fault) => ({ ...fault, construct: construct.node.path }))
  )));
}
