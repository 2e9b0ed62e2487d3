import type { Fault } from './fault';

/** Where a fault is, in one phrase: the construct's path, else file:line:column, else the object. */
export function placeOf(fault: Fault): string {
  const parts: string[] = [];
  if (fault.file !== undefined) {
    parts.push([fault.file, fault.line, fault.column].filter((part) => part !== undefined).join(':'));
  }
  if (fault.construct !== undefined) {
    parts.push(fault.construct);
  } else if (fault.object) {
    const { kind, namespace, name } = fault.object;
    parts.push(`${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`);
  }
  if (fault.field !== undefined && fault.construct === undefined) {
    parts.push(fault.field);
  }
  return parts.join(' ');
}

/** One fault as the two lines that people read. */
export function renderFault(fault: Fault): string {
  const indent = ' '.repeat(fault.code.length + 2);
  const place = placeOf(fault);
  const severity = fault.severity === 'error' ? '' : `${fault.severity}: `;
  const acknowledged = fault.acknowledged === undefined ? '' : `\n${indent}acknowledged: ${fault.acknowledged}`;
  return `${fault.code}  ${severity}${fault.message}:\n${indent}${fault.fix}${place === '' ? '' : `  [${place}]`}${acknowledged}`;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorted by place, then code, then words; the same fault once. */
export function sortFaults(faults: readonly Fault[]): Fault[] {
  const keyed = faults.map((fault) => ({
    fault,
    key: [fault.construct ?? '', fault.file ?? '', String(fault.line ?? 0).padStart(9, '0'), String(fault.column ?? 0).padStart(9, '0'),
      placeOf(fault), fault.code, fault.message, fault.field ?? ''].join('\u0000'),
  }));
  keyed.sort((a, b) => compareText(a.key, b.key));
  return keyed.filter((entry, index) => index === 0 || entry.key !== keyed[index - 1]?.key).map((entry) => entry.fault);
}

/** True for a fault that stops synth: an error that nobody acknowledged. */
export function isBlocking(fault: Fault): boolean {
  return fault.severity === 'error' && fault.acknowledged === undefined;
}
