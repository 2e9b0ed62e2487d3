import { CATALOGUE, type Code, didYouMean, type Entry } from '../faults';
import { page } from './page';
import { CLEAN, refuse } from './usage';

/** Prints the page of a code, or a line for each. */
export function explain(given: string | undefined): number {
  if (given === undefined) {
    const codes = Object.keys(CATALOGUE).sort() as Code[];
    const width = Math.max(...codes.map((code) => code.length));
    process.stdout.write(`${codes.map((code) => `${code.padEnd(width)}  ${CATALOGUE[code].severity.padEnd(7)}  ${CATALOGUE[code].says.replace(/\{(\w+)\}/g, '<$1>')}`).join('\n')}\n`);
    return CLEAN;
  }
  const code = given.toUpperCase();
  if (!Object.hasOwn(CATALOGUE, code)) {
    return refuse(`there is no code '${given}'${nearCode(code)}; \`workstations explain\` lists all`);
  }
  const entry: Entry = CATALOGUE[code as Code];
  process.stdout.write(page(code, entry));
  return CLEAN;
}

/** Of a mistyped code the letters say more than the number. */
function nearCode(code: string): string {
  const codes = Object.keys(CATALOGUE);
  const number = /\d+$/.exec(code)?.[0];
  const padded = number === undefined ? code : code.replace(/-?\d+$/, `-${number.padStart(3, '0')}`);
  return codes.includes(padded) ? ` (did you mean '${padded}'?)` : didYouMean(code, codes);
}
