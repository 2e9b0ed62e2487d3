import type { Source } from './source';

/** Where the costs of a machine's pod stand; each was compared with the pods that virt-controller makes. */
export const OVERHEAD_SOURCE: Source = {
  from: 'kubevirt v1.9.0 pkg/hypervisor/kvm/resources.go, pkg/virt-controller/services/renderresources.go, template.go; containerized-data-importer v1.66 pkg/controller/common/util.go',
  read: '2026-12-01',
};

const MI = 1024 ** 2;

/** What a launcher pod asks beside the guest, in bytes and thousandths of a CPU. The same in KubeVirt 1.7 to 1.9. */
export const OVERHEAD = {
  /** Monitor, launcher, log daemon, libvirt and QEMU itself. */
  processes: (25 + 100 + 25 + 40 + 30) * MI,
  /** For each vCPU. */
  vcpu: 8 * MI,
  /** For I/O threads. */
  io: 8 * MI,
  /** The video memory of a machine with a screen. */
  graphics: 32 * MI,
  /** Of a machine with any passed-through device. */
  passthrough: 1024 * MI,
  /** Of a pod whose requests are its limits. */
  guaranteed: 100 * MI,
  /** The page tables of memory that is asked for: one part in 512, of whole 1000 bytes. */
  pageTableRatio: 512,
  pageTableUnit: 1000,
  /** CPU that is asked for each vCPU of a machine without CPUs of its own (cpuAllocationRatio 10). */
  sharedCpu: 100,
  /** The container that writes the guest's console to the log. */
  console: { cpu: 5, memory: 35e6, guaranteedCpu: 15, guaranteedMemory: 60e6 },
} as const;

/** What a worker pod of CDI asks, for as long as it fills a disk. */
export const CDI_WORKER = { cpu: 100, memory: 60e6 } as const;

/** What the Job that grows a claim asks, by our own choice: kubectl needs some 50 MiB. */
export const GROWTH_POD = { cpu: 10, memory: 64 * MI, mostMemory: 256 * MI } as const;
