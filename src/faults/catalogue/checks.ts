import { CLOUD_INIT } from './checks/cloud-init';
import { GITOPS } from './checks/gitops';
import { MACHINE } from './checks/machine';
import { NETWORK } from './checks/network';
import { OBJECTS } from './checks/objects';
import { READING } from './checks/reading';
import { SCHEMA } from './checks/schema';
import { DATA_VOLUMES } from './checks/volumes';

/** Rules over finished manifests: what `workstations check` and synth find in the YAML itself. */
export const CHECKS = {
  ...OBJECTS,
  ...SCHEMA,
  ...MACHINE,
  ...CLOUD_INIT,
  ...NETWORK,
  ...DATA_VOLUMES,
  ...GITOPS,
  ...READING,
} as const;
