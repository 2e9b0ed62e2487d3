import { Construct } from 'constructs';
import { fault } from '../../faults';
import { DevicePlugin, type Gpu, type PropNames, Reading } from '../../values';
import { deferFaults, recordFaults } from '../fault-record';
import { crowded } from './capacity';
import { leaveNodesNote } from './nodes-note';
import { type IMachinePool, MACHINE_POOL_PROPS, type MachinePoolProps, readCards, readNodes, readRoom, rememberPool } from './pool';

/** Nodes whose cards are handed to machines whole. */
export interface VfioNodePoolProps extends MachinePoolProps {
  /** The cards of each node, one entry a card. */
  readonly gpusPerNode: Gpu[];
  /**
   * Who advertises the cards. KubeVirt's permit list says of NVIDIA's plugins that they are somebody else's
   * (`externalResourceProvider: true`): two providers of one card would hand it out twice.
   * @default DevicePlugin.NVIDIA
   */
  readonly devicePlugin?: DevicePlugin;
}

const PROPS: PropNames<VfioNodePoolProps> = { ...MACHINE_POOL_PROPS, gpusPerNode: true, devicePlugin: true };

/**
 * A pool of GPU nodes for machines (`vm-gpu-pci`): the cards are bound to vfio-pci, and a machine gets them whole. Its
 * nodes are tainted, so that nothing else takes their memory. The lines that make nodes its own stand in `nodes.md` of the
 * info folder, with what their kubelets need.
 *
 * Faults: WS-POOL-002 (warning: more cards asked than there are), WS-POOL-004, WS-POOL-005, WS-NAME-004, WS-SIZE-001, WS-APP-002, WS-APP-007.
 *
 * @example
 * const pool = new VfioNodePool(platform, 'vm-gpu-pci', { nodes: 6, gpusPerNode: Gpu.A100_PCIE_40GB.times(4) });
 */
export class VfioNodePool extends Construct implements IMachinePool {
  /** Name of the pool. */
  public readonly poolName: string;
  private readonly labels: Readonly<Record<string, string>>;

  public constructor(scope: Construct, id: string, props: VfioNodePoolProps) {
    super(scope, id);
    const reading = new Reading(`pool '${id}'`);
    const given = reading.props(props, PROPS);
    const gpus = readCards(given.gpusPerNode, reading);
    for (const gpu of new Set(gpus)) {
      if (gpu.pciIds.length === 0) {
        reading.add(fault('WS-POOL-005', { pool: id, gpu: gpu.name }, { field: 'gpusPerNode' }));
      }
    }
    const data = {
      kind: 'vm-gpu-pci' as const, ...readNodes(id, given, reading, true), ...readRoom(this, given, reading), gpus,
      plugin: reading.choice('devicePlugin', given.devicePlugin, DevicePlugin, DevicePlugin.NVIDIA),
    };
    this.poolName = data.name;
    this.labels = data.labels;
    recordFaults(this, [...reading.faults, ...rememberPool(this, data)]);
    deferFaults(this, () => crowded(this, data));
    leaveNodesNote(this, data);
  }

  /** Labels of its nodes; its machines select them (a copy). */
  public get nodeLabels(): { [key: string]: string } {
    return { ...this.labels };
  }
}
