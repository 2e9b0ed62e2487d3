import { check, codes, type Loose, machine, object } from './given';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const secret = (data: Loose): Loose => object('v1', 'Secret', 'a', 'b', { data });
const config = (text: string): Loose => object('v1', 'ConfigMap', 'a', 'b', { data: { text } });
// Put together here, so that no scanner takes this file for a leak.
const KEY = `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\nabc\n-----END OPENSSH ${'PRIVATE'} KEY-----\n`;
const GITHUB = `ghp_${'a1'.repeat(18)}`;

describe('secret values: refused, and never shown', () => {
  test.each<[string, Loose, string]>([
    ['a Secret with a value', secret({ password: base64('hunter2hunter2') }), 'hunter2'],
    ['a Secret with stringData', object('v1', 'Secret', 'a', 'b', { stringData: { token: 'hunter2hunter2' } }), 'hunter2'],
    ['a private key in a ConfigMap', config(KEY), 'abc\\n'],
    ['a private key in user data of a Secret', secret({ userdata: base64(`#cloud-config\nwrite_files:\n- content: |\n    ${KEY.replace(/\n/g, '\n    ')}`) }), 'OPENSSH'],
    ['a token in an annotation', (() => { const made = config('x'); made.metadata.annotations = { a: GITHUB }; return made; })(), GITHUB],
    ['a password in user data', machine((spec) => { spec.volumes[1].cloudInitNoCloud = { userData: '#cloud-config\npassword: hunter2\n' }; }), 'hunter2'],
    ['a hash of one', machine((spec) => { spec.volumes[1].cloudInitNoCloud = { userData: '#cloud-config\nusers:\n- name: a\n  passwd: $6$hunter2\n' }; }), 'hunter2'],
    ['a password in base64', machine((spec) => { spec.volumes[1].cloudInitNoCloud = { userDataBase64: base64('#cloud-config\npassword: hunter2\n') }; }), 'hunter2'],
    ['chpasswd in a script', machine((spec) => { spec.volumes[1].cloudInitNoCloud = { userData: "#!/bin/sh\necho 'a:hunter2' | chpasswd\n" }; }), 'hunter2'],
    ['a variable', object('v1', 'Pod', 'a', 'b', { spec: { containers: [{ name: 'a', env: [{ name: 'DB_PASSWORD', value: 'hunter2' }] }] } }), 'hunter2'],
    ['a password in an address', config('see https://me:hunter2hunter2@example.org/'), 'hunter2'],
    ['a JSON web token', config(`eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`), 'bbbbbbbb'],
    ['a Ceph key', config(`AQ${'b'.repeat(36)}==`), 'bbbbbbbb'],
  ])('%s', (_title, made, value) => {
    const { faults } = check([made]);
    expect(faults.map((fault) => fault.code)).toContain('WS-SECRET-001');
    expect(JSON.stringify(faults)).not.toContain(value);
  });
});

