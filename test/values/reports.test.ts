import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { Size } from 'cdk8s';
import {
  checkLabels, CloneStrategy, CloudInit, type CloudInitProps, CpuMode, derivedMac, firmwareSerial, firmwareUuid, Gpu, HugePages, ImageSource, Numa, Person, Power, Profile,
  type ProfileProps, Readiness, Reading,
} from '../../src/values';
import { parseQuantity, readSize } from '../../src/values/sizes';
import { codesOf, faultOf } from './support';

const SHA = '0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6';
const profile = (props: Partial<ProfileProps>) => Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(16), ...props });

test('BL-002: an empty text stays empty, so that the machine sees it and says so', () => {
  expect(CloudInit.fromText('')._data).toEqual({ kind: 'text', text: '' });
  expect(codesOf(() => CloudInit.fromText(undefined as unknown as string))).toEqual(['WS-APP-002']);
});

test('BL-005: a second machine, owner or network has another address', () => {
  const macs = [derivedMac('f', 'alice', '', 'n'), derivedMac('f', 'alice', 'copy', 'n'), derivedMac('f', 'bob', '', 'n'), derivedMac('f', 'alice', '', 'm')];
  expect(new Set(macs).size).toBe(4);
});

test.each(['users: []\n', '---\n#cloud-config\n', ' #cloud-config\n'])('BL-011, BL-013: the text %j is never altered in silence', (text) => {
  expect(CloudInit.fromText(text)._data).toEqual({ kind: 'text', text });
});

test('BL-016: a mode is a text; a number is refused with the way out', () => {
  const file = (permissions: unknown) => CloudInit.of({ files: [{ path: '/usr/local/bin/x', content: 'x', permissions }] } as CloudInitProps);
  expect(file('0644')._data).toMatchObject({ files: [{ permissions: '0644' }] });
  expect(faultOf(() => file(0o644))).toMatchObject({ code: 'WS-GUEST-003', got: '420', fix: "give the mode as a string, such as '0644'" });
});

test('BL-017: the identity of a machine depends on fleet, owner and machine only, not on its user data', () => {
  expect([firmwareUuid.length, firmwareSerial.length]).toEqual([3, 3]);
  expect(firmwareUuid('f', 'alice', '')).toBe(firmwareUuid('f', 'alice', ''));
});

test.each(['A100 80GB', 'A100_PCIE_40GB', 'nvidia.com/A100 80GB', 'GA100'])('BL-019: %j is no resource of a node', (deviceName) => {
  expect(faultOf(() => Gpu.custom({ name: 'a', deviceName }))).toMatchObject({ code: 'WS-GPU-003', fix: expect.stringContaining('vendor domain, slash, name without blanks') });
});

test('BL-019: a resource is copied as it stands', () => {
  expect(Gpu.custom({ name: 'a', deviceName: 'nvidia.com/NVIDIA_A10-12Q' }).deviceName).toBe('nvidia.com/NVIDIA_A10-12Q');
  expect(Gpu.A100_PCIE_40GB.deviceName).toBe('nvidia.com/GA100_A100_PCIE_40GB');
});

test('BL-028: NUMA needs dedicated CPUs and huge pages', () => {
  expect(codesOf(() => profile({ numa: Numa.PASSTHROUGH }))).toEqual(['WS-PROFILE-006']);
  expect(codesOf(() => profile({ numa: Numa.PASSTHROUGH, cpuMode: CpuMode.DEDICATED, hugepages: HugePages.SIZE_1GI }))).toEqual([]);
});

test('BL-032: memory is compared with its page in bytes, whatever the unit', () => {
  expect(faultOf(() => profile({ hugepages: HugePages.SIZE_1GI, memory: Size.mebibytes(5632) }))).toMatchObject({ code: 'WS-PROFILE-005', got: '5632Mi', expected: '1Gi' });
  expect(codesOf(() => profile({ hugepages: HugePages.SIZE_2MI, memory: Size.mebibytes(1) }))).toEqual(['WS-PROFILE-003']);
  expect(codesOf(() => profile({ hugepages: HugePages.SIZE_1GI, memory: Size.mebibytes(5120) }))).toEqual([]);
});

test('BL-034: one thread a core, never more than two', () => {
  expect(profile({}).threadsPerCore).toBe(1);
  expect(codesOf(() => profile({ threadsPerCore: 4 }))).toEqual(['WS-PROFILE-004']);
});

test.each(['ws.user.name', 'x'.repeat(70)])('BL-037, BL-038: nobody is called %s, so no host name or label grows too long', (name) => {
  expect(codesOf(() => Person.of(name))).toEqual(['WS-PERSON-001']);
});

test('BL-056: a probe has exactly one kind', () => {
  expect([Readiness.tcp(22), Readiness.http(80, '/'), Readiness.guestAgent(), Readiness.none()].map(({ _data }) => _data.kind)).toEqual(['tcp', 'http', 'guestAgent', 'none']);
});

test('BL-059: a quoted port is refused, a number stays one', () => {
  expect(faultOf(() => Readiness.tcp('6080' as unknown as number))).toMatchObject({ code: 'WS-SERVICE-001', got: "'6080'", fix: 'give a whole number from 1 to 65535' });
  expect(Readiness.tcp(6080)._data).toEqual({ kind: 'tcp', port: 6080 });
});

