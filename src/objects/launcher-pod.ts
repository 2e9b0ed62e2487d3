import { OVERHEAD } from '../facts';
import { CpuMode, type Profile, ProfileForm } from '../values';

/** What a pod asks of a node. */
export interface PodRequests {
  /** Thousandths of a CPU. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
  /** Devices and huge pages: how many, or how many bytes, by the name of the resource. */
  readonly others: ReadonlyMap<string, number>;
}

/** A machine, as far as its pod depends on it. */
export interface PodOf {
  readonly profile: Profile;
  readonly form: ProfileForm;
  readonly graphics: boolean;
}

/** What the pod of a machine asks of a node while it runs: the guest, and all that KubeVirt adds. The same for KubeVirt 1.7 to 1.9. */
export function launcherPod({ profile, form, graphics }: PodOf): PodRequests {
  const guest = profile._memoryKibibytes * 1024;
  const devices = profile.gpus.map(({ deviceName }) => deviceName);
  const guaranteed = profile.cpuMode !== CpuMode.SHARED;
  // KubeVirt reckons with page tables only where the manifest itself asks for memory.
  const asks = form === ProfileForm.INLINE && (guaranteed || devices.length > 0);
  const tables = asks ? Math.floor(Math.ceil(guest / OVERHEAD.pageTableUnit) * OVERHEAD.pageTableUnit / OVERHEAD.pageTableRatio) : 0;
  const overhead = tables + OVERHEAD.processes + OVERHEAD.vcpu * profile.cpus + OVERHEAD.io + (graphics ? OVERHEAD.graphics : 0)
    + (devices.length > 0 ? OVERHEAD.passthrough : 0) + (guaranteed ? OVERHEAD.guaranteed : 0);
  const others = new Map<string, number>();
  for (const device of devices) {
    others.set(device, (others.get(device) ?? 0) + 1);
  }
  if (profile.hugepages !== undefined) {
    others.set(`hugepages-${profile.hugepages}`, guest);
  }
  const own = guaranteed ? (profile.cpus + (profile.isolateEmulatorThread ? 1 : 0)) * 1000 : profile.cpus * OVERHEAD.sharedCpu;
  return {
    cpu: own + (guaranteed ? OVERHEAD.console.guaranteedCpu : OVERHEAD.console.cpu),
    memory: overhead + (profile.hugepages === undefined ? guest : 0) + (guaranteed ? OVERHEAD.console.guaranteedMemory : OVERHEAD.console.memory),
    others,
  };
}
