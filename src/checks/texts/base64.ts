const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes that base64 text stands for, or undefined. Line breaks do not count. */
export function decode(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const flat = value.replace(/\s/g, '');
  return flat.length % 4 === 0 && BASE64.test(flat) ? Buffer.from(flat, 'base64') : undefined;
}
