import { dirname, join } from 'node:path';
import { systemDisk } from '../disk/disk.ts';
import { errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { linkTarget } from '../disk/link-target.ts';
import { removeLeftovers, replaceFile } from '../disk/replace-file.ts';
import { LocalStateError } from '../errors.ts';
import { type LockOptions, withLock } from './lock.ts';

/**
 * Replaces the file `path` by what `next` returns under the lock of its folder; `undefined` leaves the file as it is. A
 * missing folder is made first, and `look` learns whether other users could write to it. Throws
 * `LocalStateError` if the file cannot be written, and what `next` and `look` throw.
 */
export async function replaceLocked(
  path: string,
  next: () => string | Uint8Array | undefined,
  { disk = systemDisk, ...lock }: LockOptions,
  look: (wasOpen: boolean) => void = () => {},
): Promise<void> {
  const folder = dirname(path);
  writing(path, () => look(makePrivateFolder(folder, disk).wasOpen));
  const change = () => {
    const content = next();
    writing(path, () => {
      const target = linkTarget(path, disk);
      removeLeftovers(target, disk);
      if (content !== undefined) replaceFile(target, content, {}, disk);
    });
  };
  await withLock(join(folder, 'config.lock'), change, { disk, ...lock });
}

function writing(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot write ${path}: ${errorReason(error)}`);
  }
}
