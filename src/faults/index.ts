export type { Fault, FaultObject, Place, Severity, Stage } from './fault';
export { CATALOGUE, type Code } from './catalogue';
export type { Entry } from './catalogue/entry';
export { fault, type Values } from './make';
export { FaultError } from './error';
export { throwAll } from './collect';
export { isBlocking, placeOf, renderFault, sortFaults } from './render';
export { didYouMean, nearest } from './near';
export { brief, show } from './show';
