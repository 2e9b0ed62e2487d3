/** What the library writes when the fleet file says nothing. A change here is a change of every fleet. */
export const DEFAULTS = {
  fleet: 'fleet',
  namespacePrefix: 'workstation-',
  terminationGracePeriodSeconds: 120,
  machineType: 'q35',
  architecture: 'amd64',
  workspaceMount: '/workspace',
  workspaceLabel: 'workspace',
  /** Serial of the workspace disk: the guest finds it as /dev/disk/by-id/virtio-workspace. */
  workspaceSerial: 'workspace',
  imageFeatures: ['layering', 'exclusive-lock', 'object-map', 'fast-diff', 'deep-flatten'],
  rookNamespace: 'rook-ceph',
  kubevirtNamespace: 'kubevirt',
  cdiNamespace: 'cdi',
  apiServerPort: 6443,
} as const;
