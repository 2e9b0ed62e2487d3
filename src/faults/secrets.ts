/** Parameters of an address that sign it or open it: who has the address has the key. */
const QUERY_KEYS = [
  'x-amz-signature', 'x-amz-security-token', 'x-goog-signature', 'awsaccesskeyid', 'access_?key(?:_?id)?', 'secret(?:_?access)?_?key', 'client_secret', 'signature', 'sig',
  '(?:[a-z]+[_-])?token', 'password', 'passwd', 'api_?key', 'x-api-key',
];
const anyCase = (key: string): string => key.replace(/\[a-z\]|[a-z]/g, (c) => (c.length > 1 ? '[A-Za-z]' : `[${c.toUpperCase()}${c}]`));

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
  ['a key in an address', `(?<=[^\\s?&][?&])(?:${QUERY_KEYS.map(anyCase).join('|')})=[^\\s&#'"$<{(]{4,}`],
  ['a password in an address', '\\b[a-z][a-z0-9+.-]{0,30}://[^\\s/:@\'"]+:(?:[^\\s/@\'"]+|(?!\\d+[/?#]|[$<{])[^\\s@\'"]{1,200})@'],
];
const ANY = new RegExp(SIGNS.map(([, pattern]) => pattern).join('|'));
const EACH = SIGNS.map(([name, pattern]) => [name, new RegExp(pattern)] as const);
/** What of a secret goes beyond its sign: a private key up to its last line, the rest of a parameter. */
const BEYOND: Readonly<Record<string, string>> = { 'a private key': '[\\s\\S]*?(?:-----END [A-Z0-9 ]+-----|$)', 'a key in an address': '[^\\s&#\'"]*' };
const WHOLE = new RegExp(SIGNS.map(([name, pattern]) => `(?:${pattern})${BEYOND[name] ?? ''}`).join('|'), 'g');
const HIDDEN = '…(a secret)';

/** Lines without a secret: the machines of a fleet have most of theirs in common. */
const CLEAN = new Set<string>();
const REMEMBERED = 5000;

/** No sign goes over the end of a line. */
function hasSign(text: string): boolean {
  return text.length >= 16 && (text.includes('\n') ? text.split('\n').some(isSigned) : ANY.test(text));
}

function isSigned(line: string): boolean {
  if (CLEAN.has(line)) {
    return false;
  }
  if (ANY.test(line)) {
    return true;
  }
  if (CLEAN.size < REMEMBERED) {
    CLEAN.add(line);
  }
  return false;
}

/** What secret a text holds, if any. */
export function secretIn(text: string): string | undefined {
  return hasSign(text) ? EACH.find(([, sign]) => sign.test(text))?.[0] : undefined;
}

/** The text with `…(a secret)` in place of whatever is a secret by its form. */
export function masked(text: string): string {
  return hasSign(text) ? text.replace(WHOLE, hidden) : text;
}

/** An address keeps its scheme, a parameter its name. */
function hidden(secret: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//.exec(secret)?.[0];
  return scheme === undefined ? `${/^[A-Za-z_-]+=(?!=)/.exec(secret)?.[0] ?? ''}${HIDDEN}` : `${scheme}${HIDDEN}@`;
}
