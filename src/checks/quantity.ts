const SUFFIXES: Readonly<Record<string, number>> = {
  '': 1, 'n': 1e-9, 'u': 1e-6, 'm': 1e-3, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12, 'P': 1e15, 'E': 1e18,
  'Ki': 2 ** 10, 'Mi': 2 ** 20, 'Gi': 2 ** 30, 'Ti': 2 ** 40, 'Pi': 2 ** 50, 'Ei': 2 ** 60,
};
const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/;

/** A quantity of Kubernetes as a number (bytes, or cores), or undefined if it is none. */
export function quantity(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : undefined;
  }
  if (typeof value !== 'string') {
    return undefined;
  }
  const match = QUANTITY.exec(value);
  if (!match) {
    return undefined;
  }
  const [, digits = '', exponent, suffix = ''] = match;
  return exponent === undefined ? Number(digits) * (SUFFIXES[suffix] ?? NaN) : Number(digits + exponent);
}
