import { DEFAULTS } from '../facts';
import { type Fault, fault, show, throwAll } from '../faults';
import { FilesystemType } from './choices';
import { isAbsent, type PropNames, Reading } from './reading';

/** How the guest sets up a blank workspace disk at its first start. */
export interface WorkspaceFilesystemProps {
  /**
   * The filesystem that is made if the disk is blank; a disk that holds anything is never touched.
   * @default FilesystemType.EXT4
   */
  readonly type?: FilesystemType;
  /**
   * Where it is mounted.
   * @default '/workspace'
   */
  readonly mountPath?: string;
  /**
   * Its label, at most 12 characters.
   * @default 'workspace'
   */
  readonly label?: string;
}

const PROPS: PropNames<WorkspaceFilesystemProps> = { type: true, mountPath: true, label: true };

/**
 * What the guest does with its workspace disk.
 *
 * @example
 * const filesystem = WorkspaceFilesystem.of({ type: FilesystemType.XFS, mountPath: '/data' });
 */
export class WorkspaceFilesystem {
  /**
   * A filesystem, made once on a blank disk and mounted at every start.
   *
   * Faults: WS-GUEST-008, WS-APP-002, WS-APP-007.
   */
  public static of(props?: WorkspaceFilesystemProps): WorkspaceFilesystem {
    const reading = new Reading('a workspace filesystem');
    const given = reading.props(props, PROPS);
    const type = reading.choice('type', given.type, FilesystemType, FilesystemType.EXT4);
    const mountPath: unknown = isAbsent(given.mountPath) ? DEFAULTS.workspaceMount : given.mountPath;
    const label: unknown = isAbsent(given.label) ? DEFAULTS.workspaceLabel : given.label;
    const faults: Fault[] = [];
    if (typeof mountPath !== 'string' || !/^(\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/.test(mountPath) || mountPath.length > 200 || isSystemPath(mountPath)) {
      faults.push(fault('WS-GUEST-008', {
        prop: 'mountPath', what: 'a workspace filesystem', got: show(mountPath),
        expected: 'an absolute path of letters, digits, dots, underscores and hyphens that is no folder of the system, such as /workspace or /srv/data',
      }, { field: 'mountPath' }));
    }
    if (typeof label !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,11}$/.test(label)) {
      faults.push(fault('WS-GUEST-008', {
        prop: 'label', what: 'a workspace filesystem', got: show(label), expected: 'at most 12 letters, digits, dots, underscores and hyphens',
      }, { field: 'label' }));
    }
    throwAll([...faults, ...reading.faults]);
    return new WorkspaceFilesystem({ type, mountPath: String(mountPath), label: String(label) });
  }

  /** Nothing: the disk is there, the guest's owner decides. */
  public static none(): WorkspaceFilesystem {
    return new WorkspaceFilesystem(undefined);
  }

  /** @internal */
  public readonly _data: { readonly type: FilesystemType; readonly mountPath: string; readonly label: string } | undefined;

  private constructor(data: { readonly type: FilesystemType; readonly mountPath: string; readonly label: string } | undefined) {
    this._data = data;
  }
}

/** Folders over which a mount would hide the system. */
function isSystemPath(path: string): boolean {
  return ['/', '/bin', '/boot', '/dev', '/etc', '/home', '/lib', '/lib64', '/proc', '/root', '/run', '/sbin', '/sys', '/tmp', '/usr', '/var'].includes(path)
    || /^\/(dev|proc|sys|run|etc|bin|sbin|lib|lib64|boot|usr)\//.test(path);
}
