import type { Disk } from '../disk/disk.ts';
import { errorCode, fileFailure, orFailure } from '../disk/errno.ts';
import { readBounded } from '../disk/read-bounded.ts';
import { maxTextBytes, textOf } from './decode.ts';

/**
 * Returns the text of a journal, with its damaged bytes replaced. An editor may have added a byte order mark, or written
 * UTF-16. Throws `LocalStateError` for what is no regular file, and the system error.
 */
export function journalText(path: string, { fs }: Disk): string {
  const bytes = readBounded(path, maxTextBytes, undefined, fs);
  return textOf(bytes) ?? new TextDecoder().decode(bytes);
}

/** The end of the names of files with records. */
const extension = '.jsonl';

/** Returns the names of the files with records in a folder, the oldest first; none if there is no folder. Throws as `fileFailure` says. */
export function journalNames(folder: string, { fs }: Disk): string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(extension))
      .sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw fileFailure('read', folder, error);
  }
}

export async function removeJournal(path: string, disk: Disk): Promise<void> {
  const { removeFile } = await import('../disk/replace-file.ts');
  orFailure('remove', path, () => removeFile(path, disk));
}
