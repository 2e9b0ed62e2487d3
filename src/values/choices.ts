/** How vCPUs relate to the node's CPUs. */
export enum CpuMode {
  /** vCPUs share the node's CPUs; the pod asks for a tenth of them (KubeVirt's cpuAllocationRatio). */
  SHARED = 'shared',
  /** The pod asks for as many CPUs and as much memory as the guest has, and gets no more. */
  GUARANTEED = 'guaranteed',
  /** Each vCPU has a CPU of its own. Needs KubeVirt's gate CPUManager and kubelet's static CPU manager policy. */
  DEDICATED = 'dedicated',
}

/** Huge pages that back the guest's memory; the node must have reserved them. */
export enum HugePages {
  /** Pages of 2 MiB. */
  SIZE_2MI = '2Mi',
  /** Pages of 1 GiB. */
  SIZE_1GI = '1Gi',
}

/** What the guest sees of the node's NUMA layout. */
export enum Numa {
  /** One node. */
  NONE = 'none',
  /** The node's own layout; needs dedicated CPUs and huge pages. */
  PASSTHROUGH = 'passthrough',
}

/** When a machine runs. */
export enum Power {
  /** Created off; start and stop leave the manifest alone, so GitOps and people never fight. */
  MANUAL = 'Manual',
  /** Starts when it is created and after a crash; a stop from inside or outside lasts. */
  RERUN_ON_FAILURE = 'RerunOnFailure',
  /** Created off; a start rewrites the manifest. */
  HALTED = 'Halted',
  /** Always on; a stop rewrites the manifest. */
  ALWAYS = 'Always',
}

/** The firmware that starts the guest. */
export enum Bootloader {
  /** UEFI without secure boot: fits GPUs with large memory windows. */
  EFI = 'efi',
  /** UEFI with secure boot; the image must be signed for it. */
  EFI_SECURE_BOOT = 'efi-secure-boot',
  /** SeaBIOS, for images without an EFI system partition. */
  BIOS = 'bios',
}

/** How the guest's network data names its interface. */
export enum NetworkMatch {
  /** By the MAC address of the manifest. */
  MAC = 'mac',
  /** By the name that the first interface has on a q35 machine, enp1s0. */
  NAME = 'name',
}

/** Where a machine's CPU, memory and GPUs are written. */
export enum ProfileForm {
  /** In the machine itself. */
  INLINE = 'inline',
  /** In a VirtualMachineClusterInstancetype and -Preference that the machine names. */
  INSTANCETYPE = 'instancetype',
}

/** The Pod Security level that a person's namespace enforces. */
export enum PodSecurity {
  /** What virt-launcher needs, and no more (KubeVirt facts: `restricted` fails on its seccomp profile only). */
  BASELINE = 'baseline',
  /** For machines that need host devices or host disks outside the library. */
  PRIVILEGED = 'privileged',
}

/** What happens to the data when its Kubernetes object is deleted. */
export enum DeletionPolicy {
  /** It is deleted too. */
  DELETE = 'Delete',
  /** It stays in the storage and must be removed there by hand. */
  RETAIN = 'Retain',
}

/** How CDI makes a disk from an image. */
export enum CloneStrategy {
  /** The driver clones the volume. */
  CSI_CLONE = 'csi-clone',
  /** A snapshot of the source, then a volume from it. */
  SNAPSHOT = 'snapshot',
  /** A pod copies block by block: slow, works everywhere. */
  COPY = 'copy',
}

/** A feature of RBD images that the kernel client maps. */
export enum RbdImageFeature {
  /** Clones. */
  LAYERING = 'layering',
  /** One writer at a time. */
  EXCLUSIVE_LOCK = 'exclusive-lock',
  /** Which objects exist; needs EXCLUSIVE_LOCK. */
  OBJECT_MAP = 'object-map',
  /** Fast differences and usage; needs OBJECT_MAP. */
  FAST_DIFF = 'fast-diff',
  /** Snapshots flatten too. */
  DEEP_FLATTEN = 'deep-flatten',
}

/** A filesystem that the guest makes on a blank disk. */
export enum FilesystemType {
  /** ext4. */
  EXT4 = 'ext4',
  /** XFS. */
  XFS = 'xfs',
}

/** How CDI fetches an image from a registry. */
export enum PullMethod {
  /** An importer pod pulls it. */
  POD = 'pod',
  /** The node's container runtime pulls it, with its mirrors and credentials. */
  NODE = 'node',
}

/** How a toleration matches a taint. */
export enum TolerationOperator {
  /** Key and value are the taint's. */
  EQUAL = 'Equal',
  /** The key is the taint's. */
  EXISTS = 'Exists',
}

/** What a taint does. */
export enum TaintEffect {
  /** New pods stay away. */
  NO_SCHEDULE = 'NoSchedule',
  /** New pods stay away if they can. */
  PREFER_NO_SCHEDULE = 'PreferNoSchedule',
  /** Running pods go too. */
  NO_EXECUTE = 'NoExecute',
}

/** Who advertises the cards of a node to Kubernetes. */
export enum DevicePlugin {
  /** NVIDIA's kubevirt-gpu-device-plugin, run on its own. */
  NVIDIA = 'nvidia',
  /** NVIDIA's GPU Operator with sandbox workloads: its own plugin, on nodes that carry its workload label. */
  GPU_OPERATOR = 'gpu-operator',
  /** KubeVirt itself, for cards that are bound to vfio-pci by other means. */
  KUBEVIRT = 'kubevirt',
}
