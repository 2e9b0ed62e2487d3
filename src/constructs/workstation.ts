import type { Duration } from 'cdk8s';
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { DEFAULTS, FOREIGN_KEYS, type GpuName, GPUS, KEYS } from '../facts';
import { type Fault, fault, show } from '../faults';
import { launcherPod } from '../objects/launcher-pod';
import { virtualMachine, type MachineSize } from '../objects/virtual-machine';
import {
  Bootloader, checkLabels, CloudInit, derivedMac, firmwareSerial, firmwareUuid, type Gpu, GuestService, isAbsent, isDnsLabel, isDnsSubdomain, isUuid, MacAddress, NetworkMatch,
  type Person, Power, Profile, ProfileForm, type PropNames, Readiness, type ReadinessData, Reading, readTolerations, tolerating, type Toleration,
} from '../values';
import { leaveAccessNote } from './access-note';
import { consumeMachine } from './consumption';
import { diskDataOf, type DiskData, diskOfClaim, type IRootDisk, isClaimName, type IWorkspaceDisk, readOwner } from './disks';
import { emit } from './emit';
import { expect } from './expectations';
import { deferFaults, recordFaults } from './fault-record';
import { grantOwner, WorkstationGrants } from './grants';
import { writeCloudInit } from './guest';
import { checkInstancetypeForm } from './instancetype-catalog';
import { letMachine } from './isolation';
import { checkName, nameOf, namespaceOf, ownedLabels, readMachine } from './naming';
import { holdAgainstPlatform } from './platform/machines';
import { place } from './pools/capacity';
import { type IMachinePool, readPool } from './pools/pool';
import { rememberProfile } from './profile-record';
import { settingsOf } from './settings';

/** A machine: who has it, what it is, which disks it opens. */
export interface WorkstationProps {
  /** CPU, memory and GPUs. */
  readonly profile: Profile;
  /** The disk that it starts from. */
  readonly rootDisk: IRootDisk;
  /**
   * A disk for the person's work.
   * @default - none
   */
  readonly workspaceDisk?: IWorkspaceDisk;
  /**
   * The person whose machine it is.
   * @default - the owner of the UserSpace around it
   */
  readonly owner?: Person;
  /**
   * Which of the person's machines it is; part of its name and of its identity.
   * @default '' - the first
   */
  readonly machine?: string;
  /**
   * When it runs.
   * @default Power.MANUAL
   */
  readonly power?: Power;
  /**
   * What is reached over the network; only these ports are forwarded to the guest. An empty list forwards all (WS-GUEST-011).
   * @default - [GuestService.ssh()]
   */
  readonly services?: GuestService[];
  /**
   * A screen, for the console and the desktop in the browser; costs 32 MiB on the node.
   * @default true
   */
  readonly graphics?: boolean;
  /**
   * The firmware.
   * @default Bootloader.EFI
   */
  readonly bootloader?: Bootloader;
  /**
   * What says that the machine is ready.
   * @default - TCP on the port of the first service
   */
  readonly readiness?: Readiness;
  /**
   * What the guest does at its first start, beside what the library writes.
   * @default - nothing more
   */
  readonly cloudInit?: CloudInit;
  /**
   * How the guest's network data names its interface.
   * @default NetworkMatch.MAC
   */
  readonly networkMatch?: NetworkMatch;
  /**
   * MAC address of the interface.
   * @default - derived from fleet, owner and machine
   */
  readonly mac?: MacAddress;
  /**
   * The firmware's uuid, cloud-init's instance id. Give it only to take over a machine that exists.
   * @default - derived from fleet, owner and machine
   */
  readonly uuid?: string;
  /**
   * The firmware's serial number. Give it only to take over a machine that exists.
   * @default - derived from fleet, owner and machine
   */
  readonly serial?: string;
  /**
   * Where CPU, memory and GPUs are written.
   * @default ProfileForm.INLINE
   */
  readonly profileForm?: ProfileForm;
  /**
   * The nodes that it runs on: their labels become its node selector, and it tolerates their taints.
   * @default - none: any node that has what the profile asks for, and that it tolerates
   */
  readonly pool?: IMachinePool;
  /**
   * Labels that a node must have, beside those of the pool.
   * @default - none
   */
  readonly nodeSelector?: { [key: string]: string };
  /**
   * Taints that the machine may run beside, beside those of the pool.
   * @default - none
   */
  readonly tolerations?: Toleration[];
  /**
   * Name of a PriorityClass for its launcher pod. A pod of a higher class may push a running machine off its node; a class with `preemptionPolicy: Never` only waits less.
   * @default - the cluster's default class, or none
   */
  readonly priorityClass?: string;
  /**
   * Time that the guest has to shut down, in whole seconds.
   * @default - 120 seconds
   */
  readonly terminationGracePeriod?: Duration;
}

