import { type Client } from './harness/client';

/** What makes a node one of a pool. */
export interface Pooled {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[] | null;
}

/** A node without a kubelet: ready, of KubeVirt's liking, with this much to give. */
export async function makeNode(client: Client, name: string, gives: Readonly<Record<string, string>>, { labels = {}, taints = null }: Pooled = {}): Promise<void> {
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubevirt.io/schedulable': 'true',
        'kubevirt.io/cpumanager': 'true',
        'machine-type.node.kubevirt.io/q35': 'true',
        ...labels,
      },
    },
  };
  await client.create(node);
  const amounts = {
    'pods': '110', 'ephemeral-storage': '500Gi', 'devices.kubevirt.io/kvm': '1k', 'devices.kubevirt.io/tun': '1k', 'devices.kubevirt.io/vhost-net': '1k', ...gives,
  };
  await client.call('PATCH', `/api/v1/nodes/${name}/status`, {
    status: { capacity: amounts, allocatable: amounts, conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'said by a test' }] },
  }, 'application/merge-patch+json');
  // The API server taints every new node until a kubelet speaks: the pool's own in its place.
  await client.call('PATCH', `/api/v1/nodes/${name}`, { spec: { taints } }, 'application/merge-patch+json');
}
