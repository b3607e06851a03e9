import { constants, type Stats } from 'node:fs';
import { LocalStateError } from '../errors.ts';
import { type Disk, systemDisk } from './disk.ts';

/** The most bytes of a lock or a key. */
export const shortFile = 4096;

type Reader = Pick<Disk['fs'], 'openSync' | 'fstatSync' | 'readFileSync' | 'closeSync'>;

/**
 * Reads a file that no command line names. `look` sees the open file before it is read. Throws `LocalStateError` for what is
 * no regular file or has more than `limit` bytes, and the system error if it cannot be read. Never waits.
 */
export function readBounded(
  path: string,
  limit: number,
  look: (stats: Stats, file: number) => void = () => {},
  fs: Reader = systemDisk.fs,
): Buffer {
  // Without O_NONBLOCK, opening a pipe waits until another process writes to it.
  const file = fs.openSync(path, constants.O_NONBLOCK ?? 0);
  try {
    const stats = fs.fstatSync(file);
    const problem = unlikeFile(stats) ?? (stats.size > limit ? `larger than ${sizeWords(limit)}` : undefined);
    if (problem !== undefined) throw new LocalStateError(`cannot read ${path}: ${problem}`, { path });
    look(stats, file);
    // Node reads as many bytes as the size says; without a size, it would read until there is an end.
    return stats.size === 0 ? Buffer.alloc(0) : fs.readFileSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Says what is there in place of a regular file; `undefined` for one. */
export function unlikeFile(stats: Pick<Stats, 'isFile' | 'isDirectory'>): string | undefined {
  if (stats.isFile()) return undefined;
  return stats.isDirectory() ? 'it is a folder' : 'not a regular file';
}

function sizeWords(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
}
