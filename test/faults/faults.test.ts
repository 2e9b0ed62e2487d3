import { spawnSync } from 'child_process';
import { join } from 'path';
import { inspect } from 'util';
import fc from 'fast-check';
import { brief, didYouMean, type Fault, fault, FaultError, isBlocking, nearest, placeOf, renderFault, show, sortFaults, throwAll } from '../../src/faults';

const wrong = (place: Partial<Fault> = {}) => fault('WS-PERSON-001', { got: "'Alice'" }, place);

describe('fault', () => {
  it('takes its words from the catalogue and fills them', () => {
    expect(fault('WS-TARGET-002', { kubevirt: '1.9', got: '1.37', expected: '1.36' }, { field: 'target.kubernetes' })).toEqual({
      code: 'WS-TARGET-002', severity: 'warning', message: 'KubeVirt 1.9 is not supported on Kubernetes 1.37 by its own project', fix: 'use Kubernetes 1.36, or acknowledge that this pair is yours to test',
      source: 'https://github.com/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md', got: '1.37', expected: '1.36', field: 'target.kubernetes',
    });
  });

  it('has the fields got and expected as text, and only if its words have them', () => {
    expect(fault('WS-GPU-005', { profile: 'a', got: 17 })).toMatchObject({ got: '17' });
    expect(Object.keys(fault('WS-SSH-003', {}))).toEqual(['code', 'severity', 'message', 'fix']);
  });

  it('fills holes once: what a value holds is not read again', () => {
    expect(fault('WS-APP-002', { prop: '{got}', what: '$& {what}', got: '{expected}', expected: '$1' }).message).toBe("'{got}' of $& {what} is {expected}");
  });

  it('is on one line, whatever the values', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      const one = fault('WS-APP-002', { prop: text, what: text, got: text, expected: text });
      expect(`${one.message}${one.fix}${one.got}${one.expected}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    }));
  });
});

describe('placeOf and renderFault', () => {
  it.each([
    [{}, ''], [{ field: 'cpus' }, 'cpus'], [{ construct: 'alice/root', field: 'size' }, 'alice/root'], [{ file: 'a.yaml' }, 'a.yaml'], [{ file: 'a.yaml', line: 3 }, 'a.yaml:3'],
    [{ file: 'a.yaml', line: 3, column: 5, field: '/people/0/name' }, 'a.yaml:3:5 /people/0/name'],
    [{ object: { apiVersion: 'v1', kind: 'Secret', namespace: 'a', name: 'b' } }, 'Secret a/b'], [{ object: { apiVersion: 'v1', kind: 'Namespace', name: 'b' }, field: '/metadata' }, 'Namespace b /metadata'],
    [{ construct: 'alice', object: { apiVersion: 'v1', kind: 'Namespace', name: 'b' } }, 'alice'],
  ])('%j is %j', (place, text) => {
    expect(placeOf({ ...wrong(), ...place })).toBe(text);
  });

  it('has what is wrong, the way out, the place and the reason of who accepted it', () => {
    expect(renderFault(wrong())).toBe("WS-PERSON-001  the person's name 'Alice' cannot be used:\n"
      + '               use at most 32 lower-case letters, digits and hyphens, starting with a letter and not ending with a hyphen, such as mei-lin');
    expect(renderFault({ code: 'WS-X-001', severity: 'warning', message: 'm', fix: 'f', construct: 'a', acknowledged: 'why not' })).toBe('WS-X-001  warning: m:\n          f  [a]\n          acknowledged: why not');
  });
});

describe('sortFaults', () => {
  it('sorts by construct, file, line as a number, column, code and words; the same once', () => {
    const at = (line: number, column = 1) => wrong({ file: 'a.yaml', line, column });
    expect(sortFaults([at(10), at(9, 2), at(9), at(9), wrong({ construct: 'b' }), wrong({ construct: 'a' }), wrong()]).map(placeOf)).toEqual(['', 'a.yaml:9:1', 'a.yaml:9:2', 'a.yaml:10:1', 'a', 'b']);
  });

  it('leaves its input alone and gives the same for any order', () => {
    const all = ['b', 'a', 'c'].flatMap((construct) => [wrong({ construct }), fault('WS-SSH-003', {}, { construct })]);
    fc.assert(fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
      const before = [...shuffled];
      expect(sortFaults(shuffled)).toEqual(sortFaults(all));
      expect(shuffled).toEqual(before);
    }));
  });
});

describe('FaultError', () => {
  const error = new FaultError([wrong({ construct: 'b' }), wrong({ construct: 'a' })]);

  it('carries every fault, sorted, and their words', () => {
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('FaultError');
    expect(error.faults.map(({ construct }) => construct)).toEqual(['a', 'b']);
    expect(error.message).toBe(error.faults.map(renderFault).join('\n'));
  });

  it('has no stack trace, however it is printed', () => {
    for (const text of [error.stack!, inspect(error), String(error)]) {
      expect(text).toContain('WS-PERSON-001');
      expect(text).not.toMatch(/^\s+at /m);
    }
  });

  it('is thrown only if there is a fault', () => {
    expect(() => throwAll([])).not.toThrow();
    expect(() => throwAll([wrong()])).toThrow(FaultError);
  });

  it('uncaught, prints the faults and nothing of our code', () => {
    const root = join(__dirname, '../..');
    const program = "require('./src/values/person').Person.of('Alice', { user: ' ' });";
    const { stderr, stdout, status } = spawnSync(process.execPath, [require.resolve('tsx/cli'), '-e', program], { cwd: root, encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain("WS-PERSON-001  the person's name 'Alice' cannot be used:\n");
    expect(stderr).toContain("WS-PERSON-002  'user' of person 'Alice' is ' ':\n");
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr).not.toContain('node_modules');
  });
});

it('isBlocking: an error that nobody acknowledged', () => {
  expect([wrong(), { ...wrong(), acknowledged: 'x' }, fault('WS-ACK-004', { code: 'x' }), fault('WS-TARGET-002', { kubevirt: '', got: '', expected: '' })].map(isBlocking)).toEqual([true, false, false, false]);
});

describe('near misses', () => {
  it.each([
    ['rotDisk', 'rootDisk'], ['rootdisk', 'rootDisk'], ['root_disk', 'rootDisk'], ['orotDisk', 'rootDisk'], ['profil', 'profile'], ['sshkey', 'sshKeys'], ['nmae', 'name'], ['NAME', 'name'],
  ])('%s is near %s', (word, near) => {
    expect(nearest(word, ['name', 'profile', 'rootDisk', 'workspaceDisk', 'sshKeys'])).toBe(near);
  });

  it.each(['', 'x', '工作站', '!!!', 'gpu', 'completely-different', 'x'.repeat(10_000)])('%s is near nothing', (word) => {
    expect(nearest(word, ['name', 'profile', 'rootDisk', 'ab'])).toBeUndefined();
    expect(didYouMean(word, ['name', 'profile', 'rootDisk', 'ab'])).toBe('');
  });

  it('takes the nearest, the first of two', () => {
    expect(nearest('trainer2', ['trainer', 'trainer-3', 'trainer-2'])).toBe('trainer-2');
    expect(nearest('ax', ['ab', 'ac'])).toBe('ab');
    expect(nearest('a', [])).toBeUndefined();
  });

  it('is words for a sentence', () => {
    expect(didYouMean('ofice', ['office'])).toBe(" (did you mean 'office'?)");
  });
});

describe('show and brief', () => {
  it.each([
    [undefined, 'nothing'], [null, 'null'], ['a', "'a'"], ['', "''"], [5, '5'], [NaN, 'NaN'], [true, 'true'], [1n, 'a bigint'], [[1, 2], 'a list of 2'], [{}, 'an object'], [Object.create(null), 'an object'],
    [() => 1, 'a function'], [Symbol('x'), 'a symbol'], ['a\nb', "'a\\u000ab'"], ['\u001b[31m', "'\\u001b[31m'"], ['a\u202eb', "'a\\u202eb'"], ['\ufeffa', "'\\ufeffa'"], ['a\u00a0', "'a\\u00a0'"],
    ['\ud83d', "'\\ud83d'"], ['工作站 👩‍💻 é', "'工作站 👩‍💻 é'"],
  ])('shows %p as %s', (value, text) => {
    expect(show(value)).toBe(text);
  });

  it('cuts what is long, never within a character', () => {
    expect(show('x'.repeat(80))).toBe(`'${'x'.repeat(80)}'`);
    expect(show('👩'.repeat(81))).toBe(`'${'👩'.repeat(60)}…' (81 characters)`);
    expect(brief('x'.repeat(5000))).toBe(`${'x'.repeat(60)}…`);
    expect([brief('a\nb'), brief(5), brief('')]).toEqual(['a\\u000ab', '?', '']);
  });
});

describe('secrets in messages', () => {
  // Put together here, so that no scanner takes this file for a leak.
  const SECRETS: [string, string][] = [
    ['a private key', `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH ${'PRIVATE'} KEY-----`],
    ['half a private key', `-----BEGIN ${'PRIVATE'} KEY-----\nb3BlbnNzaC1rZXk`],
    ['GitHub', `ghp_${'a1'.repeat(18)}`], ['GitLab', `glpat-${'a1'.repeat(10)}`], ['AWS', `AKIA${'A1'.repeat(8)}`], ['Hugging Face', `hf_${'a1'.repeat(17)}`],
    ['NVIDIA', `nvapi-${'a1'.repeat(32)}`], ['npm', `npm_${'a1'.repeat(18)}`], ['a JSON web token', `eyJ${'a'.repeat(200)}.eyJ${'b'.repeat(200)}.${'c'.repeat(40)}`], ['Ceph', `AQ${'b'.repeat(36)}==`],
    ['a signature', 'x-amz-signature=0123456789abcdef'],
  ];
  it.each(SECRETS)('%s', (_title, secret) => {
    const text = secret.startsWith('x-amz') ? `https://a.example/b?c=d&${secret}` : secret;
    const part = secret.slice(-12);
    expect(show(text)).toContain('…(a secret)');
    const made = fault('WS-APP-002', { prop: text, what: `before ${text} after`, got: text, expected: show(text) });
    for (const words of [show(text), show(`${text} and more`), brief(text), JSON.stringify(made)]) {
      expect(words).not.toContain(part);
    }
  });

  it('keeps what is no secret', () => {
    expect(show('https://me:hunter2hunter2@a.example/b')).toBe("'https://…(a secret)@a.example/b'");
    expect(show('https://me:hunt/er2@a.example/b')).toBe("'https://…(a secret)@a.example/b'");
    expect(show('https://a.example/b?c=d&token=hunter2hunter2$x&e=f')).toBe("'https://a.example/b?c=d&token=…(a secret)&e=f'");
    for (const text of ['docker://a.example:5000/b@sha256:0123', 'https://a.example/b?token=$TOKEN', 'https://a.example/b?token=<token>', 'sk-ecdsa-sha2-nistp256@openssh.com', 'a disk-workspace-of-alice-in-the-office']) {
      expect(show(text)).toBe(`'${text}'`);
    }
  });

  it('is quick over long texts', () => {
    const started = Date.now();
    show('a-'.repeat(500_000));
    show('a&b='.repeat(250_000));
    expect(Date.now() - started).toBeLessThan(2000);
  });
});
