import { secretIn } from '../../faults';

/** Lines of cloud-config, of shell and of configuration files that set a password. */
const PASSWORD_LINE = /^[ \t]*(?:- +)?["']?(?:plain_text_passwd|hashed_passwd|password|passwd)["']?[ \t]*[:=][ \t]*(?!["']?[*!]+["']?[ \t]*$|["']{2}[ \t]*$|["']?(?:RANDOM|R)["']?[ \t]*$|[|>&{[]|["']?\$[A-Za-z_({])\S/m;
const CHPASSWD = /\b(?:echo|printf)\b[^\n|]*\|[ \t]*(?:sudo[ \t]+)?chpasswd\b|^[ \t]*chpasswd:[ \t]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+list:[ \t]*\|/m;

/** As {@link secretIn}, and passwords that a script or a configuration sets. */
export function secretInScript(text: string): string | undefined {
  return secretIn(text) ?? (PASSWORD_LINE.test(text) || CHPASSWD.test(text) ? 'a password' : undefined);
}

/** Text that anybody may read: public keys, certificates, known hosts. */
export function isPublic(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length > 0 && (lines.every((line) => /^(ssh-|ecdsa-|sk-ssh-|sk-ecdsa-)\S+ [A-Za-z0-9+/=]+( |$)/.test(line))
    || (/^-----BEGIN CERTIFICATE-----/.test(lines[0] ?? '') && !text.includes('PRIVATE KEY')));
}
