import { KEYS } from '../facts';
import type { Fault } from '../faults';
import { isMap } from './birth';
import { emitAll, type Json, type JsonObject } from './emit';
import type { CutFile, OutputFile, SynthesizedObject } from './synthesized';

/**
 * Renders the files. What the app accepts of the finished objects is noted on these, so that `workstations check`
 * over the files comes to the same result as synth.
 */
export function withText(files: readonly CutFile[], judged: readonly Fault[]): OutputFile[] {
  const accepted = new Map<string, Record<string, string>>();
  for (const { code, file, acknowledged, ...rest } of judged) {
    const document = 'document' in rest && typeof rest.document === 'number' ? rest.document : undefined;
    if (acknowledged !== undefined && file !== undefined && document !== undefined) {
      const place = `${file}\u0000${document}`;
      accepted.set(place, { ...accepted.get(place), [code]: acknowledged });
    }
  }
  return files.map((file) => {
    const objects = accepted.size === 0 ? file.objects : file.objects.map((object) => note(object, accepted.get(`${file.path}\u0000${object.document}`)));
    return { ...file, objects, get text() { return emitAll(objects.map(({ object }) => object)); } };
  });
}

function note(synthesized: SynthesizedObject, accepted: Readonly<Record<string, string>> | undefined): SynthesizedObject {
  if (accepted === undefined) {
    return synthesized;
  }
  const metadata = mapOf(synthesized.object.metadata);
  const annotations = mapOf(metadata.annotations);
  const all = { ...parsed(annotations[KEYS.acknowledged]), ...accepted };
  const text = JSON.stringify(Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))));
  const object = { ...synthesized.object, metadata: sorted({ ...metadata, annotations: sorted({ ...annotations, [KEYS.acknowledged]: text }) }) };
  return { ...synthesized, object };
}

const mapOf = (value: Json): JsonObject => (isMap(value) ? value : {});

const sorted = (map: JsonObject): JsonObject => Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));

/** What the user wrote there. The checks have said what is wrong with it. */
function parsed(text: Json): JsonObject {
  try {
    return mapOf(JSON.parse(typeof text === 'string' ? text : '{}') as Json);
  } catch {
    return {};
  }
}