const PROPS: PropNames<WorkstationProps> = {
  profile: true, rootDisk: true, workspaceDisk: true, owner: true, machine: true, power: true, services: true, graphics: true,
  bootloader: true, readiness: true, cloudInit: true, networkMatch: true, mac: true, uuid: true, serial: true, profileForm: true,
  pool: true, nodeSelector: true, tolerations: true, priorityClass: true, terminationGracePeriod: true,
};

/**
 * A person's machine without a GPU: one KubeVirt VirtualMachine that opens disks of their own. Created off; start and
 * stop leave the manifest alone.
 *
 * Faults: WS-GPU-002, WS-GPU-004, WS-POOL-001, WS-POOL-003, WS-POOL-006 (warning), WS-PLATFORM-001,
 * WS-DISK-001, WS-DISK-005, WS-DISK-008, WS-POWER-001 (warning), WS-POWER-002 (info), WS-GUEST-001 to
 * WS-GUEST-012, WS-SSH-001 (warning), WS-VM-001 to WS-VM-003, WS-NAME-001, WS-NAME-004, WS-NAME-005, WS-PROFILE-010 to WS-PROFILE-012,
 * WS-SECRET-001, WS-APP-002, WS-APP-007.
 *
 * @example
 * new Workstation(alice, 'workstation', { profile: Profile.of('office', { version: 1, cpus: 4, memory: Size.gibibytes(16) }), rootDisk });
 */
export class Workstation extends Construct {
  /** Name of the VirtualMachine, and the guest's host name. */
  public readonly name: string;
  /** The person whose machine it is; undefined only together with a fault. */
  public readonly owner?: Person;
  /** Which of the person's machines it is. */
  public readonly machine: string;
  /** Rights to the machine. */
  public readonly grants: WorkstationGrants;
  private readonly claims: string[] = [];

