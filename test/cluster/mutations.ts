import { readFileSync } from 'fs';
import { join } from 'path';
import fc from 'fast-check';
import { type KubeObject } from './harness/client';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
}

/** One change of a machine: what kind of change, and numbers that choose the place and the value. */
export interface Mutation {
  readonly how: 'leave out' | 'write twice' | 'other value' | 'add' | 'copy';
  readonly choices: readonly number[];
}

export const mutations: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom('leave out', 'write twice', 'other value', 'add', 'copy'),
  choices: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
});

export interface Mutated {
  readonly object: KubeObject;
  /** The change in words, for whoever reads a failed test. */
  readonly said: string;
}

type Node = Record<string, unknown> | unknown[];
type Place = readonly (string | number)[];

const specOf = (file: string): Schema => (JSON.parse(readFileSync(join(__dirname, '..', '..', 'schemas', `${file}.json`), 'utf8')) as Schema).properties!.spec!;

/** What is known of the objects that are changed. */
interface Ground {
  readonly schema: Schema;
  /** Texts that are tried, beside those of the object. */
  readonly words: readonly string[];
}

const ADDRESSES = ['10.0.0.0/8', '10.1.0.0/16', '10.0.0.0/33', '10.0.0.1', 'fd00::/8', 'fd00::/129', '0.0.0.0/0', '::ffff:10.0.0.1', '010.0.0.0/8', '10.0.0.1/8'];

/** What can be changed at random, by kind. */
export const GROUNDS = {
  VirtualMachine: { schema: specOf('kubevirt.io_v1_VirtualMachine'), words: [] },
  NetworkPolicy: { schema: specOf('networking.k8s.io_v1_NetworkPolicy'), words: [...ADDRESSES, 'TCP', 'UDP', 'SCTP', 'tcp', 'Ingress', 'Egress', 'a--b', 'http', 'a-name-that-is-too-long', 'In', 'Exists'] },
  CiliumNetworkPolicy: {
    schema: specOf('cilium.io_v2_CiliumNetworkPolicy'),
    words: [...ADDRESSES, 'ANY', 'TCP', 'ICMP', '53', '65535', '65536', '0x35', 'dns', 'a--b', 'host', 'world', 'ingress', 'nowhere', '*.ubuntu.com', 'pypi.org', '**.example', 'IPv4', 'In', 'Exists'],
  },
} as const satisfies Record<string, Ground>;
const WORDS = ['', 'no', 'A b', 'x'.repeat(64), '-1', '0', '3', '1Gi', '1500m', 'a.b', 'a_b', '../up', '/path', '10.0.0.1', 'Always', 'None', 'default', 'rootdisk', 'virtio', 'sata'];
const NUMBERS = [-1, 0, 1, 2, 3, 1000, 65_536, 2 ** 31];