describe('secrets where nobody looks for them', () => {
  const meta = (metadata: Loose): Loose => { const made = config('x'); Object.assign(made.metadata, metadata); return made; };
  const NPM = `npm_${'a1'.repeat(18)}`;
  test.each<[string, Loose, string]>([
    ['the value of a label', meta({ labels: { a: GITHUB } }), GITHUB],
    ['the key of a label', meta({ labels: { [GITHUB]: 'a' } }), GITHUB],
    ['the key of an annotation', meta({ annotations: { [`a.example/${NPM}`]: 'a' } }), NPM],
    ['the key of data', object('v1', 'ConfigMap', 'a', 'b', { data: { [NPM]: 'a' } }), NPM],
    ['the key of a Secret', object('v1', 'Secret', 'a', 'b', { stringData: { [NPM]: '' } }), NPM],
    ['a reason', meta({ annotations: { 'workstations.dev/acknowledged': JSON.stringify({ 'WS-GITOPS-004': `with ${GITHUB}` }) } }), GITHUB],
    ['the key of a node selector', machine((spec) => { spec.nodeSelector = { [GITHUB]: 'a' }; }), GITHUB],
    ['an annotation of the template', machine((_spec, vm) => { vm.spec.template.metadata.annotations = { a: GITHUB }; }), GITHUB],
  ])('%s', (_title, made, value) => {
    const { faults } = check([made]);
    expect(faults.map((fault) => fault.code)).toContain('WS-SECRET-001');
    expect(JSON.stringify(faults)).not.toContain(value);
  });

  test.each<[string, Loose]>([
    ['a hostname', machine((spec) => { spec.hostname = GITHUB; })],
    ['a run strategy', machine((_spec, vm) => { vm.spec.runStrategy = GITHUB; })],
    ['a bus', machine((spec) => { spec.domain.devices.disks[0].disk.bus = GITHUB; })],
    ['a claim', machine((spec) => { spec.volumes[0].persistentVolumeClaim.claimName = GITHUB; })],
    ['a name', object('v1', 'ConfigMap', GITHUB, 'b')],
    ['an unknown field', machine((spec) => { spec[GITHUB] = 1; })],
    ['a field of the wrong type', machine((spec) => { spec.domain.cpu.cores = GITHUB; })],
    ['a kind', object('v1', GITHUB, 'a', 'b')],
  ])('no fault prints it: %s', (_title, made) => {
    const { faults } = check([made]);
    expect(faults.length).toBeGreaterThan(0);
    expect(JSON.stringify(faults)).not.toContain(GITHUB);
  });
});

describe('no secrets: accepted', () => {
  test.each<[string, Loose]>([
    ['user data of ours', secret({ userdata: base64('#cloud-config\nusers: []\n') })],
    ['public keys', secret({ key: base64('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIN2vGEqjEZ0Fp alice\n') })],
    ['an empty Secret', secret({})],
    ['a Secret that the cluster fills', object('v1', 'Secret', 'a', 'b', { type: 'kubernetes.io/service-account-token' })],
    ['a locked password', machine((spec) => { spec.volumes[1].cloudInitNoCloud = { userData: "#cloud-config\nusers:\n- name: a\n  lock_passwd: true\n  passwd: '!'\nssh_pwauth: false\n" }; })],
    ['a variable from a Secret', object('v1', 'Pod', 'a', 'b', { spec: { containers: [{ name: 'a', env: [{ name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'x', key: 'y' } } }] }] } })],
    ['a file of one', object('v1', 'Pod', 'a', 'b', { spec: { containers: [{ name: 'a', env: [{ name: 'TOKEN', value: '/var/run/secrets/token' }] }] } })],
    ['an ordinary address', config('https://images.example.org/a@sha256:0123')],
  ])('%s', (_title, made) => {
    expect(codes([made])).toEqual([]);
  });
});

describe('BL-209 variables that Flux replaces', () => {
  const script = 'echo ${HOME} $(date)\n';
  test('warns', () => {
    const [fault] = check([config(script)]).faults;
    expect(fault).toMatchObject({ code: 'WS-GITOPS-004', severity: 'warning', field: '/data/text' });
  });
  test('in user data of a machine', () => expect(codes([machine((spec) => { spec.volumes[1].cloudInitNoCloud = { userData: `#!/bin/sh\n${script}` }; })])).toEqual(['WS-GITOPS-004']));
  test('in stringData', () => expect(codes([object('v1', 'Secret', 'a', 'b', { stringData: { userdata: `#!/bin/sh\n${script}` } })])).toEqual(['WS-GITOPS-004']));
  test('accepts the annotation', () => {
    const made = config(script);
    made.metadata.annotations = { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };
    expect(codes([made])).toEqual([]);
  });
  test('accepts doubled dollar signs, and what is no variable', () => expect(codes([config('$${HOME} $HOME $(date) ${1} {$ORIGIN}')])).toEqual([]));
  test('accepts base64, which Flux does not look into', () => expect(codes([secret({ userdata: base64(`#!/bin/sh\n${script}`) })])).toEqual([]));
});
