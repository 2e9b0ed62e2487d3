import { Size } from 'cdk8s';
import { DEFAULT_TARGET, KUBEVIRT_RELEASES, SYSTEM_NAMESPACES } from '../../src/facts';
import {
  checkLabels, checkNamespace, isDnsLabel, isDnsLabelWithLetter, isDnsSubdomain, isLabelValue, isQualifiedName, Reading, readTarget, readTolerations, type Target,
} from '../../src/values';
import { checkSize, parseQuantity, quantity, readSize } from '../../src/values/sizes';
import { checkFault } from './support';

const long = (length: number) => 'a'.repeat(length);

describe('names', () => {
  it.each([
    [isDnsLabel, ['a', '1', 'a-1', '1a', long(63)], ['', 'A', '-a', 'a-', 'a.b', 'a_b', long(64), 'a\n', 'é', 5, null]],
    [isDnsLabelWithLetter, ['a', 'a1', long(63)], ['1a', '', 'A', long(64), 'a\n']],
    [isDnsSubdomain, ['a', 'a.b', '1.2', `${long(63)}.${long(63)}`, long(253)], ['', '.a', 'a.', 'a..b', 'A', 'a_b', long(254), 'a/b', 'a.-b', 5]],
    [isLabelValue, ['', 'a', 'A.b_c-1', long(63)], ['-a', 'a-', 'a b', long(64), '工', 'a\n', 42, true, null]],
    [isQualifiedName, ['a', 'a/b', 'example.com/a.b_c', `a/${long(63)}`, `${long(253)}/a`], ['', '/', 'a/', '/a', 'a/b/c', 'A/b', `a/${long(64)}`, `${long(254)}/a`, '-a', 'a/-b', 5]],
  ] as const)('%p', (rule, good, bad) => {
    expect(good.filter((text) => !rule(text))).toEqual([]);
    expect((bad as readonly unknown[]).filter((text) => rule(text))).toEqual([]);
  });

  it('counts to the given length', () => {
    expect([isDnsLabel(long(5), 5), isDnsLabel(long(6), 5), isDnsLabelWithLetter(long(6), 5)]).toEqual([true, false, false]);
  });

  it('keeps good labels and names each bad one', () => {
    const { labels, faults } = checkLabels({ 'team': 'ai', 'a/b': '', '-x': 'y', 'n': 42, 'v': 'a b' }, "user space 'x'");
    faults.forEach(checkFault);
    expect(labels).toEqual({ 'team': 'ai', 'a/b': '' });
    expect(faults.map(({ code, field, got }) => [code, field, got])).toEqual([['WS-NAME-004', 'labels', "'-x': 'y'"], ['WS-NAME-004', 'labels', "'n': 42"], ['WS-NAME-004', 'labels', "'v': 'a b'"]]);
  });

  it.each([...Object.keys(SYSTEM_NAMESPACES), 'kube-x', 'openshift-monitoring'])('does not give namespace %s away', (namespace) => {
    expect(checkNamespace(namespace, 'x')).toMatchObject([{ code: 'WS-NAME-003', got: `'${namespace}'`, expected: expect.any(String) }]);
  });

  it.each(['workstation-alice', 'kubernetes', 'constructor', 'cdi-images', long(63)])('lets namespace %s be made', (namespace) => {
    expect(checkNamespace(namespace, 'x')).toEqual([]);
  });

  it.each(['A', 'a.b', '', long(64), 5, undefined])('knows no namespace %j', (namespace) => {
    expect(checkNamespace(namespace, "user space 'x'")).toMatchObject([{ code: 'WS-NAME-001', field: 'namespace', message: expect.stringContaining("user space 'x'") }]);
  });
});

