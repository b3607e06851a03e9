import { dirname, join } from 'node:path';
import { systemDisk } from '../disk/disk.ts';
import { orFailure } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { linkTarget } from '../disk/link-target.ts';
import { removeLeftovers, replaceFile } from '../disk/replace-file.ts';
import { type LockOptions, withLock } from './lock.ts';

/** Makes the file `path` for its owner only. Two processes may do that at the same time: the first one wins. */
export function makeOnce(path: string, content: () => string, options: LockOptions = {}): Promise<void> {
  const { disk = systemDisk } = options;
  const make = () => {
    if (!disk.fs.existsSync(path)) replaceFile(path, content(), {}, disk);
  };
  return withLock(`${path}.lock`, make, options);
}

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
  orFailure('write', path, () => look(makePrivateFolder(folder, disk).wasOpen));
  const change = () => {
    const content = next();
    orFailure('write', path, () => {
      const target = linkTarget(path, disk);
      removeLeftovers(target, disk);
      if (content !== undefined) replaceFile(target, content, {}, disk);
    });
  };
  await withLock(join(folder, 'config.lock'), change, { disk, ...lock });
}
