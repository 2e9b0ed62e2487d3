import { basename, resolve } from 'path';
import type { CheckTarget } from '../checks';
import { readIndexedTarget, STDIN } from '../output/read';

const PARTS = { kubevirt: 'KubeVirt', cdi: 'CDI', kubernetes: 'Kubernetes' } as const;
type Part = keyof typeof PARTS;

/** The releases to judge for, and who says so. */
export interface JudgedFor {
  readonly target: CheckTarget;
  /** `KubeVirt 1.9, CDI 1.66, Kubernetes 1.36 (dist.info/index.json)`. */
  readonly words: string;
}

/** What the command line says, else the index beside the one output folder, else the defaults; or what is wrong with it. */
export function judgedFor(paths: readonly string[], options: Partial<CheckTarget>): JudgedFor | string {
  const { readTarget } = require('../checks') as typeof import('../checks');
  const sources = new Map<Part, string>();
  const given: { -readonly [K in Part]?: string } = {};
  for (const path of paths.filter((one) => one !== STDIN)) {
    const index = `${basename(resolve(path))}.info/index.json`;
    for (const [part, release] of Object.entries(readIndexedTarget(path)) as [Part, string][]) {
      if (options[part] !== undefined) {
        continue;
      }
      if (given[part] !== undefined && given[part] !== release) {
        return `the folders are for ${PARTS[part]} ${given[part]} (${sources.get(part) ?? ''}) and ${release} (${index}): check them one by one, or give --${part}`;
      }
      given[part] ??= release;
      sources.set(part, sources.get(part) ?? index);
    }
  }
  for (const part of Object.keys(PARTS) as Part[]) {
    if (options[part] !== undefined) {
      given[part] = options[part];
      sources.set(part, 'command line');
    }
  }
  const { target, faults } = readTarget(given);
  if (faults.length > 0) {
    return faults.map(({ message, fix }) => {
      const part = /^target '(\w+)'/.exec(message)?.[1] as Part | undefined;
      const source = part === undefined ? undefined : sources.get(part);
      return `${message.replace(/^target '(\w+)'/, source === 'command line' ? '--$1' : `'$1' of ${source ?? ''}`)}: ${fix}`;
    }).join('; ');
  }
  const all = Object.keys(PARTS) as Part[];
  const who = [...new Set(all.map((part) => sources.get(part) ?? 'default'))].join(', ');
  return { target, words: `${all.map((part) => `${PARTS[part]} ${target[part]}`).join(', ')} (${who})` };
}
