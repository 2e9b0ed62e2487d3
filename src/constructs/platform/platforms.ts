import type { Construct, IConstruct } from 'constructs';
import { type Fault, fault } from '../../faults';
import { CpuMode, type Profile } from '../../values';
import type { PoolData } from '../pools/pool';

interface Platform {
  readonly name: string;
  readonly pools: readonly PoolData[];
}

const OF_APP = new WeakMap<IConstruct, Platform>();

/** Notes the platform of an app; a fault for a second one. */
export function rememberPlatform(construct: Construct, pools: readonly PoolData[]): Fault[] {
  const { root, id } = construct.node;
  const known = OF_APP.get(root);
  if (known !== undefined) {
    return [fault('WS-PLATFORM-004', { platform: id, other: known.name })];
  }
  OF_APP.set(root, { name: id, pools });
  return [];
}

/** What a machine needs and the app's platform does not bring; nothing in an app without one. */
export function missingOnPlatform(construct: Construct, machine: string, profile: Profile): Fault[] {
  const platform = OF_APP.get(construct.node.root);
  if (platform === undefined) {
    return [];
  }
  const { name, pools } = platform;
  const refuse = (got: string, expected: string): Fault => fault('WS-PLATFORM-001', { machine, got, platform: name, expected }, { field: 'profile' });
  const permitted = new Set(pools.flatMap(({ gpus }) => gpus.map(({ deviceName }) => deviceName)));
  const missing = [...new Map(profile.gpus.filter(({ deviceName }) => !permitted.has(deviceName)).map((gpu) => [gpu.deviceName, gpu])).values()];
  return [
    ...missing.map((gpu) => refuse(`the card ${gpu.name} (${gpu.deviceName})`, 'add a VfioNodePool with that card to its pools')),
    ...(profile.cpuMode === CpuMode.DEDICATED && !pools.some(({ dedicatedCpus }) => dedicatedCpus)
      ? [refuse('CPUs of its own', "give the pool of such machines 'dedicatedCpus: true', once its kubelets have the static CPU manager policy")] : []),
  ];
}
