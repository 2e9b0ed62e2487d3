import type { IConstruct } from 'constructs';
import { FOREIGN_KEYS } from '../../facts';
import { DevicePlugin, HugePages, type ReadSize, taintText } from '../../values';
import { leaveNote } from '../notes';
import { cardsText, labelText, type PoolData } from './pool';

const PATH = 'nodes.md';

const INTRODUCTION = `# What makes nodes the pools of this fleet

Nodes are no manifests: give them their labels and taints with these lines, for each node in place of NODE, or by whatever makes your nodes. A label of
a pool stands on its nodes only.
`;

const TAINTED = "What runs on every node must tolerate the taint: the CSI driver's node plugin, Multus, the device plugin, monitoring. KubeVirt's virt-handler does by its own object.";

/** Leaves the lines of one pool in the one text of all. */
export function leaveNodesNote(construct: IConstruct, pool: PoolData): void {
  leaveNote(construct, { path: PATH, text: INTRODUCTION });
  leaveNote(construct, { path: PATH, text: textOf(pool) });
}

/** The GPU Operator's label for what its nodes' cards are for. */
function workload({ kind, plugin }: PoolData): Record<string, string> {
  return plugin === DevicePlugin.GPU_OPERATOR ? { [FOREIGN_KEYS.gpuWorkload]: kind === 'container-gpu' ? 'container' : 'vm-passthrough' } : {};
}

function textOf(pool: PoolData): string {
  const { name, kind, nodes, labels, taints, gpus } = pool;
  const has = gpus.length === 0 ? '' : `, each with ${cardsText(gpus)}`;
  const select = labelText(labels).replace(/ /g, ',');
  const lines = [`kubectl label node NODE ${labelText({ ...labels, ...workload(pool) })}`, ...taints.map((taint) => `kubectl taint node NODE ${taintText(taint)}`)];
  const parts = [
    `## ${name} (${kind}): ${nodes} node${nodes === 1 ? '' : 's'}${has}`,
    sh(lines),
    ...(kind === 'container-gpu' ? [] : [taints.length === 0 ? '' : TAINTED, cards(pool), kubelet(pool)]),
    `Then this should show ${nodes} node${nodes === 1 ? '' : 's'}:`,
    sh([`kubectl get nodes -l '${select}' -o 'custom-columns=${['NODE:.metadata.name', ...columns(pool)].join(',')}'`]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const sh = (lines: readonly string[]): string => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;

/** What the nodes must show of their cards. */
function columns({ kind, gpus, dedicatedCpus, hugepages }: PoolData): string[] {
  const path = (name: string): string => name.replace(/\./g, '\\.');
  const label = (title: string, name: string): string => `${title}:.metadata.labels.${path(name)}`;
  const allocatable = (title: string, name: string): string => `${title}:.status.allocatable.${path(name)}`;
  return [
    ...(kind === 'container-gpu' ? [] : [label('SCHEDULABLE', 'kubevirt.io/schedulable')]),
    ...(dedicatedCpus ? [label('CPUMANAGER', 'kubevirt.io/cpumanager')] : []),
    ...[...hugepages.keys()].map((page) => allocatable(`HUGEPAGES-${page}`, `hugepages-${page}`)),
    ...(kind === 'container-gpu' ? [] : [...new Set(gpus.map(({ deviceName }) => deviceName))].map((name) => allocatable(name.slice(name.indexOf('/') + 1), name))),
  ];
}

/** How the cards come to machines. */
function cards({ gpus, plugin }: PoolData): string {
  if (plugin === undefined) {
    return '';
  }
  const ids = [...new Set(gpus.flatMap(({ pciIds }) => pciIds))].join(',');
  const own = `The cards (PCI ${ids}) are bound to vfio-pci when the node starts, with everything else that shares their IOMMU groups (audio, USB-C): no host driver may hold them.`;
  switch (plugin) {
    case DevicePlugin.GPU_OPERATOR:
      return "NVIDIA's GPU Operator binds the cards and advertises them: install it with `sandboxWorkloads.enabled=true`, `sandboxWorkloads.mode=kubevirt` and `daemonsets.tolerations` for the taint; the label says that this node's cards are for machines.";
    case DevicePlugin.NVIDIA:
      return `${own} NVIDIA's kubevirt-gpu-device-plugin advertises them.`;
    case DevicePlugin.KUBEVIRT:
      return `${own} KubeVirt advertises them itself: no device plugin of NVIDIA's may run here, or each card is handed out twice.`;
  }
}

/** What the kubelet and the kernel need. */
function kubelet({ dedicatedCpus, hugepages }: PoolData): string {
  const pages = (page: HugePages, size: ReadSize): string => `hugepagesz=${page === HugePages.SIZE_1GI ? '1G' : '2M'} hugepages=${size.kibibytes / (page === HugePages.SIZE_1GI ? 1024 ** 2 : 2048)}`;
  const kernel = hugepages.size === 0 ? [] : [
    `Kernel arguments, for the huge pages: they are reserved when the node starts.\n\n\`\`\`text\n${[...hugepages].map(([page, size]) => pages(page, size)).join(' ')}\n\`\`\``,
  ];
  const config = !dedicatedCpus ? [] : [
    'In the kubelet\'s configuration; the CPUs that you reserve are yours to choose, and machines never get them. `best-effort` keeps CPUs, huge pages and cards of a machine on '
    + 'one NUMA node where they fit, and starts it where they do not.\n\n'
    + '```yaml\napiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\nreservedSystemCPUs: "0-1"\ntopologyManagerPolicy: best-effort\n```',
    'A kubelet does not start with another policy than its state file has: drain the node, stop the kubelet, delete `/var/lib/kubelet/cpu_manager_state`, start it again.',
  ];
  return [...kernel, ...config].join('\n\n');
}