  public constructor(scope: Construct, id: string, props: WorkstationProps) {
    super(scope, id);
    const nameless = new Reading('a machine');
    const given = nameless.props(props, PROPS);
    const read = readMachine(given.machine, 'a machine');
    const owner = readOwner(this, given.owner, 'a machine', nameless);
    this.machine = read.machine;
    if (owner !== undefined) {
      this.owner = owner;
    }
    const wanted = nameOf(owner?.name ?? 'nobody', read.machine, 'workstation');
    this.name = isDnsLabel(wanted) ? wanted : 'workstation';
    this.grants = WorkstationGrants._of({ construct: this, name: this.name, owner });
    const reading = new Reading(`machine '${this.name}'`);
    reading.add(...read.faults, ...nameless.faults, ...checkName(wanted, 'name', 'a machine'));

    const profile = reading.instance('profile', given.profile, Profile, "a Profile, such as Profile.of('office', { … })");
    if (profile !== undefined) {
      reading.add(...this.checkKind(profile), ...rememberProfile(this, profile));
      holdAgainstPlatform({ construct: this, name: this.name, profile, inPool: !isAbsent(given.pool) });
    }
    const rootDisk = this.readDisk('rootDisk', given.rootDisk, owner, reading);
    const workspaceDisk = isAbsent(given.workspaceDisk) ? undefined : this.readDisk('workspaceDisk', given.workspaceDisk, owner, reading);
    if (rootDisk !== undefined && rootDisk.claim === workspaceDisk?.claim) {
      reading.refuse('workspaceDisk', rootDisk.claim, 'another disk than the root disk');
    }
    const services = this.readServices(given.services, reading);
    const readiness = this.readReadiness(given.readiness, services, reading);
    const identity = this.readIdentity(given, owner, reading);
    const placement = this.readPlacement(given, profile, reading);
    const priorityClass = isAbsent(given.priorityClass) || isDnsSubdomain(given.priorityClass) ? given.priorityClass ?? undefined
      : reading.refuse('priorityClass', given.priorityClass, 'the name of a PriorityClass');
    if (priorityClass !== undefined) {
      expect(this, { kind: 'priorityClass', name: priorityClass, must: 'of a value that the platform team chose' });
    }
    const power = reading.choice('power', given.power, Power, Power.MANUAL);
    reading.add(...checkPower(power, this.name));
    const size = profile === undefined ? undefined : this.readSize(profile, reading.choice('profileForm', given.profileForm, ProfileForm, ProfileForm.INLINE), reading);
    const bootloader = reading.choice('bootloader', given.bootloader, Bootloader, Bootloader.EFI);
    const graphics = reading.flag('graphics', given.graphics, true);
    const cloudInit = isAbsent(given.cloudInit) ? undefined : reading.instance('cloudInit', given.cloudInit, CloudInit, 'a CloudInit, such as CloudInit.of({ packages: [\'git\'] })');
    const networkMatch = reading.choice('networkMatch', given.networkMatch, NetworkMatch, NetworkMatch.MAC);
    recordFaults(this, reading.faults);
    if (owner === undefined || profile === undefined || size === undefined || rootDisk === undefined) {
      return;
    }

    const disks = [
      { name: 'rootdisk', claim: rootDisk.claim, bootOrder: 1, serial: undefined },
      ...(workspaceDisk === undefined ? [] : [{ name: 'workspace', claim: workspaceDisk.claim, bootOrder: undefined, serial: DEFAULTS.workspaceSerial }]),
    ];
    this.claims.push(...disks.map((disk) => disk.claim));
    const namespace = this.namespace;
    // Stable labels only: a Service selects them, and a resize must not cut its traffic.
    const labels = { ...ownedLabels(this, owner, 'workstation'), [KEYS.workstation]: this.name };
    const guest = writeCloudInit(this, {
      name: this.name, namespace, owner, services, cloudInit, mac: identity.mac, networkMatch, filesystem: workspaceDisk?.data?.filesystem,
      labels,
    });
    emit(this, 'vm', virtualMachine({
      name: this.name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...labels, [KEYS.profile]: profile.id },
      annotations: guest.substitution ? { [FOREIGN_KEYS.fluxSubstitute]: 'disabled' } : {},
    }, {
      power,
      podLabels: labels,
      hostname: this.name,
      size,
      ...identity,
      bootloader,
      graphics,
      disks,
      userData: guest.userData,
      networkData: guest.networkData,
      ports: services.map(({ name, port }) => ({ name, port })),
      readiness,
      ...placement,
      priorityClass,
    }));
    letMachine(this, this.name, services, readiness);
    consumeMachine(this, launcherPod({ profile, form: size.form === 'inline' ? ProfileForm.INLINE : ProfileForm.INSTANCETYPE, graphics }));
    grantOwner(this, this.grants, owner);
    if (owner.user !== undefined && namespace !== undefined) {
      const ssh = services.find((service) => service.name === 'ssh');
      leaveAccessNote(this, {
        owner: owner.name, user: owner.user, machine: this.name, namespace, graphics, login: ssh === undefined ? undefined : ssh._data.user ?? owner.name,
      });
    }
    for (const gpu of new Set(profile.gpus)) {
      expect(this, { kind: 'device', name: gpu.deviceName, must: permission(gpu) });
    }
    if (profile.hugepages !== undefined) {
      expect(this, { kind: 'device', name: `hugepages-${profile.hugepages}`, must: 'reserved on the nodes, at least the memory of one machine' });
    }
    if (profile.cpuMode === 'dedicated') {
      expect(this, { kind: 'gate', name: 'CPUManager', must: "listed in the KubeVirt object's feature gates; kubelet with the static CPU manager policy on the nodes" });
    }
  }

  /** Namespace of the machine; undefined under a chart that has none. */
  public get namespace(): string | undefined {
    return namespaceOf(this);
  }

  /** Names of the claims that it opens for writing (a copy). */
  public get claimNames(): string[] {
    return [...this.claims];
  }

  /** The VirtualMachine, for JSON patches; undefined only together with a fault. */
  public get virtualMachine(): ApiObject | undefined {
    const child = this.node.tryFindChild('vm');
    return child instanceof ApiObject ? child : undefined;
  }

  /**
   * Whether this kind of machine takes GPUs.
   * @internal
   */
  protected _takesGpus(): boolean {
    return false;
  }

  private checkKind(profile: Profile): Fault[] {
    const takesGpus = this._takesGpus();
    if (takesGpus === profile.gpus.length > 0) {
      return [];
    }
    return [fault('WS-GPU-004', {
      machine: this.name, profile: `${profile.name} v${profile.version}`,
      kind: takesGpus ? 'GpuWorkstation' : 'Workstation',
      got: takesGpus ? 'no GPU' : `${profile.gpus.length} GPU${profile.gpus.length === 1 ? '' : 's'}`,
      expected: takesGpus ? 'use a Workstation, or a profile with GPUs' : 'use a GpuWorkstation, or a profile without GPUs',
    }, { field: 'profile' })];
  }

  private readDisk(prop: 'rootDisk' | 'workspaceDisk', disk: unknown, owner: Person | undefined, reading: Reading): { claim: string; data: DiskData | undefined } | undefined {
    const claim: unknown = typeof disk === 'object' && disk !== null && 'claimName' in disk ? disk.claimName : undefined;
    if (!isClaimName(claim)) {
      return reading.refuse(prop, isAbsent(claim) ? disk : claim,
        prop === 'rootDisk' ? "an RbdRootDisk, or RbdRootDisk.fromClaim('…') with the name of a claim" : "an RbdWorkspaceDisk, or RbdWorkspaceDisk.fromClaim('…') with the name of a claim");
    }
    const data = diskDataOf(disk);
    const role = prop === 'rootDisk' ? 'root disk' : 'workspace disk';
    if (data !== undefined && data.role !== (prop === 'rootDisk' ? 'rootdisk' : 'workspace')) {
      // A blank disk does not start, and a root disk is no place for a new filesystem; TypeScript cannot tell the two claims apart.
      reading.add(fault('WS-APP-002', {
        prop, what: `machine '${this.name}'`, got: `the ${data.role === 'rootdisk' ? 'root disk' : 'workspace disk'} '${claim}'`, expected: `a ${role}`,
      }, { field: prop }));
    }
    if (data?.refused !== undefined) {
      reading.refuse(`${prop}.filesystem`, data.refused, "a WorkspaceFilesystem, such as WorkspaceFilesystem.of({ mountPath: '/data' })");
    }
    if (data?.namespace !== undefined && data.namespace !== this.namespace) {
      reading.add(fault('WS-DISK-005', { machine: this.name, namespace: this.namespace ?? '(none)', role, disk: claim, got: data.namespace }, { field: prop }));
    }
    if (data?.owner !== undefined && owner !== undefined && data.owner !== owner.name) {
      reading.add(fault('WS-DISK-008', { got: claim, owner: data.owner, machine: this.name, other: owner.name }, { field: prop }));
    }
    const { namespace } = this;
    if (data !== undefined && data.namespace === undefined && namespace !== undefined) {
      deferFaults(this, () => {
        const written = diskOfClaim(this, namespace, claim);
        return written === undefined ? [] : [fault('WS-DISK-007', { got: claim, objects: `the disk '${written.node.path}' and '${prop}' of machine '${this.name}', by fromClaim,` }, { field: prop })];
      });
      expect(this, { kind: 'claim', namespace, name: claim, must: 'a Block volume' });
    }
    return { claim, data };
  }

  private readServices(services: unknown, reading: Reading): GuestService[] {
    if (isAbsent(services)) {
      return [GuestService.ssh()];
    }
    if (Array.isArray(services) && services.length === 0) {
      reading.add(fault('WS-GUEST-011', { machine: this.name }, { field: 'services' }));
    }
    const names = new Set<string>();
    const ports = new Set<number>();
    return reading.list('services', services).flatMap((item, index) => {
      const service = reading.instance(`services[${index}]`, item, GuestService, 'a GuestService, such as GuestService.ssh()');
      if (service === undefined) {
        return [];
      }
      const twice = names.has(service.name) ? { what: 'a service', got: service.name } : ports.has(service.port) ? { what: 'port', got: service.port } : undefined;
      if (twice !== undefined) {
        reading.add(fault('WS-GUEST-004', { machine: this.name, ...twice }, { field: `services[${index}]` }));
        return [];
      }
      names.add(service.name);
      ports.add(service.port);
      return [service];
    });
  }

  private readReadiness(readiness: unknown, services: readonly GuestService[], reading: Reading): ReadinessData {
    const first = services[0];
    if (isAbsent(readiness)) {
      return first === undefined ? { kind: 'none' } : { kind: 'tcp', port: first.port };
    }
    const data = reading.instance('readiness', readiness, Readiness, 'a Readiness, such as Readiness.tcp(22)')?._data ?? { kind: 'none' };
    if ((data.kind === 'tcp' || data.kind === 'http') && !services.some((service) => service.port === data.port)) {
      reading.add(fault('WS-GUEST-005', {
        machine: this.name, got: data.port, expected: services.map((service) => service.port).join(', ') || '(no port is open)',
      }, { field: 'readiness' }));
    }
    return data;
  }

  private readIdentity(given: Partial<WorkstationProps>, owner: Person | undefined, reading: Reading): { uuid: string; serial: string; mac: string } {
    const { fleet } = settingsOf(this);
    const who = owner?.name ?? 'nobody';
    if (!isAbsent(given.uuid) && !isUuid(given.uuid)) {
      reading.add(fault('WS-VM-001', { prop: 'uuid', machine: this.name, got: show(given.uuid), expected: 'a UUID in lower case, such as 5d307ca9-b3ef-428c-8861-06e72d69f223' }, { field: 'uuid' }));
    }
    if (!isAbsent(given.serial) && !isSerial(given.serial)) {
      reading.add(fault('WS-VM-001', {
        prop: 'serial', machine: this.name, got: show(given.serial), expected: 'at most 256 letters, digits, underscores, dots, plus signs and hyphens',
      }, { field: 'serial' }));
    }
    const mac = isAbsent(given.mac) ? undefined : reading.instance('mac', given.mac, MacAddress, "a MacAddress, such as MacAddress.of('0a:1b:2c:3d:4e:5f')");
    return {
      uuid: isUuid(given.uuid) ? given.uuid : firmwareUuid(fleet, who, this.machine),
      serial: isSerial(given.serial) ? given.serial : firmwareSerial(fleet, who, this.machine),
      mac: mac?.text ?? derivedMac(fleet, who, this.machine, 'default'),
    };
  }

  private readPlacement(given: Partial<WorkstationProps>, profile: Profile | undefined, reading: Reading) {
    const pool = isAbsent(given.pool) ? undefined : readPool(given.pool, reading);
    const { labels: nodeSelector, faults } = checkLabels(reading.textMap('nodeSelector', given.nodeSelector), `machine '${this.name}'`, 'nodeSelector');
    const { tolerations, faults: tolerationFaults } = readTolerations(reading.list('tolerations', given.tolerations), this.name);
    reading.add(...faults, ...tolerationFaults);
    const terminationGracePeriodSeconds = this.readGracePeriod(given.terminationGracePeriod, reading);
    if (pool === undefined) {
      return { nodeSelector, tolerations, terminationGracePeriodSeconds };
    }
    if (profile !== undefined) {
      reading.add(...place(this, this.name, profile, pool));
    }
    for (const [key, value] of Object.entries(nodeSelector)) {
      const other = pool.labels[key];
      if (other !== undefined && other !== value) {
        reading.refuse(`nodeSelector.${key}`, value, `${other}, as on the nodes of pool '${pool.name}', or leave it out`);
      }
    }
    return { nodeSelector: { ...pool.labels, ...nodeSelector }, tolerations: [...pool.taints.map(tolerating), ...tolerations], terminationGracePeriodSeconds };
  }

  private readGracePeriod(period: unknown, reading: Reading): number {
    if (isAbsent(period)) {
      return DEFAULTS.terminationGracePeriodSeconds;
    }
    const seconds: unknown = typeof period === 'object' && 'toSeconds' in period && typeof period.toSeconds === 'function' ? (period as Duration).toSeconds({ integral: false }) : undefined;
    if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 10) {
      return seconds;
    }
    reading.add(fault('WS-VM-003', { machine: this.name, got: seconds === undefined ? show(period) : `${String(seconds)} seconds` }, { field: 'terminationGracePeriod' }));
    return DEFAULTS.terminationGracePeriodSeconds;
  }

  private readSize(profile: Profile, form: ProfileForm, reading: Reading): MachineSize {
    switch (form) {
      case ProfileForm.INSTANCETYPE:
        reading.add(...checkInstancetypeForm(this, this.name, profile));
        return { form: 'instancetype', name: profile.id };
      case ProfileForm.INLINE:
        return {
          form: 'inline',
          cpus: profile.cpus,
          threadsPerCore: profile.threadsPerCore,
          memory: profile._memoryText,
          gpuDeviceNames: profile.gpus.map((gpu) => gpu.deviceName),
          cpuMode: profile.cpuMode,
          hugepages: profile.hugepages,
          numa: profile.numa,
          isolateEmulatorThread: profile.isolateEmulatorThread,
        };
    }
  }
}

function isSerial(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9][A-Za-z0-9_.+-]{0,255}$/.test(text);
}

function checkPower(power: Power, machine: string): Fault[] {
  switch (power) {
    case Power.MANUAL:
      return [];
    case Power.RERUN_ON_FAILURE:
      return [fault('WS-POWER-002', { machine }, { field: 'power' })];
    case Power.HALTED:
    case Power.ALWAYS:
      return [fault('WS-POWER-001', { machine, got: power }, { field: 'power' })];
  }
}

/** What the KubeVirt object must say of a card; its device plugin advertises it. */
function permission(gpu: Gpu): string {
  const ids = Object.prototype.hasOwnProperty.call(GPUS, gpu.name) ? GPUS[gpu.name as GpuName].pciIds : [];
  const selectors = ids.map((id) => `pciVendorSelector ${id.toUpperCase()}`).join(' or ');
  return `advertised by a node; if the KubeVirt object lists permittedHostDevices: ${selectors === '' ? '' : `${selectors}, `}resourceName ${gpu.deviceName}, `
    + 'externalResourceProvider true where a device plugin of its vendor advertises it';
}
