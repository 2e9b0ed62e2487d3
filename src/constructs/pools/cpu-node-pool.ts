import { Construct } from 'constructs';
import { type PropNames, Reading } from '../../values';
import { recordFaults } from '../fault-record';
import { leaveNodesNote } from './nodes-note';
import { type IMachinePool, MACHINE_POOL_PROPS, type MachinePoolProps, readNodes, readRoom, rememberPool } from './pool';

/** Nodes for machines without a GPU. */
export interface CpuNodePoolProps extends MachinePoolProps {
}

const PROPS: PropNames<CpuNodePoolProps> = MACHINE_POOL_PROPS;

/**
 * A pool of nodes for machines without a GPU (`vm-cpu`).
 *
 * Faults: WS-POOL-004, WS-NAME-004, WS-SIZE-001, WS-APP-002, WS-APP-007.
 *
 * @example
 * const pool = new CpuNodePool(platform, 'vm-cpu', { nodes: 3 });
 */
export class CpuNodePool extends Construct implements IMachinePool {
  /** Name of the pool. */
  public readonly poolName: string;
  private readonly labels: Readonly<Record<string, string>>;

  public constructor(scope: Construct, id: string, props: CpuNodePoolProps) {
    super(scope, id);
    const reading = new Reading(`pool '${id}'`);
    const given = reading.props(props, PROPS);
    const data = { kind: 'vm-cpu' as const, ...readNodes(id, given, reading, false), ...readRoom(this, given, reading), gpus: [], plugin: undefined };
    this.poolName = data.name;
    this.labels = data.labels;
    recordFaults(this, [...reading.faults, ...rememberPool(this, data)]);
    leaveNodesNote(this, data);
  }

  /** Labels of its nodes; its machines select them (a copy). */
  public get nodeLabels(): { [key: string]: string } {
    return { ...this.labels };
  }
}
