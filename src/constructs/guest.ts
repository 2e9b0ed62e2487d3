import type { Construct } from 'constructs';
import { DEFAULTS, FOREIGN_KEYS, KEYS, SYSTEM_ACCOUNTS } from '../facts';
import { fault, type Fault } from '../faults';
import { fitsInline, hasSubstitution, networkData, userData } from '../objects/guest';
import { textSecret } from '../objects/secret';
import type { CloudInitText } from '../objects/virtual-machine';
import { type CloudInit, type CloudInitData, type GuestService, NetworkMatch, type Person, type WorkspaceFilesystem } from '../values';
import { emit } from './emit';
import { recordFaults } from './fault-record';
import { checkUserDataText } from './guest-text/check-text';
import { leaveNote } from './notes';

/** What decides a machine's cloud-init. */
export interface GuestInput {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly owner: Person;
  readonly services: readonly GuestService[];
  readonly cloudInit: CloudInit | undefined;
  readonly mac: string;
  readonly networkMatch: NetworkMatch;
  readonly filesystem: WorkspaceFilesystem | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/** Where the texts are, and whether a machine with them needs Flux's substitution off. */
export interface WrittenGuest {
  readonly userData: CloudInitText;
  readonly networkData: CloudInitText;
  readonly substitution: boolean;
}

/** The first interface of a q35 machine: it stays on bus 1 in every PCI topology of KubeVirt. */
const FIRST_INTERFACE = 'enp1s0';
const NOTHING: CloudInitData = { kind: 'parts', packages: [], runCommands: [], files: [], settings: {} };

/** Writes user data and network data: inline up to KubeVirt's 2,048 bytes each, above that in a Secret. */
export function writeCloudInit(machine: Construct, input: GuestInput): WrittenGuest {
  const cloudInit = input.cloudInit?._data ?? NOTHING;
  const ssh = input.services.find((service) => service.name === 'ssh');
  const keys = ssh === undefined ? [] : ssh._data.authorizedKeys ?? input.owner.sshKeys;
  const login = ssh?._data.user ?? input.owner.name;
  const filesystem = input.filesystem?._data;
  const user = userData({
    hostname: input.name,
    login: { user: login, authorizedKeys: keys },
    workspace: filesystem === undefined ? undefined : { ...filesystem, serial: DEFAULTS.workspaceSerial },
    agent: true,
    cloudInit,
  });
  const network = networkData(input.networkMatch === NetworkMatch.MAC ? { match: 'mac', mac: input.mac, name: FIRST_INTERFACE } : { match: 'name', name: FIRST_INTERFACE });
  recordFaults(machine, [
    ...checkUserDataText(user, input.name),
    ...(cloudInit.kind === 'text' ? checkOwnText(cloudInit.text, input.name, keys, filesystem?.mountPath) : []),
    ...(cloudInit.kind === 'parts' && SYSTEM_ACCOUNTS.has(login) ? [fault('WS-GUEST-012', { got: login, machine: input.name }, { field: 'services' })] : []),
    ...(ssh !== undefined && keys.length === 0 && cloudInit.kind === 'parts' ? [fault('WS-SSH-001', { machine: input.name, person: input.owner.name }, { field: 'services' })] : []),
  ]);

  const secretName = `${input.name}-cloudinit`;
  const outside = { ...(fitsInline(user) ? {} : { userdata: user }), ...(fitsInline(network) ? {} : { networkdata: network }) };
  if (Object.keys(outside).length > 0) {
    emit(machine, 'cloud-init', textSecret({
      name: secretName,
      ...(input.namespace === undefined ? {} : { namespace: input.namespace }),
      labels: { ...input.labels, [KEYS.role]: 'cloud-init' },
      annotations: { [FOREIGN_KEYS.fluxSubstitute]: 'disabled' },
    }, outside));
    for (const [key, text] of Object.entries(outside)) {
      leaveNote(machine, { path: `cloud-init/${input.namespace ?? 'no-namespace'}/${input.name}.${key}`, text });
    }
  }
  const inline = [user, network].filter(fitsInline);
  return {
    userData: fitsInline(user) ? { inline: user } : { secret: secretName },
    networkData: fitsInline(network) ? { inline: network } : { secret: secretName },
    substitution: inline.some(hasSubstitution),
  };
}

/** A text of the fleet's own replaces ours: says what it would have to do itself. */
function checkOwnText(text: string, machine: string, keys: readonly string[], mountPath: string | undefined): Fault[] {
  const missing = [
    ...(keys.length > 0 && !keys.some((key) => text.includes(key.split(' ')[1] ?? key)) ? ["the owner's SSH keys are"] : []),
    ...(mountPath !== undefined && !text.includes(mountPath) ? [`the workspace disk at ${mountPath} is`] : []),
  ];
  return missing.length === 0 ? [] : [fault('WS-GUEST-007', { machine, got: missing.join(' and ') }, { field: 'cloudInit' })];
}
