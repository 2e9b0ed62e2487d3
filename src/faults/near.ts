/** The legal word that is nearest to a mistyped one, if one is near enough to offer. */
export function nearest(word: string, legal: readonly string[]): string | undefined {
  const wanted = word.toLowerCase().replace(/[^a-z0-9]/g, '');
  let best: string | undefined;
  // At least one letter must be right: two of two wrong ones are another word.
  let bestDistance = Math.min(Math.max(2, Math.floor(wanted.length / 3)) + 1, wanted.length);
  for (const candidate of legal) {
    const distance = editDistance(wanted, candidate.toLowerCase().replace(/[^a-z0-9]/g, ''), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** " (did you mean 'x'?)", or nothing. */
export function didYouMean(word: string, legal: readonly string[]): string {
  const near = nearest(word, legal);
  return near === undefined ? '' : ` (did you mean '${near}'?)`;
}

/** Damerau-Levenshtein (adjacent swaps count one), given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (a.length > 200 || Math.abs(a.length - b.length) >= limit) {
    return limit;
  }
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? limit;
}
