import { readFileSync, statSync } from 'fs';

/** The bytes of a regular file. Of a pipe one would wait for ever, and a device has no end: code ENOTREG. */
export function readRegular(path: string): Buffer {
  const known = statSync(path);
  if (!known.isFile()) {
    throw Object.assign(new TypeError('it is no regular file'), { code: known.isDirectory() ? 'EISDIR' : 'ENOTREG' });
  }
  return readFileSync(path);
}
