import { DUPLICATES, NAMES } from './objects/identity';
import { METADATA } from './objects/metadata';
import type { Rule } from './rule';
import { SCHEMAS } from './schema/schema';

/** Every rule. The order does not matter: faults are sorted. */
export const RULES: readonly Rule[] = [
  SCHEMAS,
  NAMES,
  DUPLICATES,
  METADATA,
];
