import { Construct } from 'constructs';
import { CEPH_CSI_QOS_SINCE, DEFAULTS, FOREIGN_KEYS, KEYS, LIMITS, RBD_FEATURES } from '../facts';
import { type Fault, fault, show } from '../faults';
import { cephBlockPool } from '../objects/ceph-block-pool';
import { storageClass } from '../objects/storage-class';
import { storageProfile } from '../objects/storage-profile';
import { volumeSnapshotClass } from '../objects/volume-snapshot-class';
import { CloneStrategy, DeletionPolicy, isAbsent, isDnsSubdomain, limitsVolumes, type PropNames, RbdDriver, RbdEncryption, RbdImageFeature, Reading } from '../values';
import { emit } from './emit';
import { expect } from './expectations';
import { recordFaults } from './fault-record';
import { kept, type Marks } from './naming';
import { settingsOf } from './settings';

/** A storage class for disks on Ceph RBD, ours or somebody else's. */
export interface IRbdStorage {
  /** Name of the StorageClass. */
  readonly className: string;
}

/** A replicated pool that Rook makes. */
export interface BlockPoolProps {
  /**
   * Copies of each object.
   * @default 3
   */
  readonly replicas?: number;
  /**
   * What may fail without loss: copies lie in different ones (`host`, `rack`, `osd`).
   * @default 'host'
   */
  readonly failureDomain?: string;
  /**
   * Drives to use, such as `ssd` or `nvme`.
   * @default - all
   */
  readonly deviceClass?: string;
}

/** A storage class for disks on Ceph RBD. Every parameter is fixed at birth: another option needs another class name. */
export interface RbdStorageProps {
  /** Ceph's cluster id, at most 36 bytes; with Rook the namespace of the CephCluster. */
  readonly clusterId: string;
  /** The RBD pool. */
  readonly pool: string;
  /**
   * Erasure-coded pool for the data; `pool` then holds the metadata.
   * @default - the data lies in `pool`
   */
  readonly dataPool?: string;
  /**
   * The CSI driver with its Secrets.
   * @default - RbdDriver.rook()
   */
  readonly driver?: RbdDriver;
  /**
   * Name of the StorageClass and of the VolumeSnapshotClass.
   * @default - the construct's id
   */
  readonly className?: string;
  /**
   * Features of the images.
   * @default - layering, exclusive-lock, object-map, fast-diff, deep-flatten
   */
  readonly imageFeatures?: RbdImageFeature[];
  /**
   * Options of `rbd map`, such as `rxbounce` for Windows guests.
   * @default - none
   */
  readonly mapOptions?: string[];
  /**
   * Options of `rbd unmap`.
   * @default - none
   */
  readonly unmapOptions?: string[];
  /**
   * Encryption of the volumes.
   * @default - none
   */
  readonly encryption?: RbdEncryption;
  /**
   * Marks the VolumeSnapshotClass as its driver's default; there may be one only.
   * @default true
   */
  readonly defaultSnapshotClass?: boolean;
  /**
   * What happens to a snapshot's data when its object is deleted.
   * @default DeletionPolicy.DELETE
   */
  readonly snapshotDeletionPolicy?: DeletionPolicy;
  /**
   * How CDI clones.
   * @default CloneStrategy.CSI_CLONE
   */
  readonly cloneStrategy?: CloneStrategy;
  /**
   * The pool itself, made by Rook.
   * @default - the pool exists
   */
  readonly blockPool?: BlockPoolProps;
  /**
   * Writes the Secrets into the class with which a volume's limits can be changed later (RbdQos). A class that exists does not get them any more: give a new one
   * another `className`.
   * @default false
   */
  readonly modifiable?: boolean;
}

/** Which of our own classes take limits; a class of somebody else's is not known. */
const MODIFIABLE = new WeakMap<object, boolean>();

/** False for a class of ours that takes no limits. */
export const takesLimits = (storage: unknown): boolean => typeof storage !== 'object' || storage === null || MODIFIABLE.get(storage) !== false;

