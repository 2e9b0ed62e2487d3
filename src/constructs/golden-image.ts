import type { Size } from 'cdk8s';
import { Construct } from 'constructs';
import { CDI_CHECKSUM_SINCE, compareReleases, FOREIGN_KEYS, KEYS } from '../facts';
import { type Fault, fault, show } from '../faults';
import { dataSource } from '../objects/data-source';
import { dataVolume } from '../objects/data-volume';
import { checkSize, ImageSource, type ImageSourceData, isAbsent, isDnsLabel, isDnsSubdomain, type PropNames, propsOf, Reading, readSize, type ReadSize } from '../values';
import { emitCloneRight, externalCloneRight, type CloneRight } from './clone-right';
import { emit } from './emit';
import { expect } from './expectations';
import { recordFaults } from './fault-record';
import { imageSpaceOf } from './image-space';
import { letImport } from './isolation';
import { leaveNote } from './notes';
import { checkName, kept } from './naming';
import { type IRbdStorage, readStorage } from './rbd-storage';
import { settingsOf } from './settings';

/** An image that disks are cloned from, ours or somebody else's. */
export interface IGoldenImage {
  /** Namespace of the image. */
  readonly imageNamespace: string;
  /** Name of the DataSource that disks refer to. */
  readonly dataSourceName: string;
  /** Size of the image, if it is known: the least size of a disk. */
  readonly imageSize?: Size;
}

/** A version of an image that stays beside the current one. */
export interface ImageVersion {
  /** Its number, below the current one. */
  readonly version: number;
  /** Where it came from; the same as when it was current. */
  readonly source: ImageSource;
  /** Its size; the same as when it was current, since its DataVolume never changes. */
  readonly size: Size;
  /**
   * Its storage class; the same as when it was current.
   * @default - the current version's
   */
  readonly storage?: IRbdStorage;
  /**
   * What is known of its origin.
   * @default - none
   */
  readonly provenance?: Provenance;
}

/** What is known of an image's origin, written as annotations. */
export interface Provenance {
  /**
   * Where its software bill of materials is.
   * @default - none
   */
  readonly sbom?: string;
  /**
   * When it was built, as text.
   * @default - none
   */
  readonly buildDate?: string;
  /**
   * What it was built from, such as a commit.
   * @default - none
   */
  readonly revision?: string;
}

/** An image and where it comes from. */
export interface GoldenImageProps {
  /** Where the current version comes from. */
  readonly source: ImageSource;
  /** Size of the imported disk: at least the image's virtual size. */
  readonly size: Size;
  /** The storage class of the image; disks of the same driver are cloned from it quickly. */
  readonly storage: IRbdStorage;
  /**
   * Number of the current version. Another source gets the next number.
   * @default 1
   */
  readonly version?: number;
  /**
   * Older versions that stay: disks that are pinned to them can still be born, and the right to clone still names them.
   * @default - none
   */
  readonly retained?: ImageVersion[];
  /**
   * What is known of the current version's origin.
   * @default - none
   */
  readonly provenance?: Provenance;
}

/** An image that somebody else offers. */
export interface DataSourceReference {
  /** Namespace of the DataSource. */
  readonly namespace: string;
  /** Name of the DataSource. */
  readonly name: string;
  /**
   * Size of the image behind it.
   * @default - not known: that a disk holds it cannot be checked
   */
  readonly size?: Size;
  /**
   * Name of the claim behind it, in the same namespace; with it (and the app's `deployers`) the right to clone is written.
   * @default - not known: the right is listed as expected
   */
  readonly claimName?: string;
}

const REFERENCE_PROPS: PropNames<DataSourceReference> = { namespace: true, name: true, size: true, claimName: true };

