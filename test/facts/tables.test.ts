import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import * as facts from '../../src/facts';
import {
  APPLY_ORDER, applyRank, CDI_CHECKSUM_SINCE, CDI_KNOWN_RBD_DRIVERS, CDI_RELEASES, CLUSTER_KINDS, compareReleases, CONTEXT, DEFAULT_TARGET, DEFAULTS, FOREIGN_KEYS, GPU_SOURCE,
  GPUS, groupOf, KEPT_ANNOTATIONS, KEPT_LABELS, KEYS, KUBERNETES_RELEASES, KUBEVIRT_RELEASES, LAYERS, LIMITS, NAMESPACED_GROUPS, RBD_FEATURES, scopeOf,
  SSH_KEY_TYPES, SYSTEM_NAMESPACES, SYSTEM_PREFIXES,
} from '../../src/facts';
import { isDnsLabel, isQualifiedName } from '../../src/values';
import { ROOT } from '../support/snippets';

test('every source says where and when it was read', () => {
  const sources = Object.entries(facts).filter(([name]) => name.endsWith('_SOURCE'));
  expect(sources.map(([name]) => name)).toEqual(expect.arrayContaining(['FOREIGN_KEYS_SOURCE', 'GPU_SOURCE', 'KIND_SOURCE', 'LIMITS_SOURCE', 'NAMESPACE_SOURCE', 'RBD_DRIVER_SOURCE', 'RELEASE_SOURCE', 'SSH_SOURCE']));
  for (const [, source] of sources) {
    expect(source).toEqual({ from: expect.stringMatching(/\S{10}/), read: expect.stringMatching(/^20\d\d-[01]\d-[0-3]\d$/) });
    expect(Number.isNaN(Date.parse((source as { read: string }).read))).toBe(false);
  }
});

test('every table of the world has a source; only our own words have none', () => {
  const ours = ['context', 'defaults', 'index', 'layers', 'source'];
  const files = readdirSync(join(ROOT, 'src/facts')).map((file) => file.replace(/\.ts$/, '')).filter((name) => !ours.includes(name));
  expect(files.filter((name) => !/^export const [A-Z_]+_SOURCE: Source = /m.test(readFileSync(join(ROOT, 'src/facts', `${name}.ts`), 'utf8')))).toEqual([]);
});

test('the tables are frozen for the compiler', () => {
  // Never called: `npm run typecheck` reads it, and an assignment that is allowed would be an unused directive.
  const edits = () => {
    // @ts-expect-error readonly
    GPUS.A10_24GB.deviceName = 'x';
    // @ts-expect-error readonly
    GPUS.A10_24GB.pciIds.push('x');
    // @ts-expect-error readonly
    KUBEVIRT_RELEASES['1.9'].push('1.40');
    // @ts-expect-error readonly
    KUBERNETES_RELEASES.push('1.40');
    // @ts-expect-error readonly
    CDI_RELEASES[0] = 'x';
    // @ts-expect-error readonly
    DEFAULT_TARGET.cdi = 'x';
    // @ts-expect-error readonly
    DEFAULTS.fleet = 'x';
    // @ts-expect-error readonly
    KEYS.owner = 'x';
    // @ts-expect-error readonly
    FOREIGN_KEYS.fluxPrune = 'x';
    // @ts-expect-error readonly
    KEPT_LABELS[KEYS.keep] = 'false';
    // @ts-expect-error readonly
    CONTEXT.fleet = 'x';
    // @ts-expect-error readonly
    LIMITS.dnsLabel = 64;
    // @ts-expect-error readonly
    LAYERS[0] = 'x';
    // @ts-expect-error readonly
    CLUSTER_KINDS.add('x');
    // @ts-expect-error readonly
    NAMESPACED_GROUPS.add('x');
    // @ts-expect-error readonly
    APPLY_ORDER.push('x');
    // @ts-expect-error readonly
    RBD_FEATURES.layering = 'x';
    // @ts-expect-error readonly
    SSH_KEY_TYPES.push('ssh-dss');
    // @ts-expect-error readonly
    SYSTEM_NAMESPACES.default = 'x';
    // @ts-expect-error readonly
    GPU_SOURCE.read = 'x';
  };
  expect(edits).toBeInstanceOf(Function);
});