/** The fault of a driver that is not known to limit volumes. */
export function noLimits(what: string, driver: RbdDriver, field: string): Fault {
  const { release, rook } = driver._data;
  return fault('WS-STORAGE-009', {
    what, got: release === undefined ? 'no release is said' : `it is ceph-csi ${release}`, expected: CEPH_CSI_QOS_SINCE, call: rook ? "RbdDriver.rook({ cephCsi: '…' })" : "RbdDriver.cephCsi({ …, release: '…' })",
  }, { field });
}

const POOL_NAME = /^[A-Za-z0-9._-]+$/;

const PROPS: PropNames<RbdStorageProps> = {
  clusterId: true, pool: true, dataPool: true, driver: true, className: true, imageFeatures: true, mapOptions: true, unmapOptions: true,
  encryption: true, defaultSnapshotClass: true, snapshotDeletionPolicy: true, cloneStrategy: true, blockPool: true, modifiable: true,
};
const BLOCK_POOL_PROPS: PropNames<BlockPoolProps> = { replicas: true, failureDomain: true, deviceClass: true };

/**
 * Ceph RBD for disks that outlive their machines: StorageClass (Retain, expansion, Immediate, all secret pairs),
 * VolumeSnapshotClass and StorageProfile.
 *
 * Faults: WS-STORAGE-001 to WS-STORAGE-009, WS-NAME-002, WS-APP-002, WS-APP-007.
 *
 * @example
 * const storage = new RbdStorage(platform, 'ceph-rbd', { clusterId: 'rook-ceph', pool: 'workstations' });
 */
export class RbdStorage extends Construct implements IRbdStorage {
  /**
   * A StorageClass that exists. It must give Block volumes, ReadWriteOnce, and grow.
   *
   * @param name its name
   */
  public static fromClassName(name: string): IRbdStorage {
    return { className: typeof name === 'string' ? name : '' };
  }

  /** Name of the StorageClass. */
  public readonly className: string;

