import { createColors } from 'picocolors';
import { type Fault, renderFault } from '../faults';

const { env, stdout } = process;
const isOn = (name: string): boolean => env[name] !== undefined && env[name] !== '';
/** https://no-color.org: any value switches colour off. FORCE_COLOR=0 does, too; CI alone switches nothing on. */
const colours = createColors(!isOn('NO_COLOR') && (isOn('FORCE_COLOR') ? env.FORCE_COLOR !== '0' : stdout.isTTY === true));

/** A fault as people read it; the code in colour on a terminal. */
export function paint(fault: Fault): string {
  const text = renderFault(fault);
  const colour = fault.acknowledged !== undefined ? colours.dim : fault.severity === 'error' ? colours.red : fault.severity === 'warning' ? colours.yellow : colours.cyan;
  return colours.bold(colour(text.slice(0, fault.code.length))) + text.slice(fault.code.length);
}

export { colours };