interface Version {
  readonly version: number;
  readonly source: ImageSourceData;
  readonly size: ReadSize;
  readonly storageClassName: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const PROPS: PropNames<GoldenImageProps> = { source: true, size: true, storage: true, version: true, retained: true, provenance: true };
const VERSION_PROPS: PropNames<ImageVersion> = { version: true, source: true, size: true, storage: true, provenance: true };
const PROVENANCE_PROPS: PropNames<Provenance> = { sbom: true, buildDate: true, revision: true };

/**
 * A golden image: each version a claim of its own, and the DataSource that disks refer to. A new version moves the
 * DataSource; disks that exist are not touched.
 *
 * Faults: WS-IMAGE-004 to WS-IMAGE-006, WS-IMAGE-009, WS-POLICY-008, WS-NAME-001, WS-SIZE-001, WS-SIZE-002, WS-APP-002, WS-APP-007.
 *
 * @example
 * const ubuntu = new GoldenImage(images, 'ubuntu-24-04-cuda', {
 *   source: ImageSource.http('https://images.example.internal/ubuntu-24.04.qcow2', {
 *     sha256: '0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6',
 *   }),
 *   size: Size.gibibytes(40),
 *   storage,
 * });
 */
export class GoldenImage extends Construct implements IGoldenImage {
  /**
   * An image that exists in the cluster.
   *
   * @param reference the DataSource
   */
  public static fromDataSource(reference: DataSourceReference): IGoldenImage {
    const reading = new Reading('GoldenImage.fromDataSource');
    const given = reading.props(reference, REFERENCE_PROPS);
    const [namespace, name] = [textOf(given.namespace), textOf(given.name)];
    if (!isDnsLabel(namespace)) {
      reading.refuse('namespace', given.namespace, 'the namespace of a DataSource');
    }
    if (!isDnsSubdomain(name)) {
      reading.refuse('name', given.name, 'the name of a DataSource');
    }
    return new ExistingImage(namespace, name, given.size, given.claimName, reading.faults);
  }

  /** Namespace of the image. */
  public readonly imageNamespace: string;
  /** Name of the DataSource that disks refer to; it moves with the versions. */
  public readonly dataSourceName: string;
  /** Size of the current version. */
  public readonly imageSize?: Size;
  private readonly versions: readonly Version[];

  public constructor(scope: Construct, id: string, props: GoldenImageProps) {
    super(scope, id);
    const reading = new Reading(`image '${id}'`);
    const given = reading.props(props, PROPS);
    const space = imageSpaceOf(this);
    if (space === undefined) {
      reading.add(fault('WS-IMAGE-009', { image: id }));
    }
    reading.add(...checkName(id, 'id', `image '${id}'`), ...(isDnsLabel(`${id}-v9999`) || !isDnsLabel(id) ? []
      : [fault('WS-NAME-005', { got: show(id), length: id.length, what: 'an image with its version', expected: 57 }, { field: 'id' })]));
    this.imageNamespace = space?.imagesNamespace ?? 'vm-images';
    this.dataSourceName = isDnsLabel(id) ? id : 'image';

    const storageClassName = readStorage(given.storage, reading);
    const size = checkSize(given.size, 'size', `image '${id}'`);
    reading.add(...size.faults);
    const version = this.readVersion(given.version, 1, reading);
    const source = reading.instance('source', given.source, ImageSource, "an ImageSource, such as ImageSource.http('https://…', { sha256: '…' })");
    const annotations = provenance(given.provenance, 'provenance', reading);
    const current: Version[] = source === undefined || size.read === undefined || storageClassName === undefined ? []
      : [{ version, source: source._data, size: size.read, storageClassName, annotations }];
    this.versions = [...current, ...this.readRetained(given.retained, version, storageClassName, reading)];
    if (size.read !== undefined) {
      this.imageSize = size.read.size;
    }
    this.checkTarget(reading);
    recordFaults(this, reading.faults);
    if (storageClassName === undefined || current.length === 0) {
      return;
    }

    for (const one of this.versions) {
      this.emitVersion(one);
    }
    emit(this, 'data-source', dataSource({
      name: this.dataSourceName, namespace: this.imageNamespace, ...kept(this.labels(version)),
    }, this.claimOf(version)));
    emitCloneRight(this, this.cloneRight());
    letImport(this, this.dataSourceName, this.versions.map(({ source }) => source));
    for (const name of new Set(this.versions.map((one) => one.storageClassName))) {
      expect(this, { kind: 'storageClass', name, must: 'Block volumes, ReadWriteOnce, expansion' });
    }
    expect(this, {
      kind: 'room', name: `temporary claims in ${this.imageNamespace}`, namespace: this.imageNamespace,
      must: 'room for a claim of the size of each disk that is being cloned at one time, and for the scratch space of an import',
    });
  }

