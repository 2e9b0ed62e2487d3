import { show } from '../../faults';
import { given, list, listed, presentOf, record, records, text } from '../json';
import type { Rule } from '../rule';
import { isSubdomain } from '../words';

const KINDS = ['sshPublicKey', 'userPassword'] as const;
const WAYS = ['noCloud', 'configDrive', 'qemuGuestAgent'] as const;
/** The volume by which a key gets in. */
const VOLUMES: Readonly<Record<string, string>> = { noCloud: 'cloudInitNoCloud', configDrive: 'cloudInitConfigDrive' };

/** Keys and passwords that KubeVirt brings into the guest. */
export const ACCESS: Rule = {
  about: 'access credentials',
  machine({ item, name, at, spec, volumes }, findings) {
    records(spec.accessCredentials).forEach((credential, index) => {
      const field = `${at}/accessCredentials/${index}`;
      const refuse = (got: string, expected: string, where = ''): void => {
        findings.add('WS-ACCESS-001', { machine: name, index, got, expected }, item, `${field}${where}`);
      };
      const kinds = presentOf(credential, KINDS);
      const [kind] = kinds;
      if (kind === undefined || kinds.length > 1) {
        refuse(kind === undefined ? 'is neither a key nor a password' : `is ${listed(kinds)} at once`, 'give exactly one of sshPublicKey and userPassword');
        return;
      }
      const found = record(credential[kind]);
      if (given(found.source) && !given(record(found.source).secret)) {
        refuse('has no source', 'give source.secret.secretName', `/${kind}/source`);
      }
      const method = record(found.propagationMethod);
      const ways = presentOf(method, WAYS);
      const [way] = ways;
      if (given(found.propagationMethod) && (way === undefined || ways.length > 1)) {
        refuse(way === undefined ? 'has no way into the guest' : `has the ways ${listed(ways)}`, `give exactly one of ${kind === 'userPassword' ? 'propagationMethod.qemuGuestAgent' : WAYS.join(', ')}`, `/${kind}/propagationMethod`);
        return;
      }
      const volume = VOLUMES[way ?? ''];
      if (volume !== undefined && !volumes.some((candidate) => given(candidate[volume]))) {
        refuse(`comes by ${way ?? ''}, but the machine has no volume of ${volume}`, `add a volume of ${volume}, or use qemuGuestAgent`, `/${kind}/propagationMethod/${way ?? ''}`);
      }
      if (way === 'qemuGuestAgent' && kind === 'sshPublicKey' && Array.isArray(record(method.qemuGuestAgent).users) && list(record(method.qemuGuestAgent).users).length === 0) {
        refuse('comes by the guest agent for no user', 'name them in qemuGuestAgent.users', `/${kind}/propagationMethod/qemuGuestAgent/users`);
      }
    });
  },
};

/** The ServiceAccount of the launcher pod, and other names of the pod. */
export const ACCOUNTS: Rule = {
  about: 'service accounts and priority classes',
  machine({ item, name, at, spec, volumes }, findings) {
    const refuse = (got: string, expected: string, field: string): void => {
      findings.add('WS-SPEC-008', { machine: name, got, expected }, item, `${at}/${field}`);
    };
    for (const key of ['serviceAccountName', 'priorityClassName'] as const) {
      const value = spec[key];
      if (typeof value === 'string' && value !== '' && !isSubdomain(value)) {
        refuse(`has ${key} ${show(value)}`, 'give the name of an object: lower-case letters, digits, hyphens and dots', key);
      }
    }
    const accounts = volumes.flatMap((volume, index) => (given(volume.serviceAccount) ? [{ index, account: text(record(volume.serviceAccount).serviceAccountName) }] : []));
    const [first, second] = accounts;
    if (second !== undefined) {
      refuse('has two volumes of service accounts', 'keep one', `volumes/${second.index}`);
    }
    const own = text(spec.serviceAccountName);
    if (first?.account !== undefined && own !== undefined && first.account !== own) {
      refuse(`has serviceAccountName ${show(own)} and a volume of service account ${show(first.account)}`, 'name the same in both', `volumes/${first.index}/serviceAccount/serviceAccountName`);
    }
    for (const kind of ['downwardMetrics', 'memoryDump'] as const) {
      const [, again] = volumes.flatMap((volume, index) => (given(volume[kind]) ? [index] : []));
      if (again !== undefined) {
        refuse(`has two volumes of ${kind}`, 'keep one', `volumes/${again}`);
      }
    }
    if (list(spec.utilityVolumes).length > 0) {
      refuse('has utility volumes', 'leave utilityVolumes out: KubeVirt adds them to a running machine by itself', 'utilityVolumes');
    }
  },
};
