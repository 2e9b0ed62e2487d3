import { compareReleases } from './releases';
import type { Source } from './source';

export const GATES_SOURCE: Source = {
  from: 'kubevirt@v1.7.4, v1.8.4, v1.9.0 pkg/virt-config/featuregate/active.go (RegisterFeatureGate), feature-gates.go:89-112',
  read: '2026-11-30',
};

/** How far a feature is: GA is always on, the others are off unless listed, and Beta is on by itself since 1.9. */
export type GateState = 'Alpha' | 'Beta' | 'GA';

/** Feature gates of KubeVirt that a field of a machine needs, by release; a release without an entry does not know it. */
export const FEATURE_GATES = {
  HostDevices: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  GPUsWithDRA: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Beta' },
  HostDevicesWithDRA: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Beta' },
  NetworkDevicesWithDRA: { '1.9': 'Alpha' },
  PasstBinding: { '1.8': 'Beta', '1.9': 'Beta' },
  PortRangesSpec: { '1.9': 'Alpha' },
  RebootPolicy: { '1.8': 'Alpha', '1.9': 'Beta' },
  WorkloadEncryptionTDX: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  WorkloadEncryptionSEV: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Beta' },
  VideoConfig: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'GA' },
  PanicDevices: { '1.7': 'Beta', '1.8': 'Beta', '1.9': 'GA' },
  EnableVirtioFsStorageVolumes: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  ContainerPathVolumes: { '1.8': 'Alpha', '1.9': 'Alpha' },
  ReservedOverheadMemlock: { '1.8': 'Alpha', '1.9': 'Alpha' },
  HostDisk: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  Sidecar: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  VSOCK: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  DownwardMetrics: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
  ExperimentalIgnitionSupport: { '1.7': 'Alpha', '1.8': 'Alpha', '1.9': 'Alpha' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, GateState>>>>;

export type FeatureGate = keyof typeof FEATURE_GATES;

/** The first release in which a Beta gate is on without being listed. */
export const BETA_ON_SINCE = '1.9';

/** Why a gate is off in a release when nobody lists it; nothing, if it is on. */
export function gateOff(gate: FeatureGate, release: string): string | undefined {
  const states: Readonly<Record<string, GateState>> = FEATURE_GATES[gate];
  const state = states[release];
  return state === undefined ? 'unknown there' : state === 'GA' || (state === 'Beta' && compareReleases(release, BETA_ON_SINCE) >= 0) ? undefined : `${state} there, and off unless listed`;
}
