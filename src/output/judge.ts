import type { ExternalRef } from '../checks';
import type { ExpectedKind, Expectation } from '../constructs/expectations';
import type { Fault } from '../faults';
import type { ResolvedTarget } from '../values';
import type { Expected } from './expects';
import type { SynthesizedObject } from './synthesized';

/** Kinds of objects that the checks miss, by how an expectation names them. */
const KINDS: Partial<Record<ExpectedKind, string>> = {
  namespace: 'Namespace',
  secret: 'Secret',
  configMap: 'ConfigMap',
  storageClass: 'StorageClass',
  volumeAttributesClass: 'VolumeAttributesClass',
  snapshotClass: 'VolumeSnapshotClass',
  snapshot: 'VolumeSnapshot',
  priorityClass: 'PriorityClass',
  dataSource: 'DataSource',
  claim: 'PersistentVolumeClaim',
};

/**
 * Lets the checks judge the finished objects. What these need and nobody expected yet is expected from now on: a
 * namespace that another team makes, a Secret that is brought by hand.
 */
export function judge(objects: readonly SynthesizedObject[], target: ResolvedTarget, expects: readonly Expected[]): { faults: readonly Fault[]; expects: Expected[] } {
  // Loaded here: schemas and rules are of no use to a program that only builds a tree.
  const { checkObjects } = require('../checks') as typeof import('../checks');
  const expected = expects.flatMap(({ kind, namespace, name }): ExternalRef[] => {
    const word = KINDS[kind];
    return word === undefined ? [] : [{ kind: word, name, ...(namespace === undefined ? {} : { namespace }) }];
  });
  const report = checkObjects({
    objects: objects.map(({ object, construct, file, document }) => ({ object, construct, file, document })),
    target,
    expected,
  });
  const known = new Set(expects.map(keyOf));
  const found = report.external.flatMap((ref) => {
    const one = toExpectation(ref);
    return one === undefined || known.has(keyOf(one)) ? [] : [one];
  });
  return { faults: report.faults, expects: [...expects, ...found].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}

const keyOf = ({ kind, namespace = '', name }: Expectation): string => `${kind}\u0000${namespace}\u0000${name}`;

function toExpectation({ kind, namespace, name, by }: ExternalRef): Expectation | undefined {
  const word = (Object.keys(KINDS) as ExpectedKind[]).find((one) => KINDS[one] === kind);
  return word === undefined ? undefined : {
    kind: word, name, ...(namespace === undefined ? {} : { namespace }),
    must: by === undefined ? 'there' : `there: ${by.kind} ${by.namespace === undefined ? '' : `${by.namespace}/`}${by.name} needs it`,
  };
}
