import { Size } from 'cdk8s';
import { FaultError } from '../../src/faults';
import { CloudInit, Gpu, GuestService, ImageSource, Person, Profile, RbdDriver, readTarget, readTolerations, WorkspaceFilesystem } from '../../src/values';

/** Calls as JavaScript can make them: TypeScript would refuse the misspelt prop. */
const anything = (props: object): never => props as never;

const CASES: readonly (readonly [string, () => unknown, string, string])[] = [
  ['Gpu.custom', () => Gpu.custom(anything({ name: 'X', deviceName: 'a.b/X', memry: 1 })), 'memry', 'memory'],
  ['WorkspaceFilesystem.of', () => WorkspaceFilesystem.of(anything({ mountpath: '/data' })), 'mountpath', 'mountPath'],
  ['Person.of', () => Person.of('alice', anything({ sshkeys: [] })), 'sshkeys', 'sshKeys'],
  ['CloudInit.of', () => CloudInit.of(anything({ package: [] })), 'package', 'packages'],
  ['CloudInit.of, a file', () => CloudInit.of({ files: [anything({ path: '/a', content: '', permission: '0644' })] }), 'permission', 'permissions'],
  ['Profile.of', () => Profile.of('a', anything({ version: 1, cpus: 1, memory: Size.gibibytes(1), cpumode: 'shared' })), 'cpumode', 'cpuMode'],
  ['GuestService.ssh', () => GuestService.ssh(anything({ authorisedKeys: [] })), 'authorisedKeys', 'authorizedKeys'],
  ['RbdDriver.rook', () => RbdDriver.rook(anything({ operatorNamespac: 'x' })), 'operatorNamespac', 'operatorNamespace'],
  ['RbdDriver.cephCsi', () => RbdDriver.cephCsi(anything({ secretNamespace: 'x', secretname: 'x' })), 'secretname', 'secretName'],
  ['ImageSource.http', () => ImageSource.http('https://a.example/b', anything({ sha256: 'a'.repeat(64), credential: 'x' })), 'credential', 'credentials'],
  ['ImageSource.registry', () => ImageSource.registry(`docker://a.example/b@sha256:${'a'.repeat(64)}`, anything({ pullmethod: 'pod' })), 'pullmethod', 'pullMethod'],
];

describe('BL-194: a misspelt prop from JavaScript is a fault, never an option that does nothing', () => {
  it.each(CASES)('%s', (_what, make, got, near) => {
    let faults: FaultError['faults'] = [];
    try {
      make();
    } catch (error) {
      faults = error instanceof FaultError ? error.faults : [];
    }
    expect(faults).toMatchObject([{ code: 'WS-APP-007', field: got, message: expect.stringContaining(`(did you mean '${near}'?)`) }]);
  });

  it('a target', () => {
    expect(readTarget(anything({ kubernets: '1.36' })).faults).toMatchObject([{ code: 'WS-APP-007', field: 'kubernets' }]);
  });

  it('a toleration', () => {
    expect(readTolerations([{ key: 'a', effects: 'NoSchedule' }], 'vm').faults).toMatchObject([{ code: 'WS-APP-007', field: 'effects' }]);
  });
});
