/** Texts that are secrets by their form, each with what to call it; the value itself is never shown. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['a private key', '-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----'],
  ['a GitHub token', '\\bgh[pousr]_[A-Za-z0-9]{36}|\\bgithub_pat_[A-Za-z0-9_]{30,}'],
  ['a GitLab token', '\\bgl(?:pat|rt|dt)-[A-Za-z0-9_-]{20,}'],
  ['an AWS access key', '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b'],
  ['a Slack token', '\\bxox[abprs]-[A-Za-z0-9-]{10,}'],
  ['a Hugging Face token', '\\bhf_[A-Za-z0-9]{30,}'],
  ['an NVIDIA API key', '\\bnvapi-[A-Za-z0-9_-]{30,}'],
  ['an API key', '\\bsk-[A-Za-z0-9_-]{32,}|\\bAIza[0-9A-Za-z_-]{35}'],
  ['a Docker Hub token', '\\bdckr_pat_[A-Za-z0-9_-]{20,}'],
  ['an npm token', '\\bnpm_[A-Za-z0-9]{36}'],
  ['a JSON web token', '\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}'],
  ['a Ceph key', '(?<![A-Za-z0-9+/=])AQ[A-Za-z0-9+/]{36}==(?![A-Za-z0-9+/=])'],
  ['a password in an address', '\\b[a-z][a-z0-9+.-]*://[^\\s/:@\'"]+:[^\\s/@\'"]+@'],
];
const ANY = new RegExp(SIGNS.map(([, pattern]) => pattern).join('|'));
const EACH = SIGNS.map(([name, pattern]) => [name, new RegExp(pattern)] as const);

/** Lines of cloud-config, of shell and of configuration files that set a password. */
const PASSWORD_LINE = /^[ \t]*(?:- +)?["']?(?:plain_text_passwd|hashed_passwd|password|passwd)["']?[ \t]*[:=][ \t]*(?!["']?[*!]+["']?[ \t]*$|["']{2}[ \t]*$|["']?(?:RANDOM|R)["']?[ \t]*$|[|>&{[]|["']?\$[A-Za-z_({])\S/m;
const CHPASSWD = /\b(?:echo|printf)\b[^\n|]*\|[ \t]*(?:sudo[ \t]+)?chpasswd\b|^[ \t]*chpasswd:[ \t]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+list:[ \t]*\|/m;

/** What secret a text holds, if any. */
export function secretIn(text: string): string | undefined {
  return text.length >= 16 && ANY.test(text) ? EACH.find(([, sign]) => sign.test(text))?.[0] : undefined;
}

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
