import { Chart } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { KEYS } from '../facts';
import { role, roleBinding } from '../objects/rbac';
import { emit } from './emit';
import { expect } from './expectations';
import { Layer, Layers } from './layers';
import { kept } from './naming';
import { settingsOf } from './settings';

/** The right to clone from the claims of one image. */
export interface CloneRight {
  readonly namespace: string;
  readonly image: string;
  /** Claim names: CDI asks for the source's name, not the DataSource's (CDI authorize_utils.go:307-355). */
  readonly claims: readonly string[];
}

/**
 * Writes the right as one Role and RoleBinding for the people's deploying account: whoever writes a disk needs it at
 * every write, unchanged ones included. Without a deploying account it is listed as expected.
 */
export function emitCloneRight(scope: Construct, right: CloneRight): void {
  const { deployers, fleet } = settingsOf(scope);
  if (deployers === undefined || right.claims.length === 0) {
    expect(scope, {
      kind: 'right', namespace: right.namespace, name: `clone from image ${right.image}`,
      must: `create on datavolumes/source (cdi.kubevirt.io) in ${right.namespace} for the account that applies 3-people`
        + (right.claims.length === 0 ? ', on the claim behind the DataSource' : `, resourceNames ${right.claims.join(', ')}`),
    });
    return;
  }
  const metadata = { name: `${right.image}-clone`, namespace: right.namespace, ...kept({ [KEYS.fleet]: fleet, [KEYS.role]: 'clone-right' }) };
  emit(scope, 'clone-role', role(metadata, [{ apiGroup: 'cdi.kubevirt.io', resources: ['datavolumes/source'], names: right.claims, verbs: ['create'] }]));
  emit(scope, 'clone-role-binding', roleBinding(metadata, metadata.name, [deployers.people]));
}

const CHART = 'clone-rights';
const CHARTS = new WeakMap<IConstruct, Chart>();

/** The same for an image of somebody else, once an image, in a chart of its own in the images' layer. */
export function externalCloneRight(user: Construct, right: CloneRight): void {
  const { root } = user.node;
  if (settingsOf(user).deployers === undefined || right.claims.length === 0) {
    emitCloneRight(user, right);
    return;
  }
  const chart = CHARTS.get(root) ?? newChart(root as Construct);
  // A namespace has no dot, so that two pairs never run together into one id.
  const id = `${right.namespace}.${right.image}`;
  if (chart.node.tryFindChild(id) === undefined) {
    emitCloneRight(new Construct(chart, id), right);
  }
}

function newChart(root: Construct): Chart {
  // The app may have something of that name itself.
  const chart = new Chart(root, root.node.tryFindChild(CHART) === undefined ? CHART : `${CHART}-of-images`);
  CHARTS.set(root, chart);
  Layers.set(chart, Layer.IMAGES);
  return chart;
}
