import { type Chart, Size } from 'cdk8s';
import { notesOf } from '../../src/constructs/notes';
import { expectationsOf } from '../../src/constructs/expectations';
import { GoldenImage, type GoldenImageProps } from '../../src/constructs/golden-image';
import { layerOf } from '../../src/constructs/layers';
import { ImageSource, PullMethod } from '../../src/values';
import { changes, chart, codesBelow, errorsBelow, faultsBelow, gi, HTTP, idOf, images, manifestsOf, plainApp, root, SHA, space, STORAGE, theOne } from '../support/fleet';
import { DEPLOYERS } from './cases';

const SMALLEST: GoldenImageProps = { source: HTTP, size: gi(40), storage: STORAGE };
const made = (props: Partial<GoldenImageProps> = {}, app = plainApp(), id = 'ubuntu') => new GoldenImage(images(app), id, { ...SMALLEST, ...props });
const REGISTRY = ImageSource.registry(`docker://registry.example.internal/ubuntu@sha256:${SHA}`);

describe('GoldenImage', () => {
  it('needs source, size and storage only', () => {
    const image = made();
    expect(codesBelow(image)).toEqual([]);
    expect([image.imageNamespace, image.dataSourceName, image.imageSize?.toGibibytes()]).toEqual(['vm-images', 'ubuntu', 40]);
    expect(manifestsOf(image).map(idOf)).toEqual(['DataVolume vm-images/ubuntu-v1', 'DataSource vm-images/ubuntu-v1', 'DataSource vm-images/ubuntu']);
    expect(theOne(image, 'DataVolume').spec).toEqual({
      source: { http: { url: 'https://images.example.internal/ubuntu.qcow2', checksum: `sha256:${SHA}` } },
      storage: { accessModes: ['ReadWriteOnce'], volumeMode: 'Block', storageClassName: 'ceph-rbd', resources: { requests: { storage: '40Gi' } } },
    });
    expect(theOne(image, 'DataSource', 'ubuntu').spec).toEqual({ source: { pvc: { namespace: 'vm-images', name: 'ubuntu-v1' } } });
    expect(expectationsOf(image).map((one) => one.kind)).toEqual(['right', 'storageClass', 'room']);
    expect(expectationsOf(image).find((one) => one.kind === 'room')?.must).toMatch(/^room for a claim of the size of each disk that is being cloned/);
  });

  it.each<[string, Partial<GoldenImageProps>, Record<string, [unknown, unknown]>]>([
    ['size', { size: Size.mebibytes(50001) }, { '/0/spec/storage/resources/requests/storage': ['40Gi', '50001Mi'] }],
    ['storage', { storage: { className: 'other' } }, { '/0/spec/storage/storageClassName': ['ceph-rbd', 'other'] }],
    ['provenance', { provenance: { sbom: 'https://a/b', buildDate: '2026-11-30', revision: 'abc' } }, {
      '/0/metadata/annotations/workstations.dev~1image-sbom': [undefined, 'https://a/b'],
      '/0/metadata/annotations/workstations.dev~1image-build-date': [undefined, '2026-11-30'],
      '/0/metadata/annotations/workstations.dev~1image-revision': [undefined, 'abc'],
    }],
    ['credentials and CA', { source: ImageSource.http('https://images.example.internal/ubuntu.qcow2', { sha256: SHA, credentials: 'login', caBundle: 'ca' }) }, {
      '/0/spec/source/http/secretRef': [undefined, 'login'], '/0/spec/source/http/certConfigMap': [undefined, 'ca'],
    }],
  ])('%s changes this only', (_, props, expected) => {
    const image = made(props);
    expect(codesBelow(image)).toEqual([]);
    expect(changes(manifestsOf(made()), manifestsOf(image))).toEqual(expected);
  });

  it('takes an image from a registry, by digest', () => {
    expect(theOne(made({ source: REGISTRY }), 'DataVolume').spec.source).toEqual({ registry: { url: `docker://registry.example.internal/ubuntu@sha256:${SHA}`, pullMethod: 'pod' } });
    const byNode = ImageSource.registry(`docker://registry.example.internal/ubuntu:24.04@sha256:${SHA}`, { pullMethod: PullMethod.NODE, credentials: 'login', caBundle: 'ca' });
    expect(theOne(made({ source: byNode }), 'DataVolume').spec.source.registry).toMatchObject({ pullMethod: 'node', secretRef: 'login', certConfigMap: 'ca' });
  });

  it('takes a file that somebody uploads, and leaves the line that does it', () => {
    const image = made({ source: ImageSource.upload({ sha256: SHA }), version: 2 });
    const { metadata, spec } = theOne(image, 'DataVolume');
    expect(spec.source).toEqual({ upload: {} });
    expect(metadata.annotations).toMatchObject({ 'workstations.dev/image-source': 'upload', 'workstations.dev/image-digest': `sha256:${SHA}` });
    const text = notesOf(image).filter(({ path }) => path === 'uploads.md').map((note) => note.text).join('');
    expect(text).toContain(`echo '${SHA}  FILE' | sha256sum --check \\\n  && virtctl image-upload dv ubuntu-v2 -n vm-images --no-create --image-path FILE\n`);
  });

  it('takes a snapshot of its own namespace', () => {
    const image = made({ source: ImageSource.snapshot('sealed') });
    const { metadata, spec } = theOne(image, 'DataVolume');
    expect(spec.source).toEqual({ snapshot: { namespace: 'vm-images', name: 'sealed' } });
    expect(metadata.annotations['workstations.dev/image-source']).toBe('snapshot sealed');
    expect(theOne(image, 'DataSource', 'ubuntu').spec).toEqual({ source: { pvc: { namespace: 'vm-images', name: 'ubuntu-v1' } } });
    expect(expectationsOf(image)).toContainEqual(expect.objectContaining({ kind: 'snapshot', namespace: 'vm-images', name: 'sealed' }));
  });

  it('takes a claim that exists, and makes no DataVolume', () => {
    const image = made({ source: ImageSource.claim('by-hand'), size: gi(40) });
    expect(manifestsOf(image).map(idOf)).toEqual(['DataSource vm-images/ubuntu-v1', 'DataSource vm-images/ubuntu']);
    expect(manifestsOf(image).map((one) => one.spec.source.pvc.name)).toEqual(['by-hand', 'by-hand']);
    expect(expectationsOf(image)).toContainEqual(expect.objectContaining({ kind: 'claim', namespace: 'vm-images', name: 'by-hand' }));
  });

  describe('rolled to a new version', () => {
    const NEXT = ImageSource.http('https://images.example.internal/ubuntu-2.qcow2', { sha256: SHA });
    it('moves the DataSource and leaves the old volume alone', () => {
      const before = made();
      const after = made({ version: 2, source: NEXT, retained: [{ version: 1, source: HTTP, size: gi(40) }] });
      expect(codesBelow(after)).toEqual([]);
      expect(theOne(after, 'DataVolume', 'ubuntu-v1')).toEqual(theOne(before, 'DataVolume', 'ubuntu-v1'));
      expect(theOne(after, 'DataSource', 'ubuntu-v1')).toEqual(theOne(before, 'DataSource', 'ubuntu-v1'));
      expect(theOne(after, 'DataSource', 'ubuntu').spec.source.pvc.name).toBe('ubuntu-v2');
    });

    it('changes no disk that was made from it', () => {
      const disk = (props: Partial<GoldenImageProps>) => {
        const app = plainApp();
        return manifestsOf(root(space(app), 'root', { image: made(props, app) }));
      };
      expect(disk({ version: 2, source: NEXT, retained: [{ version: 1, source: HTTP, size: gi(40) }] })).toEqual(disk({}));
    });

    it('keeps a pinned disk where it is', () => {
      const app = plainApp();
      const image = made({ version: 2, source: NEXT, retained: [{ version: 1, source: HTTP, size: gi(30) }] }, app);
      expect(theOne(root(space(app), 'root', { image: image.pinned(1), size: gi(30) }), 'DataVolume').spec.sourceRef).toEqual({ kind: 'DataSource', namespace: 'vm-images', name: 'ubuntu-v1' });
      expect(codesBelow(app)).toEqual([]);
      expect(image.pinned(2)).toMatchObject({ dataSourceName: 'ubuntu-v2', imageNamespace: 'vm-images' });
    });

    it('names the claims of all versions in the right to clone', () => {
      const image = made({ version: 3, source: NEXT, retained: [{ version: 1, source: ImageSource.claim('by-hand'), size: gi(40) }, { version: 2, source: HTTP, size: gi(40) }] }, plainApp({ deployers: DEPLOYERS }));
      expect(theOne(image, 'Role').rules).toEqual([
        { apiGroups: ['cdi.kubevirt.io'], resources: ['datavolumes/source'], resourceNames: ['ubuntu-v3', 'by-hand', 'ubuntu-v2'], verbs: ['create'] },
      ]);
      expect(theOne(image, 'RoleBinding').roleRef).toEqual({ apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'ubuntu-clone' });
      expect(expectationsOf(image).map((one) => one.kind)).not.toContain('right');
    });
  });

  it.each<[string, unknown, string[]]>([
    ['version 0', { version: 0 }, ['WS-IMAGE-004']],
    ['version 1.5', { version: 1.5 }, ['WS-IMAGE-004']],
    ['version 10000', { version: 10000 }, ['WS-IMAGE-004']],
    ['a version that is a text', { version: '2' }, ['WS-IMAGE-004']],
    ['a retained version without a number', { retained: [{ source: HTTP, size: gi(40) }] }, ['WS-IMAGE-004']],
    ['two retained versions with bad numbers', { retained: [{ version: 'a', source: HTTP, size: gi(40) }, { version: 0, source: HTTP, size: gi(40) }] }, ['WS-IMAGE-004', 'WS-IMAGE-004']],
    ['a retained version that is the current one', { retained: [{ version: 1, source: HTTP, size: gi(40) }] }, ['WS-IMAGE-005']],
    ['a retained version twice', { version: 3, retained: [{ version: 1, source: HTTP, size: gi(40) }, { version: 1, source: HTTP, size: gi(40) }] }, ['WS-IMAGE-005']],
    ['a retained version without a source', { version: 2, retained: [{ version: 1, size: gi(40) }] }, ['WS-APP-002']],
    ['a retained version without a size', { version: 2, retained: [{ version: 1, source: HTTP }] }, ['WS-SIZE-001']],
    ['a misspelt prop', { sizes: 1 }, ['WS-APP-007']],
    ['a misspelt prop of a retained version', { version: 2, retained: [{ version: 1, source: HTTP, size: gi(40), provenence: {} }] }, ['WS-APP-007']],
    ['a size that is a text', { size: '40Gi' }, ['WS-SIZE-001']],
    ['a size of half a KiB', { size: Size.kibibytes(1024.5) }, ['WS-SIZE-001']],
    ['a size below 1Mi', { size: Size.kibibytes(1023) }, ['WS-SIZE-002']],
    ['a source that is a text', { source: 'https://a/b' }, ['WS-APP-002']],
    ['storage that is a text', { storage: 'ceph-rbd' }, ['WS-APP-002']],
    ['provenance that is a number', { provenance: { revision: 7 } }, ['WS-APP-002']],
    ['all at once', { source: 1, size: 1, storage: 1, version: -1, retained: 1 }, ['WS-APP-002', 'WS-APP-002', 'WS-APP-002', 'WS-IMAGE-004', 'WS-SIZE-001']],
  ])('records %s', (_, props, codes) => {
    const image = made(props as Partial<GoldenImageProps>);
    expect(codesBelow(image)).toEqual(codes);
    expect(faultsBelow(image).every((fault) => fault.construct === 'vm-images/ubuntu')).toBe(true);
  });

  it('names the place of a fault in a retained version', () => {
    expect(faultsBelow(made({ version: 3, retained: [{ version: 1, source: HTTP, size: gi(40) }, { version: 0, source: HTTP, size: gi(40) }] })).map((fault) => fault.field)).toEqual(['retained[1].version']);
  });

  it.each([['Ubuntu', ['WS-NAME-001']], ['ubuntu.24', ['WS-NAME-001']], ['u'.repeat(58), ['WS-NAME-005']], ['u'.repeat(57), []]])('records the id %s', (id, codes) => {
    expect(codesBelow(made({}, plainApp(), id))).toEqual(codes);
  });

  it('belongs into an ImageSpace', () => {
    expect(codesBelow(new GoldenImage(chart(), 'ubuntu', SMALLEST))).toEqual(['WS-IMAGE-009']);
  });

  it.each([['1.64', ['WS-IMAGE-006']], ['1.65', []]])('with CDI %s', (cdi, codes) => {
    expect(codesBelow(made({}, plainApp({ target: { cdi } })))).toEqual(codes);
    expect(codesBelow(made({ source: REGISTRY }, plainApp({ target: { cdi } })))).toEqual([]);
  });

  it('has no version that nobody gave it', () => {
    const image = made();
    expect(image.pinned(2)).toBe(image);
    expect(image.pinned('1' as never)).toBe(image);
    expect(codesBelow(image)).toEqual(['WS-IMAGE-008', 'WS-IMAGE-008']);
  });

  describe('of somebody else', () => {
    it('refers to a DataSource', () => {
      const disk = root(space(), 'root', { image: GoldenImage.fromDataSource({ namespace: 'golden', name: 'ubuntu.24' }) });
      expect(theOne(disk, 'DataVolume').spec.sourceRef).toEqual({ kind: 'DataSource', namespace: 'golden', name: 'ubuntu.24' });
      expect(codesBelow(disk)).toEqual(['WS-DISK-002']);
      expect(expectationsOf(disk).map((one) => one.kind)).toEqual(['dataSource', 'right', 'storageClass', 'room']);
    });

    it.each([undefined, null, {}, { namespace: 'golden' }, { name: 'ubuntu' }, { namespace: null, name: 'ubuntu' }, { namespace: 'Golden', name: 'ubuntu' }, { namespace: {}, name: Object.create(null) }])('must be named: %p', (reference) => {
      expect(errorsBelow(root(space(), 'root', { image: GoldenImage.fromDataSource(reference as never) }))).toEqual(expect.arrayContaining(['WS-APP-002']));
    });

    it('a misspelt name is said where it is', () => {
      const messages = faultsBelow(root(space(), 'root', { image: GoldenImage.fromDataSource({ namespace: 'golden', nam: 'ubuntu' } as never) })).map(({ code, field }) => `${code} ${field}`);
      expect(messages).toEqual(['WS-APP-007 nam', 'WS-APP-002 name']);
    });

    it('opens the right to clone once an image, in the images’ layer', () => {
      const app = plainApp({ deployers: DEPLOYERS });
      const image = GoldenImage.fromDataSource({ namespace: 'golden', name: 'ubuntu', size: gi(40), claimName: 'claim-1' });
      root(space(app, 'alice'), 'root', { image });
      root(space(app, 'bob'), 'root', { image });
      const rights = app.node.findChild('clone-rights') as Chart;
      expect(manifestsOf(rights).map(idOf)).toEqual(['Role golden/ubuntu-clone', 'RoleBinding golden/ubuntu-clone']);
      expect(layerOf(rights)).toBe('2-images');
      expect(codesBelow(app)).toEqual([]);
    });

    it('opens it for each of two images whose names run together alike', () => {
      const app = plainApp({ deployers: DEPLOYERS });
      root(space(app, 'alice'), 'root', { image: GoldenImage.fromDataSource({ namespace: 'vm', name: 'images-ubuntu', size: gi(40), claimName: 'one' }) });
      root(space(app, 'bob'), 'root', { image: GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: gi(40), claimName: 'two' }) });
      expect(manifestsOf(app).filter((one) => one.kind === 'Role').map(idOf)).toEqual(['Role vm/images-ubuntu-clone', 'Role vm-images/ubuntu-clone']);
    });
  });
});
