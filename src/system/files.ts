import { constants, type promises } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Disk, hasModes, systemDisk } from '../disk/disk.ts';
import { fileFailure, orFailure } from '../disk/errno.ts';
import { makeFolders } from '../disk/folders.ts';
import { linkTarget } from '../disk/link-target.ts';
import { unlikeFile } from '../disk/read-bounded.ts';
import { OutputError, UsageError } from '../errors.ts';
import { type Files, maxFileBytes } from '../ports.ts';
import { decodeBytes } from './decode.ts';

/**
 * Returns the files that a command line names. A pipe is read once, and what it held is kept for a second reading;
 * `interrupt` ends the reading.
 */
export function createFiles(interrupt: AbortSignal, disk: Disk = systemDisk): Files {
  const pipes = new Map<string, Promise<Uint8Array>>();
  async function* bytes(path: string, end?: number): AsyncGenerator<Uint8Array> {
    if (!isPipe(path)) return yield* streamBytes(path, disk, end);
    const place = resolve(path);
    const { readPipe } = await import('./pipe.ts');
    const kept = pipes.get(place) ?? readPipe(path, interrupt);
    pipes.set(place, kept);
    yield await kept;
  }
  const isPipe = (path: string) => statOf(path, disk)?.isFIFO() === true;
  const wholeBytes = (path: string, limit = maxFileBytes) => joined(path, bytes(path, limit), limit);
  return {
    ...filesOn(disk),
    isPipe,
    readText: async (path, limit) => decodeBytes(await wholeBytes(path, limit), path),
    readBytes: (path) => wholeBytes(path),
    bytes: (path) => bytes(path),
  };
}

/** What has been sent cannot be taken back: only a check before the work is an error of usage. */
async function writing(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw fileFailure('write', path, error, OutputError);
  }
}

/** Returns what needs no state. */
function filesOn(disk: Disk): Omit<Files, 'readText' | 'readBytes' | 'bytes' | 'isPipe'> {
  const { fs } = disk;
  return {
    // What writes is loaded here, because most commands write no file.
    write: (path, content) =>
      writing(path, async () => {
        const { inParts, replaceFile } = await import('../disk/replace-file.ts');
        // A rename would replace a device or a pipe by a file.
        if (isSpecial(path, disk)) await fs.promises.writeFile(path, inParts(content));
        else replaceFile(path, content, {}, disk);
      }),
    writeAll: (folder, files) =>
      writing(folder, async () => {
        const { replaceFiles } = await import('../disk/replace-files.ts');
        await replaceFiles(folder, files, disk);
      }),
    rewrite: (path, content) =>
      writing(path, async () => {
        const { replaceFile } = await import('../disk/replace-file.ts');
        replaceFile(path, content, { keepsMode: true }, disk);
      }),
    makeFolder: (path) => writing(path, async () => makeFolders(path, disk)),
    isReadOnly(path) {
      // The superuser may write to every file.
      if ((Number(statOf(path, disk)?.mode ?? 0o200) & 0o222) === 0) return true;
      try {
        fs.accessSync(path, constants.W_OK);
        return false;
      } catch {
        return true;
      }
    },
    assertWritable(path) {
      const check = () => {
        const target = linkTarget(path, disk);
        if (fs.statSync(target, { throwIfNoEntry: false })?.isDirectory())
          throw new UsageError(`${path} is a folder`);
        fs.accessSync(isSpecial(path, disk) ? path : dirname(target), constants.W_OK);
      };
      orFailure('write', path, check, UsageError);
    },
    async append(path, text) {
      const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
      // Without O_NONBLOCK, opening a pipe waits until another process reads from it.
      const flag = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;
      try {
        await fs.promises.writeFile(path, text, { flag, mode: 0o600 } as object);
      } catch (error) {
        throw fileFailure('write', path, error, UsageError);
      }
    },
    isOpenToOthers(path) {
      const stats = statOf(path, disk);
      return hasModes(disk) && stats?.isFile() === true && (Number(stats.mode) & 0o022) !== 0;
    },
    size(path) {
      const stats = statOf(path, disk);
      return stats?.isFile() ? Number(stats.size) : 0;
    },
    folder(path) {
      if (!statOf(path, disk)?.isDirectory()) return undefined;
      const entries = fs.readdirSync(path, { withFileTypes: true });
      return entries
        .filter(({ name }) => {
          const stats = statOf(join(path, name), disk);
          return stats?.isFile() || stats?.isDirectory();
        })
        .map(({ name }) => name)
        .sort();
    },
    identity: (path) => fileIdentity(path, disk),
    inside(path, folder) {
      const place = targetOf(resolve(folder), disk);
      const target = targetOf(resolve(path), disk);
      const whole = statOf(target, disk) ? target : join(targetOf(dirname(target), disk), basename(target));
      const from = relative(place, whole);
      return from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from) ? undefined : from;
    },
  };
}

/** Implements `Files.identity`. */
export function fileIdentity(path: string, disk: Disk = systemDisk): string | undefined {
  const target = targetOf(resolve(path), disk);
  const stats = statOf(target, disk);
  if (!stats) return join(targetOf(dirname(target), disk), basename(target));
  return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
}

function statOf(path: string, { fs }: Disk) {
  try {
    return fs.statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function targetOf(path: string, disk: Disk): string {
  try {
    return linkTarget(path, disk);
  } catch {
    return path;
  }
}

/** Reads a regular file's text, for files of this tool. Throws `UsageError` naming the path. */
export async function readTextFile(path: string, limit = maxFileBytes): Promise<string> {
  return decodeBytes(await readBytes(path, limit), path);
}

/** Reads a regular file's bytes. Throws `UsageError` naming the path, also if there are more than `limit`. */
export function readBytes(path: string, limit = maxFileBytes): Promise<Uint8Array> {
  return joined(path, streamBytes(path, systemDisk, limit), limit);
}

async function joined(path: string, parts: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  // Checking the size is not enough: a file may grow, and files in /proc have none.
  for await (const chunk of parts) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.byteLength > limit)
    throw new UsageError(`cannot read ${path}: larger than ${limit / 1024 / 1024} MiB`, { path });
  return bytes;
}

/** Yields a regular file's bytes, up to the one at `end`. Throws `UsageError` naming the path. */
async function* streamBytes(
  path: string,
  { fs }: Disk,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let file: promises.FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe waits until another process writes to it.
    file = await fs.promises.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    const problem = unlikeFile(stats);
    if (problem !== undefined) throw new UsageError(`cannot read ${path}: ${problem}`, { path });
    yield* file.createReadStream({ end, autoClose: false });
  } catch (error) {
    throw fileFailure('read', path, error, UsageError);
  } finally {
    await file?.close();
  }
}

function isSpecial(path: string, { fs }: Disk): boolean {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}
