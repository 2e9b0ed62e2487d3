import type { IConstruct } from 'constructs';
import { type Fault, fault } from '../faults';
import type { Dependency } from './tree';

/** One object to be put in order, with the key by which it stands where nothing else decides. */
export interface Sortable {
  readonly construct: IConstruct;
  readonly key: string;
}

/** A step of the order: an object, or the begin or end of a construct that something depends on. */
interface Step {
  readonly construct: IConstruct;
  readonly key: string;
  readonly after: Set<Step>;
}

/**
 * The order in which objects are applied: by key, except where a dependency says otherwise. A dependency holds for
 * all below its two constructs; begin and end of a construct are steps of their own, so that this stays linear.
 * A circle is a fault (WS-APP-005), and what is in it stands at the end.
 */
export function inOrder<T extends Sortable>(all: readonly T[], dependencies: readonly Dependency[], faults: Fault[]): T[] {
  const byKey = [...all].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (dependencies.length === 0) {
    return byKey;
  }
  const steps = new Steps(byKey);
  dependencies.forEach((dependency) => steps.connect(dependency));
  const { sorted, left } = steps.sort();
  if (left.size > 0) {
    const circle = findCircle(left);
    const names = circle.map((step) => nameOf(step.construct)).filter((name, index, list) => name !== list[index - 1]);
    faults.push(fault('WS-APP-005', { got: names.join(' → ') }, { construct: circle[0]?.construct.node.path ?? '' }));
  }
  const position = new Map([...sorted, ...left].map((step, index) => [step, index]));
  const at = (item: T): number => position.get(steps.selfOf(item.construct)) ?? 0;
  return byKey.sort((a, b) => at(a) - at(b));
}

const nameOf = (construct: IConstruct): string => (construct.node.path === '' ? 'the app' : construct.node.path);

class Steps {
  private readonly selves = new Map<IConstruct, Step>();
  private readonly begins = new Map<IConstruct, Step>();
  private readonly ends = new Map<IConstruct, Step>();

  public constructor(objects: readonly Sortable[]) {
    for (const { construct, key } of objects) {
      this.selves.set(construct, { construct, key, after: new Set() });
    }
  }

  public selfOf(construct: IConstruct): Step {
    return this.selves.get(construct) ?? this.endOf(construct);
  }

  public connect({ source, target }: Dependency): void {
    if (source === target) {
      return;
    }
    const toTarget = pathBelow(source, target);
    const toSource = pathBelow(target, source);
    if (toTarget !== undefined) {
      // The target lies in the source: all of the source beside it comes after it.
      this.beside(source, toTarget, (step) => step.after.add(this.endOf(target)), (child) => this.beginOf(child));
    } else if (toSource !== undefined) {
      this.beside(target, toSource, (step) => this.beginOf(source).after.add(step), (child) => this.endOf(child));
    } else {
      this.beginOf(source).after.add(this.endOf(target));
    }
  }

  /** Everything in `outer` but what lies on the path to the inner construct. */
  private beside(outer: IConstruct, path: readonly IConstruct[], use: (step: Step) => void, stepOf: (child: IConstruct) => Step): void {
    let at = outer;
    for (const next of path) {
      const self = this.selves.get(at);
      if (self !== undefined) {
        use(self);
      }
      at.node.children.filter((child) => child !== next).forEach((child) => use(stepOf(child)));
      at = next;
    }
  }

  /** Before anything in a construct. */
  private beginOf(construct: IConstruct): Step {
    const known = this.begins.get(construct);
    if (known !== undefined) {
      return known;
    }
    const begin: Step = { construct, key: '', after: new Set() };
    this.begins.set(construct, begin);
    this.selves.get(construct)?.after.add(begin);
    construct.node.children.forEach((child) => this.beginOf(child).after.add(begin));
    return begin;
  }

  /** After everything in a construct. */
  private endOf(construct: IConstruct): Step {
    const known = this.ends.get(construct);
    if (known !== undefined) {
      return known;
    }
    const end: Step = { construct, key: '', after: new Set() };
    this.ends.set(construct, end);
    const self = this.selves.get(construct);
    if (self !== undefined) {
      end.after.add(self);
    }
    construct.node.children.forEach((child) => end.after.add(this.endOf(child)));
    return end;
  }

  public sort(): { sorted: Step[]; left: Set<Step> } {
    const left = new Set([...this.begins.values(), ...this.selves.values(), ...this.ends.values()]);
    const waits = new Map<Step, number>();
    const unblocks = new Map<Step, Step[]>();
    for (const step of left) {
      waits.set(step, step.after.size);
      for (const earlier of step.after) {
        const list = unblocks.get(earlier);
        if (list === undefined) {
          unblocks.set(earlier, [step]);
        } else {
          list.push(step);
        }
      }
    }
    const ready = new Heap();
    waits.forEach((count, step) => count === 0 && ready.push(step));
    const sorted: Step[] = [];
    for (let step = ready.pop(); step !== undefined; step = ready.pop()) {
      sorted.push(step);
      left.delete(step);
      for (const next of unblocks.get(step) ?? []) {
        const count = (waits.get(next) ?? 0) - 1;
        waits.set(next, count);
        if (count === 0) {
          ready.push(next);
        }
      }
    }
    return { sorted, left };
  }
}

/** From a child of `outer` down to `inner`; undefined if `inner` does not lie below. */
function pathBelow(outer: IConstruct, inner: IConstruct): IConstruct[] | undefined {
  const path: IConstruct[] = [];
  for (let at: IConstruct | undefined = inner; at !== undefined; at = at.node.scope) {
    if (at === outer) {
      return path.reverse();
    }
    path.push(at);
  }
  return undefined;
}

function findCircle(left: ReadonlySet<Step>): Step[] {
  // Each step that is left waits for another one that is left, so walking back must come round.
  const seen: Step[] = [];
  let at: Step | undefined = [...left][0];
  while (at !== undefined && !seen.includes(at)) {
    seen.push(at);
    at = [...at.after].find((earlier) => left.has(earlier));
  }
  const circle = at === undefined ? seen : [...seen.slice(seen.indexOf(at)), at];
  return circle.filter((step, index) => index === 0 || index === circle.length - 1 || step.key !== '' || step.construct !== circle[index - 1]?.construct);
}

/** The steps that may come next, the one with the smallest key first. */
class Heap {
  private readonly steps: Step[] = [];

  public push(step: Step): void {
    const { steps } = this;
    let at = steps.push(step) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfLess(at, parent)) {
        return;
      }
      at = parent;
    }
  }

  public pop(): Step | undefined {
    const { steps } = this;
    const top = steps[0];
    const last = steps.pop();
    if (top !== undefined && last !== undefined && last !== top) {
      steps[0] = last;
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        const smaller = left + 1 < steps.length && this.less(left + 1, left) ? left + 1 : left;
        if (smaller >= steps.length || !this.swapIfLess(smaller, at)) {
          break;
        }
        at = smaller;
      }
    }
    return top;
  }

  private less(a: number, b: number): boolean {
    return (this.steps[a]?.key ?? '') < (this.steps[b]?.key ?? '');
  }

  private swapIfLess(a: number, b: number): boolean {
    const { steps } = this;
    const [first, second] = [steps[a], steps[b]];
    if (first === undefined || second === undefined || first.key >= second.key) {
      return false;
    }
    steps[a] = second;
    steps[b] = first;
    return true;
  }
}
