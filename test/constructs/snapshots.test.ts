import { errorsBelow, manifestsOf, yamlOf } from '../support/fleet';
import { CASES } from './cases';

describe('what each construct writes', () => {
  it.each(CASES)('$name', ({ build }) => {
    const construct = build();
    expect(errorsBelow(construct)).toEqual([]);
    expect(yamlOf(manifestsOf(construct))).toMatchSnapshot();
  });
});
