import type { Findings } from '../findings';
import { called, type Item } from '../item';
import { given, isRecord, step } from '../json';
import type { Kind, KindCondition } from './load';

type Evaluate = (self: unknown) => unknown;

const programs = new Map<string, Evaluate | null>();

/** Judges the conditions that a CRD states in CEL. Those about a change need the object of before, which is not here. */
export function conditions(kind: Kind, item: Item, findings: Findings): void {
  for (const condition of kind.conditions) {
    eachAt(item.object, condition.path, 0, '', (self, at) => {
      if (isBroken(condition, self)) {
        const field = at === '' ? called(item) : `'${at.slice(1).replace(/\/(\d+)(?=\/|$)/g, '[$1]').replace(/\//g, '.')}' of ${called(item)}`;
        findings.add('WS-SCHEMA-009', { field, got: condition.rule, expected: 'change it so that this holds' }, item, at);
      }
    });
  }
}

/** Calls `found` for everything at a path; `*` is each element of a list or map. */
function eachAt(value: unknown, path: readonly string[], depth: number, at: string, found: (self: unknown, at: string) => void): void {
  if (value === undefined || value === null) {
    return;
  }
  const name = path[depth];
  if (name === undefined) {
    found(value, at);
  } else if (name === '*') {
    if (Array.isArray(value)) {
      value.forEach((inner, index) => eachAt(inner, path, depth + 1, `${at}/${index}`, found));
    } else if (isRecord(value)) {
      Object.entries(value).forEach(([key, inner]) => eachAt(inner, path, depth + 1, `${at}/${step(key)}`, found));
    }
  } else if (isRecord(value)) {
    eachAt(value[name], path, depth + 1, `${at}/${step(name)}`, found);
  }
}

function isBroken({ rule }: KindCondition, self: unknown): boolean {
  let program = programs.get(rule);
  if (program === undefined) {
    program = compile(rule);
    programs.set(rule, program);
  }
  // Undefined is a value of the wrong type, which is the schema's to report.
  return program?.(self) === false;
}

const FORMS: readonly (readonly [RegExp, (match: readonly string[]) => Evaluate])[] = [
  [/^(!?)self\.(startsWith|contains|endsWith)\('([^'\\]*)'\)$/, ([, not, verb = '', words = '']) => (self) => {
    if (typeof self !== 'string') {
      return undefined;
    }
    return (verb === 'startsWith' ? self.startsWith(words) : verb === 'endsWith' ? self.endsWith(words) : self.includes(words)) !== (not === '!');
  }],
  [/^self == (true|false|-?\d+)$/, ([, literal = '']) => (self) => self === JSON.parse(literal)],
  [/^size\(self\) > (\d+)$/, ([, least = '']) => (self) => {
    const size = typeof self === 'string' || Array.isArray(self) ? self.length : isRecord(self) ? Object.keys(self).length : undefined;
    return size === undefined ? undefined : size > Number(least);
  }],
  [/^has\(self\.(\w+)\) == has\(self\.(\w+)\)$/, ([, a = '', b = '']) => (self) => (isRecord(self) ? given(self[a]) === given(self[b]) : undefined)],
  [/^has\(self\.(\w+)\) \|\| has\(self\.(\w+)\)$/, ([, a = '', b = '']) => (self) => (isRecord(self) ? given(self[a]) || given(self[b]) : undefined)],
  [/^\(has\(self\.(\w+)\) && !has\(self\.(\w+)\)\) \|\| \(!has\(self\.\1\) && has\(self\.\2\)\)$/, ([, a = '', b = '']) => (self) => (isRecord(self) ? given(self[a]) !== given(self[b]) : undefined)],
  [/^self\.all\((\w+), \1 in \[('[^'\\]*'(?:, '[^'\\]*')*)\]\)$/, ([, , words = '']) => {
    const legal = words.split(', ').map((word) => word.slice(1, -1));
    return (self) => (Array.isArray(self) ? self.every((element) => typeof element === 'string' && legal.includes(element)) : undefined);
  }],
];

/**
 * The forms of CEL that the schemas use. A whole evaluator would be nine tenths of the bundle for five rules; a test
 * fails when the schemas bring a rule of another form.
 */
export function compile(rule: string): Evaluate | null {
  for (const [form, make] of FORMS) {
    const match = form.exec(rule);
    if (match !== null) {
      return make(match);
    }
  }
  return null;
}