  /**
   * The image pinned to one version: a disk made from it is not moved when the image gets a new one.
   *
   * Faults: WS-IMAGE-008, recorded on the image.
   *
   * @param version the current or a retained version
   */
  public pinned(version: number): IGoldenImage {
    const found = this.versions.find((one) => one.version === version);
    if (found === undefined) {
      recordFaults(this, [fault('WS-IMAGE-008', { image: this.node.id, got: show(version), expected: this.versions.map((one) => one.version).join(', ') || '(none)' })]);
      return this;
    }
    const pinned: IGoldenImage = { imageNamespace: this.imageNamespace, dataSourceName: `${this.dataSourceName}-v${version}`, imageSize: found.size.size };
    return pinned;
  }

  /** Name of the claim that holds a version. */
  private claimOf(version: number): string {
    const found = this.versions.find((one) => one.version === version);
    return found?.source.kind === 'claim' ? found.source.name : `${this.dataSourceName}-v${version}`;
  }

  private cloneRight(): CloneRight {
    return { namespace: this.imageNamespace, image: this.dataSourceName, claims: this.versions.map((one) => this.claimOf(one.version)) };
  }

  private labels(version: number): Record<string, string> {
    return { [KEYS.fleet]: settingsOf(this).fleet, [KEYS.role]: 'image', [KEYS.imageVersion]: String(version) };
  }

  private emitVersion(one: Version): void {
    const name = `${this.dataSourceName}-v${one.version}`;
    const { source, storageClassName, annotations } = one;
    const origin = originOf(source);
    if (source.kind === 'claim') {
      expect(this, { kind: 'claim', namespace: this.imageNamespace, name: source.name, must: 'a filled Block volume that no running machine uses', kibibytes: one.size.kibibytes });
    } else {
      emit(this, `volume-v${one.version}`, dataVolume({
        name, namespace: this.imageNamespace,
        ...kept(this.labels(one.version), {
          ...origin, ...annotations, [FOREIGN_KEYS.cdiImmediateBind]: 'true', [FOREIGN_KEYS.cdiAllowClaimAdoption]: 'true', [FOREIGN_KEYS.fluxSsa]: 'IfNotPresent',
        }),
      }, {
        source: source.kind === 'snapshot' ? { ...source, namespace: this.imageNamespace } : source, storageClassName, accessMode: 'ReadWriteOnce', size: one.size.text,
      }));
      this.expectOf(name, source);
    }
    emit(this, `data-source-v${one.version}`, dataSource({ name, namespace: this.imageNamespace, ...kept(this.labels(one.version), origin) }, this.claimOf(one.version)));
  }

  private expectOf(volume: string, source: Exclude<ImageSourceData, { kind: 'claim' }>): void {
    const namespace = this.imageNamespace;
    switch (source.kind) {
      case 'upload':
        leaveUploadNote(this, { namespace, volume, sha256: source.sha256 });
        return;
      case 'snapshot':
        expect(this, { kind: 'snapshot', namespace, name: source.name, must: 'ready to use, of a disk that was sealed and powered off' });
        return;
      case 'http':
      case 'registry':
        if (source.credentials !== undefined) {
          expect(this, { kind: 'secret', namespace, name: source.credentials, must: 'keys accessKeyId and secretKey' });
        }
        if (source.caBundle !== undefined) {
          expect(this, { kind: 'configMap', namespace, name: source.caBundle, must: 'CA certificates in PEM' });
        }
    }
  }

