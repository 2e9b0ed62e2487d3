import fc from 'fast-check';
import { ImageSource, PullMethod, type HttpImageProps, type RegistryImageProps } from '../../src/values';
import { codesOf, faultOf, faultsOf } from './support';

const SHA = '0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6';
const URL_ = 'https://images.example.internal/ubuntu-24.04.qcow2';
const PINNED = `docker://registry.example.internal/os/ubuntu@sha256:${SHA}`;
const http = (url: unknown, props: unknown = { sha256: SHA }) => ImageSource.http(url as string, props as HttpImageProps);
const registry = (url: unknown, props?: unknown) => ImageSource.registry(url as string, props as RegistryImageProps);

describe('ImageSource.http', () => {
  it('needs an address and a digest, which it writes in lower case', () => {
    expect(http(URL_, { sha256: SHA.toUpperCase() })._data).toEqual({ kind: 'http', url: URL_, sha256: SHA });
  });

  it('keeps every prop', () => {
    expect(http(URL_, { sha256: SHA, credentials: 'images', caBundle: 'office-ca' })._data).toEqual({ kind: 'http', url: URL_, sha256: SHA, credentials: 'images', caBundle: 'office-ca' });
  });

  it.each(['http://a/b', 'HTTPS://images.example.internal:8443/a?b=c#d', 'http://10.0.0.1/x', 'http://[fd00::1]:80/x', 'https://a/%20b'])('takes %s', (url) => {
    expect(http(url)._data).toMatchObject({ url });
  });

  it.each([
    ['ftp://a/b', 'does not begin with'], ['/mnt/a.qcow2', 'does not begin with'], ['', 'does not begin with'], ['docker://a/b', 'does not begin with'], ['https:/a/b', 'does not begin with'],
    ['https:///b', 'has no host'], ['https://-a/b', 'has no host'], ['https://a b/c', 'holds blanks'], [' https://a/b', 'holds blanks'], ['https://a/b\n', 'holds blanks'],
    ['https://a', 'names no file'], ['https://a/', 'names no file'], ['https://a/?x=y', 'names no file'], ['https://alice@a/b', 'holds a user'], ['https://a:port/b', 'has no host'], [5, 'is no text'],
  ])('refuses %j', (url, reason) => {
    expect(faultOf(() => http(url))).toMatchObject({ code: 'WS-IMAGE-002', message: expect.stringContaining(reason) });
  });

  it('refuses a password in the address and never shows it', () => {
    const faults = faultsOf(() => http('https://alice:hunter2@a/b', {}));
    expect(faults.map((fault) => fault.code)).toEqual(['WS-IMAGE-002', 'WS-IMAGE-001']);
    expect(JSON.stringify(faults)).not.toContain('hunter2');
  });

  it('never shows a password, wherever its signs stand', () => {
    fc.assert(fc.property(fc.string(), fc.constantFrom('https://', 'http://', 'HTTP://', 'ftp://', '//'), (noise, scheme) => {
      for (const url of [`${scheme}alice:hunter2@a/b`, `${scheme}alice:hunter2${noise}@a/b`, `${scheme}a${noise}:hunter2@a/b`]) {
        expect(JSON.stringify(faultsOf(() => http(url, {})))).not.toContain('hunter2');
        expect(JSON.stringify(faultsOf(() => registry(`${url}@sha256:${SHA}`)))).not.toContain('hunter2');
      }
    }));
  });

  it.each([SHA.slice(1), `${SHA}0`, `sha256:${SHA}`, SHA.replace('0', 'g'), '', undefined, 5])('refuses the digest %j', (sha256) => {
    expect(faultOf(() => http(URL_, { sha256 }))).toMatchObject({ code: 'WS-IMAGE-001', field: 'sha256' });
  });

  it.each(['other/creds', 'Creds', '', 5, 'a b'])('refuses the reference %j', (name) => {
    expect(faultOf(() => http(URL_, { sha256: SHA, credentials: name }))).toMatchObject({ code: 'WS-IMAGE-007', field: 'credentials', expected: 'Secret' });
    expect(faultOf(() => http(URL_, { sha256: SHA, caBundle: name }))).toMatchObject({ code: 'WS-IMAGE-007', field: 'caBundle', expected: 'ConfigMap' });
  });

  it('says all that is wrong at once', () => {
    expect(codesOf(() => http('x', { sha256: 'y', credentials: 'a/b', caBundle: 'c/d' }))).toEqual(['WS-IMAGE-001', 'WS-IMAGE-002', 'WS-IMAGE-007', 'WS-IMAGE-007']);
  });
});