describe('sizes', () => {
  it.each([
    [Size.gibibytes(150), '150Gi'], [Size.mebibytes(1536), '1536Mi'], [Size.gibibytes(1.5), '1536Mi'], [Size.mebibytes(0.5), '512Ki'], [Size.tebibytes(2), '2Ti'], [Size.pebibyte(1), '1Pi'],
    [Size.kibibytes(1), '1Ki'], [Size.gibibytes(0.1 + 0.2), undefined], [Size.kibibytes(0.5), undefined], [Size.gibibytes(NaN), undefined], [Size.gibibytes(Infinity), undefined],
    [Size.pebibyte(1e9), undefined],
  ])('writes a Size as it was given (%#)', (size, text) => {
    expect(readSize(size)?.text).toBe(text);
  });

  it.each(['150Gi', 150, null, undefined, {}, [], { toKibibytes: 5 }, { toKibibytes: () => 1024 }])('does not take %j for a Size', (value) => {
    expect(readSize(value)).toBeUndefined();
    const { read, faults } = checkSize(value, 'size', "disk 'x'");
    expect(read).toBeUndefined();
    faults.forEach(checkFault);
    expect(faults).toMatchObject([{ code: 'WS-SIZE-001', field: 'size' }]);
  });

  it('says why a Size is none', () => {
    expect(checkSize(Size.kibibytes(1.5), 'size', "disk 'x'").faults[0]?.message).toBe("'size' of disk 'x' is 1.5Ki, which is no whole number of KiB");
  });

  it('has a least size, 1Mi unless told otherwise', () => {
    expect(checkSize(Size.mebibytes(1), 'size', 'x')).toMatchObject({ read: { text: '1Mi', kibibytes: 1024 }, faults: [] });
    expect(checkSize(Size.kibibytes(1023), 'size', 'x').faults).toMatchObject([{ code: 'WS-SIZE-002', got: '1023Ki', expected: '1Mi' }]);
    expect(checkSize(Size.kibibytes(0), 'size', 'x').faults).toMatchObject([{ code: 'WS-SIZE-002', got: '0Ki' }]);
    expect(checkSize(Size.gibibytes(1), 'size', 'x', { kibibytes: 2 * 1024 ** 2, text: '2Gi' }).faults).toMatchObject([{ code: 'WS-SIZE-002', expected: '2Gi' }]);
  });

  it.each([[0, '0Ki'], [1, '1Ki'], [1024, '1Mi'], [1536, '1536Ki'], [1024 ** 2 * 3, '3Gi'], [1024 ** 3, '1Ti'], [1024 ** 4, '1Pi']])('writes %d KiB as %s', (kibibytes, text) => {
    expect(quantity(kibibytes)).toBe(text);
  });

  it.each(['150Gi', '1Ki', '20Mi', '3Ti', '2Pi'])('reads %s from a data file', (text) => {
    expect(readSize(parseQuantity(text))?.text).toBe(text);
  });

  it.each(['', '150', '150G', '150GB', '150gi', '1.5Gi', '0Gi', '01Gi', '-1Gi', '1e3Gi', '1 Gi', ' 1Gi', '1Gi\n', '１Gi', '1Ei', '9999999999999999Gi', '999999999999999Pi'])('reads nothing from %j', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });
});

