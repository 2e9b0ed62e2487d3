import { CATALOGUE } from '../../src/faults';

const HOLES = [...new Set(Object.values(CATALOGUE).flatMap(({ says, fix }) => [...`${says} ${fix}`.matchAll(/\{([a-zA-Z]+)\}/g)].map((match) => match[1])))];

/** A hole of the catalogue that nobody filled; other words in braces come from the values that were given. */
export const UNFILLED = new RegExp(`\\{(${HOLES.join('|')})\\}`);
