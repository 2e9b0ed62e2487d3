import type { IConstruct } from 'constructs';
import { CDI_WORKER, GROWTH_POD } from '../facts';
import type { PodRequests } from '../objects/launcher-pod';
import { quantity, type QuotaData, type ReadSize } from '../values';

/** A disk, as far as a quota counts it. */
export interface DiskConsumption {
  readonly name: string;
  readonly storageClassName: string;
  readonly size: ReadSize;
  readonly grownTo: ReadSize | undefined;
  /** Jobs that change its claim. */
  readonly jobs: number;
  /** CDI makes a second claim of the full size while it fills a disk that is no clone. */
  readonly blank: boolean;
}

/** What stands in a space and counts. */
export interface Consumption {
  readonly machines: readonly PodRequests[];
  readonly disks: readonly DiskConsumption[];
}

const MACHINES = new WeakMap<IConstruct, PodRequests>();
const DISKS = new WeakMap<IConstruct, DiskConsumption>();

const AT_ONCE = new WeakMap<IConstruct, number>();

/** Notes how many machines of a space may run at the same time. */
export function limitRunning(space: IConstruct, machines: number): void {
  AT_ONCE.set(space, machines);
}

/** How many machines of a space may run at the same time; undefined for all of them. */
export const runningAtOnceOf = (space: IConstruct): number | undefined => AT_ONCE.get(space);

/** Notes what a machine asks of a node. */
export function consumeMachine(machine: IConstruct, requests: PodRequests): void {
  MACHINES.set(machine, requests);
}

/** Notes what a disk asks of its class. */
export function consumeDisk(disk: IConstruct, consumption: DiskConsumption): void {
  DISKS.set(disk, consumption);
}

/** All that stands at and below a construct. */
export function consumptionOf(space: IConstruct): Consumption {
  const all = space.node.findAll();
  const noted = <T>(record: WeakMap<IConstruct, T>): T[] => all.flatMap((one) => {
    const found = record.get(one);
    return found === undefined ? [] : [found];
  });
  return { machines: noted(MACHINES), disks: noted(DISKS) };
}

/**
 * The hard limits of a ResourceQuota that holds all that is declared, and no more than that. On requests, never on
 * limits: with those KubeVirt would set limits of twice the memory. Never on the number of instances, since one that was
 * switched off stays as an object. And on nothing that is applied together with the quota: until it has been reckoned for
 * the first time, the API server refuses whatever it counts ("status unknown for quota").
 */
export function hardLimits({ machines, disks }: Consumption, { runningAtOnce, spareKibibytes, spareClaims }: QuotaData): Record<string, string> {
  const most = (values: readonly number[]): number => [...values].sort((a, b) => b - a).slice(0, runningAtOnce).reduce((sum, value) => sum + value, 0);
  const changing = disks.reduce((total, { jobs }) => total + jobs, 0);
  const hard = new Map<string, string>([
    ['persistentvolumeclaims', String(disks.length + disks.filter(({ blank }) => blank).length + spareClaims)],
    ['requests.cpu', cpuText(most(machines.map(({ cpu }) => cpu)) + CDI_WORKER.cpu * disks.length + GROWTH_POD.cpu * changing)],
    ['requests.memory', bytesText(most(machines.map(({ memory }) => memory)) + CDI_WORKER.memory * disks.length + GROWTH_POD.memory * changing)],
    ['requests.storage', storageText(sum(disks) + spareKibibytes)],
  ]);
  for (const name of new Set(machines.flatMap(({ others }) => [...others.keys()]))) {
    const amount = most(machines.map(({ others }) => others.get(name) ?? 0));
    hard.set(...name.startsWith('hugepages-') ? [name, storageText(amount / 1024)] as const : [`requests.${name}`, String(amount)] as const);
  }
  for (const name of new Set(disks.map(({ storageClassName }) => storageClassName))) {
    hard.set(`${name}.storageclass.storage.k8s.io/requests.storage`, storageText(sum(disks.filter(({ storageClassName }) => storageClassName === name)) + spareKibibytes));
  }
  return Object.fromEntries([...hard].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the claims ask in all: as far as they have grown, and twice while a blank one is born. */
const sum = (disks: readonly DiskConsumption[]): number =>
  disks.reduce((total, { size, grownTo, blank }) => total + (grownTo ?? size).kibibytes + (blank ? size.kibibytes : 0), 0);

/** Quantities in the one form that the API server keeps as it is. */
const cpuText = (thousandths: number): string => (thousandths % 1000 === 0 ? String(thousandths / 1000) : `${thousandths}m`);
const storageText = (kibibytes: number): string => (kibibytes === 0 ? '0' : quantity(kibibytes));

function bytesText(bytes: number): string {
  const [unit, suffix] = ([[1e9, 'G'], [1e6, 'M'], [1e3, 'k']] as const).find(([one]) => bytes > 0 && bytes % one === 0) ?? [1, ''];
  return `${bytes / unit}${suffix}`;
}
