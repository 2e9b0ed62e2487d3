import { ApiObject, App, Chart, Size, Yaml } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { faultsOf } from '../../src/constructs/fault-record';
import { GoldenImage } from '../../src/constructs/golden-image';
import { ImageSpace } from '../../src/constructs/image-space';
import { RbdRootDisk } from '../../src/constructs/rbd-root-disk';
import { RbdStorage } from '../../src/constructs/rbd-storage';
import { UserSpace } from '../../src/constructs/user-space';
import { CONTEXT } from '../../src/facts';
import type { Fault } from '../../src/faults';
import { Gpu, ImageSource, Person, Profile, type ProfileProps } from '../../src/values';

/** A manifest as plain data. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read deep into it
export type Manifest = any;

export const SHA = '0d1e8a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6';
const BLOB = 'AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';

/** An ed25519 public key. */
export const key = (comment = 'alice'): string => `ssh-ed25519 ${BLOB} ${comment}`;

export const gi = (amount: number): Size => Size.gibibytes(amount);

/** A person with a key, so that nothing warns. */
export const person = (name = 'alice'): Person => Person.of(name, { user: `oidc:${name}`, sshKeys: [key(name)] });

export const STORAGE = RbdStorage.fromClassName('ceph-rbd');
export const IMAGE = GoldenImage.fromDataSource({ namespace: 'vm-images', name: 'ubuntu', size: gi(40) });
export const HTTP = ImageSource.http('https://images.example.internal/ubuntu.qcow2', { sha256: SHA });

export const office = (props: Partial<ProfileProps> = {}): Profile => Profile.of('office', { version: 1, cpus: 4, memory: gi(16), ...props });
export const trainer = (props: Partial<ProfileProps> = {}): Profile =>
  Profile.of('trainer', { version: 3, cpus: 8, memory: gi(64), gpus: [Gpu.A100_PCIE_40GB], ...props });

/** A plain cdk8s App, with what a FleetApp would say by context. */
export function plainApp(settings: { fleet?: unknown; target?: unknown; deployers?: unknown; kubectlImage?: unknown } = {}): App {
  const app = new App();
  for (const name of ['fleet', 'target', 'deployers', 'kubectlImage'] as const) {
    if (settings[name] !== undefined) {
      app.node.setContext(CONTEXT[name], settings[name]);
    }
  }
  return app;
}

export const chart = (app: Construct = plainApp(), id = 'platform'): Chart => new Chart(app, id, { namespace: 'workstations' });
export const space = (app: Construct = plainApp(), name = 'alice'): UserSpace => new UserSpace(app, name, { owner: person(name) });
export const images = (app: Construct = plainApp()): ImageSpace => new ImageSpace(app, 'vm-images');
export const root = (scope: Construct, id = 'root', props: Partial<ConstructorParameters<typeof RbdRootDisk>[2]> = {}): RbdRootDisk =>
  new RbdRootDisk(scope, id, { image: IMAGE, storage: STORAGE, size: gi(150), ...props });

/** All manifests at and below a construct, as cdk8s would write them. */
export function manifestsOf(construct: IConstruct): Manifest[] {
  return construct.node.findAll().filter((one): one is ApiObject => ApiObject.isApiObject(one)).map((one) => one.toJson());
}

/** The one manifest of a kind (and name) at and below a construct. */
export function theOne(construct: IConstruct, kind: string, name?: string): Manifest {
  const found = manifestsOf(construct).filter((one) => one.kind === kind && (name === undefined || one.metadata.name === name));
  if (found.length !== 1) {
    throw new TypeError(`${found.length} of ${kind} ${name ?? ''}`);
  }
  return found[0];
}

/** All faults at and below a construct. */
export function faultsBelow(construct: IConstruct): Fault[] {
  return construct.node.findAll().flatMap((one) => [...faultsOf(one)]);
}

/** Codes of the faults at and below a construct, sorted. */
export const codesBelow = (construct: IConstruct): string[] => faultsBelow(construct).map((fault) => fault.code).sort();

/** Errors only. */
export const errorsBelow = (construct: IConstruct): string[] => faultsBelow(construct).filter((fault) => fault.severity === 'error').map((fault) => fault.code).sort();

/** The manifests as cdk8s writes them into a file. */
export const yamlOf = (manifests: readonly Manifest[]): string => Yaml.stringify(...manifests);

/** `kind namespace/name` of a manifest. */
export const idOf = (manifest: Manifest): string => `${manifest.kind} ${manifest.metadata.namespace === undefined ? '' : `${manifest.metadata.namespace}/`}${manifest.metadata.name}`;

/** What differs between two pieces of plain data, as JSON pointers with both values. */
export function changes(before: unknown, after: unknown, at = ''): Record<string, [unknown, unknown]> {
  if (typeof before === 'object' && before !== null && typeof after === 'object' && after !== null) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return Object.assign({}, ...keys.map((one) => changes((before as Manifest)[one], (after as Manifest)[one], `${at}/${one.replace(/~/g, '~0').replace(/\//g, '~1')}`)));
  }
  return Object.is(before, after) ? {} : { [at]: [before, after] };
}
