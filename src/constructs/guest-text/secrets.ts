/** A kind of secret and how one line gives it away. Bounded repeats: a text may be one line of a MiB. */
interface Kind {
  readonly words: string;
  /** What a text without this kind lacks: nearly every text is judged by these alone. */
  readonly hint: RegExp;
  readonly found: (line: string, below: () => readonly string[]) => boolean;
}

/** Shell and template variables: the value is not in the text. `$6$…` and `$y$…` are hashes, no variables. */
const BY_REFERENCE = /^["']?(?:\$[({]|\$\w{1,99}(?![\w$])|\{\{|<)/;
/** A password's hash, as in /etc/shadow. */
const HASH = /\$(?:1|5|6|7|y|gy|2[abxy])\$[^\s:$]{1,40}\$(?:[^\s:$]{1,40}\$)?[./A-Za-z0-9]{22}/;
/** No secret: nothing, a locked password, a made-up one. */
const NO_VALUE = /^(?:[|>][+-]?\d?|["']?(?:[!*]{0,2}|null|~|R|RANDOM|true|false)["']?)\s*(?:[#,}].*)?$/;

interface Keys {
  /** One of the keys with a value, in block or flow form. */
  readonly value: RegExp;
  /** One of the keys with a block scalar. */
  readonly scalar: RegExp;
}

const keys = (names: string): Keys => ({
  value: new RegExp(`(?:^|[\\s{,-])["']?(?:${names})["']?\\s{0,9}:\\s{1,99}(\\S[^\\n]{0,200})`, 'gi'),
  scalar: new RegExp(`^[\\s-]{0,99}["']?(?:${names})["']?\\s{0,9}:\\s{0,9}[|>]`, 'i'),
});

/** True if the line sets one of the keys to a value of its own. */
function sets(line: string, { value }: Keys): boolean {
  const values = [...line.matchAll(value)].map((match) => match[1] ?? '');
  return values.some((one) => !BY_REFERENCE.test(one) && !NO_VALUE.test(one));
}

/** True if a block scalar under one of the keys holds something. */
function opens(line: string, { scalar }: Keys, below: () => readonly string[]): boolean {
  return scalar.test(line) && below().some((one) => one.trim() !== '' && !BY_REFERENCE.test(one.trim()));
}

const PASSWORD_KEYS = keys('password|passwd|hashed_passwd|hashed-passwd|plain_text_passwd|plain-text-passwd');
const TOKEN_KEYS = keys('token|access_token|api_key|apikey|auth_key|authkey|client_secret|secret_key|secret_access_key|aws_secret_access_key|activation[-_]key');

const KINDS: readonly Kind[] = [
  {
    words: 'a password',
    hint: /(?<!lock_|NO)passw|chpasswd|useradd|usermod|\$(?:[1567y]|gy|2[abxy])\$/i,
    found: (line, below) => HASH.test(line) || (!isComment(line) && (
      sets(line, PASSWORD_KEYS) || opens(line, PASSWORD_KEYS, below)
      || (/(?:^|[\s{,])["']?chpasswd["']?\s{0,9}:/.test(line) && [line, ...below()].some(namesPassword))
      || (/\|\s{0,9}(?:sudo\s{1,9})?(?:\/usr\/sbin\/)?chpasswd\b/.test(line) && !line.includes('$'))
      || /\bchpasswd\b[^\n]{0,40}<</.test(line)
      || /\b(?:useradd|usermod)\b[^\n]{0,200}?\s(?:-p|--password)[\s=]["']?[^\s$"']/.test(line)
    )),
  },
  { words: 'a private key', hint: /PRIVATE KEY/, found: (line) => /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line) },
  {
    words: 'private host keys',
    hint: /_private/,
    found: (line, below) => !isComment(line) && (/(?:^|[\s{,])["']?(?:rsa|dsa|ecdsa|ed25519)_private["']?\s{0,9}:/.test(line)
      || (/^\s{0,9}["']?ssh_keys["']?\s{0,9}:/.test(line) && [line, ...below()].some((one) => /_private["']?\s{0,9}:/.test(one)))),
  },
  { words: 'an AWS access key', hint: /AKIA|ASIA|aws_secret_access_key/i, found: (line) => /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/.test(line) || /aws_secret_access_key["']?\s{0,9}[=:]\s{0,9}["']?[A-Za-z0-9/+]{40}/i.test(line) },
  {
    words: 'a token',
    hint: /gh[pousr]_|github_pat_|glpat-|xox[abprs]-|hf_|eyJ|token|secret|(?:api|auth)_?key|activation[-_]key/i,
    found: (line) => /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22}|glpat-[\w-]{20}|xox[abprs]-[\w-]{10}|hf_[A-Za-z0-9]{30}|eyJ[\w-]{10,400}\.eyJ[\w-]{10})/.test(line)
      || (!isComment(line) && sets(line, TOKEN_KEYS)),
  },
  { words: 'a password in an address', hint: /:\/\//, found: (line) => /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@'"]{0,200}:(?![$<{])[^\s/@'"]{1,300}@/i.test(line) },
  {
    words: 'a secret in a variable',
    hint: /(?:PASSWORD|PASSWD|TOKEN|SECRET|KEY)=/,
    found: (line) => !isComment(line)
      && /(?:^|[\s;"'])[A-Z0-9_]{0,100}(?:PASSWORD|PASSWD|TOKEN|SECRET|API_KEY|SECRET_ACCESS_KEY|SECRET_KEY)=["']?(?![/$"'<{])[^\s"'$]{8}/.test(line),
  },
];

/** What secrets a text holds: each kind once, with the line of the first one, never the secret itself. */
export function secretsIn(text: string): string[] {
  const kinds = KINDS.filter(({ hint }) => hint.test(text));
  const lines = kinds.length === 0 ? [] : text.split(/\r\n|\n|\r/);
  return kinds.flatMap(({ words, found }) => {
    const index = lines.findIndex((line, at) => found(line, () => block(lines, at)));
    return index < 0 ? [] : [`${words} (line ${index + 1})`];
  });
}

const isComment = (line: string): boolean => /^\s*#/.test(line);

/** A line of chpasswd's list that gives a password, not R or RANDOM: `alice:…`. */
function namesPassword(line: string): boolean {
  return /(?:^|[\s"'\[,-])[a-z_][a-z0-9_-]{0,31}:(?!\s|R(?:ANDOM)?(?:["'\s,\]}]|$))[^\s$]/.test(line);
}

/** The lines below that are indented deeper, at most 200. */
function block(lines: readonly string[], at: number): readonly string[] {
  const depth = indentOf(lines[at] ?? '');
  const below = lines.slice(at + 1, at + 201);
  const end = below.findIndex((line) => line.trim() !== '' && indentOf(line) <= depth && !/^\s*-\s/.test(line));
  return end < 0 ? below : below.slice(0, end);
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
