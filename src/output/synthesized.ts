import type { LayerName } from '../facts';
import type { Fault, FaultObject } from '../faults';
import type { JsonObject } from './emit';
import type { Expected } from './expects';

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

/** What synth would write and say, as data. */
export class Synthesized {
  public constructor(
    /** Files with their objects, in the order in which they are applied. */
    public readonly manifests: readonly OutputFile[],
    /** What must be in the cluster beforehand. */
    public readonly expects: readonly Expected[],
    /** Texts for people by path inside the info folder. */
    public readonly notes: ReadonlyMap<string, string>,
    /** Sorted by place, once each; acknowledged ones are marked. */
    public readonly faults: readonly Fault[],
  ) {}

  /** Texts by path inside the output folder, in the order in which they are applied. */
  public get files(): ReadonlyMap<string, string> {
    return new Map(this.manifests.map(({ path, text }) => [path, text]));
  }

  /** Objects in the order in which they are applied. */
  public get objects(): readonly SynthesizedObject[] {
    return this.manifests.flatMap(({ objects }) => objects);
  }
}
