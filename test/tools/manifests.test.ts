import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { parse, parseAllDocuments } from 'yaml';
import { Workstation } from '../../src/constructs/workstation';
import { CloudInit } from '../../src/values';
import { CASES } from '../constructs/cases';
import { type Manifest, manifestsOf, office, root, space } from '../support/fleet';
import { ROOT } from '../support/snippets';
import { ask, pythonWith, run, withTools } from './programs';

/** A text for a guest, with the machine that gets it. */
type Text = readonly [machine: string, text: string];

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** The texts of one kind that the manifests hold: inline, or in the Secret that the machine names. */
function textsOf(manifests: readonly Manifest[], inline: 'userData' | 'networkData', ref: 'secretRef' | 'networkDataSecretRef', key: 'userdata' | 'networkdata'): Text[] {
  return manifests.filter((one) => one.kind === 'VirtualMachine').flatMap(({ metadata, spec }): Text[] =>
    (spec.template.spec.volumes as Manifest[]).flatMap(({ cloudInitNoCloud: volume }): Text[] => {
      if (volume?.[ref] !== undefined) {
        const secret = manifests.find((one) => one.kind === 'Secret' && one.metadata.namespace === metadata.namespace && one.metadata.name === volume[ref].name);
        return [[metadata.name, decoded(secret.data[key])]];
      }
      return volume?.[inline] === undefined ? [] : [[metadata.name, volume[inline]]];
    }));
}

const distFolder = join(ROOT, 'dist');
const written = readdirSync(distFolder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml') && !/^[^/]+\.info\//.test(file))
  .map((file) => [file, parseAllDocuments(readFileSync(join(distFolder, file), 'utf8')).map((document) => document.toJS() as Manifest)] as const);
/** Too long for the machine's manifest: the text goes into a Secret. */
function long(): Manifest[] {
  const alice = space();
  new Workstation(alice, 'workstation', { profile: office(), rootDisk: root(alice), cloudInit: CloudInit.of({ files: [{ path: '/etc/motd', content: `${'工作站: alice\n'.repeat(200)}` }] }) });
  return manifestsOf(alice);
}

const sources = [['a long text', long()] as const, ...CASES.map(({ name, build }) => [name, manifestsOf(build().node.root)] as const), ...written];

/** Each text once: people whose texts differ by their name only are one. */
function distinct(inline: 'userData' | 'networkData', ref: 'secretRef' | 'networkDataSecretRef', key: 'userdata' | 'networkdata'): Text[] {
  const found = new Map<string, Text>();
  for (const [source, manifests] of sources) {
    for (const [machine, text] of textsOf(manifests, inline, ref, key)) {
      const owner = machine.replace(/-.*/, '');
      const shape = text.replaceAll(owner, 'OWNER').replace(/ssh-ed25519 \S+/g, 'KEY').replace(/([0-9a-f]{2}:){5}[0-9a-f]{2}/g, 'MAC');
      if (!found.has(shape)) {
        found.set(shape, [`${machine} of ${source}`, text]);
      }
    }
  }
  return [...found.values()];
}

const USER_DATA = distinct('userData', 'secretRef', 'userdata');
const NETWORK_DATA = distinct('networkData', 'networkDataSecretRef', 'networkdata');

const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there are texts of machines inline and in Secrets, from the cases and from dist/', () => {
  expect(written.length).toBeGreaterThan(10);
  expect(USER_DATA.length).toBeGreaterThan(3);
  expect(NETWORK_DATA.length).toBeGreaterThan(1);
  expect(USER_DATA.some(([, text]) => Buffer.byteLength(text) > 2048)).toBe(true);
});

withTools({ 'cloud-init': 'cloud-init' }, 'cloud-init reads the user data that is written', () => {
  it.each(USER_DATA.filter(([, text]) => text.startsWith('#cloud-config\n')))('%s', (name, text) => {
    const file = join(folder, `user-data-${name.replace(/\W+/g, '-')}`);
    writeFileSync(file, text);
    expect(run('cloud-init', ['schema', '--config-file', file])).toMatchObject({ status: 0, out: expect.stringContaining('Valid') });
  });
});

withTools({ netplan: 'netplan.io' }, 'netplan reads the network data that is written', () => {
  it.each(NETWORK_DATA)('%s', (name, text) => {
    const root = join(folder, `root-${name.replace(/\W+/g, '-')}`);
    const file = join(root, 'etc/netplan/50-cloud-init.yaml');
    mkdirSync(join(root, 'etc/netplan'), { recursive: true });
    writeFileSync(file, `network:\n${text.replace(/^(?=.)/gm, '  ')}`);
    chmodSync(file, 0o600);
    expect(run('netplan', ['generate', '--root-dir', root])).toEqual({ status: 0, out: '' });
    expect(existsSync(join(root, 'run/systemd/network'))).toBe(true);
  });
});

const pyYaml = pythonWith('yaml');
withTools(pyYaml === undefined ? { PyYAML: 'python3-yaml' } : {}, 'PyYAML, which cloud-init reads with,', () => {
  it('reads every text as we mean it', () => {
    const texts = [...USER_DATA, ...NETWORK_DATA].filter(([, text]) => !text.startsWith('#!')).map(([, text]) => text);
    const read = JSON.parse(ask(pyYaml ?? 'python3', 'import json, sys, yaml\nprint(json.dumps([yaml.safe_load(text) for text in json.load(sys.stdin)]))', texts)) as unknown;
    expect(read).toEqual(texts.map((text) => parse(text) as unknown));
  });
});
