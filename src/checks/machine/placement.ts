import { didYouMean, show } from '../../faults';
import { given, list, record, records, step } from '../json';
import type { Rule } from '../rule';
import { isAddress, isKey, isLabel, isLabelValue, isSubdomain } from '../words';

// Empty ones, which a pod may have, do not pass the schema in KubeVirt's webhook.
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const OPERATORS = ['Equal', 'Exists'];
/** Only KubeVirt itself writes these on a template (vmi-create-admitter.go:76-83). */
const KUBEVIRTS = new Set(['created-by', 'migrationJobUID', 'nodeName', 'migrationTargetNodeName', 'schedulable', 'install-strategy'].map((name) => `kubevirt.io/${name}`));

/** Where the machine may run, and the labels of its pod: KubeVirt looks at none of it before the first start. */
export const PLACEMENT: Rule = {
  about: 'placement and pod labels',
  machine({ item, isVm, name, at, spec }, findings) {
    const selector = record(spec.nodeSelector);
    for (const key of Object.keys(selector)) {
      if (!isKey(key) || !isLabelValue(selector[key])) {
        findings.add('WS-NAME-004', { got: `${show(key)}: ${show(selector[key])}`, what: `the node selector of '${name}'` }, item, `${at}/nodeSelector/${step(key)}`);
      }
    }
    records(spec.tolerations).forEach((toleration, index) => {
      const refuse = (got: string, expected: string): void => {
        findings.add('WS-VM-002', { index, machine: name, got, expected }, item, `${at}/tolerations/${index}`);
      };
      const { key, operator, value, effect, tolerationSeconds } = toleration;
      if (typeof key === 'string' && key !== '' && !isKey(key)) {
        refuse(`has key ${show(key)}`, 'give the key of a taint: an optional DNS prefix and a slash, then at most 63 characters');
      }
      if ((key === undefined || key === '') && operator !== 'Exists') {
        refuse('has no key', 'give a key, or operator Exists, which tolerates every taint');
      }
      if (operator === 'Exists' && given(value) && value !== '') {
        refuse(`has operator Exists and value ${show(value)}`, 'leave the value out, or use operator Equal');
      }
      if (operator !== 'Exists' && typeof value === 'string' && !isLabelValue(value)) {
        refuse(`has value ${show(value)}`, 'give at most 63 letters, digits, dots, underscores and hyphens');
      }
      if (typeof operator === 'string' && !OPERATORS.includes(operator)) {
        refuse(`has operator ${show(operator)}${didYouMean(operator, OPERATORS)}`, 'give Equal or Exists');
      }
      if (typeof effect === 'string' && !EFFECTS.includes(effect)) {
        refuse(`has effect ${show(effect)}${didYouMean(effect, EFFECTS)}`, `give one of ${EFFECTS.join(', ')}, or leave it out`);
      }
      if (given(tolerationSeconds) && effect !== 'NoExecute') {
        refuse('has tolerationSeconds without effect NoExecute', 'give effect NoExecute, or leave tolerationSeconds out');
      }
    });
    if (!isVm) {
      return;
    }
    const metadata = record(record(item.spec.template).metadata);
    const labels = record(metadata.labels);
    for (const key of Object.keys(labels)) {
      const field = `/spec/template/metadata/labels/${step(key)}`;
      if (KUBEVIRTS.has(key)) {
        findings.add('WS-SPEC-006', { machine: name, got: show(key) }, item, field);
      } else if (!isKey(key) || !isLabelValue(labels[key])) {
        findings.add('WS-NAME-004', { got: `${show(key)}: ${show(labels[key])}`, what: `the template of '${name}'` }, item, field);
      }
    }
    list(metadata.finalizers).forEach((finalizer, index) => {
      if (typeof finalizer === 'string' && !isKey(finalizer)) {
        findings.add('WS-SPEC-008', { machine: name, got: `has ${show(finalizer)} as a finalizer of its template`, expected: 'leave it out' }, item, `/spec/template/metadata/finalizers/${index}`);
      }
    });
    for (const [key, wrong] of [['managedFields', given(metadata.managedFields)], ['generation', typeof metadata.generation === 'number' && metadata.generation < 0]] as const) {
      if (wrong) {
        findings.add('WS-SPEC-008', { machine: name, got: `has ${key} in its template`, expected: 'leave it out: the API server keeps it' }, item, `/spec/template/metadata/${key}`);
      }
    }
    const annotations = record(metadata.annotations);
    for (const key of Object.keys(annotations)) {
      if (!isKey(key) || typeof annotations[key] !== 'string') {
        findings.add('WS-SPEC-004', { machine: name, got: `${show(key)}: ${show(annotations[key])}` }, item, `/spec/template/metadata/annotations/${step(key)}`);
      }
    }
  },
};

const POLICIES = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];

/** DNS of the machine. */
export const DNS: Rule = {
  about: 'DNS',
  machine({ item, name, at, spec }, findings) {
    const refuse = (got: string, expected: string, where: string): void => {
      findings.add('WS-DNS-001', { machine: name, got, expected }, item, `${at}/${where}`);
    };
    const { dnsPolicy } = spec;
    if (typeof dnsPolicy === 'string' && !POLICIES.includes(dnsPolicy)) {
      refuse(`dnsPolicy is ${show(dnsPolicy)}${didYouMean(dnsPolicy, POLICIES)}`, `give one of ${POLICIES.join(', ')}`, 'dnsPolicy');
    }
    const config = record(spec.dnsConfig);
    const nameservers = list(config.nameservers);
    if (dnsPolicy === 'None' && nameservers.length === 0) {
      refuse('dnsPolicy None without a nameserver', 'give dnsConfig.nameservers', 'dnsConfig/nameservers');
    }
    if (nameservers.length > 3) {
      refuse(`${nameservers.length} nameservers`, 'give at most 3', 'dnsConfig/nameservers');
    }
    nameservers.forEach((server, index) => {
      if (typeof server === 'string' && !isAddress(server)) {
        refuse(`nameserver ${show(server)} is no IP address`, 'give an IP address', `dnsConfig/nameservers/${index}`);
      }
    });
    const searches = list(config.searches).filter((search): search is string => typeof search === 'string');
    if (searches.length > 6) {
      refuse(`${searches.length} search domains`, 'give at most 6', 'dnsConfig/searches');
    }
    if (searches.join(' ').length > 256) {
      refuse(`search domains of ${searches.join(' ').length} characters`, 'give at most 256 together', 'dnsConfig/searches');
    }
    searches.forEach((search, index) => {
      if (!isSubdomain(search.replace(/\.$/, ''))) {
        refuse(`search domain ${show(search)} is no domain`, 'give a domain', `dnsConfig/searches/${index}`);
      }
    });
    records(config.options).forEach((option, index) => {
      if (!given(option.name) || option.name === '') {
        refuse('an option without a name', 'give its name', `dnsConfig/options/${index}`);
      }
    });
    if (typeof spec.subdomain === 'string' && spec.subdomain !== '' && !isLabel(spec.subdomain)) {
      refuse(`subdomain is ${show(spec.subdomain)}`, 'give a DNS label: KubeVirt takes dots, its pod does not', 'subdomain');
    }
  },
};
