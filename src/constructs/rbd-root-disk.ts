import type { Size } from 'cdk8s';
import { Construct } from 'constructs';
import { FOREIGN_KEYS } from '../facts';
import { dataVolume } from '../objects/data-volume';
import { checkSize, type Person, type PropNames, Reading } from '../values';
import { consumeDisk } from './consumption';
import { existingClaim, type IRootDisk, readDiskName, readOwner, rememberDisk } from './disks';
import { emit } from './emit';
import { expect } from './expectations';
import { recordFaults } from './fault-record';
import { DiskGrants } from './grants';
import { growClaim, readGrownTo } from './growth';
import { checkHolds, type IGoldenImage, readImage } from './golden-image';
import { kept, namespaceOf, ownedLabels } from './naming';
import { type IRbdQos, limitClaim, readQos } from './rbd-qos';
import { type IRbdStorage, readStorage } from './rbd-storage';

/** What every disk on Ceph RBD is given. */
export interface RbdDiskProps {
  /** The storage class. */
  readonly storage: IRbdStorage;
  /** Size at birth, in whole KiB. A DataVolume never changes: for more room later see `grownTo`. */
  readonly size: Size;
  /**
   * Size that the claim has grown to since: above `size`, in whole KiB. A Job patches the claim; the guest grows its filesystem at its next start,
   * and `size` stays as it is. Raise it again for more; it never goes down (WS-KEEP-010).
   * @default - the claim has its size at birth
   */
  readonly grownTo?: Size;
  /**
   * Limits of the volume. A Job gives them to the claim; they hold from the machine's next start on, and stay until other limits are given.
   * @default - none
   */
  readonly qos?: IRbdQos;
  /**
   * The person whose disk it is.
   * @default - the owner of the UserSpace around it
   */
  readonly owner?: Person;
  /**
   * Which of the person's machines it belongs to; part of its name.
   * @default '' - the first
   */
  readonly machine?: string;
  /**
   * One pod at a time in the whole cluster (ReadWriteOncePod), not only one node (ReadWriteOnce).
   * @default false
   */
  readonly singlePod?: boolean;
  /**
   * Name of the DataVolume and of its claim. Names are contract: give one only to take over a disk that exists.
   * @default - <owner>[-<machine>]-<role>
   */
  readonly name?: string;
}

/** A root disk and the image it is cloned from. */
export interface RbdRootDiskProps extends RbdDiskProps {
  /** The image; at birth the disk must be at least as large. */
  readonly image: IGoldenImage;
}

const PROPS: PropNames<RbdRootDiskProps> = { image: true, storage: true, size: true, owner: true, machine: true, grownTo: true, qos: true, singlePod: true, name: true };

/**
 * A machine's root disk: an object of its own, cloned from a golden image, kept when anything around it goes.
 * Block, ReadWriteOnce, bound at once.
 *
 * Faults: WS-DISK-001, WS-DISK-002 (info), WS-DISK-004, WS-NAME-001, WS-NAME-005, WS-SIZE-001, WS-SIZE-002, WS-GROW-001, WS-GROW-002, WS-POLICY-007, WS-APP-002, WS-APP-007.
 *
 * @example
 * const rootDisk = new RbdRootDisk(alice, 'root', { image, storage, size: Size.gibibytes(150) });
 */
export class RbdRootDisk extends Construct implements IRootDisk {
  /**
   * A claim that exists in the machine's namespace: a Block volume with a bootable system.
   *
   * @param claimName its name
   */
  public static fromClaim(claimName: string): IRootDisk {
    return existingClaim(claimName, 'rootdisk', undefined);
  }

  /** Name of the DataVolume and of its claim. */
  public readonly claimName: string;
  /** Rights to the disk. */
  public readonly grants: DiskGrants;

  public constructor(scope: Construct, id: string, props: RbdRootDiskProps) {
    super(scope, id);
    const reading = new Reading('a root disk');
    const given = reading.props(props, PROPS);
    const owner = readOwner(this, given.owner, 'a root disk', reading);
    const { name, faults } = readDiskName(given.name, owner, given.machine, 'rootdisk', 'a root disk');
    reading.add(...faults);
    this.claimName = name;
    this.grants = DiskGrants._of({ construct: this, name, owner });
    const what = `root disk '${name}'`;
    const storageClassName = readStorage(given.storage, reading);
    const image = readImage(given.image, this, reading);
    const size = checkSize(given.size, 'size', what);
    reading.add(...size.faults);
    if (size.read !== undefined && image !== undefined) {
      reading.add(...checkHolds(what, size.read, image));
    }
    const grownTo = readGrownTo(given.grownTo, size.read, what, reading);
    const qos = readQos(given.qos, given.storage, name, reading);
    const singlePod = reading.flag('singlePod', given.singlePod, false);
    const namespace = namespaceOf(this);
    recordFaults(this, reading.faults);
    rememberDisk(this, { role: 'rootdisk', namespace, owner: owner?.name, filesystem: undefined });
    if (owner === undefined || storageClassName === undefined || image === undefined || size.read === undefined) {
      return;
    }
    const accessMode = singlePod ? 'ReadWriteOncePod' : 'ReadWriteOnce';
    expect(this, { kind: 'storageClass', name: storageClassName, must: `Block volumes, ${accessMode}, expansion` }, {
      kind: 'room', namespace: image.namespace, name: `temporary claims in ${image.namespace}`, kibibytes: size.read.kibibytes,
      must: 'at most the sum in brackets, which the disks need if all are cloned at once',
    });
    emit(this, 'volume', dataVolume({
      name, ...(namespace === undefined ? {} : { namespace }), ...kept(ownedLabels(this, owner, 'rootdisk'), DISK_ANNOTATIONS),
    }, {
      source: { kind: 'dataSource', namespace: image.namespace, name: image.name },
      storageClassName,
      accessMode,
      size: size.read.text,
    }));
    const jobs = [grownTo, qos].filter((one) => one !== undefined).length;
    consumeDisk(this, { name, storageClassName, size: size.read, grownTo, jobs, blank: false });
    if (grownTo !== undefined) {
      growClaim(this, { claim: name, namespace, owner }, grownTo);
    }
    if (qos !== undefined) {
      limitClaim(this, { claim: name, namespace, owner }, qos);
    }
  }
}

/**
 * Every disk is bound at once, although its machine is off; may take its claim over again after a restore; and is
 * written once by Flux, since CDI checks the clone right at every write and refuses any change.
 */
export const DISK_ANNOTATIONS = {
  [FOREIGN_KEYS.cdiImmediateBind]: 'true',
  [FOREIGN_KEYS.cdiAllowClaimAdoption]: 'true',
  [FOREIGN_KEYS.fluxSsa]: 'IfNotPresent',
} as const;
