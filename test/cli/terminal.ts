import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

/** What a command has written so far, and the folder that it runs in. */
export interface Terminal {
  folder: string;
  out: string;
  err: string;
}

/** Each test of the file runs in a folder of its own, and hears what commands write. */
export function inOwnFolder(): Terminal {
  const terminal: Terminal = { folder: '', out: '', err: '' };
  const home = process.cwd();
  beforeEach(() => {
    Object.assign(terminal, { folder: mkdtempSync(join(tmpdir(), 'cli-')), out: '', err: '' });
    process.chdir(terminal.folder);
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => { terminal.out += String(text); return true; });
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => { terminal.err += String(text); return true; });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.chdir(home);
    rmSync(terminal.folder, { recursive: true, force: true });
  });
  return terminal;
}
