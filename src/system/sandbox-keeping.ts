import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorReason, fileFailure, orFailure } from '../disk/errno.ts';
import { LocalStateError, OutputError, UsageError } from '../errors.ts';
import type { ResetOptions, ServeOptions } from '../ports.ts';
import { systemClock } from './clock.ts';
import { readTextFile } from './files.ts';
import { aborted } from './interrupt.ts';
import { makeOnce } from './replace-locked.ts';
import { fixtureBytes } from './sandbox-copy.ts';

interface Keeping {
  /** The SQLite file. */
  readonly path: string;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly interrupt: AbortSignal;
}

/** Serves the sandbox in the file at `path` until the interrupt, then throws its reason. */
export async function serveSandbox({ path, now, interrupt }: Keeping, options: ServeOptions): Promise<void> {
  const { port, dataFile = path, tokenFile, accessRules, faults = {}, logFile } = options;
  const token = options.token ?? (tokenFile === undefined ? randomToken() : await tokenOfFile(tokenFile));
  const [{ openSandbox }, { withFaults }, server] = await Promise.all([
    import('../sandbox/open-seeded.ts'),
    import('../sandbox/http/fault-injection.ts'),
    import('../sandbox/http/server.ts'),
  ]);
  const log = logFile === undefined ? undefined : openLogFile(logFile);
  const sandbox = openSandbox({ path: dataFile, token, now, accessRules });
  const fetch = withFaults(sandbox.fetch, faults, {
    now,
    sleep: (ms) => systemClock.sleep(ms, interrupt),
    token,
    log: log && ((request) => log.add(JSON.stringify(request))),
  });
  try {
    const { baseUrl, close } = await server.serve(fetch, { port });
    try {
      await options.onReady({ baseUrl, token, org: sandbox.org });
      await Promise.race([aborted(interrupt), ...(log ? [log.failed] : [])]);
    } finally {
      await close();
    }
  } finally {
    sandbox.close();
    log?.close();
  }
}

/**
 * Fills the sandbox in the file at `path` again. Resolves with its organization. Throws `UsageError` for a bad fixture.
 */
export async function resetState(
  path: string,
  { fixture, accessRules, ...size }: ResetOptions,
): Promise<string> {
  const { resetSandbox, restoreSandbox } = await import('../sandbox/reset.ts');
  if (!fixture) return resetSandbox(path, size, accessRules);
  const { bytes, name } = await fixtureBytes(fixture);
  return restoreSandbox(path, bytes, name, accessRules);
}

function randomToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Reads the token in a file. Makes a missing file, which only its owner can read, with a random token. Rejects with
 * `UsageError` if it cannot be read or made.
 */
async function tokenOfFile(path: string): Promise<string> {
  if (!existsSync(path)) await makeFile(path);
  const token = (await readTextFile(path)).trim();
  if (token === '') throw new UsageError(`${path} is empty`, { hint: { code: 'give-token', data: {} } });
  return token;
}

async function makeFile(path: string): Promise<void> {
  try {
    await makeOnce(path, () => `${randomToken()}\n`);
  } catch (error) {
    const reason = error instanceof LocalStateError ? error.message : errorReason(error);
    throw new UsageError(`cannot write ${path}: ${reason}`);
  }
}

/** A file to which lines are added. Only its owner can read it. */
interface LogFile {
  add(line: string): void;
  /** Rejects with an `OutputError` when a line cannot be written. */
  readonly failed: Promise<never>;
  close(): void;
}

/** Opens a file for adding. Throws `UsageError` if it cannot be opened. */
function openLogFile(path: string, { fs }: Disk = systemDisk): LogFile {
  const file = orFailure('write', path, () => fs.openSync(path, 'a', 0o600), UsageError);
  const { promise: failed, reject } = withReject();
  return {
    add(line) {
      try {
        fs.writeSync(file, `${line}\n`);
      } catch (error) {
        reject(fileFailure('write', path, error, OutputError));
      }
    },
    failed,
    close: () => fs.closeSync(file),
  };
}

function withReject(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  // A caller that waits for the promise gets the error; without a caller it must not end the process.
  promise.catch(() => {});
  return { promise, reject };
}
