import { CEPH_CSI_QOS_SINCE, CEPH_CSI_SECRET, compareReleases, DEFAULTS, minorOf, RBD_PROVISIONER, ROOK_NODE_SECRET, ROOK_PROVISIONER_SECRET } from '../facts';
import { type Fault, fault, show, throwAll } from '../faults';
import { isDnsLabel, isDnsSubdomain } from './names';
import { isAbsent, type PropNames, Reading } from './reading';

/** Where Rook runs. */
export interface RookDriverProps {
  /**
   * Namespace of Rook's operator: the first part of the driver's name.
   * @default 'rook-ceph'
   */
  readonly operatorNamespace?: string;
  /**
   * Namespace of the CephCluster, where its CSI Secrets lie.
   * @default - the operator's namespace
   */
  readonly clusterNamespace?: string;
  /**
   * The release of ceph-csi that Rook runs, such as `3.18`; said for what not all of them can do.
   * @default - not known
   */
  readonly cephCsi?: string;
}

/** Where the Secret of a plain ceph-csi lies. */
export interface CephCsiDriverProps {
  /** Namespace of the Secret with userID and userKey. */
  readonly secretNamespace: string;
  /**
   * Name of the Secret with userID and userKey.
   * @default 'csi-rbd-secret'
   */
  readonly secretName?: string;
  /**
   * The driver's release, such as `3.18`; said for what not all of them can do.
   * @default - not known
   */
  readonly release?: string;
}

/** @internal */
export interface RbdDriverData {
  readonly provisioner: string;
  readonly rook: boolean;
  readonly secretNamespace: string;
  /** For provisioning, expansion, publishing and snapshots. */
  readonly controllerSecret: string;
  /** For mapping on the node. */
  readonly nodeSecret: string;
  /** Release of ceph-csi, as `3.18`. */
  readonly release: string | undefined;
}

const ROOK_PROPS: PropNames<RookDriverProps> = { operatorNamespace: true, clusterNamespace: true, cephCsi: true };
const CEPH_CSI_PROPS: PropNames<CephCsiDriverProps> = { secretNamespace: true, secretName: true, release: true };

/**
 * The CSI driver that serves Ceph RBD, with the names of its Secrets (Rook v1.20, ceph-csi).
 *
 * @example
 * const driver = RbdDriver.rook({ operatorNamespace: 'rook-ceph' });
 */
export class RbdDriver {
  /**
   * Rook: driver `<operator namespace>.rbd.csi.ceph.com`, Secrets rook-csi-rbd-provisioner and rook-csi-rbd-node.
   *
   * Faults: WS-NAME-001, WS-APP-002, WS-APP-007.
   */
  public static rook(props?: RookDriverProps): RbdDriver {
    const reading = new Reading('RbdDriver.rook');
    const given = reading.props(props, ROOK_PROPS);
    const operator = given.operatorNamespace ?? DEFAULTS.rookNamespace;
    const cluster = given.clusterNamespace ?? operator;
    const release = readRelease('cephCsi', given.cephCsi, reading);
    throwAll([...reading.faults, ...checkLabel('operatorNamespace', operator), ...(isAbsent(given.clusterNamespace) ? [] : checkLabel('clusterNamespace', cluster))]);
    return new RbdDriver({
      provisioner: `${operator}.${RBD_PROVISIONER}`, rook: true, secretNamespace: cluster, controllerSecret: ROOK_PROVISIONER_SECRET, nodeSecret: ROOK_NODE_SECRET,
      release,
    });
  }

  /**
   * Plain ceph-csi: driver `rbd.csi.ceph.com`, one Secret for everything.
   *
   * Faults: WS-NAME-001, WS-NAME-002, WS-APP-002, WS-APP-007.
   */
  public static cephCsi(props: CephCsiDriverProps): RbdDriver {
    const reading = new Reading('RbdDriver.cephCsi');
    const given = reading.props(props, CEPH_CSI_PROPS);
    const secret: unknown = isAbsent(given.secretName) ? CEPH_CSI_SECRET : given.secretName;
    const release = readRelease('release', given.release, reading);
    const faults: Fault[] = [...reading.faults, ...checkLabel('secretNamespace', given.secretNamespace)];
    if (!isDnsSubdomain(secret)) {
      faults.push(fault('WS-NAME-002', { prop: 'secretName', what: 'an RBD driver', got: show(secret) }, { field: 'secretName' }));
    }
    throwAll(faults);
    return new RbdDriver({
      provisioner: RBD_PROVISIONER, rook: false, secretNamespace: String(given.secretNamespace), controllerSecret: String(secret), nodeSecret: String(secret), release,
    });
  }

  /** @internal */
  public readonly _data: RbdDriverData;

  private constructor(data: RbdDriverData) {
    this._data = data;
  }

  /** The driver's name, as `kubectl get csidriver` shows it. */
  public get provisioner(): string {
    return this._data.provisioner;
  }
}

/** True if a driver is known to limit volumes by a VolumeAttributesClass. */
export function limitsVolumes({ release }: RbdDriverData): boolean {
  return release !== undefined && compareReleases(release, CEPH_CSI_QOS_SINCE) >= 0;
}

function readRelease(prop: string, release: unknown, reading: Reading): string | undefined {
  if (isAbsent(release)) {
    return undefined;
  }
  const minor = typeof release === 'string' ? minorOf(release) : '';
  return /^\d+\.\d+$/.test(minor) ? minor : reading.refuse(prop, release, `a release of ceph-csi, such as '${CEPH_CSI_QOS_SINCE}'`);
}

function checkLabel(prop: string, value: unknown): Fault[] {
  return isDnsLabel(value) ? [] : [fault('WS-NAME-001', {
    prop, what: 'an RBD driver', got: show(value), expected: "the namespace's name: lower-case letters, digits and hyphens",
  }, { field: prop })];
}
