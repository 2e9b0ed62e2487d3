import type { Construct } from 'constructs';
import { type Fault, fault } from '../../faults';
import { CpuMode, type Gpu, type Profile } from '../../values';
import { runningAtOnceOf } from '../consumption';
import { userSpaceOf } from '../user-space';
import { cardsText, type PoolData, poolsOf } from './pool';

/** A machine, as far as nodes see it. */
interface Placed {
  readonly construct: Construct;
  readonly gpus: readonly Gpu[];
}

const PLACED = new WeakMap<PoolData, Placed[]>();

/** Puts a machine into a pool; faults for what no node of it can give. */
export function place(construct: Construct, machine: string, profile: Profile, pool: PoolData): Fault[] {
  const { gpus } = profile;
  const placed = PLACED.get(pool) ?? [];
  placed.push({ construct, gpus });
  PLACED.set(pool, placed);
  return [...wrongCards(machine, profile, pool), ...wrongRoom(machine, profile, pool)];
}

function wrongCards(machine: string, profile: Profile, pool: PoolData): Fault[] {
  const asked = counted(profile.gpus);
  const offered = counted(pool.gpus);
  const foreign = [...asked.keys()].filter((name) => !offered.has(name));
  if (foreign.length > 0) {
    const cards = (gpus: readonly Gpu[]): string => [...new Set(gpus.map(({ name }) => name))].join(', ');
    return [fault('WS-GPU-002', {
      pool: pool.name, got: cards(pool.gpus) || 'no GPU', profile: profile.name, version: profile.version,
      expected: cards(profile.gpus.filter(({ deviceName }) => foreign.includes(deviceName))), machine,
    }, { field: 'pool' })];
  }
  return [...asked].filter(([name, count]) => count > (offered.get(name) ?? 0)).map(() => fault('WS-POOL-001', {
    machine, profile: profile.id, got: cardsText(profile.gpus), pool: pool.name, expected: cardsText(pool.gpus),
  }, { field: 'pool' }));
}

function wrongRoom(machine: string, profile: Profile, pool: PoolData): Fault[] {
  const refuse = (got: string, expected: string): Fault => fault('WS-POOL-003', { machine, profile: profile.id, got, pool: pool.name, expected }, { field: 'pool' });
  const reserved = profile.hugepages === undefined ? undefined : pool.hugepages.get(profile.hugepages);
  const prop = profile.hugepages === undefined ? '' : `hugepages${profile.hugepages}`;
  const memory = profile._memoryText;
  return [
    ...(profile.cpuMode === CpuMode.DEDICATED && !pool.dedicatedCpus ? [refuse('CPUs of its own', 'dedicatedCpus: true')] : []),
    ...(profile.hugepages !== undefined && reserved === undefined ? [refuse(`huge pages of ${profile.hugepages}`, `${prop} with at least ${memory}`)] : []),
    ...(reserved !== undefined && reserved.kibibytes < profile._memoryKibibytes ? [refuse(`${memory} in huge pages, more than the ${reserved.text} of a node`, `${prop} with at least ${memory}`)] : []),
  ];
}

/** More cards asked than there are; of a space with a quota only what may run at once counts. */
export function crowded(construct: Construct, pool: PoolData): Fault[] {
  const asked = new Map<string, number>();
  const spaces = new Map<Construct, Placed[]>();
  for (const one of PLACED.get(pool) ?? []) {
    const space = userSpaceOf(one.construct) ?? construct;
    const here = spaces.get(space) ?? [];
    here.push(one);
    spaces.set(space, here);
  }
  for (const [space, machines] of spaces) {
    for (const name of new Set(machines.flatMap(({ gpus }) => gpus.map(({ deviceName }) => deviceName)))) {
      const each = machines.map(({ gpus }) => gpus.filter(({ deviceName }) => deviceName === name).length).sort((a, b) => b - a);
      asked.set(name, (asked.get(name) ?? 0) + each.slice(0, runningAtOnceOf(space)).reduce((sum, count) => sum + count, 0));
    }
  }
  return [...counted(pool.gpus)].filter(([name, count]) => (asked.get(name) ?? 0) > count * pool.nodes).map(([name, count]) => fault('WS-POOL-002', {
    pool: pool.name, got: asked.get(name) ?? 0, card: pool.gpus.find(({ deviceName }) => deviceName === name)?.name ?? name, expected: count * pool.nodes, nodes: pool.nodes,
  }, { field: 'nodes' }));
}

/** A machine with GPUs that names no pool, although the app declares one with its cards. */
export function homeless(construct: Construct, machine: string, profile: Profile): Fault[] {
  const names = new Set(profile.gpus.map(({ deviceName }) => deviceName));
  const found = poolsOf(construct).filter(({ kind, gpus }) => kind === 'vm-gpu-pci' && gpus.some(({ deviceName }) => names.has(deviceName)));
  return found.length === 0 ? [] : [fault('WS-POOL-006', { machine, expected: found.map(({ name }) => `'${name}'`).join(', ') }, { field: 'pool' })];
}

function counted(gpus: readonly Gpu[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  gpus.forEach(({ deviceName }) => counts.set(deviceName, (counts.get(deviceName) ?? 0) + 1));
  return counts;
}
