import { type Fault, fault, secretIn, show, throwAll } from '../faults';
import { PullMethod } from './choices';
import { isDnsSubdomain } from './names';
import { isAbsent, type PropNames, Reading } from './reading';

/** How an image is fetched by HTTP. */
export interface HttpImageProps {
  /** SHA-256 of the file, 64 hexadecimal digits as `sha256sum` prints them; CDI checks it while it imports. */
  readonly sha256: string;
  /**
   * Name of a Secret in the images' namespace with the keys accessKeyId and secretKey.
   * @default - no sign-in
   */
  readonly credentials?: string;
  /**
   * Name of a ConfigMap in the images' namespace with the CA certificates of the server.
   * @default - the public ones
   */
  readonly caBundle?: string;
}

/** How an image is fetched from a registry. */
export interface RegistryImageProps {
  /**
   * Name of a Secret in the images' namespace with the keys accessKeyId and secretKey.
   * @default - no sign-in
   */
  readonly credentials?: string;
  /**
   * Name of a ConfigMap in the images' namespace with the CA certificates of the registry.
   * @default - the public ones
   */
  readonly caBundle?: string;
  /**
   * Who pulls the image.
   * @default PullMethod.POD
   */
  readonly pullMethod?: PullMethod;
}

/** A file that somebody uploads. */
export interface UploadedImageProps {
  /**
   * SHA-256 of the file, 64 hexadecimal digits as `sha256sum` prints them. CDI does not check an upload: the digest says which file the image is,
   * in its annotations and in the line that uploads it.
   */
  readonly sha256: string;
}

/** @internal */
export type ImageSourceData =
  | { readonly kind: 'http'; readonly url: string; readonly sha256: string; readonly credentials?: string; readonly caBundle?: string }
  | { readonly kind: 'registry'; readonly url: string; readonly digest: string; readonly credentials?: string; readonly caBundle?: string; readonly pullMethod: PullMethod }
  | { readonly kind: 'upload'; readonly sha256: string }
  | { readonly kind: 'snapshot'; readonly name: string }
  | { readonly kind: 'claim'; readonly name: string };

const HTTP_PROPS: PropNames<HttpImageProps> = { sha256: true, credentials: true, caBundle: true };
const UPLOAD_PROPS: PropNames<UploadedImageProps> = { sha256: true };
const REGISTRY_PROPS: PropNames<RegistryImageProps> = { credentials: true, caBundle: true, pullMethod: true };

/**
 * Where a golden image comes from; always pinned by a digest, or a claim that exists.
 *
 * @example
 * const source = ImageSource.http('https://images.example.internal/ubuntu-24.04.qcow2', {
 *   sha256: '0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
 * });
 */
export class ImageSource {
  /**
   * A file by HTTP: qcow2, raw, also compressed.
   *
   * Faults: WS-IMAGE-001, WS-IMAGE-002, WS-IMAGE-007, WS-SECRET-001 (a token or signature in the address),
   * WS-APP-002, WS-APP-007; later WS-IMAGE-006 if the target's CDI cannot check the digest.
   */
  public static http(url: string, props: HttpImageProps): ImageSource {
    const reading = new Reading('ImageSource.http');
    const given = reading.props(props, HTTP_PROPS);
    const faults: Fault[] = reading.faults;
    const reason = httpFault(url);
    if (reason !== undefined) {
      faults.push(fault('WS-IMAGE-002', { got: show(withoutPassword(url)), reason }));
    }
    const secret = typeof url === 'string' ? secretIn(url) : undefined;
    if (secret !== undefined && reason === undefined) {
      faults.push(fault('WS-SECRET-001', { what: `the address ${show(withoutPassword(url))}`, got: secret }));
    }
    faults.push(...checkDigest(given.sha256, show(withoutPassword(url))), ...checkReferences(given));
    throwAll(faults);
    return new ImageSource({ kind: 'http', url, sha256: String(given.sha256).toLowerCase(), ...references(given) });
  }

