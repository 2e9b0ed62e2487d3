import fc from 'fast-check';
import { parse } from 'yaml';
import { type Plain, yamlText } from '../../../src/objects/guest/yaml-text';
import { TRICKY, wellFormed } from './setup';

const read = (text: string, version: '1.1' | '1.2'): unknown => parse(text, { version, logLevel: 'error' });

/** Data that a settings object may hold; -0 has no text of its own. */
const plain = fc.letrec<{ data: Plain }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }).map(wellFormed), fc.constantFrom(...TRICKY), fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)), fc.integer(),
    fc.array(tie('data'), { maxLength: 4 }), fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...TRICKY)), tie('data'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).data;

describe('yamlText', () => {
  it.each(TRICKY)('keeps %j a text, as value, item and key, for both readers', (text) => {
    const data = { value: text, list: [text, [text], { [text]: text }], map: { [text]: [text], after: text } };
    const written = yamlText(data);
    expect(read(written, '1.1')).toEqual(data);
    expect(read(written, '1.2')).toEqual(data);
  });

  it('BL-155: writes yes, no, on and off in quotes', () => {
    expect(yamlText({ a: 'yes', b: 'no', c: 'on', d: 'off', e: 'y' })).toBe("a: 'yes'\nb: 'no'\nc: 'on'\nd: 'off'\ne: 'y'\n");
  });

  it('BL-157: writes texts that look like numbers in quotes, 0o777, = and << too', () => {
    expect(yamlText({ a: '3', b: '1e3', c: '0o777', d: '=', e: '<<' })).toBe("a: '3'\nb: '1e3'\nc: '0o777'\nd: '='\ne: '<<'\n");
  });

  it('writes numbers that YAML 1.1 reads as numbers, too', () => {
    const data = { big: 1e21, small: 1e-7, half: 0.5, more: 1.5e300, whole: -3, zero: -0 };
    const written = yamlText(data);
    expect(written).toContain('big: 1.0e+21\n');
    expect(read(written, '1.1')).toEqual({ ...data, zero: 0 });
    expect(read(written, '1.2')).toEqual({ ...data, zero: 0 });
  });

  it('writes empty maps and lists', () => {
    expect(yamlText({ a: {}, b: [], c: [[], {}] })).toBe('a: {}\nb: []\nc:\n- []\n- {}\n');
    expect(yamlText({})).toBe('{}\n');
  });

  it('writes lines as lines', () => {
    expect(yamlText({ a: 'one\ntwo: "x" # y\n', b: ['one\ntwo'] })).toBe('a: |\n  one\n  two: "x" # y\nb:\n- |-\n  one\n  two\n');
  });

  it('replaces half a surrogate pair, which has no UTF-8', () => {
    expect(read(yamlText({ a: 'x\ud800y\udc00', b: '🦀' }), '1.2')).toEqual({ a: 'x\ufffdy\ufffd', b: '🦀' });
  });

  it('reads back as what it was, whatever it was, with either reader; no CR, no document marker', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), plain, { maxKeys: 5, noNullPrototype: true }), (data) => {
      const written = yamlText(data);
      expect(read(written, '1.1')).toEqual(data);
      expect(read(written, '1.2')).toEqual(data);
      expect(written).not.toContain('\r');
      expect(written).not.toMatch(/^(?:---|\.\.\.)/m);
    }), { numRuns: 300 });
  });

  it('reads back long keys and long texts', () => {
    const data = { ['k'.repeat(2000)]: { ['ü'.repeat(600)]: ['x '.repeat(5000)] }, ['l'.repeat(600)]: ['a'] };
    expect(read(yamlText(data), '1.1')).toEqual(data);
  });
});
