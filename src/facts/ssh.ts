import type { Source } from './source';

/** Where the key types stand. */
export const SSH_SOURCE: Source = {
  from: 'OpenSSH 9.8 release notes (ssh-dss is off), man sshd_config(5) PubkeyAcceptedAlgorithms, RequiredRSASize',
  read: '2026-11-30',
};

/** Public key types that OpenSSH still accepts by default (ssh-dss and 1024-bit RSA are gone since OpenSSH 9.8). */
export const SSH_KEY_TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
] as const;
