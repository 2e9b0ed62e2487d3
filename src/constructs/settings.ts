import type { IConstruct } from 'constructs';
import { CONTEXT, DEFAULTS } from '../facts';
import { type Deployers, isPinnedImage, propsOf, readTarget, type ResolvedTarget, Subject, type Target } from '../values';

/** What the app says for all constructs. */
export interface Settings {
  readonly fleet: string;
  readonly target: ResolvedTarget;
  readonly deployers?: Deployers;
  /** An image whose entry point is kubectl, by digest. */
  readonly kubectlImage?: string;
}

const BY_ROOT = new WeakMap<IConstruct, Settings>();

/** Fleet id, target and deploying accounts, from construct context with the documented defaults; read once an app. */
export function settingsOf(construct: IConstruct): Settings {
  const root = construct.node.root;
  const known = BY_ROOT.get(root);
  if (known !== undefined) {
    return known;
  }
  const fleet: unknown = root.node.tryGetContext(CONTEXT.fleet);
  const target: unknown = root.node.tryGetContext(CONTEXT.target);
  const deployers: unknown = root.node.tryGetContext(CONTEXT.deployers);
  const kubectlImage: unknown = root.node.tryGetContext(CONTEXT.kubectlImage);
  const settings: Settings = {
    fleet: typeof fleet === 'string' ? fleet : DEFAULTS.fleet,
    target: readTarget(target as Target | undefined).target,
    ...(propsOf(deployers as Deployers | undefined).people instanceof Subject ? { deployers: deployers as Deployers } : {}),
    ...(isPinnedImage(kubectlImage) ? { kubectlImage } : {}),
  };
  BY_ROOT.set(root, settings);
  return settings;
}
