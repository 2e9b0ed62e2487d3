/** A text as one cell of a table. */
export function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/([\\|<])/g, '\\$1').trim();
}
