import { CLAIM_NAMES } from './disks/claim-names';
import { CLAIMS, CLONES } from './disks/clones';
import { CRONS, DATA_SOURCES } from './disks/data-sources';
import { DATA_VOLUMES, TEMPLATES } from './disks/data-volumes';
import { DESTRUCTIVE, KEEP_MARKS, KEPT, SNAPSHOT_CLASSES } from './disks/kept';
import { IMPORTS } from './disks/sources';
import { WRITERS } from './disks/writers';
import { ACCESS, ACCOUNTS } from './machine/access';
import { AFFINITY } from './machine/affinity';
import { CLAIMED_DEVICES, GPUS, INPUTS } from './machine/devices';
import { DISKS } from './machine/disks';
import { FIRMWARE } from './machine/firmware';
import { GATES } from './machine/gates';
import { HYPERV } from './machine/hyperv';
import { INSTANCETYPE } from './machine/instancetype';
import { MEMORY } from './machine/memory';
import { NETWORKS } from './machine/networks';
import { DNS, PLACEMENT } from './machine/placement';
import { PORTS, PROBE } from './machine/ports';
import { POWER } from './machine/power';
import { PROCESSORS } from './machine/processors';
import { HOST_TWINS, MAC_TWINS } from './machine/twins';
import { VOLUMES } from './machine/volumes';
import { DUPLICATES, NAMES } from './objects/identity';
import { CDI, KUBEVIRT } from './objects/kubevirt';
import { METADATA } from './objects/metadata';
import { POLICIES, REACH } from './objects/policies';
import { DISK_REFERENCES, HOSTS, MACHINE_REFERENCES, NAMESPACES, OTHER_REFERENCES } from './references';
import type { Rule } from './rule';
import { SCHEMAS } from './schema/schema';
import { CLOUD_INIT } from './texts/cloud-init';
import { SUBSTITUTION } from './texts/flux';
import { SECRETS } from './texts/secrets';

/** Every rule. The order does not matter: faults are sorted. */
export const RULES: readonly Rule[] = [
  SCHEMAS, NAMES, DUPLICATES, METADATA, SECRETS, SUBSTITUTION,
  VOLUMES, DISKS, NETWORKS, PORTS, PROBE, MEMORY, PROCESSORS, GPUS, CLAIMED_DEVICES, INPUTS, HYPERV, FIRMWARE, POWER, PLACEMENT, DNS, CLOUD_INIT, MAC_TWINS, HOST_TWINS,
  INSTANCETYPE, AFFINITY, ACCESS, ACCOUNTS, GATES, KUBEVIRT, CDI, POLICIES, REACH,
  DATA_VOLUMES, TEMPLATES, IMPORTS, CLONES, CLAIMS, WRITERS, CLAIM_NAMES, DATA_SOURCES, CRONS, KEPT, KEEP_MARKS, DESTRUCTIVE, SNAPSHOT_CLASSES,
  MACHINE_REFERENCES, DISK_REFERENCES, OTHER_REFERENCES, NAMESPACES, HOSTS,
];
