import { type Fault, isBlocking, sortFaults } from '../faults';
import { type Accepted, acknowledge } from './acknowledge';

/**
 * Everything that is said, sorted: faults of the app's own with those of the checks, marked where somebody accepted
 * them. What the checks say of an object is left out where a construct at or above it has said the same code in the
 * words of the fleet file. It is marked before, so that an acknowledgement covers both.
 */
export function sayOnce(own: readonly Fault[], judged: readonly Fault[], accepted: readonly Accepted[]): Fault[] {
  const marked = acknowledge([...own, ...judged], accepted);
  const mine = marked.slice(0, own.length);
  // What a construct could not make is missed by what would name it: that follows, and goes when the cause does.
  const hasErrors = mine.some(isBlocking);
  const isFollowUp = ({ code }: Fault): boolean => code === 'WS-REF-001' && hasErrors;
  const said = new Map<string, Fault>();
  for (const one of mine) {
    if (one.construct !== undefined) {
      said.set(placeOf(one.code, one.construct), one);
    }
  }
  const others = marked.slice(own.length).filter((one, index) => index >= judged.length || !isSaid(one, said) && !isFollowUp(one));
  return sortFaults([...mine, ...others]).map(withoutDocument);
}

/** The index of a document serves to find a place; it is no part of a fault. */
function withoutDocument(one: Fault & { readonly document?: number }): Fault {
  const { document: _, ...bare } = one;
  return bare;
}

const placeOf = (code: string, construct: string): string => `${code}\u0000${construct}`;

/** An open fault does not stand for one that was accepted: both are shown then, each as it is. */
function isSaid({ code, construct, acknowledged }: Fault, said: ReadonlyMap<string, Fault>): boolean {
  for (let path = construct; path !== undefined; path = path === '' ? undefined : path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    const above = said.get(placeOf(code, path));
    if (above !== undefined) {
      return above.acknowledged !== undefined || acknowledged === undefined;
    }
  }
  return false;
}
