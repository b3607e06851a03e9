import { constants, promises, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LocalStateError } from '../cli/errors.ts';
import type { JournalFile, Journals } from '../cli/system.ts';
import { errorCode, errorReason } from './errno.ts';
import { acquireLock } from './lock.ts';
import { makePrivateFolder } from './private-folder.ts';

const extension = '.jsonl';

/** The journals of bulk work; `folder` is made with the first of them. */
export function createJournals(folder: string): Journals {
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
    read(path) {
      try {
        const text = readFileSync(path, 'utf8');
        return text
          .slice(0, text.lastIndexOf('\n') + 1)
          .split('\n')
          .filter(Boolean);
      } catch (error) {
        throw failure('read', path, error);
      }
    },
    async open(path) {
      try {
        if (dirname(path) === folder) makePrivateFolder(folder);
      } catch (error) {
        throw failure('write', folder, error);
      }
      const unlock = await acquireLock(`${path}.lock`, { wait: 0 });
      try {
        return openJournal(path, await openToAppend(path), unlock);
      } catch (error) {
        unlock();
        throw failure('write', path, error);
      }
    },
    remove(path) {
      try {
        rmSync(path);
      } catch (error) {
        throw failure('remove', path, error);
      }
    },
  };
}

function failure(verb: string, path: string, error: unknown): LocalStateError {
  if (error instanceof LocalStateError) return error;
  return new LocalStateError(`cannot ${verb} ${path}: ${errorReason(error)}`, { cause: error });
}

/** What a crash has cut off in the middle of a line must not be glued to the next one. */
async function openToAppend(path: string): Promise<promises.FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const file = await promises.open(path, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
  try {
    await file.chmod(0o600);
    const content = await file.readFile();
    await file.truncate(content.lastIndexOf(10) + 1);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Lines that are added while another one is written go to disk together. */
function openJournal(path: string, file: promises.FileHandle, unlock: () => void): JournalFile {
  let pending = '';
  let flushing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function flush(): Promise<void> {
    const text = pending;
    pending = '';
    await file.appendFile(text);
    await file.datasync();
  }

  function scheduled(): Promise<void> {
    next ??= (flushing ?? Promise.resolve()).then(() => {
      flushing = next;
      next = undefined;
      return flush();
    });
    return next;
  }

  return {
    path,
    async add(line) {
      pending += `${line}\n`;
      try {
        await scheduled();
      } catch (error) {
        throw failure('write', path, error);
      }
    },
    async close() {
      try {
        await (next ?? flushing)?.catch(() => {});
        await file.close();
      } finally {
        unlock();
      }
    },
  };
}
