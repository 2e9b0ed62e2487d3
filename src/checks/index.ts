export { checkObjects } from './check';
export { readTarget } from './target';
export type { CheckedObject, CheckFault, CheckInput, CheckReport, CheckTarget, ExternalRef } from './input';
