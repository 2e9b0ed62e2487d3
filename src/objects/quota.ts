import { Lazy } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-30';
import { type Manifest, type Metadata, metadataOf } from './manifest';

/** A ResourceQuota whose limits are asked for when it is rendered: what it counts may be made after it. */
export function resourceQuota(metadata: Metadata, hard: () => Readonly<Record<string, string>>): Manifest {
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: metadataOf(metadata), spec: { hard: Lazy.any({ produce: hard }) as unknown } };
}

/** The largest claim of a namespace. Of type PersistentVolumeClaim only: a default or a maximum for containers would keep launcher pods from starting. */
export function largestClaim(metadata: Metadata, storage: string): Manifest {
  const limits = [{ max: { storage: storage as unknown as k8s.Quantity }, type: 'PersistentVolumeClaim' }];
  return { apiVersion: 'v1', kind: 'LimitRange', metadata: metadataOf(metadata), spec: { limits } };
}
