import { compareReleases } from './releases';
import type { Source } from './source';

export const GATES_SOURCE: Source = {
  from: 'kubevirt@v1.7.4, v1.8.4, v1.9.0 pkg/virt-config/featuregate/active.go and inactive.go (RegisterFeatureGate), feature-gates.go:89-112',
  read: '2026-11-30',
};

/**
 * How far a feature is: GA is always on, the others are off unless listed, and Beta is on by itself since 1.9. A deprecated one can be listed still, a
 * discontinued one does nothing.
 */
export type GateState = 'Alpha' | 'Beta' | 'GA' | 'Deprecated' | 'Discontinued';

/** Feature gates of KubeVirt by release; 1.8 and 1.9 whole, of 1.7 those that matter to machines and their disks. */
export const FEATURE_GATES = {
  AlignCPUs: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  AutoResourceLimitsGate: { '1.8': 'GA', '1.9': 'GA' },
  BochsDisplayForEFIGuests: { '1.8': 'GA', '1.9': 'GA' },
  CPUManager: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  CPUNodeDiscovery: { '1.8': 'GA', '1.9': 'GA' },
  ClusterProfiler: { '1.8': 'GA', '1.9': 'GA' },
  CommonInstancetypesDeploymentGate: { '1.8': 'GA', '1.9': 'GA' },
  ConfigurableHypervisor: { '1.8': 'Alpha', '1.9': 'Alpha' },
  ContainerPathVolumes: { '1.8': 'Alpha', '1.9': 'Alpha' },
  CrossArchitectureVirtualization: { '1.9': 'Alpha' },
  DecentralizedLiveMigration: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  DeclarativeHotplugVolumes: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Beta' },
  DisableCustomSELinuxPolicy: { '1.8': 'GA', '1.9': 'GA' },
  DisableMDEVConfiguration: { '1.7': 'Alpha', '1.8': 'Deprecated', '1.9': 'Deprecated' },
  DockerSELinuxMCSWorkaround: { '1.8': 'Deprecated', '1.9': 'Deprecated' },
  DownwardMetrics: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  DynamicPodInterfaceNaming: { '1.8': 'GA', '1.9': 'GA' },
  EnableVirtioFsConfigVolumes: { '1.7': 'Alpha', '1.8': 'GA', '1.9': 'GA' },
  EnableVirtioFsStorageVolumes: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  ExpandDisks: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'GA' },
  ExperimentalIgnitionSupport: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  ExperimentalVirtiofsSupport: { '1.7': 'Discontinued', '1.8': 'Discontinued', '1.9': 'Discontinued' },
  ExternalNetResourceInjection: { '1.8': 'Beta', '1.9': 'Beta' },
  FirmwareAutoSelection: { '1.9': 'Alpha' },
  GPU: { '1.7': 'GA', '1.8': 'GA', '1.9': 'GA' },
  GPUsWithDRA: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Beta' },
  GraceIOVirtualization: { '1.9': 'Alpha' },
  HostDevices: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  HostDevicesWithDRA: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Beta' },
  HostDisk: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  HotplugNICs: { '1.8': 'GA', '1.9': 'GA' },
  HotplugVolumes: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Deprecated' },
  HypervStrictCheck: { '1.8': 'Alpha', '1.9': 'Alpha' },
  IOMMUFD: { '1.9': 'Alpha' },
  ImageVolume: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'Beta' },
  IncrementalBackup: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  InstancetypeReferencePolicy: { '1.8': 'GA', '1.9': 'GA' },
  KubevirtSeccompProfile: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'Beta' },
  LibvirtHooksServerAndClient: { '1.8': 'Alpha', '1.9': 'Beta' },
  LiveMigration: { '1.8': 'GA', '1.9': 'GA' },
  LiveUpdateNADRef: { '1.8': 'Beta', '1.9': 'GA' },
  Macvtap: { '1.7': 'Discontinued', '1.8': 'Discontinued', '1.9': 'Discontinued' },
  MigrationPriorityQueue: { '1.7': 'Alpha', '1.8': 'Beta', '1.9': 'GA' },
  MigrationStallDetection: { '1.9': 'Alpha' },
  MultiArchitecture: { '1.7': 'Alpha', '1.8': 'Deprecated', '1.9': 'Deprecated' },
  NUMA: { '1.7': 'GA', '1.8': 'GA', '1.9': 'GA' },
  NetworkBindingPlugins: { '1.8': 'GA', '1.9': 'GA' },
  NetworkDevicesWithDRA: { '1.9': 'Alpha' },
  NodeRestriction: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'Beta' },
  NonRoot: { '1.8': 'GA', '1.9': 'GA' },
  OCIExport: { '1.9': 'Alpha' },
  ObjectGraph: { '1.9': 'Alpha' },
  OptOutRoleAggregation: { '1.8': 'Alpha', '1.9': 'Beta' },
  PCINUMAAwareTopology: { '1.8': 'Alpha', '1.9': 'Alpha' },
  PSA: { '1.8': 'GA', '1.9': 'GA' },
  PanicDevices: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'GA' },
  Passt: { '1.7': 'Discontinued', '1.8': 'Discontinued', '1.9': 'Discontinued' },
  PasstBinding: { '1.8': 'Beta', '1.9': 'Beta' },
  PasstIPStackMigration: { '1.8': 'Discontinued', '1.9': 'Discontinued' },
  PersistentReservation: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'GA' },
  Plugins: { '1.9': 'Alpha' },
  PodSecondaryInterfaceNamingUpgrade: { '1.8': 'Beta', '1.9': 'Beta' },
  PortRangesSpec: { '1.9': 'Alpha' },
  RebootPolicy: { '1.8': 'Alpha', '1.9': 'Beta' },
  ReservedOverheadMemlock: { '1.8': 'Alpha', '1.9': 'Alpha' },
  Root: { '1.8': 'Alpha', '1.9': 'Alpha' },
  SRIOVLiveMigration: { '1.8': 'GA', '1.9': 'GA' },
  SecureExecution: { '1.8': 'Beta', '1.9': 'GA' },
  Sidecar: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  Snapshot: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'Beta' },
  Template: { '1.8': 'Alpha', '1.9': 'Beta' },
  UtilityVolumes: { '1.8': 'Alpha', '1.9': 'Alpha' },
  VGPULiveMigration: { '1.9': 'Alpha' },
  VMExport: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'GA' },
  VMLiveUpdateFeatures: { '1.8': 'GA', '1.9': 'GA' },
  VMPersistentState: { '1.7': 'GA', '1.8': 'GA', '1.9': 'GA' },
  VMStatsCollector: { '1.9': 'Alpha' },
  VSOCK: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  VideoConfig: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'GA' },
  VmiMemoryOverheadReport: { '1.8': 'Alpha', '1.9': 'Beta' },
  VolumeMigration: { '1.8': 'GA', '1.9': 'GA' },
  VolumesUpdateStrategy: { '1.8': 'GA', '1.9': 'GA' },
  WorkloadEncryptionSEV: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Beta' },
  WorkloadEncryptionTDX: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, GateState>>>>;

export type FeatureGate = keyof typeof FEATURE_GATES;

/** The first release in which a Beta gate is on without being listed. */
export const BETA_ON_SINCE = '1.9';

const statesOf = (gate: FeatureGate): Readonly<Record<string, GateState>> => FEATURE_GATES[gate];

/** The state of a gate in a release; undefined for one that is unknown there. */
export const gateState = (gate: FeatureGate, release: string): GateState | undefined => statesOf(gate)[release];

/** True if the feature works without anybody listing its gate. */
export function isOnByItself(gate: FeatureGate, release: string): boolean {
  const state = gateState(gate, release);
  return state === 'GA' || (state === 'Beta' && compareReleases(release, BETA_ON_SINCE) >= 0);
}

/** Why a gate is off in a release when nobody lists it; nothing, if it is on. */
export function gateOff(gate: FeatureGate, release: string): string | undefined {
  const state = gateState(gate, release);
  return state === undefined ? 'unknown there' : isOnByItself(gate, release) ? undefined : `${state} there, and off unless listed`;
}

/** The first release whose KubeVirt object has `disabledFeatureGates`. */
export const DISABLED_GATES_SINCE = '1.8';
