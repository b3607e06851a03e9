import { isUtf8 } from 'node:buffer';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { FixtureSource, SandboxCopy } from '../ports.ts';
import { sandboxBaseUrl, sandboxToken } from '../sandbox/identity.ts';
import { errorReason } from './errno.ts';
import { readBytes } from './files.ts';
import { inParts, linkTarget } from './replace-file.ts';
import { decodeUtf8 } from './utf8.ts';

/** The size of the longest text that Node can hold. */
const maxFixtureBytes = 400 * 1024 * 1024;

/** Reads the file of a fixture. Throws `UsageError` naming the path, also for a file that is not UTF-8. */
export async function readFixtureFile(path: string): Promise<Uint8Array> {
  const bytes = await readBytes(path, maxFixtureBytes);
  // The decoder names the line. Usually it is not needed: the text would take twice the memory of the bytes.
  if (!isUtf8(bytes)) decodeUtf8(bytes, path);
  return bytes;
}

/** Implements `SandboxAccess.openCopy`; `now` returns milliseconds since the epoch. */
export async function openSandboxCopy(source: FixtureSource, now: () => number): Promise<SandboxCopy> {
  const { openCopy } = await import('../sandbox/open-copy.ts');
  const fixture = 'text' in source ? bytesOf(source.text) : await readFixtureFile(source.path);
  const name = 'text' in source ? 'the copy' : source.path;
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const path = join(folder, 'copy.db');
    const sandbox = openCopy({ path, token: sandboxToken, now, fixture, source: name });
    // The filled file lives on without a name, where the system allows this: from now on, nothing stays after `kill -9`.
    if (process.platform !== 'win32') remove();
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
      close() {
        sandbox.close();
        remove();
        process.off('exit', remove);
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function bytesOf(text: string | Iterable<string>): Uint8Array {
  return Buffer.concat(Array.from(inParts(text), (part) => Buffer.from(part)));
}

/** Replaces the file in one step. */
function keep(file: string, copyTo: (path: string) => void): void {
  const target = linkTarget(resolve(file));
  const temporary = `${target}.tmp-${process.pid}`;
  try {
    writeFileSync(temporary, '', { mode: 0o600, flag: 'wx' });
    copyTo(temporary);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UsageError(`cannot write ${file}: ${errorReason(error)}`);
  }
}
