import { ecmascript, RE2_TO_ECMASCRIPT } from '../../projenrc/crds/patterns';
import { QUANTITY_PATTERN } from '../../projenrc/crds/schema';

const matches = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text);

/** What RE2 says of these texts (https://github.com/google/re2/wiki/Syntax), by pattern. */
const SAMPLES: Readonly<Record<string, { accepts: readonly string[]; refuses: readonly string[] }>> = {
  '^\\PC*$': {
    accepts: ['', 'drop-log', 'gelöscht 日本 🚫', 'a b'],
    refuses: ['two\nlines', 'tab\t', '\u0000', 'a\u200bb', '\ue000'],
  },
  '^(?i)(abort|warn)?$': {
    accepts: ['', 'abort', 'ABORT', 'Warn', 'wArN'],
    refuses: ['aborted', ' warn', 'abortwarn', 'ignore'],
  },
};

describe('patterns that only RE2 understands', () => {
  it('have samples, each of them', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(RE2_TO_ECMASCRIPT).sort());
  });

  it.each(Object.keys(RE2_TO_ECMASCRIPT))('%s is none of ECMAScript, and its rewrite judges the samples as RE2 does', (pattern) => {
    expect(() => new RegExp(pattern, 'u')).toThrow();
    const { accepts, refuses } = SAMPLES[pattern]!;
    expect(accepts.filter(text => !matches(ecmascript(pattern), text))).toEqual([]);
    expect(refuses.filter(text => matches(ecmascript(pattern), text))).toEqual([]);
  });

  it('that the table has not are refused with the place to add them', () => {
    expect(() => ecmascript('^(?i)yes$')).toThrow('pattern ^(?i)yes$ is not ECMAScript: add its rewrite to projenrc/crds/patterns.ts');
  });

  it('leave every other pattern as it is', () => {
    expect(ecmascript('^[a-z]+$')).toBe('^[a-z]+$');
  });
});

describe('the pattern of a quantity', () => {
  it.each(['1', '64Gi', '0.5', '.5', '500m', '1e3', '-1', '+2Ti', '100k', '5.'])('takes %s', (text) => {
    expect(matches(QUANTITY_PATTERN, text)).toBe(true);
  });

  it.each(['', '64GB', '64 Gi', '1K', '1gi', 'Gi', '1,5Gi'])('refuses %s', (text) => {
    expect(matches(QUANTITY_PATTERN, text)).toBe(false);
  });
});
