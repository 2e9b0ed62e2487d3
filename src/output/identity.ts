import { groupOf } from '../facts';
import type { FaultObject } from '../faults';

/** What says that two are the same object of the cluster, whatever the version of their group. */
export const keyOf = ({ apiVersion, kind, namespace, name }: FaultObject): string => [groupOf(apiVersion), kind, namespace ?? '', name].join('\u0000');
