import { basename, dirname, join } from 'node:path';
import { type Disk, systemDisk } from './disk.ts';
import { syncFolder } from './folders.ts';
import { linkTarget } from './link-target.ts';
import { patiently } from './patience.ts';

/** Separates a file's name from the unique part of its temporary file's name, by which `removeLeftovers` finds it. */
export const temporaryMark = '.tmp-';

export interface ReplaceOptions {
  /** Whether the file must survive a power failure; waiting for the disk takes time. @default true */
  readonly isDurable?: boolean;
  /** Whether the new file has the mode of the old one. @default false: only the owner may read it */
  readonly keepsMode?: boolean;
}

/** Only the owner may read what the tool writes: it holds people, roles, access, settings and secrets. */
const privateMode = 0o600;

/**
 * Replaces `path` in one step, readable by its owner only unless it keeps its mode: readers see the old or the new content, never a part. A symlink is kept and its target
 * replaced. Throws the system error and leaves the old file as it was; only if the folder cannot be synced at the end,
 * the new file is there.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<string>,
  options: ReplaceOptions = {},
  disk: Disk = systemDisk,
): void {
  replaceBy(path, filling(content, disk), options, disk);
}

export function filling(content: string | Uint8Array | Iterable<string>, { fs }: Disk) {
  return (_: string, file: number): void => {
    for (const part of inParts(content)) fs.writeFileSync(file, part);
  };
}

/** Replaces `path` as `replaceFile` does, by what `fill` writes to an empty file, which it gets by path and descriptor. */
export function replaceBy(
  path: string,
  fill: (temporary: string, file: number) => void,
  options: ReplaceOptions = {},
  disk: Disk = systemDisk,
): void {
  const { temporary, target } = writeBeside(path, fill, options, disk);
  try {
    renameFile(temporary, target, disk);
  } catch (error) {
    removeFile(temporary, disk);
    throw error;
  }
  if (options.isDurable ?? true) syncFolder(dirname(target), disk);
}

export interface Written {
  readonly temporary: string;
  readonly target: string;
}

/** Writes a temporary file beside `path`; none is left if that fails. */
export function writeBeside(
  path: string,
  fill: (temporary: string, file: number) => void,
  { isDurable = true, keepsMode = false }: ReplaceOptions,
  disk: Disk,
): Written {
  const { fs } = disk;
  const target = linkTarget(path, disk);
  const temporary = target + temporaryMark + disk.unique();
  try {
    const file = fs.openSync(temporary, 'wx', privateMode);
    try {
      // Whatever the umask takes away.
      fs.fchmodSync(file, keepsMode ? fs.statSync(target).mode & 0o777 : privateMode);
      fill(temporary, file);
      if (isDurable) fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    return { temporary, target };
  } catch (error) {
    removeFile(temporary, disk);
    throw error;
  }
}

/** Renames a file; an existing one at `to` is replaced. */
export function renameFile(from: string, to: string, disk: Disk = systemDisk): void {
  patiently(disk, () => disk.fs.renameSync(from, to));
}

/** Deletes a file; a missing one is no error. */
export function removeFile(path: string, disk: Disk = systemDisk): void {
  patiently(disk, () => disk.fs.rmSync(path, { force: true }));
}

/** The number of characters that are written at once. */
const partLength = 65_536;

/** Joins short pieces of a text. */
export function* inParts(
  content: string | Uint8Array | Iterable<string>,
): Generator<string | Uint8Array, void> {
  if (typeof content === 'string' || content instanceof Uint8Array) return void (yield content);
  let part = '';
  for (const piece of content) {
    part += piece;
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

/** Removes temporary files of writers of `target`, which is no link, that were killed. Only holders of its lock may call it. */
export function removeLeftovers(target: string, disk: Disk = systemDisk): void {
  const folder = dirname(target);
  for (const name of disk.fs.readdirSync(folder)) {
    if (name.startsWith(basename(target) + temporaryMark)) removeFile(join(folder, name), disk);
  }
}
