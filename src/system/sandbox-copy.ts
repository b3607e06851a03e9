import { isUtf8 } from 'node:buffer';
import { lstatSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorCode, errorReason, orFailure } from '../disk/errno.ts';
import { removeFolder } from '../disk/folders.ts';
import { mayPass } from '../disk/patience.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { inParts, replaceBy } from '../disk/replace-file.ts';
import { LocalStateError, OutputError } from '../errors.ts';
import type { FixtureSource, SandboxCopy } from '../ports.ts';
import { sandboxBaseUrl, sandboxToken } from '../sandbox/identity.ts';
import { isUtf8Mark } from '../text/decode.ts';
import { decodeBytes, maxTextBytes } from './decode.ts';
import { readBytes } from './files.ts';
import { collectGarbage } from './garbage.ts';
import { isGone, isHere, parseHolder, thisProcess } from './lock-holder.ts';

/**
 * Returns a fixture as UTF-8 without a byte order mark, and its name in messages. Throws `UsageError` naming the path, also
 * for a file that is no text.
 */
export async function fixtureBytes(source: FixtureSource): Promise<{ bytes: Uint8Array; name: string }> {
  if ('text' in source) {
    const parts = Array.from(inParts(source.text), (part) => Buffer.from(part));
    return { bytes: Buffer.concat(parts), name: source.name ?? 'the copy' };
  }
  return { bytes: await readFixtureFile(source.path), name: source.path };
}

async function readFixtureFile(path: string): Promise<Uint8Array> {
  const bytes = await readBytes(path, maxTextBytes);
  // Usually nothing is decoded: the text would take twice the memory of the bytes. The decoder names a bad line.
  if (!isUtf8(bytes)) return Buffer.from(decodeBytes(bytes, path));
  return isUtf8Mark(bytes) ? bytes.subarray(3) : bytes;
}

/** Implements `SandboxAccess.openCopy`; `now` returns milliseconds since the epoch. */
export async function openSandboxCopy(
  source: FixtureSource,
  now: () => number,
  disk: Disk = systemDisk,
): Promise<SandboxCopy> {
  const open = await opener(now);
  const { bytes, name } = await fixtureBytes(source);
  return openedInFolder((path) => open(path, { text: bytes, name }), open, disk);
}

/** A function of its own, which lives as long as the copy, and so must not hold the fixture. */
async function opener(now: () => number) {
  const { openCopy } = await import('../sandbox/open-copy.ts');
  return (path: string, fixture?: { readonly text: Uint8Array; readonly name: string }) =>
    openCopy({ path, token: sandboxToken, now, fixture });
}

type OpenCopy = Awaited<ReturnType<typeof opener>>;

/** Opens a copy in a folder of its own, which is deleted with it; `open` opens the copies of this one. */
async function openedInFolder(
  first: (path: string) => ReturnType<OpenCopy>,
  open: OpenCopy,
  disk: Disk,
): Promise<SandboxCopy> {
  const folder = madeOnDisk(makeCopyFolder);
  const isWindows = disk.platform === 'win32';
  const remove = () => removeIfFree(folder, disk);
  const removeClosed = async () => {
    // Windows deletes no file that is open.
    if (isWindows) await collectGarbage();
    remove();
  };
  try {
    const sandbox = madeOnDisk(first, join(folder, 'copy.db'));
    // The filled file lives on without a name, where the system allows this: from now on, nothing stays after `kill -9`.
    if (!isWindows) remove();
    const end = () => {
      sandbox.close();
      remove();
    };
    process.once('exit', end);
    return {
      organization: sandbox.org,
      unread: sandbox.unread,
      baseUrl: sandboxBaseUrl,
      token: sandboxToken,
      transport: async (request, signal) => {
        signal.throwIfAborted();
        return sandbox.exchange(request);
      },
      keep: async (file) => keep(file, sandbox.copyTo),
      again() {
        const filled = (path: string) => {
          sandbox.copyTo(path);
          return open(path);
        };
        return openedInFolder(filled, open, disk);
      },
      async close() {
        process.off('exit', end);
        sandbox.close();
        await removeClosed();
      },
    };
  } catch (error) {
    await removeClosed();
    throw error;
  }
}

/** Deletes the folder of a copy. The next copy deletes what is still open in it, when this process has ended. */
function removeIfFree(folder: string, disk: Disk): void {
  try {
    removeFolder(folder, disk);
  } catch (error) {
    if (!mayPass(error)) throw error;
  }
}

/** Makes a part of the copy. Turns errors of the disk into a `LocalStateError` that names the folder. */
function madeOnDisk<Part, Args extends readonly unknown[]>(
  make: (...args: Args) => Part,
  ...args: Args
): Part {
  try {
    return make(...args);
  } catch (error) {
    const reason = error instanceof LocalStateError ? error.cause : error;
    if (errorCode(reason) === undefined) throw error;
    const folder = tmpdir();
    throw new LocalStateError(`cannot write the copy in ${folder}: ${errorReason(reason)}`, {
      hint: { code: 'choose-temporary-folder', data: {} },
      cause: reason,
    });
  }
}

/** Replaces the file in one step. */
function keep(file: string, copyTo: (path: string) => void): void {
  orFailure('write', file, () => replaceBy(resolve(file), copyTo), OutputError);
}

/** How the names of the folders of copies begin, in the folder of temporary files. */
const start = 'docs-admin-copy-';

/** The file in such a folder that names its process. */
const processFile = 'process.json';

/**
 * Makes a folder for a copy, which only its owner can read. Removes the folders of processes that have ended: one that
 * is killed while it fills a copy cannot remove its own.
 */
function makeCopyFolder(): string {
  removeStale();
  const folder = mkdtempSync(join(tmpdir(), start));
  try {
    writeFileSync(join(folder, processFile), JSON.stringify(thisProcess()), { mode: 0o600 });
    return folder;
  } catch (error) {
    // Nothing tells later whose it was.
    removeFolder(folder);
    throw error;
  }
}

function removeStale(): void {
  for (const name of namesIn(tmpdir()).filter((one) => one.startsWith(start))) {
    const folder = join(tmpdir(), name);
    try {
      if (isOwnFolder(folder) && isLeft(join(folder, processFile))) removeFolder(folder);
    } catch {
      // Something else is in it, or another process removes it just now.
    }
  }
}

/** Anyone can make a folder of such a name among the temporary files. */
function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path);
  return stats.isDirectory() && stats.uid === (process.geteuid?.() ?? stats.uid);
}

/** Returns whether the process that a file names was one of this machine, and has ended. */
function isLeft(path: string): boolean {
  let changed = 0;
  const content = readBounded(path, shortFile, ({ mtimeMs }) => {
    changed = mtimeMs;
  });
  const holder = parseHolder(content.toString('utf8'));
  return holder !== undefined && isHere(holder) && isGone(holder, changed);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
