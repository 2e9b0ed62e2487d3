import { fault, show, throwAll } from '../faults';

/**
 * Encryption of the volumes of a storage class.
 *
 * @example
 * const encryption = RbdEncryption.kms('vault-tokens');
 */
export class RbdEncryption {
  /**
   * With keys from a key management service.
   *
   * Faults: WS-STORAGE-005.
   *
   * @param id the id in ceph-csi's ConfigMap ceph-csi-encryption-kms-config
   */
  public static kms(id: string): RbdEncryption {
    if (typeof id !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) {
      throwAll([fault('WS-STORAGE-005', { storage: '(not yet named)', got: show(id) })]);
    }
    return new RbdEncryption(id);
  }

  /** The id of the key management service. */
  public readonly kmsId: string;

  private constructor(kmsId: string) {
    this.kmsId = kmsId;
  }
}
