export { fitsInline, hasSubstitution, utf8Bytes } from './measure';
export { type NetworkInterfaceMatch, networkData } from './network-data';
export { type GuestSetup, userData } from './user-data';
export { deviceOfSerial, WORKSPACE_SCRIPT, WORKSPACE_SCRIPT_PATH } from './workspace-script';
