import { CDI_CHECKSUM_SINCE, compareReleases } from '../../facts';
import { show } from '../../faults';
import type { Findings } from '../findings';
import { given, type Json, record, text } from '../json';
import type { Rule } from '../rule';
import { isSubdomain } from '../words';
import type { World } from '../world';
import type { Disk } from './disk';

/** Hexadecimal digits of each digest that CDI knows. */
const DIGITS: Readonly<Record<string, number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 };
const WEAK = new Set(['md5', 'sha1']);
const KINDS = ['http', 's3', 'gcs', 'registry', 'imageio', 'vddk'] as const;

/** Where a disk's content comes from. */
export const IMPORTS: Rule = {
  about: 'sources of imports',
  disk(disk, findings, world) {
    const { source, item, at } = disk;
    for (const kind of KINDS) {
      if (!given(source[kind])) {
        continue;
      }
      const found = record(source[kind]);
      const where = `${at}/source/${kind}`;
      for (const [field, expected] of [['secretRef', 'Secret'], ['certConfigMap', 'ConfigMap']] as const) {
        const name = text(found[field]);
        if (name !== undefined && !isSubdomain(name)) {
          findings.add('WS-IMAGE-007', { prop: field, got: show(name), expected }, item, `${where}/${field}`);
        }
      }
      if (kind === 'http') {
        http(disk, found, where, findings, world);
      }
      if (kind === 'registry') {
        registry(disk, found, where, findings);
      }
    }
  },
};

function http(disk: Disk, http: Json, at: string, findings: Findings, world: World): void {
  const { item, what } = disk;
  const url = text(http.url);
  if (url !== undefined) {
    const reason = badAddress(url);
    if (reason !== undefined) {
      findings.add('WS-IMAGE-002', { got: show(shown(url)), reason }, item, `${at}/url`);
    }
  }
  const checksum = text(http.checksum)?.trim();
  if (checksum === undefined) {
    findings.add('WS-DV-007', { disk: what, got: show(shown(url ?? 'nowhere')) }, item, at);
    return;
  }
  const match = /^([a-z0-9]+):([0-9a-f]+)$/i.exec(checksum);
  const algorithm = match?.[1]?.toLowerCase() ?? '';
  if (match === null || DIGITS[algorithm] !== match[2]?.length) {
    findings.add('WS-DV-006', { disk: what, got: show(checksum) }, item, `${at}/checksum`);
  } else if (WEAK.has(algorithm)) {
    findings.add('WS-DV-008', { disk: what, got: algorithm }, item, `${at}/checksum`);
  }
  if (compareReleases(world.target.cdi, CDI_CHECKSUM_SINCE) < 0) {
    findings.add('WS-IMAGE-006', { image: disk.name, got: world.target.cdi, expected: CDI_CHECKSUM_SINCE }, item, `${at}/checksum`);
  }
}

function badAddress(url: string): string | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  if (match === null) {
    return 'is no address';
  }
  const [, scheme = '', host = ''] = match;
  return !['http', 'https', 'gs'].includes(scheme.toLowerCase()) ? `has scheme ${scheme}`
    : host.includes('@') ? 'carries a sign-in'
      : host.replace(/:\d+$/, '') === '' ? 'has no host'
        : /\s/.test(url) ? 'holds a blank'
          : undefined;
}

/** An address without what stands before the @. */
function shown(url: string): string {
  return url.replace(/:\/\/[^/?#]*@/, '://…@');
}

function registry(disk: Disk, found: Json, at: string, findings: Findings): void {
  const { item } = disk;
  const url = text(found.url);
  const refuse = (reason: string): void => {
    findings.add('WS-IMAGE-003', { got: url === undefined ? 'of this disk' : show(shown(url)), reason }, item, `${at}/url`);
  };
  if (given(found.imageStream)) {
    if (url !== undefined) {
      refuse('stands beside an imageStream');
    } else if (found.pullMethod !== 'node') {
      refuse('is an imageStream without pullMethod node');
    }
    return;
  }
  if (url === undefined) {
    refuse('has no url');
    return;
  }
  const match = /^([a-z-]+):(?:\/\/)?(.*)$/.exec(url);
  if (match === null || !['docker', 'oci-archive'].includes(match[1] ?? '')) {
    refuse('has a scheme other than docker and oci-archive');
  } else if (match[1] === 'docker') {
    const digest = url.includes('@') ? url.slice(url.lastIndexOf('@') + 1) : undefined;
    if (digest === undefined || /[./]/.test(digest)) {
      findings.add('WS-DV-009', { disk: disk.what, got: show(shown(url)) }, item, `${at}/url`);
    } else if (!/^sha256:[0-9a-f]{64}$/.test(digest)) {
      refuse('has a malformed digest');
    }
  }
}
