export { checkObjects } from './check';
export type { CheckedObject, CheckFault, CheckInput, CheckReport, CheckTarget, ExternalRef } from './input';