/** A machine with a change somewhere in its spec; nothing where the change has no place. */
export function mutated(machine: KubeObject, { how, choices }: Mutation, ground: Ground = GROUNDS.VirtualMachine): Mutated | undefined {
  let at = 0;
  const choose = <T>(from: readonly T[]): T => from[choices[at++ % choices.length]! % from.length]!;
  const object = structuredClone(machine);
  const spec = object.spec as Record<string, unknown>;
  const places = [...within(spec)];
  const words = [...WORDS, ...ground.words, ...places.map((place) => valueAt(spec, place)).filter((value): value is string => typeof value === 'string' && value.length < 100)];
  const value = (schema: Schema, depth: number): unknown => {
    const type = [schema.type ?? 'string'].flat()[0]!;
    // Now and then a value of another type.
    const wrong = choose([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) === 0;
    if (schema.enum && choose([true, true, false])) {
      return choose(schema.enum);
    }
    if (schema.pattern?.includes('KMGTPE') && !wrong) {
      return choose(['1Gi', '-1Gi', '0', '1', '1500m', '64Gi', '3Mi', 2, '2']);
    }
    switch (wrong ? choose(['string', 'integer', 'boolean', 'object', 'array']) : type) {
      case 'integer': case 'number': return choose(NUMBERS);
      case 'boolean': return choose([true, false]);
      case 'array': return depth > 4 ? [] : Array.from({ length: choose([1, 1, 2, 0]) }, () => value(schema.items ?? {}, depth + 1));
      case 'object': {
        const { properties = {}, required = [], additionalProperties } = schema;
        const made = Object.entries(properties).filter(([name]) => required.includes(name) || (depth < 4 && choose([true, false, false])))
          .map(([name, inner]) => [name, value(inner, depth + 1)] as const);
        return Object.fromEntries(typeof additionalProperties === 'object' ? [...made, [choose(['a', 'a/b', 'A b']), value(additionalProperties, depth + 1)]] : made);
      }
      default: return choose(words);
    }
  };
  const say = (place: Place, what: string): Mutated => ({ object, said: `${how} /spec/${place.join('/')}${what}` });
  switch (how) {
    case 'leave out': {
      const place = choose(places);
      remove(spec, place);
      return say(place, '');
    }
    case 'write twice': {
      const inLists = places.filter((place) => typeof place[place.length - 1] === 'number');
      if (inLists.length === 0) {
        return undefined;
      }
      const place = choose(inLists);
      const list = valueAt(spec, place.slice(0, -1)) as unknown[];
      list.push(structuredClone(valueAt(spec, place)));
      return say(place, '');
    }
    case 'copy': {
      const leaves = places.filter((place) => typeof valueAt(spec, place) === 'string');
      if (leaves.length === 0) {
        return undefined;
      }
      const [to, from] = [choose(leaves), choose(leaves)];
      put(spec, to, valueAt(spec, from));
      return say(to, ` from ${from.join('/')}: ${JSON.stringify(valueAt(spec, from))}`);
    }
    case 'other value': {
      const values = places.filter((one) => typeof valueAt(spec, one) !== 'object');
      if (values.length === 0) {
        return undefined;
      }
      const place = choose(values);
      const schema = schemaAt(place, ground.schema);
      const made = schema === undefined ? choose(words) : value(schema, 0);
      put(spec, place, made);
      return say(place, `: ${JSON.stringify(made)}`);
    }
    case 'add': {
      const slots = [[], ...places].flatMap((place: Place) => {
        const [here, schema] = [valueAt(spec, place), schemaAt(place, ground.schema)];
        const absent = isObject(here) ? Object.keys(schema?.properties ?? {}).filter((name) => !(name in here)) : Array.isArray(here) && schema?.items ? [here.length] : [];
        return absent.map((name) => [...place, name]);
      });
      const place = choose(slots);
      const made = value(schemaAt(place, ground.schema)!, 0);
      put(spec, place, made);
      return say(place, `: ${JSON.stringify(made)}`);
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function* within(node: unknown, place: Place = []): Generator<Place> {
  if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      const here = [...place, Array.isArray(node) ? Number(key) : key];
      yield here;
      yield* within(value, here);
    }
  }
}

const valueAt = (node: unknown, place: Place): unknown => place.reduce<unknown>((inside, step) => (inside as Record<string | number, unknown>)[step], node);
const parentOf = (node: Node, place: Place): Record<string | number, unknown> => valueAt(node, place.slice(0, -1)) as Record<string | number, unknown>;

function put(node: Node, place: Place, value: unknown): void {
  parentOf(node, place)[place[place.length - 1]!] = value;
}

function remove(node: Node, place: Place): void {
  const [parent, last] = [parentOf(node, place), place[place.length - 1]!];
  if (Array.isArray(parent)) {
    parent.splice(Number(last), 1);
  } else {
    delete parent[last];
  }
}

function schemaAt(place: Place, spec: Schema): Schema | undefined {
  return place.reduce<Schema | undefined>((schema, step) => (
    typeof step === 'number' ? schema?.items : schema?.properties?.[step] ?? (typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined)
  ), spec);
}