describe('ImageSource.registry', () => {
  it('needs an address by digest; a pod pulls it', () => {
    expect(registry(PINNED)._data).toEqual({ kind: 'registry', url: PINNED, digest: SHA, pullMethod: PullMethod.POD });
  });

  it('keeps every prop', () => {
    expect(registry(PINNED, { credentials: 'c', caBundle: 'b', pullMethod: PullMethod.NODE })._data).toMatchObject({ credentials: 'c', caBundle: 'b', pullMethod: 'node' });
  });

  it.each([`docker://localhost:5000/a@sha256:${SHA}`, `docker://r.example/a/b/c:24.04@sha256:${SHA}`])('takes %s', (url) => {
    expect(registry(url)._data).toMatchObject({ url, digest: SHA });
  });

  it.each([
    ['docker://r.example/a:24.04', 'has no digest'], [`r.example/a@sha256:${SHA}`, 'does not begin with docker://'], [`docker://r.example/a@sha256:${SHA}0`, 'is malformed'],
    [`docker://r.example/a@sha256:${SHA.toUpperCase()}`, 'is malformed'], [`docker://r.example@sha256:${SHA}`, 'is malformed'], [`docker://r.example/a b@sha256:${SHA}`, 'is malformed'],
    [`docker://r.example/a@md5:${SHA}`, 'is malformed'], [`${PINNED}\n`, 'is malformed'], [`${PINNED}@sha256:${SHA}`, 'is malformed'], [5, 'is no text'],
  ])('refuses %j', (url, reason) => {
    expect(faultOf(() => registry(url))).toMatchObject({ code: 'WS-IMAGE-003', message: expect.stringContaining(reason) });
  });

  it('says all that is wrong at once', () => {
    expect(codesOf(() => registry('x', { credentials: 'a/b', caBundle: 'c/d', pullMethod: 'fast' }))).toEqual(['WS-APP-002', 'WS-IMAGE-003', 'WS-IMAGE-007', 'WS-IMAGE-007']);
  });
});

describe('ImageSource.snapshot', () => {
  it('names a VolumeSnapshot', () => {
    expect(ImageSource.snapshot('sealed.v1')._data).toEqual({ kind: 'snapshot', name: 'sealed.v1' });
  });

  it.each(['other/sealed', 'Sealed', '', 5])('refuses %j', (name) => {
    expect(faultOf(() => ImageSource.snapshot(name as string))).toMatchObject({ code: 'WS-IMAGE-007', expected: 'VolumeSnapshot' });
  });
});

describe('ImageSource.upload', () => {
  it('knows the file by its digest', () => {
    expect(ImageSource.upload({ sha256: SHA.toUpperCase() })._data).toEqual({ kind: 'upload', sha256: SHA });
  });

  it.each([undefined, null, '', 'abc', SHA.slice(1), 7])('refuses the digest %j', (sha256) => {
    expect(faultOf(() => ImageSource.upload({ sha256: sha256 as string }))).toMatchObject({ code: 'WS-IMAGE-001', field: 'sha256' });
  });

  it('refuses a prop that is none', () => {
    expect(faultOf(() => ImageSource.upload({ sha256: SHA, sha512: 'x' } as never))).toMatchObject({ code: 'WS-APP-007' });
  });
});

describe('ImageSource.claim', () => {
  it('names a claim', () => {
    expect(ImageSource.claim('ubuntu.v1')._data).toEqual({ kind: 'claim', name: 'ubuntu.v1' });
  });

  it.each(['other/ubuntu', 'Ubuntu', '', 5])('refuses %j', (name) => {
    expect(faultOf(() => ImageSource.claim(name as string))).toMatchObject({ code: 'WS-IMAGE-007', expected: 'PersistentVolumeClaim' });
  });
});
