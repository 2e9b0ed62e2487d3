/** Letters that take two places on a terminal (East Asian Width W and F, and pictures). */
const WIDE = /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Places that a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    width += WIDE.test(segment) ? 2 : /^[\p{M}\p{Cf}]+$/u.test(segment) ? 0 : 1;
  }
  return width;
}

/** Rows as lines, column under column. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => { widths[column] = Math.max(widths[column] ?? 0, widthOf(cell)); });
  }
  return rows.map((row) => `${row.map((cell, column) => `${cell}${' '.repeat((widths[column] ?? 0) - widthOf(cell))}`).join('  ').trimEnd()}\n`).join('');
}
