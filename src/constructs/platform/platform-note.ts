import type { IConstruct } from 'constructs';
import { type FeatureGate, FEATURE_GATES, gateState } from '../../facts';
import { kubevirt, type PermittedCard } from '../../objects/platform';
import type { ResolvedTarget, ResolvedToleration } from '../../values';
import { leaveNote } from '../notes';
import type { GateReason, Gates } from './gates';

/** What is said of the KubeVirt object. */
export interface PlatformReport {
  /** Somebody else writes it. */
  readonly existing: boolean;
  readonly target: ResolvedTarget;
  readonly gates: Gates;
  readonly cards: readonly PermittedCard[];
  readonly tolerations: readonly ResolvedToleration[];
}

/** Leaves the report of gates and, where somebody else runs KubeVirt, the lines for them. */
export function leavePlatformNote(construct: IConstruct, report: PlatformReport): void {
  leaveNote(construct, { path: 'kubevirt.md', text: report.existing ? `${linesOf(report)}\n${gatesOf(report)}` : `# KubeVirt ${report.target.kubevirt}, CDI ${report.target.cdi}\n\n${gatesOf(report)}` });
}

function gatesOf({ gates, target: { kubevirt: release } }: PlatformReport): string {
  const rows = (list: readonly GateReason[], what: string): string[] => list.map(({ gate, why }) => `| ${gate} | ${what} | ${stateOf(gate, release)} | ${why} |`);
  const all = [...rows(gates.on, 'on'), ...rows(gates.off, 'off')];
  return all.length === 0
    ? `## Feature gates\n\nNone is listed: all that the fleet uses is on by itself in KubeVirt ${release}.\n`
    : `## Feature gates\n\n| gate | is | in KubeVirt ${release} | why |\n|---|---|---|---|\n${all.join('\n')}\n`;
}

const stateOf = (gate: string, release: string): string => (Object.prototype.hasOwnProperty.call(FEATURE_GATES, gate) ? gateState(gate as FeatureGate, release) : undefined) ?? 'unknown';

function linesOf({ gates, cards, tolerations, target }: PlatformReport): string {
  // Loaded here: a fleet with a KubeVirt object of its own has no use for it.
  const { stringify } = require('yaml') as typeof import('yaml');
  const { developerConfiguration, permittedHostDevices } = (kubevirt({ name: 'kubevirt', labels: {}, annotations: {} }, {
    featureGates: gates.on.map(({ gate }) => gate), disabledFeatureGates: gates.off.map(({ gate }) => gate), cards, tolerations, virtTemplate: undefined,
  }).spec as { configuration: Record<string, unknown> }).configuration;
  const configuration = { ...(developerConfiguration === undefined ? {} : { developerConfiguration }), ...(permittedHostDevices === undefined ? {} : { permittedHostDevices }) };
  const spec = {
    ...(Object.keys(configuration).length === 0 ? {} : { configuration }),
    ...(tolerations.length === 0 ? {} : { workloads: { nodePlacement: { tolerations } } }),
  };
  const head = `# What the cluster's KubeVirt object needs\n\nKubeVirt ${target.kubevirt} is somebody else's here.`;
  return Object.keys(spec).length === 0 ? `${head} The fleet needs nothing of its object.\n`
    : `${head} Its object must hold these lines, beside what it has (lists are joined):\n\n\`\`\`yaml\n${stringify({ spec }, { lineWidth: 0, version: '1.1' })}\`\`\`\n`;
}
