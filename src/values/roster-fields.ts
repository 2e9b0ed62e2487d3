/** The fields of a person, with what each holds. */
export const FIELDS = {
  name: 'a name, such as alice',
  identity: "the sign-in claim's value, as text",
  user: "the cluster's user name, as text",
  profile: "a profile's name, as text",
  rootDisk: 'a size in binary units, such as 150Gi',
  rootDiskGrownTo: 'a size in binary units, such as 300Gi',
  workspaceDisk: 'a size in binary units, such as 500Gi',
  workspaceDiskGrownTo: 'a size in binary units, such as 1Ti',
  sshKeys: 'a list of public keys, each one line of text',
  mac: 'a MAC address in quotes, such as "0a:1b:2c:3d:4e:5f"',
  state: 'active or leaving',
  leaves: 'the last day, as text, such as 2027-03-31',
} as const;

/** Name of a field. */
export type Field = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as Field[];
/** Fields that each person has. */
export const NEEDED = ['name', 'profile', 'rootDisk'] as const satisfies readonly Field[];

/** Whether a person goes on having a machine. */
export const STATES = ['active', 'leaving'] as const;
export type State = (typeof STATES)[number];

/** What of the top of a file is for its editor. */
export const SCHEMA_KEY = '$schema';

export function isField(name: string): name is Field {
  return Object.prototype.hasOwnProperty.call(FIELDS, name);
}
