import { Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { FOREIGN_KEYS, KEYS } from '../facts';
import { namespace as namespaceObject } from '../objects/namespace';
import { checkNamespace, isAbsent, isDnsLabel, type NetworkIsolation, type PropNames, Reading } from '../values';
import { emit } from './emit';
import { recordFaults } from './fault-record';
import { isolate, readIsolationProp } from './isolation';
import { Layer, Layers } from './layers';
import { kept } from './naming';
import { settingsOf } from './settings';

/** Where images lie. */
export interface ImageSpaceProps {
  /**
   * The namespace of the images. Nobody but the platform team needs rights there.
   * @default - the construct's id
   */
  readonly namespace?: string;
  /**
   * Closes the namespace, but for what this names and what importing and cloning need.
   * @default - no policy: the namespace is as open as the cluster
   */
  readonly network?: NetworkIsolation;
}

/** Not `instanceof`: cdk8s makes that true for every Chart (`Symbol.hasInstance`). */
const SPACES = new WeakMap<IConstruct, ImageSpace>();

const PROPS: PropNames<ImageSpaceProps> = { namespace: true, network: true };

/**
 * The chart of golden images: a namespace of their own, applied before the people.
 *
 * Faults: WS-NAME-001, WS-NAME-003, WS-POLICY-004, WS-APP-002, WS-APP-007.
 *
 * @example
 * const images = new ImageSpace(app, 'vm-images');
 */
export class ImageSpace extends Chart {
  public constructor(scope: Construct, id: string, props?: ImageSpaceProps) {
    const reading = new Reading(`image space '${id}'`);
    const given = reading.props(props, PROPS);
    const wanted: unknown = isAbsent(given.namespace) ? id : given.namespace;
    const faults = checkNamespace(wanted, `image space '${id}'`);
    super(scope, id, { namespace: isDnsLabel(wanted) ? wanted : 'vm-images' });
    SPACES.set(this, this);
    Layers.set(this, Layer.IMAGES);
    const network = readIsolationProp(given.network, reading);
    recordFaults(this, [...reading.faults, ...faults]);
    emit(this, 'namespace', namespaceObject({
      name: this.imagesNamespace,
      ...kept({ [KEYS.fleet]: settingsOf(this).fleet, [KEYS.role]: 'image-space', [FOREIGN_KEYS.podSecurityEnforce]: 'baseline' }),
    }));
    if (network !== undefined) {
      isolate(this, this.imagesNamespace, network, { [KEYS.fleet]: settingsOf(this).fleet });
    }
  }

  /** The namespace of the images. */
  public get imagesNamespace(): string {
    return this.namespace ?? 'vm-images';
  }
}

/** The nearest image space around a construct, if there is one. */
export function imageSpaceOf(construct: Construct): ImageSpace | undefined {
  const found = construct.node.scopes.reverse().find((scope) => SPACES.has(scope));
  return found === undefined ? undefined : SPACES.get(found);
}
