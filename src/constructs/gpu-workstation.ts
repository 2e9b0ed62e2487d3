import type { Construct } from 'constructs';
import { Workstation, type WorkstationProps } from './workstation';

/** A machine with GPUs. */
export interface GpuWorkstationProps extends WorkstationProps {
}

/**
 * A person's machine with GPUs, passed through whole. Its memory is never overcommitted, since the GPU pins all of it;
 * it cannot be migrated, so a drain powers it off.
 *
 * Faults: as Workstation; WS-GPU-004 for a profile without GPUs.
 *
 * @example
 * new GpuWorkstation(alice, 'workstation', { profile, rootDisk });
 */
export class GpuWorkstation extends Workstation {
  public constructor(scope: Construct, id: string, props: GpuWorkstationProps) {
    super(scope, id, props);
  }

  /** @internal */
  protected override _takesGpus(): boolean {
    return true;
  }
}
