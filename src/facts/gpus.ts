import type { Source } from './source';

/** A card as the device plugin of NVIDIA names it. */
export interface GpuFact {
  /** PCI vendor:device, lower case, as pci.ids has it; all ids of one card. */
  readonly pciIds: readonly string[];
  /** The resource that the node advertises. */
  readonly deviceName: string;
  /** Memory of the card in GiB. */
  readonly memoryGiB: number;
}

/** Where the names come from: the plugin computes them from its pci.ids (upper case, blanks, slashes and dots to underscores). */
export const GPU_SOURCE: Source = {
  from: 'NVIDIA/kubevirt-gpu-device-plugin@v1.6.0 pkg/device_plugin/device_plugin.go:325-420, utils/pci.ids',
  read: '2026-11-30',
};

/**
 * Cards by product, form and memory. 10de:20b0 is the SXM4 form of the A100, not the PCIe one: a wrong id is never
 * discovered, and the node's resource stays at 0.
 */
export const GPUS = {
  A10_24GB: { pciIds: ['10de:2236'], deviceName: 'nvidia.com/GA102GL_A10', memoryGiB: 24 },
  A100_PCIE_40GB: { pciIds: ['10de:20f1', '10de:20b1'], deviceName: 'nvidia.com/GA100_A100_PCIE_40GB', memoryGiB: 40 },
  A100_PCIE_80GB: { pciIds: ['10de:20b5'], deviceName: 'nvidia.com/GA100_A100_PCIE_80GB', memoryGiB: 80 },
  A100_SXM4_40GB: { pciIds: ['10de:20b0'], deviceName: 'nvidia.com/GA100_A100_SXM4_40GB', memoryGiB: 40 },
  H100_PCIE_80GB: { pciIds: ['10de:2331'], deviceName: 'nvidia.com/GH100_H100_PCIE', memoryGiB: 80 },
  H100_SXM5_80GB: { pciIds: ['10de:2330'], deviceName: 'nvidia.com/GH100_H100_SXM5_80GB', memoryGiB: 80 },
  H100_NVL_94GB: { pciIds: ['10de:2321'], deviceName: 'nvidia.com/GH100_H100L_94GB', memoryGiB: 94 },
  H200_NVL_141GB: { pciIds: ['10de:233b'], deviceName: 'nvidia.com/GH100_H200_NVL', memoryGiB: 141 },
  L40S_48GB: { pciIds: ['10de:26b9'], deviceName: 'nvidia.com/AD102GL_L40S', memoryGiB: 48 },
  RTX_PRO_6000_BLACKWELL_SERVER_96GB: {
    pciIds: ['10de:2bb5'], deviceName: 'nvidia.com/GB202GL_RTX_PRO_6000_BLACKWELL_SERVER_EDITION', memoryGiB: 96,
  },
  RTX_PRO_6000_BLACKWELL_WORKSTATION_96GB: {
    pciIds: ['10de:2bb1'], deviceName: 'nvidia.com/GB202GL_RTX_PRO_6000_BLACKWELL_WORKSTATION_EDITION', memoryGiB: 96,
  },
  RTX_6000_ADA_48GB: { pciIds: ['10de:26b1'], deviceName: 'nvidia.com/AD102GL_RTX_6000_ADA_GENERATION', memoryGiB: 48 },
  // The plugin's rule on names that pci.ids has had unchanged since 2023 (as Debian's package pci.ids shows).
  A100_SXM4_80GB: { pciIds: ['10de:20b2'], deviceName: 'nvidia.com/GA100_A100_SXM4_80GB', memoryGiB: 80 },
  A40_48GB: { pciIds: ['10de:2235'], deviceName: 'nvidia.com/GA102GL_A40', memoryGiB: 48 },
  L4_24GB: { pciIds: ['10de:27b8'], deviceName: 'nvidia.com/AD104GL_L4', memoryGiB: 24 },
  L40_48GB: { pciIds: ['10de:26b5'], deviceName: 'nvidia.com/AD102GL_L40', memoryGiB: 48 },
  RTX_A6000_48GB: { pciIds: ['10de:2230'], deviceName: 'nvidia.com/GA102GL_RTX_A6000', memoryGiB: 48 },
  T4_16GB: { pciIds: ['10de:1eb8'], deviceName: 'nvidia.com/TU104GL_TESLA_T4', memoryGiB: 16 },
} as const satisfies Record<string, GpuFact>;

/** A card of the table. */
export type GpuName = keyof typeof GPUS;
