import { check, codes, eachMachine, type Loose, machine, object } from './given';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const sized = (bytes: number): string => `#cloud-config\n${'#'.repeat(bytes - 14)}`;
const set = (source: Loose) => (spec: Loose): void => { spec.volumes[1].cloudInitNoCloud = source; };

eachMachine('cloud-init: accepts', [
  ['BL-001 2,048 bytes', set({ userData: sized(2048) })],
  ['BL-001 2,048 bytes in base64', set({ userDataBase64: base64(sized(2048)) })],
  ['a script', set({ userData: '#!/bin/sh\necho ok\n' })],
  ['a jinja template', set({ userData: '## template: jinja\n#cloud-config\n' })],
  ['network data in JSON', set({ userData: '#cloud-config\n', networkData: '{"version": 2, "ethernets": {}}' })],
  ['BL-011 Windows scripts with their own line ends', set({ userData: '#ps1_sysnative\r\necho ok\r\n' })],
  ['BL-004 a MAC in either case', set({ userData: '#cloud-config\n', networkData: 'version: 2\nethernets:\n  a:\n    match: {macaddress: "0A:1B:2C:3D:4E:5F"}\n' })],
  ['BL-016 a mode in quotes', set({ userData: "#cloud-config\nwrite_files:\n  - path: /a\n    permissions: '0644'\n" })],
]);

eachMachine('cloud-init: rejects', [
  ['BL-001 2,049 bytes', set({ userData: sized(2049) }), 'WS-CLOUDINIT-001'],
  ['BL-001 2,300 bytes', set({ userData: sized(2300) }), 'WS-CLOUDINIT-001'],
  ['BL-001 bytes, not characters', set({ userData: `#cloud-config\n# ${'云'.repeat(700)}` }), 'WS-CLOUDINIT-001'],
  ['BL-001 base64 after decoding', set({ userDataBase64: base64(sized(2049)) }), 'WS-CLOUDINIT-001'],
  ['BL-001 network data', set({ userData: '#cloud-config\n', networkData: `version: 2\n${'#'.repeat(2040)}` }), 'WS-CLOUDINIT-001'],
  ['BL-002 empty user data', set({ userData: '' }), 'WS-GUEST-001'],
  ['BL-002 blank user data', set({ userData: ' \n' }), 'WS-GUEST-001'],
  ['BL-002 nothing at all', set({}), 'WS-GUEST-001'],
  ['two sources', set({ userData: '#cloud-config\n', userDataBase64: base64('#cloud-config\n') }), 'WS-CLOUDINIT-002'],
  ['no base64', set({ userDataBase64: 'not base64!' }), 'WS-CLOUDINIT-003'],
  ['BL-011 no header', set({ userData: 'users: [a]\n' }), 'WS-GUEST-002'],
  ['BL-013 a document mark ahead', set({ userData: '---\n#cloud-config\n' }), 'WS-GUEST-002'],
  ['BL-007 wrapped network data', set({ userData: '#cloud-config\n', networkData: 'network:\n  version: 2\n' }), 'WS-GUEST-006'],
  ['network data without a version', set({ userData: '#cloud-config\n', networkData: 'ethernets: {}\n' }), 'WS-GUEST-006'],
  ['BL-004 another MAC', set({ userData: '#cloud-config\n', networkData: 'version: 2\nethernets:\n  a:\n    match:\n      macaddress: "0a:00:00:00:00:01"\n' }), 'WS-GUEST-006'],
  ['BL-160 Windows line ends', set({ userData: '#!/bin/sh\r\necho\r\n' }), 'WS-CLOUDINIT-005'],
  ['BL-016 a mode without quotes', set({ userData: '#cloud-config\nwrite_files:\n- path: /a\n  permissions: 644\n' }), 'WS-GUEST-003'],
  ['BL-010 netplan on a config drive', (spec) => { spec.volumes[1] = { name: 'init', cloudInitConfigDrive: { userData: '#cloud-config\n', networkData: 'version: 2\n' } }; }, 'WS-CLOUDINIT-004'],
]);

describe('cloud-init from a Secret of the manifests', () => {
  const refers = machine((spec) => { spec.volumes[1].cloudInitNoCloud = { secretRef: { name: 'init' }, networkDataSecretRef: { name: 'init' } }; });
  const secret = (data: Loose): Loose => object('v1', 'Secret', 'init', 'alice', { data });

  test('accepts our keys', () => {
    expect(codes([refers, secret({ userdata: base64('#cloud-config\n'), networkdata: base64('version: 2\n') })])).toEqual([]);
  });
  test('accepts 2,049 bytes there', () => {
    expect(codes([refers, secret({ userdata: base64(sized(2049)), networkdata: base64('version: 2\n') })])).toEqual([]);
  });
  test('BL-008 rejects another key', () => {
    expect(codes([refers, secret({ 'userdata': base64('#cloud-config\n'), 'network-config': base64('version: 2\n') })])).toEqual(['WS-CLOUDINIT-006', 'WS-SECRET-001']);
  });
  test('looks into it', () => {
    expect(codes([refers, secret({ userdata: base64('users: []\n'), networkdata: base64('network: {}\n') })])).toEqual(['WS-GUEST-002', 'WS-GUEST-006']);
  });
});

test('a first line that may be a secret is not shown', () => {
  const [fault] = check([machine(set({ userData: 'my-token: abcdef\n' }))]).faults;
  expect(JSON.stringify(fault)).not.toContain('abcdef');
});
