import { type Plain, yamlText } from './yaml-text';

/** How the guest knows an interface: by its MAC (it then gets this name), or by the name that its kernel gives it. */
export type NetworkInterfaceMatch =
  | { readonly match: 'mac'; readonly mac: string; readonly name: string }
  | { readonly match: 'name'; readonly name: string };

/**
 * Network data for NoCloud: netplan version 2, without a key `network` around it, which NoCloud would not read.
 * Every interface asks DHCP; the first one gives the default route.
 */
export function networkData(interfaces: NetworkInterfaceMatch | readonly NetworkInterfaceMatch[]): string {
  const list = isList(interfaces) ? interfaces : [interfaces];
  const ethernets = Object.fromEntries(list.map((one, index): [string, Plain] => {
    return [one.name, {
      // With set-name, as cloud-init's own data sources do: other renderers than netplan take the key for the device's name.
      ...(one.match === 'mac' ? { 'match': { macaddress: one.mac.toLowerCase() }, 'set-name': one.name } : {}),
      dhcp4: true,
      dhcp6: false,
      ...(index === 0 ? {} : { 'dhcp4-overrides': { 'use-routes': false } }),
    }];
  }));
  return yamlText({ version: 2, ethernets });
}

const isList = (value: NetworkInterfaceMatch | readonly NetworkInterfaceMatch[]): value is readonly NetworkInterfaceMatch[] => Array.isArray(value);
