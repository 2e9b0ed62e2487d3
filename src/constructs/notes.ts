import type { IConstruct } from 'constructs';

/** A text for people that lies beside the manifests, in the `.info` folder. */
export interface Note {
  /** Path inside the folder, with slashes, such as `cloud-init/workstation-alice/alice-workstation.user-data`. */
  readonly path: string;
  readonly text: string;
}

const NOTES = new WeakMap<IConstruct, Note[]>();

/** Leaves a text for people. */
export function leaveNote(construct: IConstruct, note: Note): void {
  const known = NOTES.get(construct);
  if (known === undefined) {
    NOTES.set(construct, [note]);
  } else {
    known.push(note);
  }
}

/** The texts that exactly this construct left. */
export function notesOf(construct: IConstruct): readonly Note[] {
  return NOTES.get(construct) ?? [];
}
