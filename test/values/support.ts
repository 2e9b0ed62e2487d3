import { CATALOGUE, type Fault, FaultError } from '../../src/faults';

/** The faults that `make` throws; none if it throws nothing. Anything but a FaultError is no answer for a user. */
export function faultsOf(make: () => unknown): readonly Fault[] {
  try {
    make();
  } catch (error) {
    if (!(error instanceof FaultError)) {
      throw error;
    }
    error.faults.forEach(checkFault);
    return error.faults;
  }
  return [];
}

/** The codes that `make` throws, sorted. */
export const codesOf = (make: () => unknown): string[] => faultsOf(make).map((fault) => fault.code).sort();

/** The one fault that `make` throws. */
export function faultOf(make: () => unknown): Fault {
  const faults = faultsOf(make);
  expect(faults).toHaveLength(1);
  return faults[0]!;
}

/** A text that looks like holes; it is never filled. */
export const HOLES = '{got} {expected} {prop}';

/** What holds for every fault, whatever was given. */
export function checkFault(fault: Fault): void {
  const entry = CATALOGUE[fault.code as keyof typeof CATALOGUE];
  expect(fault.severity).toBe(entry.severity);
  const words = `${entry.says} ${entry.fix}`;
  const holes = [...words.matchAll(/\{([a-zA-Z]+)\}/g)].map(([hole]) => hole);
  if (!fault.message.includes(HOLES)) {
    holes.forEach((hole) => expect(`${fault.message} ${fault.fix}`).not.toContain(hole));
  }
  expect(fault.got !== undefined).toBe(words.includes('{got}'));
  expect(fault.expected !== undefined).toBe(words.includes('{expected}'));
  expect(`${fault.message} ${fault.fix} ${fault.got}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
  expect(fault.message.length).toBeLessThan(1000);
}

/** A public key line of a type, as ssh-keygen would write it; `seed` tells keys apart. */
export function sshKey(type = 'ssh-ed25519', seed = 1, comment = 'alice@laptop'): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(type.length);
  const blob = Buffer.concat([length, Buffer.from(type, 'latin1'), Buffer.from([0, 0, 0, 32]), Buffer.alloc(32, seed)]);
  return `${type} ${blob.toString('base64')}${comment === '' ? '' : ` ${comment}`}`;
}