describe('keys', () => {
  it('our own lie under workstations.dev/, each once', () => {
    const own = Object.values({ ...KEYS, ...Object.fromEntries(Object.entries(CONTEXT).map(([name, key]) => [`context.${name}`, key])) });
    expect(own.filter((key) => !/^workstations\.dev\/[a-z][a-z-]*$/.test(key) || !isQualifiedName(key))).toEqual([]);
    expect(new Set(Object.values(KEYS)).size).toBe(Object.values(KEYS).length);
    expect(new Set(Object.values(CONTEXT)).size).toBe(Object.values(CONTEXT).length);
  });

  it('none of ours or of theirs lies under kubevirt.io/ itself, where KubeVirt refuses what it does not know', () => {
    expect(Object.values({ ...KEYS, ...FOREIGN_KEYS }).filter((key) => key.startsWith('kubevirt.io/'))).toEqual([]);
    expect(Object.values(FOREIGN_KEYS).filter((key) => !isQualifiedName(key))).toEqual([]);
  });

  it('BL-206: a kept object is kept from Argo CD and Flux, and never tracked by a label', () => {
    expect(KEPT_ANNOTATIONS).toEqual({ 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false', 'kustomize.toolkit.fluxcd.io/prune': 'disabled' });
    expect(KEPT_LABELS).toEqual({ 'workstations.dev/keep': 'true' });
    expect(JSON.stringify({ KEYS, FOREIGN_KEYS })).not.toContain('app.kubernetes.io/instance');
  });
});

describe('releases', () => {
  it('are sorted by number, oldest first, each once', () => {
    for (const list of [Object.keys(KUBEVIRT_RELEASES), KUBERNETES_RELEASES, CDI_RELEASES, ...Object.values(KUBEVIRT_RELEASES)]) {
      expect([...list].sort(compareReleases)).toEqual([...list]);
      expect(new Set(list).size).toBe(list.length);
      expect(list.filter((release) => !/^\d+\.\d+$/.test(release))).toEqual([]);
    }
  });

  it('compares 1.10 as later than 1.9', () => {
    expect(['1.10', '2.0', '1.9'].sort(compareReleases)).toEqual(['1.9', '1.10', '2.0']);
    expect(compareReleases('1.9', '1.9')).toBe(0);
  });

  it('aims by default at the newest KubeVirt and CDI, on the newest Kubernetes that this KubeVirt is tested on', () => {
    expect(DEFAULT_TARGET.kubevirt).toBe(Object.keys(KUBEVIRT_RELEASES).at(-1));
    expect(DEFAULT_TARGET.cdi).toBe(CDI_RELEASES.at(-1));
    expect(DEFAULT_TARGET.kubernetes).toBe(KUBEVIRT_RELEASES[DEFAULT_TARGET.kubevirt].at(-1));
    expect(KUBERNETES_RELEASES).toContain(DEFAULT_TARGET.kubernetes);
    expect(CDI_RELEASES).toContain(CDI_CHECKSUM_SINCE);
  });

  it('has for each KubeVirt a Kubernetes that a target may name', () => {
    for (const tested of Object.values(KUBEVIRT_RELEASES)) {
      expect(tested.some((release) => (KUBERNETES_RELEASES as readonly string[]).includes(release))).toBe(true);
    }
  });
});

describe('GPUs', () => {
  /** Names of NVIDIA's pci.ids (kubevirt-gpu-device-plugin v1.6.0, utils/pci.ids). */
  const PCI_IDS: Readonly<Record<string, string>> = {
    '10de:2236': 'GA102GL [A10]',
    '10de:20f1': 'GA100 [A100 PCIe 40GB]',
    '10de:20b1': 'GA100 [A100 PCIe 40GB]',
    '10de:20b5': 'GA100 [A100 PCIe 80GB]',
    '10de:20b0': 'GA100 [A100 SXM4 40GB]',
    '10de:20b2': 'GA100 [A100 SXM4 80GB]',
    '10de:2235': 'GA102GL [A40]',
    '10de:2230': 'GA102GL [RTX A6000]',
    '10de:1eb8': 'TU104GL [Tesla T4]',
    '10de:27b8': 'AD104GL [L4]',
    '10de:26b5': 'AD102GL [L40]',
    '10de:2331': 'GH100 [H100 PCIe]',
    '10de:2330': 'GH100 [H100 SXM5 80GB]',
    '10de:2321': 'GH100 [H100L 94GB]',
    '10de:233b': 'GH100 [H200 NVL]',
    '10de:26b9': 'AD102GL [L40S]',
    '10de:26b1': 'AD102GL [RTX 6000 Ada Generation]',
    '10de:2bb1': 'GB202GL [RTX PRO 6000 Blackwell Workstation Edition]',
    '10de:2bb5': 'GB202GL [RTX PRO 6000 Blackwell Server Edition]',
  };
  /** The plugin's rule: upper case; slashes, dots and blanks become underscores; what is then no letter, digit or underscore goes. */
  const resource = (name: string) => `nvidia.com/${name.toUpperCase().replace(/[/.\s]+/g, '_').replace(/[^A-Z0-9_]/g, '')}`;

  it.each(Object.entries(GPUS))("%s: the resource follows from the card's name by the plugin's rule, for each of its ids", (_, { pciIds, deviceName }) => {
    for (const id of pciIds) {
      expect(id).toMatch(/^10de:[0-9a-f]{4}$/);
      expect(PCI_IDS[id]).toBeDefined();
      expect(resource(PCI_IDS[id]!)).toBe(deviceName);
    }
  });

  it('the page lists every card, in the order of their names', () => {
    const rows = [...readFileSync(join(ROOT, 'docs/gpus.md'), 'utf8').matchAll(/^\| `([A-Z0-9_]+)` \| `(\S+)` \| ([^|]*) \| (\d+) GiB \|$/gm)].map(([, ...cells]) => cells);
    const cards = Object.entries(GPUS).map(([name, { deviceName, pciIds, memoryGiB }]) => [name, deviceName, pciIds.join(', '), String(memoryGiB)]);
    expect(rows).toEqual(cards.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
  });

  it('has each id and each resource once', () => {
    const ids = Object.values(GPUS).flatMap(({ pciIds }) => [...pciIds]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(Object.values(GPUS).map(({ deviceName }) => deviceName)).size).toBe(Object.keys(GPUS).length);
  });

  it('tells the SXM4 form of the A100 from the PCIe one', () => {
    expect(GPUS.A100_SXM4_40GB.pciIds).toEqual(['10de:20b0']);
    expect(GPUS.A100_PCIE_40GB.pciIds).not.toContain('10de:20b0');
  });

  it.each(Object.entries(GPUS))('%s says its memory in its name', (name, { memoryGiB }) => {
    expect(name.endsWith(`_${memoryGiB}GB`)).toBe(true);
  });
});

describe('kinds', () => {
  it.each([
    ['', 'Namespace', 'Cluster'], ['', 'Pod', 'Namespaced'], ['storage.k8s.io', 'StorageClass', 'Cluster'], ['snapshot.storage.k8s.io', 'VolumeSnapshotClass', 'Cluster'],
    ['snapshot.storage.k8s.io', 'VolumeSnapshot', 'Namespaced'], ['rbac.authorization.k8s.io', 'ClusterRole', 'Cluster'], ['rbac.authorization.k8s.io', 'Role', 'Namespaced'],
    ['kubevirt.io', 'VirtualMachine', 'Namespaced'], ['cdi.kubevirt.io', 'StorageProfile', 'Cluster'], ['cdi.kubevirt.io', 'DataVolume', 'Namespaced'],
    ['instancetype.kubevirt.io', 'VirtualMachineClusterInstancetype', 'Cluster'], ['example.com', 'Thing', undefined],
  ])('BL-173: %s/%s is %s', (group, kind, scope) => {
    expect(scopeOf(group, kind)).toBe(scope);
  });

  it('BL-173: the scope of every kind is that of its schema', () => {
    const index = JSON.parse(readFileSync(join(ROOT, 'schemas/INDEX.json'), 'utf8')) as { group: string; kind: string; scope: string }[];
    expect(index.length).toBeGreaterThan(20);
    expect(index.filter(({ group, kind, scope }) => scopeOf(group, kind) !== scope)).toEqual([]);
  });

  it('reads the group of an apiVersion', () => {
    expect(['v1', 'apps/v1', 'cdi.kubevirt.io/v1beta1'].map(groupOf)).toEqual(['', 'apps', 'cdi.kubevirt.io']);
  });

  it('BL-172: applies namespaces first, then classes and rights, disks, machines last; each kind once', () => {
    expect(new Set(APPLY_ORDER).size).toBe(APPLY_ORDER.length);
    const kinds = [['', 'Namespace'], ['storage.k8s.io', 'StorageClass'], ['rbac.authorization.k8s.io', 'Role'], ['cdi.kubevirt.io', 'DataVolume'], ['', 'Service'], ['example.com', 'Thing'], ['kubevirt.io', 'VirtualMachine']];
    const ranks = kinds.map(([group, kind]) => applyRank(group!, kind!));
    expect([...ranks].sort((a, b) => a - b)).toEqual(ranks);
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it('knows the scope of each kind that it orders', () => {
    expect(APPLY_ORDER.filter((kind) => kind !== '' && scopeOf(kind.slice(0, kind.indexOf('/')), kind.slice(kind.indexOf('/') + 1)) === undefined)).toEqual([]);
  });

  it('has no cluster kind without a known form', () => {
    expect([...CLUSTER_KINDS].filter((kind) => !/^([a-z0-9.-]*)\/[A-Z][A-Za-z]+$/.test(kind))).toEqual([]);
  });
});

describe('the rest', () => {
  it('has the layers in the order of their numbers', () => {
    expect([...LAYERS].sort()).toEqual([...LAYERS]);
    LAYERS.forEach((layer, index) => expect(layer.startsWith(`${index}-`)).toBe(true));
  });

  it('BL-001: counts 2,048 bytes of inline cloud-init', () => {
    expect(LIMITS.cloudInitBytes).toBe(2048);
    expect(Object.values(LIMITS).every((limit) => Number.isSafeInteger(limit) && limit > 0)).toBe(true);
  });

  it('has an RBD feature after the one that it needs', () => {
    const names = Object.keys(RBD_FEATURES);
    Object.entries(RBD_FEATURES).forEach(([name, needs]) => expect(needs === undefined || names.indexOf(needs) < names.indexOf(name)).toBe(true));
    expect(DEFAULTS.imageFeatures.filter((feature) => !(feature in RBD_FEATURES))).toEqual([]);
    expect(DEFAULTS.imageFeatures).not.toContain('journaling');
  });

  it('knows the default driver of Rook', () => {
    expect(CDI_KNOWN_RBD_DRIVERS).toContain(`${DEFAULTS.rookNamespace}.rbd.csi.ceph.com`);
  });

  it('has namespaces and prefixes that could be ones', () => {
    expect(Object.keys(SYSTEM_NAMESPACES).filter((name) => !isDnsLabel(name))).toEqual([]);
    expect(Object.keys(SYSTEM_PREFIXES).every((prefix) => prefix.endsWith('-'))).toBe(true);
    expect(DEFAULTS.namespacePrefix).toBe('workstation-');
    expect(DEFAULTS.workspaceSerial.length).toBeLessThanOrEqual(LIMITS.virtioSerial);
  });

  it('lists no key type that sshd has given up', () => {
    expect(SSH_KEY_TYPES).not.toContain('ssh-dss');
    expect(new Set(SSH_KEY_TYPES).size).toBe(SSH_KEY_TYPES.length);
  });
});
