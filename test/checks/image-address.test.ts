import { type FaultError } from '../../src/faults';
import { ImageSource } from '../../src/values';

/** What ImageSource and the checks say of one address is the same. */
const faults = (url: string): string[] => {
  try {
    ImageSource.http(url, { sha256: 'a'.repeat(64) });
    return [];
  } catch (error) {
    return (error as FaultError).faults.map((fault) => JSON.stringify(fault));
  }
};

test.each(['X-Amz-Signature=0123hunter2', 'a=b&token=hunter2hunter2', 'sig=hunter2', 'password=hunter2', 'access_key=hunter2'])('a key in the address is refused and not shown: %s', (query) => {
  const [fault, ...others] = faults(`https://images.example.org/a.qcow2?${query}`);
  expect(others).toEqual([]);
  expect(fault).toContain('WS-SECRET-001');
  expect(fault).not.toContain('hunter2');
});

test('an ordinary query is accepted', () => {
  expect(faults('https://images.example.org/a.qcow2?versionId=3&design=1')).toEqual([]);
});
