import { createHash } from 'crypto';
import type { FaultObject } from '../faults';

const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** Names that Windows keeps for devices, whatever their extension, and the one that kustomize takes for its own. */
const RESERVED = /^(?:(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)|kustomization$)/i;
/** Leaves room for an extension and a temporary name below the 255 bytes of common file systems. */
const LONGEST = 180;

/**
 * A file name without extension for any text: the text itself where every file system can hold it, else as much of
 * it as can be held, with a digest. Never a path: no slash, no leading dot.
 */
export function fileStem(text: string): string {
  if (SAFE.test(text) && !text.endsWith('.') && !text.includes('..') && !RESERVED.test(text) && text.length <= LONGEST) {
    return text;
  }
  const legible = text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+|[-_]+$/g, '').slice(0, 100);
  return `${legible}${legible === '' ? '' : '-'}${digest(text)}`;
}

/** The stem of a chart's files: the ids of its path, joined by dots. */
export function chartStem(path: string): string {
  return fileStem(path.split('/').join('.'));
}

/** The stem of an object's own file: `<namespace>.<Kind>.<name>`. */
export function objectStem({ namespace, kind, name }: FaultObject): string {
  return fileStem([namespace, kind, name].filter((part) => part !== undefined && part !== '').join('.'));
}

/** Eight hexadecimal digits that stand for a text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