  private readVersion(version: unknown, byDefault: number, reading: Reading, field = 'version'): number {
    if (isAbsent(version)) {
      return byDefault;
    }
    if (typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= 9999) {
      return version;
    }
    reading.add(fault('WS-IMAGE-004', { image: this.node.id, got: show(version) }, { field }));
    return byDefault;
  }

  private readRetained(retained: unknown, current: number, currentClass: string | undefined, reading: Reading): Version[] {
    const seen = new Set<number>();
    return reading.list('retained', retained).flatMap((item, index) => {
      const prop = `retained[${index}]`;
      const given = reading.props(item as ImageVersion | undefined, VERSION_PROPS, prop);
      const version = isAbsent(given.version) ? Number.NaN : this.readVersion(given.version, Number.NaN, reading, `${prop}.version`);
      const source = reading.instance(`${prop}.source`, given.source, ImageSource, 'the ImageSource that this version came from');
      const size = checkSize(given.size, `${prop}.size`, `image '${this.node.id}'`);
      const storageClassName = isAbsent(given.storage) ? currentClass : readStorage(given.storage, reading, `${prop}.storage`);
      const annotations = provenance(given.provenance, `${prop}.provenance`, reading);
      reading.add(...size.faults);
      if (isAbsent(given.version)) {
        reading.add(fault('WS-IMAGE-004', { image: this.node.id, got: show(given.version) }, { field: `${prop}.version` }));
      }
      const reason = Number.isNaN(version) ? undefined : seen.has(version) ? 'it is listed twice' : version >= current ? `the current version is ${current}` : undefined;
      if (reason !== undefined) {
        reading.add(fault('WS-IMAGE-005', { got: version, image: this.node.id, reason }, { field: prop }));
        return [];
      }
      seen.add(version);
      return Number.isNaN(version) || source === undefined || size.read === undefined || storageClassName === undefined ? []
        : [{ version, source: source._data, size: size.read, storageClassName, annotations }];
    });
  }

  private checkTarget(reading: Reading): void {
    const { cdi } = settingsOf(this).target;
    if (this.versions.some((one) => one.source.kind === 'http') && compareReleases(cdi, CDI_CHECKSUM_SINCE) < 0) {
      reading.add(fault('WS-IMAGE-006', { image: this.node.id, got: cdi, expected: CDI_CHECKSUM_SINCE }));
    }
  }
}

function provenance(given: unknown, prop: string, reading: Reading): Record<string, string> {
  const { sbom, buildDate, revision } = reading.props(given as Provenance | undefined, PROVENANCE_PROPS, prop);
  const texts = [
    [KEYS.imageSbom, reading.optionalText(`${prop}.sbom`, sbom)],
    [KEYS.imageBuildDate, reading.optionalText(`${prop}.buildDate`, buildDate)],
    [KEYS.imageRevision, reading.optionalText(`${prop}.revision`, revision)],
  ] as const;
  return Object.fromEntries(texts.filter((pair): pair is [(typeof pair)[0], string] => pair[1] !== undefined));
}

/** A name that JavaScript may have left out: an empty one is refused by whoever uses the image. */
function textOf(name: unknown): string {
  return typeof name === 'string' ? name : '';
}

/** Where an image came from, for whoever looks at it in the cluster. */
function originOf(source: ImageSourceData): Record<string, string> {
  switch (source.kind) {
    case 'http':
      return { [KEYS.imageSource]: source.url, [KEYS.imageDigest]: `sha256:${source.sha256}` };
    case 'registry':
      return { [KEYS.imageSource]: source.url, [KEYS.imageDigest]: `sha256:${source.digest}` };
    case 'upload':
      return { [KEYS.imageSource]: 'upload', [KEYS.imageDigest]: `sha256:${source.sha256}` };
    case 'snapshot':
    case 'claim':
      return { [KEYS.imageSource]: `${source.kind} ${source.name}` };
  }
}

const UPLOADS = `# Images that somebody uploads

Each waits until its file is there. CDI does not check what is uploaded, so the line compares the digest before. FILE is the image where you are: raw or qcow2, also as .gz or .xz.
CDI's upload proxy must be reachable (\`--uploadproxy-url\`, or \`uploadProxyURLOverride\` in the CDI object).
`;

/** Leaves the lines that upload one image in the one text of all. */
function leaveUploadNote(image: Construct, { namespace, volume, sha256 }: { namespace: string; volume: string; sha256: string }): void {
  leaveNote(image, { path: 'uploads.md', text: UPLOADS });
  leaveNote(image, { path: 'uploads.md', text: `## ${volume}\n\n\`\`\`sh\necho '${sha256}  FILE' | sha256sum --check \\\n  && virtctl image-upload dv ${volume} -n ${namespace} --no-create --image-path FILE\n\`\`\`\n` });
}

/** An image by reference; it remembers its claim for the right to clone. */
class ExistingImage implements IGoldenImage {
  public readonly imageSize?: Size;

