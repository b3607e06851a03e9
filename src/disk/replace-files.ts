import { dirname, join } from 'node:path';
import { type Disk, systemDisk } from './disk.ts';
import { syncFolder } from './folders.ts';
import { filling, removeFile, renameFile, type Written, writeBeside } from './replace-file.ts';

/** So many files wait for the disk at once, which takes hardly longer than for one. */
const syncedAtOnce = 64;

/** Replaces files of a folder as `replaceFile` does each, when all of them are on the disk. Rejects with the system error. */
export async function replaceFiles(
  folder: string,
  files: Iterable<readonly [name: string, content: Iterable<string>]>,
  disk: Disk = systemDisk,
): Promise<void> {
  const written: Written[] = [];
  try {
    for (const [name, content] of files)
      written.push(writeBeside(join(folder, name), filling(content, disk), { isDurable: false }, disk));
    for (let from = 0; from < written.length; from += syncedAtOnce)
      await Promise.all(
        written.slice(from, from + syncedAtOnce).map(({ temporary }) => syncFile(temporary, disk)),
      );
    for (const { temporary, target } of written) renameFile(temporary, target, disk);
  } catch (error) {
    for (const { temporary } of written) removeFile(temporary, disk);
    throw error;
  }
  for (const changed of new Set(written.map(({ target }) => dirname(target)))) syncFolder(changed, disk);
}

async function syncFile(path: string, { fs }: Disk): Promise<void> {
  // Windows syncs only what may be written.
  const file = await fs.promises.open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
