import { LIMITS } from '../../facts';
import { type Fault, fault, show } from '../../faults';
import { utf8Bytes } from '../../objects/guest';
import { CLOUD_INIT_HEADERS } from '../../values';
import { secretsIn } from './secrets';
import { readYaml } from './yaml-reader';

/** What is wrong with a whole user-data text. */
export function checkUserDataText(text: string, machine: string): Fault[] {
  const faults = checkContent(text, machine, 'the user data');
  const got = isBlank(text) ? undefined : unknownStart(text);
  return got === undefined ? faults : [...faults, fault('WS-GUEST-002', { machine, got, expected: CLOUD_INIT_HEADERS.join(', ') })];
}

/** What is wrong with a network-data text for NoCloud; with `mac`, also whether it speaks of that interface. */
export function checkNetworkData(text: string, machine: string, mac?: string): Fault[] {
  const faults = checkContent(text, machine, 'the network data');
  const problem = isBlank(text) ? undefined : networkProblem(text, mac);
  return problem === undefined ? faults : [...faults, fault('WS-GUEST-006', { machine, ...problem })];
}

/** Nothing but blanks and byte order marks, which `\s` takes for blanks. */
const isBlank = (text: string): boolean => !/\S/.test(text);

function checkContent(text: string, machine: string, what: string): Fault[] {
  if (isBlank(text)) {
    return [fault('WS-GUEST-001', { what, machine })];
  }
  const bytes = utf8Bytes(text);
  if (bytes > LIMITS.secretBytes) {
    return [fault('WS-GUEST-009', { what, machine, got: bytes, expected: LIMITS.secretBytes })];
  }
  return secretsIn(text).map((got) => fault('WS-SECRET-001', { what: `${what} of '${machine}'`, got }));
}

/** How the text begins, if cloud-init would not know it. */
function unknownStart(text: string): string | undefined {
  if (text.startsWith('\ufeff')) {
    return 'a byte order mark';
  }
  const [first = '', second = ''] = text.split('\n', 2).map((line) => line.trimEnd());
  if (first === '') {
    return 'an empty line';
  }
  if (!isHeader(first)) {
    return show(first);
  }
  // A template says on its second line what it is a template of.
  return /^## template:/i.test(first) && (!isHeader(second) || /^## template:/i.test(second)) ? `${show(first)}, then ${show(second)}` : undefined;
}

/** cloud-init compares without regard to case. A word must end where the header ends: `#cloud-configs` is a slip. */
function isHeader(line: string): boolean {
  const lower = line.toLowerCase();
  return CLOUD_INIT_HEADERS.some((header) => {
    const open = header === '#!' || header.endsWith('/') || header.endsWith(':');
    return lower.startsWith(header.toLowerCase()) && (open || /^(?:\s|$)/.test(line.slice(header.length)));
  });
}

interface Problem {
  readonly got: string;
  readonly expected: string;
}

function networkProblem(text: string, mac: string | undefined): Problem | undefined {
  const expected = 'begin it with `version: 2`, then `ethernets:`';
  const read = readYaml(text);
  if ('problem' in read) {
    return { got: `is no YAML: ${read.problem}`, expected };
  }
  const data = read.data;
  if (!isMap(data)) {
    return { got: 'is no map', expected };
  }
  if ('network' in data) {
    return { got: "has a key 'network' around it", expected };
  }
  if (data.version !== 2 && data.version !== 1) {
    return { got: data.version === undefined ? 'has no `version`' : `has version ${show(data.version)}`, expected };
  }
  const matched = macsIn(data);
  if (matched.some((one) => typeof one !== 'string')) {
    return { got: 'holds a MAC address without quotes, which YAML 1.1 reads as a number', expected: 'put the MAC address in quotes' };
  }
  const known = matched.map((one) => plainMac(String(one)));
  if (mac !== undefined && known.length > 0 && !known.includes(plainMac(mac))) {
    return { got: `matches MAC ${matched.map(String).join(', ')}, but the machine has ${mac}`, expected: `match ${mac}, or give the machine the other one by \`mac\`` };
  }
  return undefined;
}

const isMap = (value: unknown): value is { readonly [key: string]: unknown } => typeof value === 'object' && value !== null && !Array.isArray(value);
const plainMac = (mac: string): string => mac.toLowerCase().replace(/-/g, ':');

/** The MACs by which interfaces are matched: version 2 has them under `match`, version 1 in its list. */
function macsIn(data: { readonly [key: string]: unknown }): unknown[] {
  const second = isMap(data.ethernets) ? Object.values(data.ethernets).map((one) => (isMap(one) && isMap(one.match) ? one.match.macaddress : undefined)) : [];
  const first = Array.isArray(data.config) ? data.config.map((one: unknown) => (isMap(one) ? one.mac_address : undefined)) : [];
  return [...second, ...first].filter((mac) => mac !== undefined && mac !== null);
}
