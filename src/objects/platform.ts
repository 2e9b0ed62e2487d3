import type { CdiSpec, CdiSpecUninstallStrategy } from '../../imports/cdi.kubevirt.io';
import type { KubeVirtSpec } from '../../imports/kubevirt.io';
import type { ResolvedToleration } from '../values';
import { type AsJson, type Manifest, type Metadata, metadataOf } from './manifest';

/** A card that machines may have. */
export interface PermittedCard {
  readonly pciId: string;
  readonly deviceName: string;
  /** A device plugin beside KubeVirt's advertises it. */
  readonly external: boolean;
}

/** What the KubeVirt object says. */
export interface KubeVirtInput {
  readonly featureGates: readonly string[];
  readonly disabledFeatureGates: readonly string[];
  readonly cards: readonly PermittedCard[];
  /** Taints that virt-handler runs beside. */
  readonly tolerations: readonly ResolvedToleration[];
  /** Undefined where the release does not know the switch. */
  readonly virtTemplate: boolean | undefined;
}

/** The KubeVirt object: KubeVirt cannot be uninstalled below running machines, and an update leaves these alone. */
export function kubevirt(metadata: Metadata, { featureGates, disabledFeatureGates, cards, tolerations, virtTemplate }: KubeVirtInput): Manifest {
  const developer = {
    ...(featureGates.length === 0 ? {} : { featureGates: [...featureGates] }),
    ...(disabledFeatureGates.length === 0 ? {} : { disabledFeatureGates: [...disabledFeatureGates] }),
  };
  const spec: AsJson<KubeVirtSpec> = {
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    // Empty: no update of KubeVirt evicts or migrates a running machine.
    workloadUpdateStrategy: { workloadUpdateMethods: [] },
    configuration: {
      evictionStrategy: 'None',
      ...(Object.keys(developer).length === 0 ? {} : { developerConfiguration: developer }),
      ...(cards.length === 0 ? {} : {
        permittedHostDevices: {
          pciHostDevices: cards.map(({ pciId, deviceName, external }) => ({
            pciVendorSelector: pciId.toUpperCase(), resourceName: deviceName, ...(external ? { externalResourceProvider: true } : {}),
          })),
        },
      }),
      ...(virtTemplate === undefined ? {} : { virtTemplateDeployment: { enabled: virtTemplate } }),
    },
    ...(tolerations.length === 0 ? {} : { workloads: { nodePlacement: { tolerations: [...tolerations] } } }),
  };
  return { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: metadataOf(metadata), spec };
}

/** What the CDI object says. */
export interface CdiInput {
  readonly tolerations: readonly ResolvedToleration[];
  readonly scratchStorageClassName: string | undefined;
}

/** The CDI object. */
export function cdi(metadata: Metadata, { tolerations, scratchStorageClassName }: CdiInput): Manifest {
  const linux = { nodeSelector: { 'kubernetes.io/os': 'linux' } };
  const spec: AsJson<Omit<CdiSpec, 'uninstallStrategy'>> & { uninstallStrategy: `${CdiSpecUninstallStrategy}` } = {
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    config: { featureGates: ['HonorWaitForFirstConsumer'], ...(scratchStorageClassName === undefined ? {} : { scratchSpaceStorageClass: scratchStorageClassName }) },
    infra: { ...linux, tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }] },
    workload: { ...linux, ...(tolerations.length === 0 ? {} : { tolerations: [...tolerations] }) },
  };
  return { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'CDI', metadata: metadataOf(metadata), spec };
}
