/**
 * What a spreadsheet has made of a value, in words; undefined for a value that may be as it was typed.
 * Long numbers lose their end: a spreadsheet keeps 15 digits, and sign-in ids often have 21.
 */
export function damageOf(text: string): string | undefined {
  if (text.startsWith('=')) {
    return 'a formula, not its value';
  }
  if (/^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|CONNECT!|BLOCKED!|UNKNOWN!|#+)$/i.test(text)) {
    return "an error of the spreadsheet's, not a value";
  }
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(text)) {
    return 'a number that the spreadsheet has shortened';
  }
  return /^\d{15}0{5,}$/.test(text) ? 'a number whose last digits the spreadsheet has lost' : undefined;
}

/** " (did you mean '150Gi'?)" for a size in another spelling: no unit, a decimal unit, a separator of thousands. */
export function nearSize(text: string): string {
  const match = /^(\d{1,3}(?:([., '\u00a0\u202f’])\d{3})(?:\2\d{3})*|\d{1,15})(?:([.,])(\d{1,3}))?\s*(?:([kmgtp])i?b?)?$/i.exec(text.trim());
  if (match === null) {
    return '';
  }
  const [, whole = '', , , part, unit] = match;
  const units = 'KMGTP';
  let at = unit === undefined ? units.indexOf('G') : units.indexOf(unit.toUpperCase());
  let amount = Number(`${whole.replace(/\D/g, '')}.${part ?? 0}`);
  for (; !Number.isInteger(amount) && at > 0; at--) {
    amount *= 1024;
  }
  return Number.isSafeInteger(amount) && amount > 0 ? ` (did you mean '${amount}${units.charAt(at)}i'?)` : '';
}

/** A day of the calendar as ISO 8601 writes it. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) {
    return false;
  }
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

