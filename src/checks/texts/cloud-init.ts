import { LIMITS } from '../../facts';
import { show } from '../../faults';
import type { Findings } from '../findings';
import type { Item } from '../item';
import { given, type Json, listed, presentOf, record, step, text } from '../json';
import type { Machine } from '../machine/machine';
import { macOf } from '../machine/networks';
import type { Rule } from '../rule';
import type { World } from '../world';
import { decode } from './base64';
import { secretInScript } from './signs';

/** What of cloud-init is judged: user data or network data. */
interface Part {
  readonly what: string;
  readonly inline: string;
  readonly base64: string;
  readonly ref: string;
  readonly keys: readonly string[];
}

const USER: Part = { what: 'user data', inline: 'userData', base64: 'userDataBase64', ref: 'secretRef', keys: ['userdata', 'userData'] };
const NETWORK: Part = { what: 'network data', inline: 'networkData', base64: 'networkDataBase64', ref: 'networkDataSecretRef', keys: ['networkdata', 'networkData'] };

/** First lines that cloud-init knows (cloud-init docs, explanation/format), and Ignition's JSON. */
const HEADER = /^(#cloud-config|#!|#include|## *template: *jinja|#cloud-boothook|#part-handler|#ps1|#ps1_sysnative|rem cmd|Content-Type: *multipart\/|MIME-Version:|\u001f\ufffd|\{\s*"ignition")/i;
const HEADERS = '#cloud-config, #!, #include, #cloud-boothook, #part-handler, ## template: jinja, Content-Type: multipart/';

/** Cloud-init of each machine, inline or from a Secret of the manifests. */
export const CLOUD_INIT: Rule = {
  about: 'cloud-init',
  machine(machine, findings, world) {
    machine.volumes.forEach((volume, index) => {
      for (const kind of ['cloudInitNoCloud', 'cloudInitConfigDrive'] as const) {
        if (given(volume[kind])) {
          volumeOf(machine, record(volume[kind]), kind === 'cloudInitConfigDrive', `${machine.at}/volumes/${index}/${kind}`, findings, world);
        }
      }
    });
  },
};

function volumeOf(machine: Machine, source: Json, isConfigDrive: boolean, at: string, findings: Findings, world: World): void {
  const { item, name } = machine;
  const parts = [USER, NETWORK].filter((part) => given(source[part.inline]) || given(source[part.base64]) || given(source[part.ref]));
  const isEmpty = (part: Part): boolean => !text(source[part.inline]) && !text(source[part.base64]) && !given(source[part.ref]);
  if ([USER, NETWORK].every(isEmpty)) {
    findings.add('WS-GUEST-001', { machine: name, what: 'cloud-init' }, item, at);
    return;
  }
  for (const part of parts) {
    const forms = presentOf(source, [part.inline, part.base64, part.ref]).filter((form) => source[form] !== '');
    if (forms.length > 1) {
      findings.add('WS-CLOUDINIT-002', { machine: name, what: `the ${part.what}`, got: forms.length, expected: listed([part.inline, part.base64, part.ref]) }, item, at);
    }
    if (forms.length === 0) {
      findings.add('WS-GUEST-001', { machine: name, what: `the ${part.what}` }, item, `${at}/${given(source[part.inline]) ? part.inline : part.base64}`);
    }
    for (const found of texts(machine, source, part, at, findings, world)) {
      judge(found.text, part, isConfigDrive, machine, found.item, found.field, findings);
    }
  }
}

interface Found {
  readonly text: string;
  readonly item: Item;
  readonly field: string;
}

/** The texts of a part; what is inline is measured. */
function texts(machine: Machine, source: Json, part: Part, at: string, findings: Findings, world: World): Found[] {
  const { item, name } = machine;
  const found: Found[] = [];
  const inline = (bytes: number, value: string, form: string): void => {
    if (bytes > LIMITS.cloudInitBytes) {
      findings.add('WS-CLOUDINIT-001', { machine: name, what: `the ${part.what}`, got: bytes, expected: LIMITS.cloudInitBytes, ref: part.ref }, item, `${at}/${form}`);
    }
    found.push({ text: value, item, field: `${at}/${form}` });
  };
  const plain = text(source[part.inline]);
  if (plain !== undefined) {
    inline(Buffer.byteLength(plain), plain, part.inline);
  }
  const encoded = text(source[part.base64]);
  if (encoded !== undefined) {
    const bytes = decode(encoded);
    if (bytes === undefined) {
      findings.add('WS-CLOUDINIT-003', { machine: name, what: `the ${part.what}` }, item, `${at}/${part.base64}`);
    } else {
      inline(bytes.length, bytes.toString('utf8'), part.base64);
    }
  }
  const reference = text(record(source[part.ref]).name);
  const secret = reference === undefined ? undefined : world.find('/Secret', item.namespace, reference);
  if (secret !== undefined && reference !== undefined) {
    const fields = part.keys.flatMap((key) => ['data', 'stringData'].flatMap((section): Found[] => {
      const value = record(secret.object[section])[key];
      const content = section === 'data' ? decode(value)?.toString('utf8') : value;
      return typeof content === 'string' ? [{ text: content, item: secret, field: `/${section}/${step(key)}` }] : [];
    }));
    if (fields.length === 0) {
      findings.add('WS-CLOUDINIT-006', { machine: name, secret: reference, what: part.what, expected: `'${part.keys[0] ?? ''}'` }, secret, '/data');
    }
    found.push(...fields);
  }
  return found;
}

function judge(content: string, part: Part, isConfigDrive: boolean, machine: Machine, item: Item, field: string, findings: Findings): void {
  const { name } = machine;
  if (content.trim() === '') {
    findings.add('WS-GUEST-001', { machine: name, what: `the ${part.what}` }, item, field);
    return;
  }
  const isWindows = /^(#ps1|rem cmd)/i.test(content);
  if (content.includes('\r\n') && !isWindows && !/^(Content-Type|MIME-Version)/i.test(content)) {
    findings.add('WS-CLOUDINIT-005', { machine: name, what: `the ${part.what}` }, item, field);
  }
  if (part === USER) {
    if (!HEADER.test(content)) {
      const first = content.slice(0, 200).split('\n')[0] ?? '';
      const shown = secretInScript(first) === undefined && !/pass|token|secret|key/i.test(first) ? show(first) : 'a line that is not shown';
      findings.add('WS-GUEST-002', { machine: name, got: shown, expected: HEADERS }, item, field);
    }
    const mode = /^[ \t]*(?:- +)?permissions:[ \t]*([1-7][0-7]{2})[ \t]*$/m.exec(content);
    if (mode !== null && !DECIMAL_MODES.has(mode[1] ?? '')) {
      findings.add('WS-GUEST-003', { path: `of the user data of '${name}'`, got: mode[1] ?? '' }, item, field);
    }
    return;
  }
  network(content, isConfigDrive, machine, item, field, findings);
}

/** Common modes in decimal, as a program that does not quote them writes 0644: cloud-init reads these right. */
const DECIMAL_MODES = new Set([0o400, 0o440, 0o444, 0o500, 0o555, 0o600, 0o640, 0o644, 0o660, 0o664, 0o666, 0o700, 0o750, 0o755, 0o775, 0o777].map(String));

function network(content: string, isConfigDrive: boolean, machine: Machine, item: Item, field: string, findings: Findings): void {
  const { name, interfaces } = machine;
  const keys = topLevelKeys(content);
  const isNetplan = keys.includes('version') || keys.includes('network') || keys.includes('ethernets');
  if (isConfigDrive) {
    if (isNetplan) {
      findings.add('WS-CLOUDINIT-004', { machine: name }, item, field);
    }
    return;
  }
  if (keys.includes('network')) {
    findings.add('WS-GUEST-006', { machine: name, got: 'is wrapped in `network:`', expected: 'begin with `version: 2`, without `network:` around it' }, item, field);
  } else if (!keys.includes('version')) {
    findings.add('WS-GUEST-006', { machine: name, got: 'has no `version`', expected: 'begin with `version: 2`' }, item, field);
  }
  const addresses = new Set(interfaces.map((nic) => macOf(nic.macAddress)));
  for (const match of content.matchAll(/["']?match["']?:\s*\{?\s*["']?macaddress["']?:\s*["']?([0-9a-f]{2}(?:[:-][0-9a-f]{2}){5})|mac_address["']?:\s*["']?([0-9a-f]{2}(?:[:-][0-9a-f]{2}){5})/gi)) {
    const address = macOf(match[1] ?? match[2]);
    if (address !== undefined && !addresses.has(address)) {
      const own = interfaces.flatMap((nic) => (macOf(nic.macAddress) === undefined ? [] : [macOf(nic.macAddress)]));
      findings.add('WS-GUEST-006', {
        machine: name, got: `matches the MAC address ${address}, which no interface of the machine has`,
        expected: own.length === 0 ? 'give the interface that macAddress' : `match ${own.join(' or ')}`,
      }, item, field);
    }
  }
}

/** Keys at the left edge of YAML, or at the top of JSON. */
function topLevelKeys(content: string): string[] {
  const trimmed = content.trim();
  if (trimmed.startsWith('{')) {
    try {
      return Object.keys(record(JSON.parse(trimmed)));
    } catch {
      return [...trimmed.matchAll(/[{,]\s*["']?([A-Za-z_]+)["']?\s*:/g)].slice(0, 1).map((match) => match[1] ?? '');
    }
  }
  return [...content.matchAll(/^["']?([A-Za-z_]+)["']?[ \t]*:/gm)].map((match) => match[1] ?? '');
}
