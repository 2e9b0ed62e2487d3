import type { LayerName } from '../facts';
import type { Fault, FaultObject } from '../faults';
import type { JsonObject } from './emit';
import type { Expected } from './expects';
import type { IndexedObject } from './output-index';

/** One object of the output. */
export interface SynthesizedObject {
  readonly object: JsonObject;
  readonly identity: FaultObject;
  /** Path of the construct that holds it. */
  readonly construct: string;
  readonly layer: LayerName;
  /** Path of its file inside the output folder, with slashes. */
  readonly file: string;
  /** Which document of the file it is, from 0. */
  readonly document: number;
}

/** What stands in a manifest file: its path inside the output folder, and its documents. */
export interface CutFile {
  readonly path: string;
  readonly layer: LayerName;
  readonly objects: readonly SynthesizedObject[];
}

/** A manifest file with its text. */
export interface OutputFile extends CutFile {
  /** Rendered whenever it is read: ten thousand texts at one time are most of the memory. */
  readonly text: string;
}

/** What the writer needs of it. */
export interface Written {
  /** Files with their objects, in the order in which they are applied. */
  readonly manifests: readonly OutputFile[];
  /** The files for kustomize, if the app wants them; they hold no objects. */
  readonly kustomizations: readonly OutputFile[];
  /** What must be in the cluster beforehand. */
  readonly expects: readonly Expected[];
  /** Texts for people by path inside the info folder. */
  readonly notes: ReadonlyMap<string, string>;
  /** What follows from the fleet file alone, as `faults` has it. */
  readonly lasting: readonly Fault[];
  /** What the deploying accounts must be allowed to do, if the app names them. */
  readonly rights?: string;
  /** Kept objects that left the output, in this synth or in an earlier one. */
  readonly gone: readonly IndexedObject[];
  /** Disks that exist and are smaller than their image is now, by `keyOf`. */
  readonly outgrown?: ReadonlySet<string>;
}

/** What synth would write and say, as data. */
export interface Parts extends Written {
  /** Sorted by place, once each; acknowledged ones are marked. */
  readonly faults: readonly Fault[];
}

/** What synth would write and say, with what follows from it. */
export class Synthesized implements Parts {
  public readonly manifests: readonly OutputFile[];
  public readonly kustomizations: readonly OutputFile[];
  public readonly expects: readonly Expected[];
  public readonly notes: ReadonlyMap<string, string>;
  public readonly faults: readonly Fault[];
  public readonly lasting: readonly Fault[];
  public readonly gone: readonly IndexedObject[];
  public readonly outgrown: ReadonlySet<string>;
  public readonly rights?: string;

  public constructor(parts: Parts) {
    this.manifests = parts.manifests;
    this.kustomizations = parts.kustomizations;
    this.expects = parts.expects;
    this.notes = parts.notes;
    this.faults = parts.faults;
    this.lasting = parts.lasting;
    this.gone = parts.gone;
    this.outgrown = parts.outgrown ?? new Set();
    if (parts.rights !== undefined) {
      this.rights = parts.rights;
    }
  }

  /** Texts by path inside the output folder, in the order in which they are applied. */
  public get files(): ReadonlyMap<string, string> {
    return new Map(this.manifests.map(({ path, text }) => [path, text]));
  }

  /** Objects in the order in which they are applied. */
  public get objects(): readonly SynthesizedObject[] {
    return this.manifests.flatMap(({ objects }) => objects);
  }
}
