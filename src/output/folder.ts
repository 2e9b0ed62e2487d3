import { accessSync, constants, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';

/** Why a folder cannot be written, in words. */
export class Refusal extends TypeError {}

const TEMPORARY = /^\.workstations-\d+\.tmp$/;

/**
 * A folder of ours: writes whole files by rename, deletes, and never follows a symbolic link that lies inside it.
 * All paths are relative, with slashes, and have been looked at (`isInside`).
 */
export class Folder {
  private readonly safe = new Set<string>();
  private readonly made = new Set<string>();
  private readonly open = new Set<string>();
  private known: ReadonlySet<string> | undefined;

  public constructor(private readonly root: string) {
    try {
      mkdirSync(root, { recursive: true });
    } catch (error) {
      throw new Refusal(reasonOf(error));
    }
    if (!statSync(root).isDirectory()) {
      throw new Refusal('it is no folder');
    }
  }

  /** The text of a regular file. */
  public read(path: string): string | undefined {
    try {
      const file = this.locate(path);
      return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
    } catch (error) {
      if (error instanceof Refusal) {
        throw error;
      }
      return undefined;
    }
  }

  /** Writes a file if its text has changed. */
  public write(path: string, text: string): boolean {
    // Asking for what is not there costs more than writing it.
    if (this.known?.has(path) !== false && this.read(path) === text) {
      return false;
    }
    const file = this.locate(path);
    const folder = dirname(file);
    if (!this.made.has(folder)) {
      attempt(() => mkdirSync(folder, { recursive: true }));
      this.made.add(folder);
    }
    const temporary = join(folder, `.workstations-${process.pid}.tmp`);
    attempt(() => {
      try {
        writeFileSync(temporary, text);
        renameSync(temporary, file);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    });
    return true;
  }

  /** Looks whether a file can be written there, before anything is: refuses like `write`, and changes nothing. */
  public prepare(path: string): void {
    attempt(() => {
      const file = this.locate(path);
      const known = lstatSync(file, { throwIfNoEntry: false });
      if (known?.isDirectory() === true) {
        throw new Refusal(`'${path}' in it: a folder stands where a file must be`);
      }
      if (known !== undefined && !known.isFile() && !known.isSymbolicLink()) {
        throw new Refusal(`'${path}' in it is no file`);
      }
      this.prepareFolder(dirname(file));
    });
  }

  /** Its nearest folder that is there must let us in. */
  private prepareFolder(folder: string): void {
    if (this.open.has(folder)) {
      return;
    }
    if (folder !== dirname(folder) && lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
      this.prepareFolder(dirname(folder));
    } else {
      accessSync(folder, constants.W_OK | constants.X_OK);
    }
    this.open.add(folder);
  }

  /** Deletes a file, and the folders that it leaves empty. */
  public remove(path: string): void {
    let at = path;
    attempt(() => rmSync(this.locate(path), { force: true }));
    for (let slash = at.lastIndexOf('/'); slash > 0; slash = at.lastIndexOf('/')) {
      at = at.slice(0, slash);
      try {
        rmdirSync(this.locate(at));
      } catch {
        return;
      }
    }
  }

  /** All regular files, and links, inside; sorted. What a stopped synth left half-written is deleted on the way. */
  public list(): string[] {
    const found = this.find('').sort();
    this.known = new Set(found);
    return found;
  }

  private find(below: string): string[] {
    const found: string[] = [];
    for (const entry of readdirSync(join(this.root, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        found.push(...this.find(path));
      } else if (TEMPORARY.test(entry.name)) {
        rmSync(join(this.root, path), { force: true });
      } else {
        found.push(path);
      }
    }
    return found;
  }

  /** The file of a path, once each of its folders is known to be a real one. */
  public locate(path: string): string {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      if (!this.safe.has(folder)) {
        const known = lstatSync(join(this.root, folder), { throwIfNoEntry: false });
        if (known?.isSymbolicLink() === true) {
          throw new Refusal(`'${folder}' in it is a symbolic link, and what it points to is not ours to write`);
        }
        if (known !== undefined && !known.isDirectory()) {
          throw new Refusal(`'${folder}' in it is no folder`);
        }
        this.safe.add(folder);
      }
    }
    return join(this.root, path);
  }
}

function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(reasonOf(error));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied', EPERM: 'permission denied', EROFS: 'the file system is read-only', ENOSPC: 'the disk is full', EDQUOT: 'the quota is used up',
  EEXIST: 'a file of this name is there', ENOTDIR: 'a file stands where a folder must be', EISDIR: 'a folder stands where a file must be', ENOTEMPTY: 'a folder stands where a file must be',
  ENAMETOOLONG: 'the path is too long', ELOOP: 'its links go in a circle', ENOENT: 'it is not there', ERR_INVALID_ARG_VALUE: 'no file system can hold this path',
};

/** Why the system refused something, in words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return REASONS[code] ?? (code === '' ? String(error) : code);
}
