import { Construct } from 'constructs';
import { fault } from '../faults';
import { dataVolume } from '../objects/data-volume';
import { checkSize, isAbsent, type PropNames, propsOf, Reading, WorkspaceFilesystem } from '../values';
import { consumeDisk } from './consumption';
import { existingClaim, type IWorkspaceDisk, readDiskName, readOwner, rememberDisk } from './disks';
import { emit } from './emit';
import { expect } from './expectations';
import { recordFaults } from './fault-record';
import { DiskGrants } from './grants';
import { growClaim, readGrownTo } from './growth';
import { kept, namespaceOf, ownedLabels } from './naming';
import { DISK_ANNOTATIONS, type RbdDiskProps } from './rbd-root-disk';
import { limitClaim, readQos } from './rbd-qos';
import { readStorage } from './rbd-storage';

/** A blank disk and what the guest does with it. */
export interface RbdWorkspaceDiskProps extends RbdDiskProps {
  /**
   * What the guest does with the disk at its first start; a disk that holds anything is never formatted.
   * @default - ext4 at /workspace
   */
  readonly filesystem?: WorkspaceFilesystem;
}

/** What the guest does with a claim that exists. */
export interface ExistingWorkspaceProps {
  /**
   * What the guest does with the disk at its first start; a disk that holds anything is never formatted.
   * @default - ext4 at /workspace
   */
  readonly filesystem?: WorkspaceFilesystem;
}

const PROPS: PropNames<RbdWorkspaceDiskProps> = {
  filesystem: true, storage: true, size: true, owner: true, machine: true, grownTo: true, qos: true, singlePod: true, name: true,
};

/**
 * A disk for a person's work, with its own life: a reset of the root disk leaves it alone. Blank at birth; the guest
 * makes its filesystem once.
 *
 * Faults: WS-DISK-001, WS-DISK-003 (warning), WS-NAME-001, WS-NAME-005, WS-SIZE-001, WS-SIZE-002, WS-APP-002, WS-APP-007.
 *
 * @example
 * const workspaceDisk = new RbdWorkspaceDisk(alice, 'work', { storage, size: Size.gibibytes(500) });
 */
export class RbdWorkspaceDisk extends Construct implements IWorkspaceDisk {
  /**
   * A claim that exists in the machine's namespace: a Block volume.
   *
   * @param claimName its name
   */
  public static fromClaim(claimName: string, props?: ExistingWorkspaceProps): IWorkspaceDisk {
    const given: unknown = propsOf(props).filesystem;
    return given instanceof WorkspaceFilesystem ? existingClaim(claimName, 'workspace', given) : existingClaim(claimName, 'workspace', WorkspaceFilesystem.of(), given);
  }

  /** Name of the DataVolume and of its claim. */
  public readonly claimName: string;
  /** Rights to the disk. */
  public readonly grants: DiskGrants;

  public constructor(scope: Construct, id: string, props: RbdWorkspaceDiskProps) {
    super(scope, id);
    const reading = new Reading('a workspace disk');
    const given = reading.props(props, PROPS);
    const owner = readOwner(this, given.owner, 'a workspace disk', reading);
    const { name, faults } = readDiskName(given.name, owner, given.machine, 'workspace', 'a workspace disk');
    reading.add(...faults);
    this.claimName = name;
    this.grants = DiskGrants._of({ construct: this, name, owner });
    const what = `workspace disk '${name}'`;
    const storageClassName = readStorage(given.storage, reading);
    const size = checkSize(given.size, 'size', what);
    reading.add(...size.faults);
    const grownTo = readGrownTo(given.grownTo, size.read, what, reading);
    const qos = readQos(given.qos, given.storage, name, reading);
    const singlePod = reading.flag('singlePod', given.singlePod, false);
    if (singlePod) {
      reading.add(fault('WS-DISK-003', { disk: what }, { field: 'singlePod' }));
    }
    const filesystem = isAbsent(given.filesystem) ? WorkspaceFilesystem.of()
      : reading.instance('filesystem', given.filesystem, WorkspaceFilesystem, 'a WorkspaceFilesystem, such as WorkspaceFilesystem.of({ mountPath: \'/data\' })')
        ?? WorkspaceFilesystem.of();
    const namespace = namespaceOf(this);
    recordFaults(this, reading.faults);
    rememberDisk(this, { role: 'workspace', namespace, owner: owner?.name, filesystem });
    if (owner === undefined || storageClassName === undefined || size.read === undefined) {
      return;
    }
    const accessMode = singlePod ? 'ReadWriteOncePod' : 'ReadWriteOnce';
    expect(this, { kind: 'storageClass', name: storageClassName, must: `Block volumes, ${accessMode}, expansion` });
    emit(this, 'volume', dataVolume({
      name, ...(namespace === undefined ? {} : { namespace }), ...kept(ownedLabels(this, owner, 'workspace'), DISK_ANNOTATIONS),
    }, {
      source: { kind: 'blank' },
      storageClassName,
      accessMode,
      size: size.read.text,
    }));
    const jobs = [grownTo, qos].filter((one) => one !== undefined).length;
    consumeDisk(this, { name, storageClassName, size: size.read, grownTo, jobs, blank: true });
    if (grownTo !== undefined) {
      growClaim(this, { claim: name, namespace, owner }, grownTo);
    }
    if (qos !== undefined) {
      limitClaim(this, { claim: name, namespace, owner }, qos);
    }
  }
}
