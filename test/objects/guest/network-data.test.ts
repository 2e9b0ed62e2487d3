import { parse } from 'yaml';
import { fitsInline, networkData } from '../../../src/objects/guest';

describe('networkData', () => {
  it('BL-007: begins with the version, without a key `network` around it', () => {
    expect(networkData({ match: 'mac', mac: '0a:1b:2c:3d:4e:5f', name: 'enp1s0' })).toBe([
      'version: 2', 'ethernets:', '  enp1s0:', '    match:', "      macaddress: '0a:1b:2c:3d:4e:5f'", '    set-name: enp1s0', '    dhcp4: true', '    dhcp6: false', '',
    ].join('\n'));
  });

  it('matches a name by the key alone', () => {
    expect(networkData({ match: 'name', name: 'enp1s0' })).toBe('version: 2\nethernets:\n  enp1s0:\n    dhcp4: true\n    dhcp6: false\n');
  });

  it('takes one default route, that of the first interface', () => {
    const text = networkData([{ match: 'mac', mac: '0A:00:00:00:00:01', name: 'enp1s0' }, { match: 'mac', mac: '0a:00:00:00:00:02', name: 'office0' }, { match: 'name', name: 'enp3s0' }]);
    expect(parse(text)).toEqual({
      version: 2,
      ethernets: {
        enp1s0: { 'match': { macaddress: '0a:00:00:00:00:01' }, 'set-name': 'enp1s0', 'dhcp4': true, 'dhcp6': false },
        office0: { 'match': { macaddress: '0a:00:00:00:00:02' }, 'set-name': 'office0', 'dhcp4': true, 'dhcp6': false, 'dhcp4-overrides': { 'use-routes': false } },
        enp3s0: { 'dhcp4': true, 'dhcp6': false, 'dhcp4-overrides': { 'use-routes': false } },
      },
    });
    expect(fitsInline(text)).toBe(true);
  });

  it('keeps a MAC of digits only a text for YAML 1.1, where it would be a number to base 60', () => {
    const text = networkData({ match: 'mac', mac: '52:54:00:12:34:56', name: 'enp1s0' });
    expect(parse(text, { version: '1.1' })).toHaveProperty('ethernets.enp1s0.match.macaddress', '52:54:00:12:34:56');
  });
});