  public constructor(scope: Construct, id: string, props: RbdStorageProps) {
    super(scope, id);
    const reading = new Reading(`storage '${id}'`);
    const given = reading.props(props, PROPS);
    const wantedName: unknown = isAbsent(given.className) ? id : given.className;
    if (!isDnsSubdomain(wantedName)) {
      reading.add(fault('WS-NAME-002', { prop: 'className', what: `storage '${id}'`, got: show(wantedName) }, { field: 'className' }));
    }
    this.className = isDnsSubdomain(wantedName) ? wantedName : 'ceph-rbd';

    const driver = isAbsent(given.driver) ? RbdDriver.rook() : reading.instance('driver', given.driver, RbdDriver, 'an RbdDriver, such as RbdDriver.rook()') ?? RbdDriver.rook();
    const clusterId = this.readClusterId(given.clusterId, reading);
    const pool = this.readPool('pool', given.pool, reading);
    const dataPool = isAbsent(given.dataPool) ? undefined : this.readPool('dataPool', given.dataPool, reading);
    const features = this.readFeatures(given.imageFeatures, reading);
    const mapOptions = this.readOptions('mapOptions', given.mapOptions, reading);
    const unmapOptions = this.readOptions('unmapOptions', given.unmapOptions, reading);
    const encryption = isAbsent(given.encryption) ? undefined : reading.instance('encryption', given.encryption, RbdEncryption, "an RbdEncryption, such as RbdEncryption.kms('vault')");
    const snapshotDefault = reading.flag('defaultSnapshotClass', given.defaultSnapshotClass, true);
    const snapshotDeletion = reading.choice('snapshotDeletionPolicy', given.snapshotDeletionPolicy, DeletionPolicy, DeletionPolicy.DELETE);
    const cloneStrategy = reading.choice('cloneStrategy', given.cloneStrategy, CloneStrategy, CloneStrategy.CSI_CLONE);
    const { provisioner, secretNamespace, controllerSecret, nodeSecret } = driver._data;
    const modifiable = reading.flag('modifiable', given.modifiable, false);
    if (modifiable && !limitsVolumes(driver._data)) {
      reading.add(noLimits(`storage '${id}'`, driver, 'modifiable'));
    }
    MODIFIABLE.set(this, modifiable);

    const marks = kept({ [KEYS.fleet]: settingsOf(this).fleet, [KEYS.role]: 'storage' });
    emit(this, 'class', storageClass({ name: this.className, ...marks }, provisioner, {
      'clusterID': clusterId,
      pool,
      ...(dataPool === undefined ? {} : { dataPool }),
      'imageFeatures': features.join(','),
      ...(mapOptions.length === 0 ? {} : { mapOptions: mapOptions.join(',') }),
      ...(unmapOptions.length === 0 ? {} : { unmapOptions: unmapOptions.join(',') }),
      ...(encryption === undefined ? {} : { encrypted: 'true', encryptionKMSID: encryption.kmsId }),
      ...secretPair('provisioner', controllerSecret, secretNamespace),
      ...secretPair('controller-expand', controllerSecret, secretNamespace),
      // Without this pair a dead node is never fenced when its disks are taken away (rook block-storage, node loss).
      ...secretPair('controller-publish', controllerSecret, secretNamespace),
      ...secretPair('node-stage', nodeSecret, secretNamespace),
      ...(modifiable ? { ...secretPair('controller-modify', controllerSecret, secretNamespace), ...secretPair('node-publish', nodeSecret, secretNamespace) } : {}),
    }));
    emit(this, 'snapshot-class', volumeSnapshotClass(
      { name: this.className, labels: marks.labels, annotations: { ...marks.annotations, ...(snapshotDefault ? { [FOREIGN_KEYS.defaultSnapshotClass]: 'true' } : {}) } },
      provisioner, snapshotDeletion,
      { clusterID: clusterId, ...secretPair('snapshotter', controllerSecret, secretNamespace) },
    ));
    emit(this, 'profile', storageProfile({ name: this.className, ...marks }, cloneStrategy));
    this.emitPool(given.blockPool, pool, driver, marks, reading);
    recordFaults(this, reading.faults);
    for (const name of new Set([controllerSecret, nodeSecret])) {
      expect(this, { kind: 'secret', namespace: secretNamespace, name, must: `keys userID and userKey, for driver ${provisioner}` });
    }
    expect(this, { kind: 'right', name: `CSI driver ${provisioner}`, must: 'installed, with external-snapshotter and its CRDs' });
    if (encryption !== undefined) {
      expect(this, { kind: 'configMap', namespace: secretNamespace, name: 'ceph-csi-encryption-kms-config', must: `a KMS with the id ${encryption.kmsId}` });
    }
    if (dataPool !== undefined) {
      expect(this, { kind: 'pool', name: dataPool, must: 'an erasure-coded RBD pool with overwrites allowed' });
    }
  }

  private readClusterId(clusterId: unknown, reading: Reading): string {
    if (typeof clusterId === 'string' && /^[!-~]+$/.test(clusterId) && Buffer.byteLength(clusterId, 'utf8') <= LIMITS.cephClusterId) {
      return clusterId;
    }
    reading.add(fault('WS-STORAGE-001', { storage: this.node.id, got: show(clusterId) }, { field: 'clusterId' }));
    return DEFAULTS.rookNamespace;
  }

  private readPool(prop: 'pool' | 'dataPool', pool: unknown, reading: Reading): string {
    if (typeof pool === 'string' && POOL_NAME.test(pool)) {
      return pool;
    }
    reading.add(fault('WS-STORAGE-002', { prop, storage: this.node.id, got: show(pool) }, { field: prop }));
    return 'pool';
  }

