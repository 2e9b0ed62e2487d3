import { Construct } from 'constructs';
import { DevicePlugin, type Gpu, type PropNames, Reading } from '../../values';
import { recordFaults } from '../fault-record';
import { leaveNodesNote } from './nodes-note';
import { NODE_POOL_PROPS, type NodePoolProps, readCards, readNodes, rememberPool } from './pool';

/** Nodes whose cards serve containers. */
export interface ContainerGpuPoolProps extends NodePoolProps {
  /** The cards of each node, one entry a card. */
  readonly gpusPerNode: Gpu[];
  /**
   * Who advertises the cards: the GPU Operator, whose workload label then stands on the nodes, or NVIDIA's device plugin for containers.
   * @default DevicePlugin.GPU_OPERATOR
   */
  readonly devicePlugin?: DevicePlugin;
}

const PROPS: PropNames<ContainerGpuPoolProps> = { ...NODE_POOL_PROPS, gpusPerNode: true, devicePlugin: true };

/**
 * A pool of GPU nodes for containers (`container-gpu`): their cards keep the driver of the host, so no machine can have
 * them. Declared, so that nodes are labelled apart and no machine is placed there.
 *
 * Faults: WS-POOL-004, WS-NAME-004, WS-APP-002, WS-APP-007.
 *
 * @example
 * new ContainerGpuPool(platform, 'container-gpu', { nodes: 2, gpusPerNode: Gpu.L40S_48GB.times(8) });
 */
export class ContainerGpuPool extends Construct {
  /** Name of the pool. */
  public readonly poolName: string;

  public constructor(scope: Construct, id: string, props: ContainerGpuPoolProps) {
    super(scope, id);
    const reading = new Reading(`pool '${id}'`);
    const given = reading.props(props, PROPS);
    const plugin = reading.choice('devicePlugin', given.devicePlugin, DevicePlugin, DevicePlugin.GPU_OPERATOR);
    if (plugin === DevicePlugin.KUBEVIRT) {
      reading.refuse('devicePlugin', plugin, 'DevicePlugin.GPU_OPERATOR or DevicePlugin.NVIDIA: KubeVirt hands cards to machines only');
    }
    const data = {
      kind: 'container-gpu' as const, ...readNodes(id, given, reading, false), gpus: readCards(given.gpusPerNode, reading), plugin, dedicatedCpus: false, hugepages: new Map(),
    };
    this.poolName = data.name;
    recordFaults(this, [...reading.faults, ...rememberPool(this, data)]);
    leaveNodesNote(this, data);
  }
}
