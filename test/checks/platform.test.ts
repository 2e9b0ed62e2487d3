import { check, codes, disk, type Loose, machine, object } from './given';

const CONFIGURATION = { developerConfiguration: {}, permittedHostDevices: { pciHostDevices: [{ pciVendorSelector: '10DE:20F1', resourceName: 'nvidia.com/GA100_A100_PCIE_40GB', externalResourceProvider: true }] } };

const kubevirt = (change: (spec: Loose, cr: Loose) => void = () => {}, name = 'kubevirt'): Loose => {
  const cr = object('kubevirt.io/v1', 'KubeVirt', name, 'kubevirt', { spec: { uninstallStrategy: 'BlockUninstallIfWorkloadsExist', configuration: structuredClone(CONFIGURATION) } });
  change(cr.spec, cr);
  return cr;
};
const developer = (developerConfiguration: Loose) => (spec: Loose): void => { spec.configuration.developerConfiguration = developerConfiguration; };

describe('the KubeVirt object', () => {
  test.each<[string, (spec: Loose, cr: Loose) => void, string[]]>([
    ['accepts a good one', () => {}, []],
    ['accepts gates that are off by themselves', developer({ featureGates: ['CPUManager', 'HostDevices'], disabledFeatureGates: ['ImageVolume'] }), []],
    ['rejects a gate that is on and off', developer({ featureGates: ['HostDisk'], disabledFeatureGates: ['HostDisk'] }), ['WS-PLATFORM-005']],
    ['rejects templates whose gate is off', (spec) => { spec.configuration.virtTemplateDeployment = { enabled: true }; developer({ disabledFeatureGates: ['Template'] })(spec); }, ['WS-PLATFORM-005']],
    ['accepts templates that are off by both', (spec) => { spec.configuration.virtTemplateDeployment = { enabled: false }; developer({ disabledFeatureGates: ['Template'] })(spec); }, []],
    ['rejects no replica', (spec) => { spec.infra = { replicas: 0 }; }, ['WS-PLATFORM-005']],
    ['rejects a ratio below one', (spec) => { spec.configuration.additionalGuestMemoryOverheadRatio = '0.9'; }, ['WS-PLATFORM-005']],
    ['rejects a ratio that is none', (spec) => { spec.configuration.additionalGuestMemoryOverheadRatio = 'much'; }, ['WS-PLATFORM-005']],
    ['accepts a ratio', (spec) => { spec.configuration.additionalGuestMemoryOverheadRatio = '1.5'; }, []],
    ['warns of a gate that does not exist', developer({ featureGates: ['CpuManager'] }), ['WS-PLATFORM-006']],
    ['warns of one that is GA', developer({ featureGates: ['GPU'] }), ['WS-PLATFORM-006']],
    ['warns of one that is deprecated', developer({ featureGates: ['HotplugVolumes'] }), ['WS-PLATFORM-006']],
    ['warns of GA that is turned off', developer({ disabledFeatureGates: ['VMExport'] }), ['WS-PLATFORM-006']],
    ['warns if an uninstall deletes machines', (spec) => { delete spec.uninstallStrategy; }, ['WS-PLATFORM-007']],
    ['warns if an update powers machines off', (spec) => { spec.workloadUpdateStrategy = { workloadUpdateMethods: ['LiveMigrate', 'Evict'] }; }, ['WS-PLATFORM-008']],
    ['takes whatever stands there', (spec) => { spec.configuration = 7; spec.infra = []; spec.workloadUpdateStrategy = 'x'; }, ['WS-SCHEMA-002']],
  ])('%s', (_name, change, expected) => {
    expect(codes([kubevirt(change)])).toEqual(expected);
  });

  test('rejects a second one, and says which gate is near', () => {
    expect(codes([kubevirt(), kubevirt(() => {}, 'other')])).toEqual(['WS-PLATFORM-005']);
    expect(check([kubevirt(developer({ featureGates: ['CpuManager'] }))]).faults[0]?.message).toBe("the feature gate 'CpuManager' of KubeVirt object 'kubevirt' is unknown to KubeVirt (did you mean 'CPUManager'?)");
  });

  test('warns of a list that an older release does not have', () => {
    expect(codes([kubevirt(developer({ disabledFeatureGates: ['ImageVolume'] }))], { target: { kubevirt: '1.7' } })).toContain('WS-PLATFORM-006');
  });
});

describe('machines beside the KubeVirt object', () => {
  const usb = (spec: Loose): void => { spec.domain.devices.hostDevices = [{ name: 'key', deviceName: 'nvidia.com/GA100_A100_PCIE_40GB' }]; };
  test('a gate that is listed is no warning', () => {
    expect(codes([machine(usb)])).toEqual(['WS-GATE-001']);
    expect(codes([kubevirt(developer({ featureGates: ['HostDevices'] })), machine(usb)])).toEqual([]);
    expect(codes([kubevirt(), machine(usb)])).toEqual(['WS-GATE-001']);
  });

  test('a gate that is turned off is one', () => {
    const asks = machine((spec: Loose) => { spec.resourceClaims = [{ name: 'cards', resourceClaimTemplateName: 'a' }]; spec.domain.devices.gpus = [{ name: 'gpu0', claimName: 'cards', requestName: 'one' }]; });
    expect(codes([kubevirt(), asks])).toEqual([]);
    const { faults } = check([kubevirt(developer({ disabledFeatureGates: ['GPUsWithDRA'] })), asks]);
    expect(faults.map(({ code, message }) => `${code} ${message}`)).toEqual([expect.stringMatching(/^WS-GATE-001 .*GPUsWithDRA: turned off in the KubeVirt object$/)]);
  });

  test('a device that it does not permit', () => {
    const other = machine((spec: Loose) => { spec.domain.devices.gpus[0].deviceName = 'nvidia.com/GA100_A100_PCIE_80GB'; });
    expect(codes([other])).toEqual([]);
    expect(codes([kubevirt(), other])).toEqual(['WS-GPU-026']);
    expect(codes([kubevirt((spec) => { delete spec.configuration.permittedHostDevices; }), other])).toEqual([]);
    expect(codes([kubevirt((spec) => { spec.configuration.permittedHostDevices = {}; }), machine()])).toEqual(['WS-GPU-026']);
  });
});

describe('the CDI object', () => {
  const cdi = (spec: Loose, annotations: Loose = {}): Loose => object('cdi.kubevirt.io/v1beta1', 'CDI', 'cdi', undefined, { metadata: { name: 'cdi', annotations }, spec });
  const block = { uninstallStrategy: 'BlockUninstallIfWorkloadsExist' };
  test('good ones', () => {
    expect(codes([cdi({ ...block, config: {} }, { 'cdi.kubevirt.io/configAuthority': '' }), disk()])).toEqual([]);
    expect(codes([cdi(block)])).toEqual([]);
  });
  test('a config that is not read', () => expect(codes([cdi({ ...block, config: {} })])).toEqual(['WS-PLATFORM-009']));
  test('an uninstall that deletes disks', () => expect(codes([cdi({ uninstallStrategy: 'RemoveWorkloads' })])).toEqual(['WS-PLATFORM-007']));
});
