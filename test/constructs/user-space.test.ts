import { ImageSpace } from '../../src/constructs/image-space';
import { Layer, layerOf, Layers } from '../../src/constructs/layers';
import { UserSpace, type UserSpaceProps } from '../../src/constructs/user-space';
import { Person, PodSecurity } from '../../src/values';
import { changes, chart, codesBelow, faultsBelow, manifestsOf, plainApp, theOne } from '../support/fleet';

const made = (props?: UserSpaceProps, id = 'alice') => new UserSpace(plainApp(), id, props);

describe('UserSpace', () => {
  it('needs an id only', () => {
    const alice = made();
    expect(alice.owner.name).toBe('alice');
    expect(alice.namespace).toBe('workstation-alice');
    expect(layerOf(alice)).toBe('3-people');
    expect(codesBelow(alice)).toEqual([]);
    expect(manifestsOf(alice)).toHaveLength(1);
    expect(theOne(alice, 'Namespace').metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'baseline', 'workstations.dev/owner': 'alice', 'workstations.dev/fleet': 'fleet' });
  });

  const before = () => manifestsOf(made());
  it.each<[string, UserSpaceProps, Record<string, [unknown, unknown]>]>([
    ['owner', { owner: Person.of('bob') }, {
      '/0/metadata/name': ['workstation-alice', 'workstation-bob'], '/0/metadata/labels/workstations.dev~1owner': ['alice', 'bob'],
    }],
    ['namespace', { namespace: 'vision' }, { '/0/metadata/name': ['workstation-alice', 'vision'] }],
    ['podSecurity', { podSecurity: PodSecurity.PRIVILEGED }, { '/0/metadata/labels/pod-security.kubernetes.io~1enforce': ['baseline', 'privileged'] }],
    ['labels', { labels: { team: 'vision' } }, { '/0/metadata/labels/team': [undefined, 'vision'] }],
    ['labels that are ours', { labels: { 'workstations.dev/owner': 'mallory', 'workstations.dev/keep': 'false', 'pod-security.kubernetes.io/enforce': 'privileged' } }, {}],
  ])('%s changes this only', (_, props, expected) => {
    const changed = made(props);
    expect(codesBelow(changed)).toEqual([]);
    expect(changes(before(), manifestsOf(changed))).toEqual(expected);
  });

  it.each<[string, unknown, string[]]>([
    ['an id that is no person', undefined, ['WS-PERSON-001']],
    ['a namespace in capitals', { namespace: 'Alice' }, ['WS-NAME-001']],
    ['a namespace of Kubernetes', { namespace: 'default' }, ['WS-NAME-003']],
    ['a namespace of KubeVirt', { namespace: 'kubevirt' }, ['WS-NAME-003']],
    ['the prefix kube-', { namespace: 'kube-people' }, ['WS-NAME-003']],
    ['a bad label', { labels: { 'a b': 'x' } }, ['WS-NAME-004']],
    ['a label that is a number', { labels: { team: 42 } }, ['WS-APP-002']],
    ['an owner that is a text', { owner: 'alice' }, ['WS-APP-002']],
    ['another level', { podSecurity: 'restricted' }, ['WS-APP-002']],
    ['all at once', { namespace: 'default', labels: { 'a b': 'x' }, podSecurity: 7, owner: {} }, ['WS-APP-002', 'WS-APP-002', 'WS-NAME-003', 'WS-NAME-004']],
  ])('records %s', (_, props, codes) => {
    const wrong = made(props as UserSpaceProps, props === undefined ? 'Alice_1' : 'alice');
    expect(codesBelow(wrong)).toEqual(codes);
    expect(faultsBelow(wrong).every((fault) => fault.construct === wrong.node.path)).toBe(true);
  });

  it('never lies in a namespace of the system, even beside other faults', () => {
    expect(made({ namespace: 'kube-system' }).namespace).toBe('workstation-alice');
  });
});

describe('ImageSpace', () => {
  it('needs an id only', () => {
    const images = new ImageSpace(plainApp(), 'vm-images');
    expect(images.imagesNamespace).toBe('vm-images');
    expect(layerOf(images)).toBe('2-images');
    expect(theOne(images, 'Namespace').metadata).toMatchObject({ name: 'vm-images', labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } });
    expect(codesBelow(images)).toEqual([]);
  });

  it('takes a namespace, which changes its name only', () => {
    const images = new ImageSpace(plainApp(), 'vm-images', { namespace: 'golden' });
    expect(changes(manifestsOf(new ImageSpace(plainApp(), 'vm-images')), manifestsOf(images))).toEqual({ '/0/metadata/name': ['vm-images', 'golden'] });
  });

  it.each<[string, string[]]>([['Images', ['WS-NAME-001']], ['cdi', ['WS-NAME-003']], ['openshift-images', ['WS-NAME-003']]])('records the namespace %s', (namespace, codes) => {
    expect(codesBelow(new ImageSpace(plainApp(), 'vm-images', { namespace }))).toEqual(codes);
    expect(codesBelow(new ImageSpace(plainApp(), namespace))).toEqual(codes);
  });
});

describe('Layers', () => {
  it('puts charts where they are told, and what is below with them', () => {
    const platform = chart();
    expect(layerOf(platform)).toBe('1-platform');
    Layers.set(platform, Layer.OPERATORS);
    expect(layerOf(platform)).toBe('0-operators');
    expect(layerOf(chart(platform, 'inner'))).toBe('0-operators');
  });

  it('lets the nearest word win', () => {
    const alice = made();
    const inner = chart(alice, 'inner');
    Layers.set(inner, Layer.IMAGES);
    expect([layerOf(alice), layerOf(inner)]).toEqual(['3-people', '2-images']);
  });

  it('moves a UserSpace, if somebody wants that', () => {
    const alice = made();
    Layers.set(alice, Layer.IMAGES);
    expect(layerOf(alice)).toBe('2-images');
  });

  it.each(['4-more', '', undefined, null, 3, {}, '__proto__'])('records the layer %p', (layer) => {
    const platform = chart();
    Layers.set(platform, layer as Layer);
    expect(codesBelow(platform)).toEqual(['WS-APP-002']);
    expect(layerOf(platform)).toBe('1-platform');
  });
});