describe('target', () => {
  it('is the newest that is known to serve', () => {
    expect(readTarget(undefined)).toEqual({ target: DEFAULT_TARGET, faults: [] });
    expect(readTarget({})).toEqual({ target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' }, faults: [] });
  });

  it('keeps every part, with or without v and patch level', () => {
    expect(readTarget({ kubevirt: 'v1.8.2', cdi: '1.65.0', kubernetes: 'v1.35' })).toEqual({ target: { kubevirt: '1.8', cdi: '1.65', kubernetes: '1.35' }, faults: [] });
  });

  it.each(['', '1', '2.0', '1.9.x', 'latest', '1.9 ', 1.9, '1.90', 'vv1.9'])('knows no KubeVirt %j', (kubevirt) => {
    const { target, faults } = readTarget({ kubevirt: kubevirt as string });
    faults.forEach(checkFault);
    expect(faults).toMatchObject([{ code: 'WS-TARGET-001', field: 'target.kubevirt', expected: Object.keys(KUBEVIRT_RELEASES).join(', ') }]);
    expect(target).toEqual(DEFAULT_TARGET);
  });

  it('says all that is wrong at once', () => {
    expect(readTarget({ kubevirt: 'x', cdi: 'y', kubernetes: 'z' } as Target).faults.map(({ field }) => field)).toEqual(['target.kubevirt', 'target.cdi', 'target.kubernetes']);
  });

  it('warns of a pair that KubeVirt does not test', () => {
    const { target, faults } = readTarget({ kubernetes: '1.37' });
    faults.forEach(checkFault);
    expect(target.kubernetes).toBe('1.37');
    expect(faults).toMatchObject([{ code: 'WS-TARGET-002', severity: 'warning', got: '1.37', expected: '1.34, 1.35, 1.36', field: 'target.kubernetes' }]);
  });
});

describe('tolerations', () => {
  it('takes a key alone for Exists, with a value for Equal', () => {
    expect(readTolerations([{ key: 'gpu' }, { key: 'gpu', value: '' }, { key: 'gpu', operator: 'Exists', effect: 'NoExecute' }, { key: 'a/b', operator: 'Equal', value: 'x', effect: 'NoSchedule' }], 'vm')).toEqual({
      faults: [], tolerations: [
        { key: 'gpu', operator: 'Exists' }, { key: 'gpu', operator: 'Equal', value: '' }, { key: 'gpu', operator: 'Exists', effect: 'NoExecute' },
        { key: 'a/b', operator: 'Equal', value: 'x', effect: 'NoSchedule' },
      ],
    });
  });

  it.each([
    [{}, 'has the key nothing'], [{ key: 'a b' }, "has the key 'a b'"], [null, 'has the key nothing'], [{ key: 'a', operator: 'In' }, "has the operator 'In'"],
    [{ key: 'a', operator: 'Exists', value: 'x' }, 'has a value beside Exists'], [{ key: 'a', operator: 'Equal' }, 'has the value nothing'], [{ key: 'a', value: 5 }, 'has the value 5'],
    [{ key: 'a', effect: 'Never' }, "has the effect 'Never'"],
  ])('refuses %j', (one, got) => {
    const { tolerations, faults } = readTolerations([{ key: 'ok' }, one], 'alice-workstation');
    faults.forEach(checkFault);
    expect(tolerations).toHaveLength(1);
    expect(faults).toMatchObject([{ code: 'WS-VM-002', got, field: 'tolerations[1]', message: `toleration 1 of 'alice-workstation' ${got}` }]);
  });

  it('refuses what is no object', () => {
    expect(readTolerations(['gpu'], 'alice-workstation').faults).toMatchObject([{ code: 'WS-APP-002', field: 'tolerations[0]', got: "'gpu'" }]);
  });

  it('names each that is wrong', () => {
    expect(readTolerations([{}, { key: 'a', effect: 'x' }], 'vm').faults.map(({ field }) => field)).toEqual(['tolerations[0]', 'tolerations[1]']);
  });
});

describe('Reading', () => {
  it('gives what fits and collects the rest, with the place', () => {
    const reading = new Reading("machine 'x'");
    expect([reading.text('a', 'x'), reading.text('b', ' '), reading.optionalText('c', null), reading.optionalText('d', 5)]).toEqual(['x', undefined, undefined, undefined]);
    expect([reading.flag('e', undefined, true), reading.flag('f', false, true), reading.flag('g', 'no', true)]).toEqual([true, false, true]);
    expect([reading.wholeNumber('h', 3, 1, 3), reading.wholeNumber('i', 4, 1, 3), reading.wholeNumber('j', '3', 1, 3)]).toEqual([3, undefined, undefined]);
    expect([reading.choice('k', null, { A: 'a' }, 'a'), reading.choice('l', 'A', { A: 'a' }, 'a')]).toEqual(['a', 'a']);
    expect(reading.texts('m', ['x', '', 5])).toEqual(['x']);
    reading.faults.forEach(checkFault);
    expect(reading.faults.map(({ code, field }) => `${code} ${field}`)).toEqual(['b', 'd', 'g', 'i', 'j', 'l', 'm[1]', 'm[2]'].map((field) => `WS-APP-002 ${field}`));
    expect(reading.faults[3]?.fix).toBe('give a whole number from 1 to 3');
  });

  it('keeps a key called __proto__ for the rule that judges it', () => {
    const reading = new Reading('x');
    const map = reading.textMap('labels', JSON.parse('{"__proto__":"a","b":5}'));
    expect(Object.keys(map)).toEqual(['__proto__']);
    expect(checkLabels(map, 'x').faults).toHaveLength(1);
    expect(reading.faults).toMatchObject([{ field: 'labels.b', expected: "a text, such as '5' in quotes" }]);
  });
});
