const UNITS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  n: [1n, 10n ** 9n], u: [1n, 10n ** 6n], m: [1n, 1000n], '': [1n, 1n], k: [10n ** 3n, 1n], M: [10n ** 6n, 1n], G: [10n ** 9n, 1n], T: [10n ** 12n, 1n], P: [10n ** 15n, 1n], E: [10n ** 18n, 1n],
  Ki: [2n ** 10n, 1n], Mi: [2n ** 20n, 1n], Gi: [2n ** 30n, 1n], Ti: [2n ** 40n, 1n], Pi: [2n ** 50n, 1n], Ei: [2n ** 60n, 1n],
};
const QUANTITY = /^\+?(\d*)(?:\.(\d*))?(?:([eE])([-+]?\d{1,3})|(n|u|m|k|[KMGTPE]i?))?$/;

/** True for two quantities of Kubernetes that mean the same: `1Gi`, `1024Mi` and `1073741824`. */
export function sameQuantity(a: unknown, b: unknown): boolean {
  const [first, second] = [fractionOf(a), fractionOf(b)];
  return first !== undefined && second !== undefined && first[0] * second[1] === second[0] * first[1];
}

/** Below 0 if the first is less, above 0 if it is more; 0 if they mean the same, or one of them means nothing. */
export function compareQuantities(a: unknown, b: unknown): number {
  const [first, second] = [fractionOf(a), fractionOf(b)];
  if (first === undefined || second === undefined) {
    return 0;
  }
  const [left, right] = [first[0] * second[1], second[0] * first[1]];
  return left < right ? -1 : left > right ? 1 : 0;
}

function fractionOf(value: unknown): readonly [bigint, bigint] | undefined {
  const match = typeof value === 'string' || typeof value === 'number' ? QUANTITY.exec(String(value)) : null;
  if (match === null) {
    return undefined;
  }
  const [, whole = '', part = '', exponential, exponent = '0', suffix = ''] = match;
  const unit = UNITS[suffix];
  if (whole + part === '' || unit === undefined) {
    return undefined;
  }
  const power = exponential === undefined ? 0 : Number(exponent);
  const [times, per] = [10n ** BigInt(Math.max(power, 0)), 10n ** BigInt(Math.max(-power, 0))];
  return [BigInt(whole + part) * unit[0] * times, 10n ** BigInt(part.length) * unit[1] * per];
}
