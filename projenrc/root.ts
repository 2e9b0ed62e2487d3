import { join, resolve } from 'path';

/** The folder of the project, wherever a command is started. */
export const ROOT = resolve(__dirname, '..');

export const at = (...parts: string[]): string => join(ROOT, ...parts);

/** The program of a development dependency. */
export const program = (name: string): string => at('node_modules', '.bin', name);
