import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { fault } from '../faults';
import type { Manifest } from '../objects/manifest';
import { recordFaults } from './fault-record';
import { chartOf } from './naming';

/**
 * Puts a manifest into the tree as a bare ApiObject, so that JSON patches and unknown fields of the user survive.
 * A cluster-scoped one loses the namespace that cdk8s gives to everything in a chart.
 */
export function emit(scope: Construct, id: string, manifest: Manifest): ApiObject | undefined {
  if (chartOf(scope) === undefined) {
    recordFaults(scope, [fault('WS-APP-006', { got: manifest.kind })]);
    return undefined;
  }
  const object = new ApiObject(scope, id, manifest);
  if (manifest.metadata.namespace === undefined) {
    Object.assign(object.metadata, { namespace: undefined });
  }
  return object;
}