  public constructor(
    public readonly imageNamespace: string, public readonly dataSourceName: string, size: Size | undefined, public readonly claimName: string | undefined | null,
    public readonly mistakes: readonly Fault[],
  ) {
    if (!isAbsent(size)) {
      this.imageSize = size;
    }
  }
}

/** What a disk needs to know of its image; faults for whatever JavaScript gave. */
export function readImage(image: unknown, disk: Construct, reading: Reading): { namespace: string; name: string; size: ReadSize | undefined } | undefined {
  const given = propsOf(image as IGoldenImage | undefined);
  if (image instanceof ExistingImage && image.mistakes.length > 0) {
    // Said where the image is used: there is no construct before.
    reading.add(...image.mistakes);
    return undefined;
  }
  if (!isDnsLabel(given.imageNamespace) || !isDnsSubdomain(given.dataSourceName)) {
    return reading.refuse('image', image, "a GoldenImage, or GoldenImage.fromDataSource({ namespace: '…', name: '…' })");
  }
  const size = isAbsent(given.imageSize) ? undefined : readSize(given.imageSize);
  if (!isAbsent(given.imageSize) && size === undefined) {
    reading.add(fault('WS-SIZE-001', { prop: 'size', what: `image '${given.dataSourceName}'`, got: show(given.imageSize) }));
  }
  if (image instanceof ExistingImage) {
    const claim: unknown = image.claimName;
    const known = isDnsSubdomain(claim) ? [claim] : [];
    if (!isAbsent(claim) && known.length === 0) {
      reading.refuse('claimName', claim, `the name of the claim behind image '${given.dataSourceName}', or leave it out`);
    }
    expect(disk, {
      kind: 'dataSource', namespace: image.imageNamespace, name: image.dataSourceName,
      must: size === undefined ? 'ready' : 'ready, with an image of at most this size', ...(size === undefined ? {} : { kibibytes: size.kibibytes }),
    });
    externalCloneRight(disk, { namespace: image.imageNamespace, image: image.dataSourceName, claims: known });
  }
  return { namespace: given.imageNamespace, name: given.dataSourceName, size };
}

/** Faults and infos of a disk that is cloned from an image. */
export function checkHolds(disk: string, size: ReadSize, image: { name: string; size: ReadSize | undefined }): Fault[] {
  if (image.size === undefined) {
    return [fault('WS-DISK-002', { image: image.name, disk, got: size.text }, { field: 'size' })];
  }
  return size.kibibytes >= image.size.kibibytes ? [] : [fault('WS-DISK-004', { disk, got: size.text, image: image.name, expected: image.size.text }, { field: 'size' })];
}
