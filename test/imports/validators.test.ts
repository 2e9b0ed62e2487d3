import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { createRequire } from 'module';
import { tmpdir } from 'os';
import { join } from 'path';
import { makeValidators } from '../../projenrc/crds/validators';

/* eslint-disable @typescript-eslint/no-explicit-any */

const SCHEMAS = join(__dirname, '../../schemas');

interface Fault { readonly instancePath: string; readonly keyword: string; readonly params: any }
interface Validator { (manifest: unknown): boolean; errors: Fault[] | null; rules: { path: string[]; rule: string }[] }

let folder: string;
let index: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'validators-'));
  await makeValidators(SCHEMAS, folder);
  index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (name: string): Validator => createRequire(join(folder, 'index.json'))(`./${index[name]}`);

/** The faults of a manifest, as `path keyword parameters`. */
function faults(name: string, manifest: any): string[] {
  const validate = load(name);
  return validate(manifest) ? [] : validate.errors!.map(({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`);
}

const machine = (change?: (spec: any) => void): any => {
  const vm = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'alice', namespace: 'alice', labels: { 'workstations.dev/owner': 'alice' } },
    spec: {
      runStrategy: 'Manual',
      template: {
        metadata: { labels: { 'kubevirt.io/vm': 'alice' }, creationTimestamp: null },
        spec: {
          domain: {
            cpu: { cores: 8 },
            memory: { guest: '64Gi' },
            devices: { disks: [{ name: 'root', disk: { bus: 'virtio' } }], interfaces: [{ name: 'default', masquerade: {} }] },
          },
          networks: [{ name: 'default', pod: {} }],
          volumes: [{ name: 'root', dataVolume: { name: 'alice-rootdisk' } }],
        },
      },
    },
  };
  change?.(vm.spec);
  return vm;
};
const VM = 'kubevirt.io/v1/VirtualMachine';
const DV = 'cdi.kubevirt.io/v1beta1/DataVolume';
const volume = (spec: any): any => ({ apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', metadata: { name: 'a' }, spec });
const service = (ports: any[]): any => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { ports } });

describe('a VirtualMachine', () => {
  it('is accepted', () => {
    expect(faults(VM, machine())).toEqual([]);
  });

  it('may carry the status that a cluster has written', () => {
    expect(faults(VM, { ...machine(), status: { printableStatus: 'Running' } })).toEqual([]);
  });

  it('is refused with a field that no VirtualMachine has', () => {
    expect(faults(VM, machine(spec => { spec.template.spec.domain.cpus = 8; }))).toEqual(['/spec/template/spec/domain additionalProperties {"additionalProperty":"cpus"}']);
    expect(faults(VM, { ...machine(), sepc: {} })).toEqual([' additionalProperties {"additionalProperty":"sepc"}']);
  });

  it('is refused with a field inside of an empty choice', () => {
    expect(faults(VM, machine(spec => { spec.template.spec.domain.devices.interfaces[0].masquerade = { ports: [] }; })))
      .toEqual(['/spec/template/spec/domain/devices/interfaces/0/masquerade additionalProperties {"additionalProperty":"ports"}']);
  });

  it('is refused with a field in its template\'s metadata that ObjectMeta has not', () => {
    expect(faults(VM, machine(spec => { spec.template.metadata.label = {}; }))).toEqual(['/spec/template/metadata additionalProperties {"additionalProperty":"label"}']);
    expect(faults(VM, machine(spec => { spec.template.metadata.annotations = { a: 1 }; }))).toEqual(['/spec/template/metadata/annotations/a type {"type":"string"}']);
  });

  it('is refused without what it must have', () => {
    expect(faults(VM, machine(spec => { delete spec.template.spec.domain.devices.disks[0].name; })))
      .toEqual(['/spec/template/spec/domain/devices/disks/0 required {"missingProperty":"name"}']);
    expect(faults(VM, machine(spec => { delete spec.template; }))).toEqual(['/spec required {"missingProperty":"template"}']);
  });

  it('is refused with another apiVersion', () => {
    expect(faults(VM, { ...machine(), apiVersion: 'kubevirt.io/v1alpha3' })).toEqual(['/apiVersion const {"allowedValue":"kubevirt.io/v1"}']);
  });

  it('is refused without a name', () => {
    const nameless = { ...machine(), metadata: {} };
    expect(faults(VM, nameless).at(-1)).toBe('/metadata anyOf {}');
    expect(faults(VM, { ...nameless, metadata: { generateName: 'a-' } })).toEqual([]);
  });

  it('takes a quantity as text or number, and refuses what is none', () => {
    const withMemory = (guest: unknown) => faults(VM, machine(spec => { spec.template.spec.domain.memory.guest = guest; }));
    expect(withMemory(1024)).toEqual([]);
    expect(withMemory('64GB').map(fault => fault.split(' ')[1])).toEqual(['pattern']);
    expect(withMemory(true)).toEqual(['/spec/template/spec/domain/memory/guest type {"type":["integer","string"]}']);
  });

  it('lists all its faults at once', () => {
    expect(faults(VM, machine(spec => {
      spec.runstrategy = 'Always';
      spec.template.spec.domain.cpu.cores = -1.5;
      delete spec.template.spec.volumes[0].name;
    })).map(fault => fault.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
      '/spec additionalProperties',
      '/spec/template/spec/domain/cpu/cores type',
      '/spec/template/spec/volumes/0 required',
    ]);
  });

  it('is refused with two elements where a list is a map', () => {
    expect(faults(VM, machine(spec => { spec.template.spec.resourceClaims = [{ name: 'gpu' }, { name: 'nic' }, { name: 'gpu' }]; })))
      .toEqual(['/spec/template/spec/resourceClaims listMapKeys {"keys":["name"],"first":0,"second":2}']);
  });

  it('brings its CEL rules, with the place where each holds', () => {
    expect(load(VM).rules).toContainEqual({ path: ['spec', 'template', 'spec', 'volumes', '*', 'containerPath', 'path'], rule: "self.startsWith('/')" });
  });
});

describe('a DataVolume', () => {
  it('is accepted', () => {
    expect(faults(DV, volume({ source: { blank: {} }, storage: { resources: { requests: { storage: '20Gi' } }, volumeMode: 'Block' } }))).toEqual([]);
  });

  it('names the values of an enum', () => {
    expect(faults(DV, volume({ contentType: 'iso' }))).toEqual(['/spec/contentType enum {"allowedValues":["kubevirt","archive"]}']);
    expect(faults('cdi.kubevirt.io/v1beta1/StorageProfile', {
      apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'StorageProfile', metadata: { name: 'a' }, spec: { claimPropertySets: [{ accessModes: ['ReadWriteMany'], volumeMode: 'block' }] },
    })).toEqual(['/spec/claimPropertySets/0/volumeMode enum {"allowedValues":["Block","Filesystem"]}']);
  });
});

describe('built-in kinds', () => {
  it('have the enums of the API server', () => {
    expect(faults('v1/PersistentVolumeClaim', {
      apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec: { volumeMode: 'block', resources: { requests: { storage: '1Gi' } } },
    })).toEqual(['/spec/volumeMode enum {"allowedValues":["Block","Filesystem"]}']);
  });

  it('take a default for the key that an element leaves out', () => {
    expect(faults('v1/Service', service([{ name: 'a', port: 53, protocol: 'TCP' }, { name: 'b', port: 53 }])))
      .toEqual(['/spec/ports listMapKeys {"keys":["port","protocol"],"first":0,"second":1}']);
    expect(faults('v1/Service', service([{ name: 'a', port: 53, protocol: 'UDP' }, { name: 'b', port: 53 }]))).toEqual([]);
  });

  it('hold numbers within their format', () => {
    expect(faults('v1/Service', service([{ port: 2 ** 31 }])).map(fault => fault.split(' ')[1])).toEqual(['maximum']);
  });

  it('refuse base64 that is none', () => {
    const secret = (value: string) => faults('v1/Secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { key: value } });
    expect(secret('aGVsbG8=')).toEqual([]);
    expect(secret('aGVsbG8=\n')).toEqual([]);
    expect(secret('')).toEqual([]);
    expect(secret('hello')).toEqual(['/data/key format {"format":"byte"}']);
  });

  it('differ between releases where Kubernetes does', () => {
    expect(index['apps/v1/Deployment@1.34']).toBe('apps_v1_Deployment.1.34.js');
    expect(index['apps/v1/Deployment@1.37']).not.toBe(index['apps/v1/Deployment@1.34']);
    expect(index['v1/Namespace']).toBe('core_v1_Namespace.js');
  });
});

describe('the validators', () => {
  it('need nothing but each other', () => {
    for (const file of readdirSync(folder).filter(name => name.endsWith('.js'))) {
      const wanted = [...readFileSync(join(folder, file), 'utf8').matchAll(/\brequire\(([^)]*)\)/g)].map(([, what]) => what);
      expect(wanted.filter(what => what !== '"./runtime"')).toEqual([]);
    }
  });

  it('are made again only when a schema has changed', async () => {
    expect(await makeValidators(SCHEMAS, folder)).toEqual([]);
    const digests = JSON.parse(readFileSync(join(folder, '.digests.json'), 'utf8'));
    writeFileSync(join(folder, '.digests.json'), JSON.stringify({ ...digests, 'core_v1_Secret.js': 'of another schema' }));
    expect(await makeValidators(SCHEMAS, folder)).toEqual(['core_v1_Secret.js']);
  });
});
