import {
  constants,
  existsSync,
  promises,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode, errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { type Hint, LocalStateError, UsageError } from '../errors.ts';
import type { JournalFile, Journals } from '../ports.ts';
import type { Lock, LockOptions } from './lock.ts';

const extension = '.jsonl';

export interface JournalOptions extends LockOptions {
  /** Called before a journal is made in the folder. */
  readonly onFolder?: () => void;
}

/** Returns the journals of bulk work. `folder` is made with the first journal. */
export function createJournals(
  folder: string,
  { onFolder = () => {}, ...options }: JournalOptions = {},
): Journals {
  return {
    folder,
    absolute: (path) => resolve(path),
    list() {
      try {
        const names = readdirSync(folder).filter((name) => name.endsWith(extension));
        return names
          .sort()
          .reverse()
          .map((name) => join(folder, name));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw failure('read', folder, error);
      }
    },
    exists: (path) => existsSync(path),
    read(path) {
      try {
        // Reading a pipe would wait.
        if (!statSync(path).isFile()) throw new LocalStateError(`cannot read ${path}: not a regular file`);
        // An editor may have added a byte order mark and CRLF.
        const text = new TextDecoder().decode(readFileSync(path));
        return text
          .slice(0, text.lastIndexOf('\n') + 1)
          .split(/\r?\n/)
          .filter(Boolean);
      } catch (error) {
        throw failure('read', path, error);
      }
    },
    async create(path) {
      try {
        if (dirname(path) === folder) {
          onFolder();
          makePrivateFolder(folder);
        }
      } catch (error) {
        throw failure('write', folder, error);
      }
      assertNothingThere(path);
      return openLocked(path, O_RDWR | O_APPEND | O_CREAT, options);
    },
    open: (path) => openLocked(path, O_RDWR | O_APPEND, options),
    keeper: async (path) => (await import('./lock.ts')).keeperOf(lockOf(path)),
    remove(path) {
      try {
        rmSync(path);
      } catch (error) {
        throw failure('remove', path, error);
      }
    },
  };
}

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

function lockOf(path: string): string {
  return `${path}.lock`;
}

/** Throws if a file with content exists: it must not be changed. */
function assertNothingThere(path: string): void {
  const stats = statsOf(path);
  if (!stats || (stats.isFile() && stats.size === 0)) return;
  throw new UsageError(`${path} is there already`, {
    hint: { code: 'name-new-journal', data: { path } },
  });
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw failure('write', path, error);
  }
}

async function openLocked(path: string, flags: number, options: LockOptions): Promise<JournalFile> {
  const hint: Hint = { code: 'unlock-run', data: { path } };
  // Loaded here, because most commands change nothing that is locked.
  const { acquireLock } = await import('./lock.ts');
  const lock = await acquireLock(lockOf(path), { wait: 0, hint, ...options });
  try {
    return openJournal(path, await openToAppend(path, flags), lock);
  } catch (error) {
    lock.release();
    throw failure('write', path, error);
  }
}

function failure(verb: string, path: string, error: unknown): LocalStateError {
  if (error instanceof LocalStateError) return error;
  return new LocalStateError(`cannot ${verb} ${path}: ${errorReason(error)}`, { cause: error });
}

/** Opens a journal for adding. A last line that a crash has cut off must not be joined to the next one. */
async function openToAppend(path: string, flags: number): Promise<promises.FileHandle> {
  const file = await promises.open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if (flags & O_CREAT) (await import('../disk/replace-file.ts')).syncFolder(dirname(path));
    await file.chmod(0o600);
    const content = await file.readFile();
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
function openJournal(path: string, file: promises.FileHandle, lock: Lock): JournalFile {
  let pending = '';
  let flushing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** Writes all added lines, until none is left. If they cannot be written, it rejects now and from then on. */
  async function flush(): Promise<void> {
    await (flushing ?? new Promise((resolve) => setImmediate(resolve)));
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
    async add(line) {
      pending += `${line}\n`;
      try {
        next ??= flush();
        await next;
      } catch (error) {
        throw failure('write', path, error);
      }
    },
    async close() {
      try {
        await (next ?? flushing)?.catch(() => {});
        await file.close();
      } finally {
        lock.release();
      }
    },
  };
}
