import { type Fault, fault, sortFaults } from '../faults';
import { acknowledge } from './acknowledged';
import { Findings } from './findings';
import type { CheckFault, CheckInput, CheckReport } from './input';
import { type Item, unfold } from './item';
import type { Rule } from './rule';
import { RULES } from './rules';
import { kindOf } from './schema/load';
import { World } from './world';

/** Judges finished manifests: every rule over everything that was read. */
export function checkObjects(input: CheckInput): CheckReport {
  const { items, strays } = unfold(input.objects);
  const findings = new Findings();
  for (const { from, why, field } of strays) {
    findings.stray(fault('WS-OBJECT-001', { got: why }, { field }), from);
  }
  const world = new World(items, input.target, input.expected ?? []);
  judgeObjects(items, findings, world);
  for (const rule of RULES) {
    if (rule.machine !== undefined) {
      for (const machine of world.machines) {
        rule.machine(machine, findings, world);
      }
    }
    if (rule.disk !== undefined) {
      for (const disk of world.disks) {
        rule.disk(disk, findings, world);
      }
    }
    rule.all?.(world, findings);
  }
  acknowledge(items, findings);
  return {
    faults: sortFaults(findings.faults as readonly Fault[]) as CheckFault[],
    objects: items.length + strays.length,
    unknownKinds: unknownKinds(items, input.target.kubernetes),
    external: world.needs(),
  };
}

function judgeObjects(items: readonly Item[], findings: Findings, world: World): void {
  const forAll = RULES.filter((rule) => rule.object !== undefined && rule.kinds === undefined);
  const perKind = new Map<string, Rule[]>();
  for (const item of items) {
    let rules = perKind.get(item.groupKind);
    if (rules === undefined) {
      rules = [...forAll, ...RULES.filter((rule) => rule.object !== undefined && rule.kinds?.includes(item.groupKind))];
      perKind.set(item.groupKind, rules);
    }
    for (const rule of rules) {
      rule.object?.(item, findings, world);
    }
  }
}

function unknownKinds(items: readonly Item[], kubernetes: string): string[] {
  const seen = new Map<string, boolean>();
  for (const { ref } of items) {
    const name = `${ref.apiVersion} ${ref.kind}`;
    if (!seen.has(name)) {
      seen.set(name, kindOf(ref.apiVersion, ref.kind, kubernetes) !== undefined);
    }
  }
  return [...seen].filter(([, known]) => !known).map(([name]) => name).sort();
}
