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

/** A manifest file: its path inside the output folder, and its text. */
export interface OutputFile {
  readonly path: string;
  readonly layer: LayerName;
  readonly text: string;
  readonly objects: readonly SynthesizedObject[];
}

/** What synth would write and say, as data. */
export interface Synthesized {
  /** Texts by path inside the output folder, in the order in which they are applied. */
  readonly files: ReadonlyMap<string, string>;
  /** Objects in the order in which they are applied. */
  readonly objects: readonly SynthesizedObject[];
  /** Files with their objects. */
  readonly manifests: readonly OutputFile[];
  /** Sorted by place, once each; acknowledged ones are marked. */
  readonly faults: readonly Fault[];
  /** What must be in the cluster beforehand. */
  readonly expects: readonly Expected[];
  /** Texts for people by path inside the info folder. */
  readonly notes: ReadonlyMap<string, string>;
}