test('BL-062: a Secret is named without a namespace', () => {
  const fault = faultOf(() => ImageSource.http('https://a.example/b', { sha256: SHA, credentials: 'other-ns/creds' }));
  expect(fault).toMatchObject({ code: 'WS-IMAGE-007', got: "'other-ns/creds'", field: 'credentials' });
  expect(fault.fix).toContain('the plain name of a Secret in the namespace of the images');
});

test('BL-065: sizes are written in binary units as given, decimal ones are refused', () => {
  expect([Size.gibibytes(75), Size.mebibytes(76800)].map((size) => readSize(size)?.text)).toEqual(['75Gi', '76800Mi']);
  expect(['80G', '80GB', '80'].map(parseQuantity)).toEqual([undefined, undefined, undefined]);
});

test('BL-071: a clone has one of the three strategies of CDI', () => {
  expect(Object.values(CloneStrategy).sort()).toEqual(['copy', 'csi-clone', 'snapshot']);
});

test('BL-080: a digest stands once', () => {
  const url = `docker://registry.example/a@sha256:${SHA}`;
  expect(ImageSource.registry(url)._data).toMatchObject({ url, digest: SHA });
  expect(codesOf(() => ImageSource.registry(`${url}@sha256:${SHA}`))).toEqual(['WS-IMAGE-003']);
});

test.each([SHA.slice(1), `md5:${SHA}`, `sha256:${SHA}`, SHA.replace('0', 'x'), ''])('BL-082: %j is no digest', (sha256) => {
  expect(codesOf(() => ImageSource.http('https://a.example/b', { sha256 }))).toEqual(['WS-IMAGE-001']);
});

test('BL-049, BL-202: each power is named as KubeVirt names it', () => {
  expect(Object.values(Power)).toEqual(['Manual', 'RerunOnFailure', 'Halted', 'Always']);
});

test('BL-155: words that YAML 1.1 takes for booleans stay texts', () => {
  const settings = { a: 'on', b: 'no', c: 'y', d: true };
  expect(CloudInit.of({ settings })._data).toMatchObject({ settings });
  expect(checkLabels({ a: 'on', b: 'no', c: 'y' }, 'x')).toEqual({ labels: { a: 'on', b: 'no', c: 'y' }, faults: [] });
});

test('BL-157, BL-158: a number or a boolean in a map of texts is refused, a text that looks like one stays', () => {
  const reading = new Reading("user space 'alice'");
  expect(reading.textMap('labels', { team: 42, on: true, retries: '3', encrypted: 'true', v: '1e3', mode: '0o777' })).toEqual({ retries: '3', encrypted: 'true', v: '1e3', mode: '0o777' });
  expect(reading.faults.map(({ code, field, fix }) => [code, field, fix])).toEqual([
    ['WS-APP-002', 'labels.team', "give a text, such as '42' in quotes"], ['WS-APP-002', 'labels.on', "give a text, such as 'true' in quotes"],
  ]);
  expect(checkLabels({ team: 42 }, 'x').faults).toMatchObject([{ code: 'WS-NAME-004', got: "'team': 42" }]);
});

test('BL-160: Windows line ends become LF in texts, commands and files; PowerShell is left alone', () => {
  expect(CloudInit.fromText('#!/bin/sh\r\necho\r\n')._data).toEqual({ kind: 'text', text: '#!/bin/sh\necho\n' });
  expect(CloudInit.fromText('#ps1_sysnative\r\nx\r\n')._data).toEqual({ kind: 'text', text: '#ps1_sysnative\r\nx\r\n' });
  expect(CloudInit.of({ runCommands: ['a\r\nb'], files: [{ path: '/a', content: '#!/bin/sh\r\na\rb\r\n' }] })._data).toMatchObject({
    runCommands: ['a\nb'], files: [{ content: '#!/bin/sh\na\rb\n' }],
  });
});

test('BL-161: a command of several lines is one item, with all its signs', () => {
  const command = '  set -e\n\techo "$(date)" # \'x\': y\n- a\n\n';
  expect(CloudInit.of({ runCommands: [command] })._data).toMatchObject({ runCommands: [command] });
});

test('BL-170: what a fleet file hands over stays as it was', () => {
  const gpus = Object.freeze([Gpu.A10_24GB]) as Gpu[];
  const props = Object.freeze({ version: 1, cpus: 8, memory: Size.gibibytes(16), gpus });
  expect(codesOf(() => Profile.of('a', props))).toEqual([]);
  expect(props).toEqual({ version: 1, cpus: 8, memory: Size.gibibytes(16), gpus: [Gpu.A10_24GB] });
});

test('BL-181: no word of another language names a prop, no value begins like an interface, no prop is one of several types', () => {
  const folder = join(__dirname, '../../src/values');
  const text = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const props = [...text.matchAll(/^ {2}(?:public )?readonly (\w+)\??: ([^;]*);$/gm)];
  expect(props.length).toBeGreaterThan(40);
  const reserved = /^(abstract|and|as|assert|async|await|bool|break|case|class|def|default|del|do|elif|else|enum|except|finally|for|from|global|if|import|in|interface|is|lambda|namespace|new|nonlocal|not|null|object|or|package|pass|private|protected|public|raise|range|return|select|static|super|switch|this|throw|try|type|var|void|while|with|yield)$/;
  // `type` and `namespace` are words that jsii's targets escape; the face has them.
  expect(props.map(([, name]) => name!).filter((name) => reserved.test(name) && !['type', 'namespace'].includes(name))).toEqual([]);
  expect([...text.matchAll(/^export (?:abstract )?(?:class|enum|interface) (I[A-Z]\w*)/gm)].map(([, name]) => name)).toEqual([]);
});
