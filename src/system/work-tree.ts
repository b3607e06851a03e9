import { dirname, join } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { linkTarget } from '../disk/link-target.ts';

/** Warns if the file `path`, or the file that it links to, is inside a git work tree, because it could be committed. */
export function warnOfWorkTree(path: string, warn: (message: string) => void, disk: Disk = systemDisk): void {
  const repository = workTree(dirname(linkTarget(path, disk)), disk);
  if (repository) warn(`${path} is inside the git work tree ${repository}: never commit it`);
}

/** Returns the git work tree that contains `folder`. */
function workTree(folder: string, disk: Disk): string | undefined {
  if (disk.fs.existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : workTree(dirname(folder), disk);
}
