/**
 * Patterns that only RE2 (Go) understands, and the same in ECMAScript, both matched with the `u` flag. Kubernetes
 * matches with RE2, our validators with JavaScript.
 */
export const RE2_TO_ECMASCRIPT: Readonly<Record<string, string>> = {
  // No control character, surrogate, private-use or unassigned one: \PC is RE2's one-letter form of \P{C}. (Cilium's policies)
  '^\\PC*$': '^\\P{C}*$',
  // Letters of either case: ECMAScript on Node 20 has no inline flags. (PrometheusRule)
  '^(?i)(abort|warn)?$': '^([aA][bB][oO][rR][tT]|[wW][aA][rR][nN])?$',
};

/** A pattern as JavaScript matches it; a pattern that cannot be is refused here, not when a manifest is judged. */
export function ecmascript(pattern: string): string {
  const rewritten = RE2_TO_ECMASCRIPT[pattern] ?? pattern;
  try {
    new RegExp(rewritten, 'u');
  } catch {
    throw new Error(`pattern ${pattern} is not ECMAScript: add its rewrite to projenrc/crds/patterns.ts`);
  }
  return rewritten;
}
