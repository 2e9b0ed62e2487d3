import { show } from '../faults';

/** What a profile is, as data: what differs from the default only, so that a later prop changes no record. */
export interface ProfileRecord { readonly [prop: string]: string | number | boolean | readonly string[] }

/** Every word of a record, with what it is where it is left out. */
export const RECORDED: ProfileRecord = {
  cpus: 0, memory: '', gpus: [], cpuMode: 'shared', threadsPerCore: 1, hugepages: '', numa: 'none', isolateEmulatorThread: false,
};

/** What differs between two records, each as `cpus 8 → 16`. */
export function changesOf(before: ProfileRecord, after: ProfileRecord): string[] {
  return Object.keys({ ...RECORDED, ...before }).flatMap((prop) => {
    const [was, is] = [before, after].map((record) => said(record[prop] ?? RECORDED[prop]));
    return was === is ? [] : [`${prop} ${was} → ${is}`];
  });
}

/** Cards are counted: `2 × nvidia.com/GA100_A100_PCIE_40GB`. */
function said(value: ProfileRecord[string] | undefined): string {
  if (Array.isArray(value)) {
    const names = value as readonly string[];
    return [...new Set(names)].sort().map((name) => `${names.filter((one) => one === name).length} × ${name}`).join(' and ') || 'none';
  }
  return value === '' || value === undefined ? 'none' : typeof value === 'string' ? value : show(value);
}
