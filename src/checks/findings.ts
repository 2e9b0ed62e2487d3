import { type Code, type Fault, fault, type FaultObject, masked, type Values } from '../faults';
import type { CheckedObject, CheckFault } from './input';
import type { Item } from './item';

/** Collects faults; each gets the place of its object. */
export class Findings {
  public readonly faults: CheckFault[] = [];
  /** The faults of an item, for its acknowledgements. */
  public readonly items = new Map<Item, CheckFault[]>();

  public add<C extends Code>(code: C, values: Values<C>, item: Item, field?: string): void {
    const made: CheckFault = { ...fault(code, values), object: shown(item.ref), ...placeOf(item.from), ...(field === undefined ? {} : { field: shownField(field) }) };
    this.faults.push(made);
    const known = this.items.get(item);
    if (known === undefined) {
      this.items.set(item, [made]);
    } else {
      known.push(made);
    }
  }

  /** A fault of something that is no object. */
  public stray(made: Fault, from: CheckedObject): void {
    this.faults.push({ ...made, ...placeOf(from) });
  }
}

function placeOf({ construct, file, document }: CheckedObject): Partial<CheckFault> {
  return { ...(construct === undefined ? {} : { construct }), ...(file === undefined ? {} : { file }), ...(document === undefined ? {} : { document }) };
}

/** A name or a key may be a secret too, put there by mistake. */
function shown(ref: FaultObject): FaultObject {
  return masked(`${ref.kind} ${ref.name}`) === `${ref.kind} ${ref.name}` ? ref : { ...ref, kind: masked(ref.kind), name: masked(ref.name) };
}

function shownField(field: string): string {
  const plain = field.split('/').map((part) => part.replace(/~1/g, '/'));
  return plain.some((part) => masked(part) !== part) ? plain.map((part) => masked(part).replace(/\//g, '~1')).join('/') : field;
}
