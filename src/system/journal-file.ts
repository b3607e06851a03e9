import { constants, type promises } from 'node:fs';
import { dirname } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { fileFailure, orFailure } from '../disk/errno.ts';
import { syncFolder } from '../disk/folders.ts';
import { type Hint, LocalStateError, UsageError } from '../errors.ts';
import type { Clock, JournalFile } from '../ports.ts';
import { isUtf16 } from './decode.ts';
import { acquireLock, type Lock, type LockOptions } from './lock.ts';
import { thisMachine } from './machine.ts';

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Implements `Journals.create` in a folder that is there. */
export async function createJournal(path: string, options: LockOptions): Promise<JournalFile> {
  assertNothingThere(path, options.disk);
  return openLocked(path, O_RDWR | O_APPEND | O_CREAT, options);
}

/** Implements `Journals.open`. */
export function reopenJournal(path: string, options: LockOptions): Promise<JournalFile> {
  return openLocked(path, O_RDWR | O_APPEND, options);
}

/** Throws if a file with content exists: it must not be changed. */
function assertNothingThere(path: string, { fs }: Disk = systemDisk): void {
  const stats = orFailure('write', path, () => fs.statSync(path, { throwIfNoEntry: false }));
  if (!stats || (stats.isFile() && stats.size === 0)) return;
  throw new UsageError(`${path} is there already`, {
    hint: { code: 'name-new-journal', data: {} },
  });
}

async function openLocked(path: string, flags: number, options: LockOptions): Promise<JournalFile> {
  const { disk = systemDisk, machine = thisMachine } = options;
  const hint: Hint = { code: 'unlock-run', data: { path } };
  const lock = await acquireLock(`${path}.lock`, { wait: 0, hint, ...options });
  try {
    return openJournal(path, await openToAppend(path, flags, disk), lock, machine.clock);
  } catch (error) {
    lock.release();
    throw fileFailure('write', path, error);
  }
}

/** Opens a journal for adding. A last line that a crash has cut off must not be joined to the next one. */
async function openToAppend(path: string, flags: number, disk: Disk): Promise<promises.FileHandle> {
  const file = await disk.fs.promises.open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if (flags & O_CREAT) syncFolder(dirname(path), disk);
    await file.chmod(0o600);
    const content = await file.readFile();
    if (isUtf16(content))
      throw new LocalStateError(`cannot write ${path}: it is UTF-16`, {
        hint: { code: 'save-as-utf8', data: {} },
      });
    const end = content.lastIndexOf(10) + 1;
    if (end < content.length) await file.truncate(end);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Returns an open journal. Lines that are added in one turn of the event loop, or while others are written, go to disk
 * together, usually the outcome of a request and the next request. A disk takes longer to write than some services take
 * to answer.
 */
function openJournal(
  path: string,
  file: promises.FileHandle,
  lock: Lock,
  clock: Pick<Clock, 'turn'>,
): JournalFile {
  let pending = '';
  let flushing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** Writes all added lines, until none is left. If they cannot be written, it rejects now and from then on. */
  async function flush(): Promise<void> {
    await (flushing ?? clock.turn());
    flushing = next;
    next = undefined;
    const text = pending;
    pending = '';
    lock.assertHeld();
    await file.appendFile(text);
    await file.datasync();
    flushing = undefined;
  }

  return {
    path,
    left: lock.left,
    async add(line) {
      pending += `${line}\n`;
      try {
        next ??= flush();
        await next;
      } catch (error) {
        throw fileFailure('write', path, error);
      }
    },
    async close() {
      try {
        await (next ?? flushing)?.catch(() => {});
        await file.close();
      } finally {
        // The lock stays on a file system that cannot be written any more.
        orFailure('remove', `${path}.lock`, lock.release);
      }
    },
  };
}