  private readFeatures(features: unknown, reading: Reading): readonly string[] {
    if (isAbsent(features)) {
      return DEFAULTS.imageFeatures;
    }
    const list = reading.list('imageFeatures', features).map((feature) => typeof feature === 'string' ? feature : show(feature));
    const faults: Fault[] = list.flatMap((feature) => {
      const refuse = (reason: string, expected: string) => [fault('WS-STORAGE-003', { got: feature, storage: this.node.id, reason, expected }, { field: 'imageFeatures' })];
      if (feature === 'journaling') {
        return refuse('is not mapped by the kernel client', 'leave it out');
      }
      if (!Object.prototype.hasOwnProperty.call(RBD_FEATURES, feature)) {
        return refuse('does not exist', `choose from ${Object.values(RbdImageFeature).join(', ')}`);
      }
      const needs = RBD_FEATURES[feature as keyof typeof RBD_FEATURES];
      return needs === undefined || list.includes(needs) ? [] : refuse(`needs '${needs}'`, `add '${needs}'`);
    });
    if (!list.includes('layering')) {
      faults.push(fault('WS-STORAGE-003', { got: 'layering', storage: this.node.id, reason: 'is missing', expected: 'add it: clones of images need it' }, { field: 'imageFeatures' }));
    }
    reading.add(...faults);
    return faults.length === 0 ? [...new Set(list)] : DEFAULTS.imageFeatures;
  }

  private readOptions(prop: 'mapOptions' | 'unmapOptions', options: unknown, reading: Reading): string[] {
    return reading.list(prop, options).flatMap((option) => {
      if (typeof option === 'string' && /^[A-Za-z0-9_=:./-]+$/.test(option)) {
        return [option];
      }
      reading.add(fault('WS-STORAGE-004', { prop, storage: this.node.id, got: show(option) }, { field: prop }));
      return [];
    });
  }

  private emitPool(blockPool: unknown, pool: string, driver: RbdDriver, marks: Marks, reading: Reading): void {
    if (isAbsent(blockPool)) {
      expect(this, { kind: 'pool', name: pool, must: 'an RBD pool, initialised with `rbd pool init`' });
      return;
    }
    const given = reading.props(blockPool as BlockPoolProps, BLOCK_POOL_PROPS, 'blockPool');
    const replicas: unknown = isAbsent(given.replicas) ? 3 : given.replicas;
    const failureDomain = isAbsent(given.failureDomain) ? 'host' : reading.text('blockPool.failureDomain', given.failureDomain) ?? 'host';
    const deviceClass = reading.optionalText('blockPool.deviceClass', given.deviceClass);
    const refuse = (got: string, expected: string) => {
      reading.add(fault('WS-STORAGE-007', { storage: this.node.id, got, expected }, { field: 'blockPool' }));
    };
    if (!driver._data.rook) {
      refuse('is given, but the driver is a plain ceph-csi', 'leave it out and make the pool in Ceph, or use RbdDriver.rook()');
      return;
    }
    if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas < 1 || replicas > 10) {
      refuse(`has ${show(replicas)} replicas`, 'give a whole number from 1 to 10; 3 is usual');
      return;
    }
    if (replicas < 3) {
      reading.add(fault('WS-STORAGE-008', { storage: this.node.id, got: replicas }, { field: 'blockPool.replicas' }));
    }
    emit(this, 'pool', cephBlockPool({ name: pool, namespace: driver._data.secretNamespace, ...marks }, {
      replicas, failureDomain, ...(deviceClass === undefined ? {} : { deviceClass }),
    }));
  }
}

function secretPair(role: string, name: string, namespace: string): Record<string, string> {
  return { [`csi.storage.k8s.io/${role}-secret-name`]: name, [`csi.storage.k8s.io/${role}-secret-namespace`]: namespace };
}

/** The class name, or undefined with a fault, for whatever JavaScript gave as storage. */
export function readStorage(storage: unknown, reading: Reading, prop = 'storage'): string | undefined {
  const name: unknown = typeof storage === 'object' && storage !== null && 'className' in storage ? storage.className : undefined;
  return isDnsSubdomain(name) ? name : reading.refuse(prop, storage, "an RbdStorage, or RbdStorage.fromClassName('…') with the name of a StorageClass");
}
