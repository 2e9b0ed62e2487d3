import { checkObjects, type CheckReport, type CheckTarget, type ExternalRef } from '../../src/checks';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** Plain JSON whose fields a test changes at will. */
export type Loose = any;

export const TARGET: CheckTarget = { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' };

/** A machine without a fault, as the library's own look; the test breaks one thing. */
export function machine(change?: (spec: Loose, vm: Loose) => void): Loose {
  const vm: Loose = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'desk', namespace: 'alice', labels: { 'workstations.dev/owner': 'alice' }, annotations: {} },
    spec: {
      runStrategy: 'Manual',
      template: {
        metadata: { labels: { 'workstations.dev/workstation': 'desk' } },
        spec: {
          architecture: 'amd64',
          evictionStrategy: 'None',
          terminationGracePeriodSeconds: 120,
          domain: {
            cpu: { cores: 8, sockets: 1, threads: 1 },
            memory: { guest: '64Gi' },
            machine: { type: 'q35' },
            firmware: { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', bootloader: { efi: { secureBoot: false } } },
            devices: {
              disks: [{ name: 'root', bootOrder: 1, disk: { bus: 'virtio' } }, { name: 'init', disk: { bus: 'virtio' } }],
              interfaces: [{ name: 'default', masquerade: {}, macAddress: '0a:1b:2c:3d:4e:5f', ports: [{ name: 'ssh', port: 22 }, { name: 'jupyter', port: 8888 }] }],
              gpus: [{ name: 'gpu0', deviceName: 'nvidia.com/GA100_A100_PCIE_40GB' }],
              inputs: [{ name: 'tablet', type: 'tablet', bus: 'usb' }],
            },
          },
          networks: [{ name: 'default', pod: {} }],
          readinessProbe: { tcpSocket: { port: 22 } },
          volumes: [
            { name: 'root', persistentVolumeClaim: { claimName: 'alice-rootdisk' } },
            { name: 'init', cloudInitNoCloud: { userData: '#cloud-config\npackages: [git]\n', networkData: 'version: 2\nethernets:\n  nic:\n    match:\n      macaddress: 0a:1b:2c:3d:4e:5f\n    dhcp4: true\n' } },
          ],
        },
      },
    },
  };
  change?.(vm.spec.template.spec, vm);
  return vm;
}

/** A disk without a fault. */
export function disk(change?: (spec: Loose, dv: Loose) => void): Loose {
  const dv: Loose = {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      name: 'alice-rootdisk', namespace: 'alice',
      annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false', 'kustomize.toolkit.fluxcd.io/prune': 'disabled' },
    },
    spec: {
      sourceRef: { kind: 'DataSource', name: 'ubuntu', namespace: 'images' },
      storage: { accessModes: ['ReadWriteOnce'], volumeMode: 'Block', storageClassName: 'ceph-rbd', resources: { requests: { storage: '150Gi' } } },
    },
  };
  change?.(dv.spec, dv);
  return dv;
}

/** An object with a name. */
export function object(apiVersion: string, kind: string, name: string, namespace?: string, rest: Loose = {}): Loose {
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...rest };
}

export function check(objects: readonly unknown[], options: { target?: Partial<CheckTarget>; expected?: ExternalRef[] } = {}): CheckReport {
  return checkObjects({
    objects: objects.map((one, document) => ({ object: one, file: 'a.yaml', document })),
    target: { ...TARGET, ...options.target },
    ...(options.expected === undefined ? {} : { expected: options.expected }),
  });
}

/** The codes that were found, each once, sorted. */
export function codes(objects: readonly unknown[], options?: Parameters<typeof check>[1]): string[] {
  return [...new Set(check(objects, options).faults.map((fault) => fault.code))].sort();
}

/** Code and pointer of each fault. */
export function places(objects: readonly unknown[]): string[] {
  return check(objects).faults.map((fault) => `${fault.code} ${fault.field ?? ''}`);
}

/** A table of machines, each broken in one way; what is expected is the codes. */
export type Broken = readonly [title: string, change: (spec: Loose, vm: Loose) => void, ...codes: string[]];

export function eachMachine(title: string, rows: readonly Broken[]): void {
  describe(title, () => {
    test.each(rows.map(([name, change, ...expected]) => [name, change, expected] as const))('%s', (_name, change, expected) => {
      expect(codes([machine(change)])).toEqual([...expected].sort());
    });
  });
}

/** The same for disks. */
export function eachDisk(title: string, rows: readonly Broken[]): void {
  describe(title, () => {
    test.each(rows.map(([name, change, ...expected]) => [name, change, expected] as const))('%s', (_name, change, expected) => {
      expect(codes([disk(change)])).toEqual([...expected].sort());
    });
  });
}
