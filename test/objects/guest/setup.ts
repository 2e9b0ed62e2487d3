import { CloudInit, type CloudInitProps } from '../../../src/values';
import type { GuestSetup } from '../../../src/objects/guest';

/** An ed25519 public key of the usual length. */
export const key = (comment: string): string => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ${comment}`;

export const WORKSPACE = { type: 'ext4', mountPath: '/workspace', label: 'workspace', serial: 'workspace' } as const;

export const cloudInit = (props: CloudInitProps = {}): GuestSetup['cloudInit'] => CloudInit.of(props)._data;

/** Parts that no factory looked at: whatever stands in them must come out again. */
export const parts = (given: Partial<Extract<GuestSetup['cloudInit'], { kind: 'parts' }>>): GuestSetup['cloudInit'] =>
  ({ kind: 'parts', packages: [], runCommands: [], files: [], settings: {}, ...given });

/** The default workstation of a person with two keys. */
export const SETUP: GuestSetup = {
  hostname: 'alice-workstation',
  login: { user: 'alice', authorizedKeys: [key('alice@laptop'), key('alice@desk')] },
  workspace: WORKSPACE,
  agent: true,
  cloudInit: cloudInit(),
};

/** Without halves of surrogate pairs, which UTF-8 cannot say. */
export const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/** Words that some reader of YAML does not take for text. */
export const TRICKY = [
  'yes', 'no', 'on', 'off', 'y', 'n', 'Y', 'N', 'NO', 'On', 'true', 'False', 'null', 'NULL', '~', '', ' ', '=', '<<', '<', '0o777', '0644', '0x1f', '0b11',
  '1e3', 'E0', 'e+1', '1e+21', '1.', '.5', '.inf', '-.INF', '.nan', '1_000', '1:20', '190:20:30', '12:34:56', '2024-01-01', '2001-12-14t21:59:43.10-05:00',
  '-', '- a', '?', '? a', ':', 'a: b', 'a:', ': a', '#', 'a # b', '#cloud-config', '&a', '*a', '!a', '!!str a', '|', '>', '%a', '@a', '`a', '"a"', "'a'",
  "it's", 'a"b', '{a}', '[a]', 'a, b', '---', '...', '--- a', '\t', 'a\tb', '\ta', 'a\t', ' a', 'a ', 'a  b', '\n', '\n\n', 'a\n', 'a\n\n', '\na', '\n a',
  ' a\nb', 'a\n b', 'a\n\tb', 'a\n \nb', 'a\n ', 'a\n \n', 'a \nb', 'a\n\nb\n', 'a\n---\nb', '# a\nb', 'a: b\nc: d', '\\', 'a\\n', '\u0007', '\u007f', '\u0085',
  '\u2028a', 'a\u2029', '\ufeff', 'a\ufeffb\n', '工作站', '🦀', '🦀\n工\n', '${HOME}', '$(date)', 'é', '\u00a0', 'a\u0085b\nc',
];
