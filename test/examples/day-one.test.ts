import { readFileSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from '../support/fleet';
import { ROOT } from '../support/snippets';

const commands = /^## Day one[^\n]*\n[\s\S]*?^```sh\n([\s\S]*?)^```/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';
const manifests = parseAllDocuments(readFileSync(join(ROOT, 'dist/hello/3-people/alice.yaml'), 'utf8')).map((document) => document.toJS() as Manifest);
const named = (kind: string): Manifest => manifests.find((one) => one.kind === kind);

describe("the README's first day is that of the first program", () => {
  test('its names are those of the manifests', () => {
    expect([...commands.matchAll(/\bdv\/(\S+)/g)].map(([, name]) => name)).toEqual([named('DataVolume').metadata.name]);
    const machines = [...commands.matchAll(/\bvm\/(\S+)|virtctl (?:start|stop) (\S+)/g)].map(([, one, other]) => one ?? other);
    expect(machines.length).toBeGreaterThan(4);
    expect(new Set(machines)).toEqual(new Set([named('VirtualMachine').metadata.name]));
    expect(new Set([...commands.matchAll(/-n (\S+)/g)].map(([, name]) => name))).toEqual(new Set([named('Namespace').metadata.name]));
  });

  test('the login and the port are those of the guest', () => {
    const { spec } = named('VirtualMachine').spec.template;
    const [, login] = /virtctl ssh (\w+)@/.exec(commands) ?? [];
    expect(spec.volumes.at(-1).cloudInitNoCloud.userData).toContain(`- name: ${login}\n`);
    const [, port] = /\b2222:(\d+)/.exec(commands) ?? [];
    expect(spec.domain.devices.interfaces[0].ports.map((one: Manifest) => String(one.port))).toContain(port);
  });

  test('the machine was created off, as the comment says', () => {
    expect(named('VirtualMachine').spec.runStrategy).toBe('Manual');
  });
});
