/** Keys of construct context by which the app's settings reach constructs, also under a plain cdk8s App. */
export const CONTEXT = {
  fleet: 'workstations.dev/fleet',
  target: 'workstations.dev/target',
  deployers: 'workstations.dev/deployers',
  kubectlImage: 'workstations.dev/kubectl-image',
  layer: 'workstations.dev/layer',
  owner: 'workstations.dev/owner',
  /** Set by FleetApp: it collects the faults itself, so validations stay silent. */
  collects: 'workstations.dev/collects-faults',
} as const;
