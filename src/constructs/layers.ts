import { Chart } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { LAYERS, type LayerName } from '../facts';
import { type Fault, fault, show, throwAll } from '../faults';
import { recordFaults } from './fault-record';

/** A folder of the output; the folders are applied in this order, each as a whole. */
export enum Layer {
  /** The KubeVirt and CDI objects: their operators make the CRDs of all else. */
  OPERATORS = '0-operators',
  /** What the platform team runs. */
  PLATFORM = '1-platform',
  /** Golden images. */
  IMAGES = '2-images',
  /** People, their disks and machines. */
  PEOPLE = '3-people',
}

const GIVEN = new WeakMap<IConstruct, LayerName>();

/**
 * Says in which folder of the output a chart is written.
 *
 * @example
 * Layers.set(new Chart(app, 'policies', { namespace: 'workstations' }), Layer.PLATFORM);
 */
export class Layers {
  /**
   * Puts a chart, or anything below one, into a layer.
   *
   * Faults: WS-APP-002 (no such layer; a scope that is no construct, which is thrown: there is nothing to note it on).
   */
  public static set(scope: Construct, layer: Layer): void {
    throwAll(noConstruct(scope, 'Layers.set'));
    if (!(LAYERS as readonly string[]).includes(layer)) {
      recordFaults(scope, [fault('WS-APP-002', { prop: 'layer', what: 'Layers.set', got: show(layer), expected: `one of ${LAYERS.join(', ')}` })]);
      return;
    }
    GIVEN.set(scope, layer);
  }

  private constructor() {}
}

/** A fault for whatever JavaScript gave in place of a construct. */
export function noConstruct(scope: unknown, what: string): Fault[] {
  return Construct.isConstruct(scope) ? [] : [fault('WS-APP-002', { prop: 'scope', what, got: show(scope), expected: 'a construct, such as the app or a chart' }, { field: 'scope' })];
}

/** The layer of a construct: its own, else that of the nearest parent which has one, else `1-platform`. */
export function layerOf(construct: IConstruct): LayerName {
  for (let at: IConstruct | undefined = construct; at !== undefined; at = at.node.scope) {
    const given = GIVEN.get(at);
    if (given !== undefined) {
      return given;
    }
    if (Chart.isChart(at) && !hasChartAbove(at)) {
      break;
    }
  }
  return Layer.PLATFORM;
}

function hasChartAbove(construct: IConstruct): boolean {
  for (let at = construct.node.scope; at !== undefined; at = at.node.scope) {
    if (Chart.isChart(at)) {
      return true;
    }
  }
  return false;
}
