import { createHash } from 'crypto';
import { groupOf } from '../facts';
import type { FaultObject } from '../faults';
import { listAt, mapAt } from './birth';
import type { JsonObject } from './emit';

/** The sha256 of the user data in a machine, or in a Secret that holds some; undefined for anything else. */
export function userDataOf(object: JsonObject, { apiVersion, kind }: Pick<FaultObject, 'apiVersion' | 'kind'>): string | undefined {
  const type = `${groupOf(apiVersion)}/${kind}`;
  const found = type === '/Secret'
    ? [mapAt(object, 'stringData'), mapAt(object, 'data')].flatMap(({ userdata, userData }) => [userdata, userData])
    : type === 'kubevirt.io/VirtualMachine' ? sourcesOf(object).flatMap(({ userData, userDataBase64 }) => [userData, userDataBase64]) : [];
  const texts = found.filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : createHash('sha256').update(texts.join('\u0000')).digest('hex');
}

/** Names of the Secrets that hold a machine's user data. */
export function userDataSecretsOf(machine: JsonObject): string[] {
  return sourcesOf(machine).map((source) => mapAt(source, 'secretRef').name).filter((name) => typeof name === 'string');
}

function sourcesOf(machine: JsonObject): JsonObject[] {
  return listAt(machine, 'spec', 'template', 'spec', 'volumes').flatMap((volume) => [mapAt(volume, 'cloudInitNoCloud'), mapAt(volume, 'cloudInitConfigDrive')]);
}