  /**
   * A containerDisk in a registry, by digest.
   *
   * Faults: WS-IMAGE-003, WS-IMAGE-007, WS-APP-002, WS-APP-007.
   *
   * @param url `docker://REGISTRY/NAME@sha256:<64 hexadecimal digits>`
   */
  public static registry(url: string, props?: RegistryImageProps): ImageSource {
    const reading = new Reading('ImageSource.registry');
    const given = reading.props(props, REGISTRY_PROPS);
    const faults: Fault[] = [];
    const match = typeof url === 'string' ? /^docker:\/\/([^\s/@]+(?:\/[^\s@:]+)+)(?::[\w][\w.-]{0,127})?@sha256:([0-9a-f]{64})$/.exec(url) : null;
    if (match === null) {
      const reason = typeof url !== 'string' ? 'is no text'
        : !url.startsWith('docker://') ? 'does not begin with docker://'
          : !url.includes('@') ? 'has no digest'
            : 'is malformed';
      faults.push(fault('WS-IMAGE-003', { got: show(withoutPassword(url)), reason }));
    }
    faults.push(...checkReferences(given));
    const pullMethod = reading.choice('pullMethod', given.pullMethod, PullMethod, PullMethod.POD);
    throwAll([...faults, ...reading.faults]);
    return new ImageSource({ kind: 'registry', url, digest: match?.[2] ?? '', pullMethod, ...references(given) });
  }

  /**
   * A claim that exists in the images' namespace, filled by somebody else.
   *
   * Faults: WS-IMAGE-007.
   */
  public static claim(name: string): ImageSource {
    if (!isDnsSubdomain(name)) {
      throwAll([fault('WS-IMAGE-007', { prop: 'claim', got: show(name), expected: 'PersistentVolumeClaim' })]);
    }
    return new ImageSource({ kind: 'claim', name });
  }

  /**
   * A file that somebody uploads from where it lies, with `virtctl image-upload`: the image waits for it. `uploads.md` in the info folder has the lines.
   *
   * Faults: WS-IMAGE-001, WS-APP-002, WS-APP-007.
   */
  public static upload(props: UploadedImageProps): ImageSource {
    const reading = new Reading('ImageSource.upload');
    const given = reading.props(props, UPLOAD_PROPS);
    throwAll([...reading.faults, ...checkDigest(given.sha256, 'an uploaded file')]);
    return new ImageSource({ kind: 'upload', sha256: String(given.sha256).toLowerCase() });
  }

  /**
   * A VolumeSnapshot in the images' namespace, of a disk that was sealed and powered off.
   *
   * Faults: WS-IMAGE-007.
   */
  public static snapshot(name: string): ImageSource {
    if (!isDnsSubdomain(name)) {
      throwAll([fault('WS-IMAGE-007', { prop: 'snapshot', got: show(name), expected: 'VolumeSnapshot' })]);
    }
    return new ImageSource({ kind: 'snapshot', name });
  }

  /** @internal */
  public readonly _data: ImageSourceData;

  private constructor(data: ImageSourceData) {
    this._data = data;
  }
}

function checkDigest(sha256: unknown, url: string): Fault[] {
  return typeof sha256 === 'string' && /^[0-9a-fA-F]{64}$/.test(sha256) ? [] : [fault('WS-IMAGE-001', { url, got: show(sha256) }, { field: 'sha256' })];
}

function checkReferences(given: { credentials?: unknown; caBundle?: unknown }): Fault[] {
  return ([['credentials', given.credentials, 'Secret'], ['caBundle', given.caBundle, 'ConfigMap']] as const)
    .filter(([, value]) => !isAbsent(value) && !isDnsSubdomain(value))
    .map(([prop, value, expected]) => fault('WS-IMAGE-007', { prop, got: show(value), expected }, { field: prop }));
}

function references(given: { credentials?: string; caBundle?: string }): { credentials?: string; caBundle?: string } {
  return { ...(isAbsent(given.credentials) ? {} : { credentials: given.credentials }), ...(isAbsent(given.caBundle) ? {} : { caBundle: given.caBundle }) };
}

function httpFault(url: unknown): string | undefined {
  if (typeof url !== 'string') {
    return 'is no text';
  }
  if (url !== url.trim() || /[\s\u0000-\u001f]/.test(url)) {
    return 'holds blanks';
  }
  const match = /^(https?):\/\/([^/?#]*)([^?#]*)/i.exec(url);
  const [, , authority = '', path = ''] = match ?? [];
  if (match === null) {
    return 'does not begin with http:// or https://';
  }
  if (authority.includes('@')) {
    return 'holds a user or a password';
  }
  if (!/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:\d{1,5})?$/.test(authority)) {
    return 'has no host';
  }
  return path === '' || path === '/' ? 'names no file' : undefined;
}

/** A password never reaches a message; it may hold a slash or an @ itself, so all up to the last @ that begins no digest goes. */
function withoutPassword(url: unknown): unknown {
  return typeof url === 'string' ? url.replace(/\/\/.*@(?!(?:md5|sha1|sha256|sha512):)/s, '//…@') : url;
}
