import type { Size } from 'cdk8s';
import { Construct } from 'constructs';
import { KEYS } from '../facts';
import { fault, show } from '../faults';
import { volumeAttributesClass } from '../objects/volume-attributes-class';
import { checkSize, isAbsent, isDnsSubdomain, limitsVolumes, type PropNames, RbdDriver, Reading } from '../values';
import { emit } from './emit';
import { expect } from './expectations';
import { recordFaults } from './fault-record';
import { changeClaim, type ChangingDisk } from './growth';
import { kept } from './naming';
import { noLimits, takesLimits } from './rbd-storage';
import { settingsOf } from './settings';

/** Limits of volumes, ours or somebody else's. */
export interface IRbdQos {
  /** Name of the VolumeAttributesClass. */
  readonly qosName: string;
}

/** What a volume may do in a second. A class never changes: other limits need another name. */
export interface RbdQosProps {
  /** The driver whose volumes are limited: ceph-csi 3.18 or newer, and it must be said. */
  readonly driver: RbdDriver;
  /**
   * Reads in a second.
   * @default - no limit
   */
  readonly maxReadIops?: number;
  /**
   * Writes in a second.
   * @default - no limit
   */
  readonly maxWriteIops?: number;
  /**
   * How much is read in a second, in whole KiB, at least 1 MiB.
   * @default - no limit
   */
  readonly maxReadPerSecond?: Size;
  /**
   * How much is written in a second, in whole KiB, at least 1 MiB.
   * @default - no limit
   */
  readonly maxWritePerSecond?: Size;
  /**
   * Name of the VolumeAttributesClass.
   * @default - the construct's id
   */
  readonly className?: string;
}

const PROPS: PropNames<RbdQosProps> = { driver: true, maxReadIops: true, maxWriteIops: true, maxReadPerSecond: true, maxWritePerSecond: true, className: true };

/**
 * Limits for disks on Ceph RBD, so that one machine does not take what all need: a VolumeAttributesClass, for the disks that name it and whose
 * storage is `modifiable`. Enforced by the node (cgroup v2, Linux 5.8 or newer) from a machine's next start on.
 *
 * Faults: WS-STORAGE-009, WS-STORAGE-010, WS-NAME-002, WS-SIZE-001, WS-SIZE-002, WS-APP-002, WS-APP-007.
 *
 * @example
 * const bronze = new RbdQos(platform, 'bronze', { driver: RbdDriver.rook({ cephCsi: '3.18' }), maxReadIops: 5000, maxWriteIops: 2000 });
 */
export class RbdQos extends Construct implements IRbdQos {
  /**
   * A VolumeAttributesClass that exists.
   *
   * @param name its name
   */
  public static fromClassName(name: string): IRbdQos {
    return { qosName: typeof name === 'string' ? name : '' };
  }

  /** Name of the VolumeAttributesClass. */
  public readonly qosName: string;

  public constructor(scope: Construct, id: string, props: RbdQosProps) {
    super(scope, id);
    const reading = new Reading(`QoS '${id}'`);
    const given = reading.props(props, PROPS);
    const wanted: unknown = isAbsent(given.className) ? id : given.className;
    if (!isDnsSubdomain(wanted)) {
      reading.add(fault('WS-NAME-002', { prop: 'className', what: `QoS '${id}'`, got: show(wanted) }, { field: 'className' }));
    }
    this.qosName = isDnsSubdomain(wanted) ? wanted : 'qos';
    const driver = reading.instance('driver', given.driver, RbdDriver, "an RbdDriver that says its release, such as RbdDriver.rook({ cephCsi: '3.18' })");
    if (driver !== undefined && !limitsVolumes(driver._data)) {
      reading.add(noLimits(`QoS '${id}'`, driver, 'driver'));
    }
    const parameters = Object.fromEntries([
      ...this.readCount('maxReadIops', given.maxReadIops, reading), ...this.readCount('maxWriteIops', given.maxWriteIops, reading),
      ...this.readAmount('maxReadBps', 'maxReadPerSecond', given.maxReadPerSecond, reading), ...this.readAmount('maxWriteBps', 'maxWritePerSecond', given.maxWritePerSecond, reading),
    ]);
    if (Object.keys(parameters).length === 0 && reading.faults.length === 0) {
      reading.add(fault('WS-STORAGE-010', { qos: id, got: 'limits nothing', expected: 'give at least one of maxReadIops, maxWriteIops, maxReadPerSecond and maxWritePerSecond' }));
    }
    recordFaults(this, reading.faults);
    if (driver === undefined) {
      return;
    }
    emit(this, 'class', volumeAttributesClass({ name: this.qosName, ...kept({ [KEYS.fleet]: settingsOf(this).fleet, [KEYS.role]: 'qos' }) }, driver.provisioner, parameters));
    expect(this, {
      kind: 'right', name: `limits of volumes by ${driver.provisioner}`,
      must: 'csi-provisioner 6.1, csi-resizer 2.1 or newer, podInfoOnMount in the CSIDriver; nodes with cgroup v2 and Linux 5.8 or newer',
    });
  }

  private readCount(prop: 'maxReadIops' | 'maxWriteIops', value: unknown, reading: Reading): [string, string][] {
    const count = isAbsent(value) ? undefined : reading.wholeNumber(prop, value, 1, 1_000_000_000);
    return count === undefined ? [] : [[prop, String(count)]];
  }

  private readAmount(parameter: string, prop: string, value: unknown, reading: Reading): [string, string][] {
    if (isAbsent(value)) {
      return [];
    }
    const { read, faults } = checkSize(value, prop, `QoS '${this.node.id}'`);
    reading.add(...faults);
    return read === undefined ? [] : [[parameter, String(read.kibibytes * 1024)]];
  }
}

/** The prop `qos` of a disk: the name of its class. */
export function readQos(given: unknown, storage: unknown, disk: string, reading: Reading): string | undefined {
  if (isAbsent(given)) {
    return undefined;
  }
  const name: unknown = typeof given === 'object' && 'qosName' in given ? given.qosName : undefined;
  if (!isDnsSubdomain(name)) {
    return reading.refuse('qos', given, "an RbdQos, or RbdQos.fromClassName('…') with the name of a VolumeAttributesClass");
  }
  if (!takesLimits(storage)) {
    const className = typeof storage === 'object' && storage !== null && 'className' in storage ? String(storage.className) : '';
    reading.add(fault('WS-STORAGE-011', { disk, qos: name, storage: className }, { field: 'qos' }));
  }
  return name;
}

/** Gives a claim its limits, beside its DataVolume, whose spec is written once. */
export function limitClaim(disk: Construct, changing: ChangingDisk, qos: string): void {
  changeClaim(disk, changing, { role: 'qos', verb: 'qos', field: 'qos', what: `have the QoS '${qos}'`, spec: { volumeAttributesClassName: qos }, called: qos.replace(/\./g, '-'), annotations: {} });
  expect(disk, { kind: 'volumeAttributesClass', name: qos, must: 'of the driver of the disk' });
}
