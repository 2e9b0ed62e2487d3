import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { emit, emitAll, type JsonObject } from '../../src/output/emit';

const READERS = [{ version: '1.1' }, { version: '1.2' }, { schema: 'core' }] as const;

/** Texts that YAML is known to stumble over, mixed with what people write. */
const nasty = fc.constantFrom(
  'yes', 'no', 'on', 'off', 'y', 'N', 'null', 'Null', '~', 'true', 'FALSE', '1', '1e3', '0x1F', '0X1F', '0b1', '1_000', '12:30', '12:30:45', '2026-01-01', '.inf', '.5e3', '-.5E3',
  '0o777', '=', '<<', '0777', '+1', '- a', '-', '?', ': ', 'a: b', 'a #b', '#!/bin/sh', '#cloud-config\na: 1\n', '---', '--- x', '...', '%YAML', '@x', '`x`', '&a', '*a', '!t', '|', '>',
  '"', "'", `"'`, "it's", 'say "x"', ' lead', 'trail ', '\n', '\n\n', 'a\n', 'a\nb', 'a\nb\n\n', '\na', '  a\nb', 'a\n  b\n', 'a \n', '\t', 'a\tb', 'tab\t\nx', '\r\n', 'a\r\nb', '---\nx', 'x\n---\ny',
  '\u0000', '\u0085', '\u2028', '\ud800', 'ü', '💻', 'x'.repeat(200), `${'word '.repeat(60)}end`, '{a}', '[a]', 'a,b', '${HOME}', '$(date)', 'runcmd:\n  - [ sh, -c, "x" ]\n', '',
);
const text = fc.oneof({ weight: 3, arbitrary: nasty }, { weight: 2, arbitrary: fc.string({ maxLength: 12 }) }, fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.stringMatching(/^[-+.0-9_eExXoObBfF:TZ]{1,7}$/), fc.uuid(), fc.stringMatching(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/), fc.stringMatching(/^[0-9]{2}(:[0-9e]{2}){5}$/),
  fc.array(fc.stringMatching(/^[ -~]{0,12}$/), { minLength: 2, maxLength: 5 }).map((lines) => lines.join('\n')), fc.array(nasty, { minLength: 2, maxLength: 4 }).map((lines) => lines.join('\n')));
const key = fc.oneof({ weight: 3, arbitrary: fc.stringMatching(/^[a-z][A-Za-z0-9./-]{0,12}$/) }, nasty, fc.constant('k'.repeat(1100)));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 5, withCrossShrink: true }, text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(key, tie('value'), { maxKeys: 4 })),
}));
const object = fc.dictionary(key, value, { maxKeys: 5 }) as fc.Arbitrary<JsonObject>;

/** Texts that stock cdk8s leaves bare although a reader takes them for something else. */
const misread = (bare: string): boolean => {
  const digits = bare.replace(/_/g, '');
  return bare === '=' || bare === '<<' || /^[-+]?0[box][0-9a-f]+$/i.test(digits) || /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)(e[-+]?[0-9]+)?$/i.test(digits);
};
const holds = (data: unknown, wanted: (bare: string) => boolean): boolean =>
  typeof data === 'string' ? wanted(data)
    : Array.isArray(data) ? data.some((item) => holds(item, wanted))
      : typeof data === 'object' && data !== null ? Object.entries(data).some(([name, item]) => wanted(name) || holds(item, wanted)) : false;

describe('the emitter', () => {
  test("writes the bytes of cdk8s' own Yaml.stringify", () => {
    fc.assert(fc.property(object, (data) => {
      fc.pre(!holds(data, misread));
      expect(emit(data)).toBe(Yaml.stringify(data));
    }), { numRuns: 3000, seed: 1 });
  });

  test('BL-157 BL-155: whatever a text looks like, each reader gets that text back', () => {
    fc.assert(fc.property(text, (data) => {
      // YAML 1.1 has no way to say a lone surrogate that survives UTF-8; no manifest holds one.
      fc.pre(!/\p{Surrogate}/u.test(data));
      for (const reader of READERS) {
        expect(parse(emit({ data, list: [data] }), reader)).toEqual({ data, list: [data] });
      }
    }), { numRuns: 3000, seed: 2 });
  });

  test.each(['0o777', '=', '<<', '0X1F', '0B1', '0O17', '0o7_7', '1e_3', '1_e3'])('BL-157: %s is quoted, as a value and as a key', (bare) => {
    expect(emit({ data: bare })).toBe(`data: "${bare}"\n`);
    expect(emit({ spec: { [bare]: 1 } })).toBe(`spec:\n  "${bare}": 1\n`);
  });

  test('BL-161: a block of text is readable, and comes back as it was', () => {
    const script = '#!/bin/sh\nset -eu\n\n  echo "$(date)"\n\techo tab\n';
    const written = emit({ data: { script } });
    expect(written).toContain('script: |\n');
    expect(parse(written)).toEqual({ data: { script } });
  });

  test('documents are parted as cdk8s parts them', () => {
    expect(emitAll([{ a: 1 }, { b: {} }])).toBe(Yaml.stringify({ a: 1 }, { b: {} }));
    expect(emitAll([])).toBe('');
  });
});
