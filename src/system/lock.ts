import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalStateError } from '../cli/errors.ts';
import { errorCode, errorReason } from './errno.ts';

export interface LockOptions {
  /** How long to wait for another process, in milliseconds. */
  readonly wait?: number;
}

/** Who holds a lock. The start tells a process from a later one with the same id. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly start: string | null;
  readonly since: string;
}

/** After this many milliseconds, a lock file without a holder is one whose maker died between two steps. */
const unfinishedAge = 2000;

/** Runs `action` while no other process does so under the lock file `path`. Throws as {@link acquireLock}. */
export async function withLock<T>(path: string, action: () => T, options: LockOptions = {}): Promise<T> {
  const release = await acquireLock(path, options);
  try {
    return action();
  } finally {
    release();
  }
}

/**
 * Takes the lock file `path`, whose folder must exist, and resolves with the function that gives it back.
 * A lock whose process is gone is taken over. Throws `LocalStateError` where a living one keeps it.
 */
export async function acquireLock(path: string, { wait = 5000 }: LockOptions = {}): Promise<() => void> {
  const content = JSON.stringify(thisProcess());
  const deadline = Date.now() + wait;
  try {
    while (!create(path, content)) {
      const found = read(path);
      const holder = found === undefined ? undefined : parseHolder(found);
      if (found !== undefined && (holder ? isGone(holder) : isOld(path))) takeOver(path, found);
      else if (Date.now() >= deadline) throw inUse(path, holder);
      await sleep(5 + Math.random() * 20);
    }
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot lock ${path}: ${errorReason(error)}`);
  }
  return () => {
    if (read(path) === content) rmSync(path, { force: true });
  };
}

/** Whether a living process holds the lock file `path`. */
export function isLocked(path: string): boolean {
  const found = read(path);
  const holder = found === undefined ? undefined : parseHolder(found);
  return holder !== undefined && !isGone(holder);
}

function create(path: string, content: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, content);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes a lock that nobody holds any more. Two processes may find out at once, and the slower one must not
 * remove the lock that the faster one took meanwhile: so one at a time, after another look.
 */
function takeOver(path: string, found: string): void {
  const guard = `${path}.takeover`;
  if (!create(guard, '')) {
    if (isOld(guard)) rmSync(guard, { force: true });
    return;
  }
  try {
    if (read(path) === found) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > unfinishedAge;
}

function thisProcess(): Holder {
  const { pid } = process;
  return { pid, host: hostname(), start: startOf(pid), since: new Date().toISOString() };
}

function parseHolder(content: string): Holder | undefined {
  try {
    const holder = JSON.parse(content);
    return Number.isSafeInteger(holder?.pid) && holder.pid > 0 ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the holder surely runs no more. On another machine nobody can tell. */
function isGone(holder: Holder): boolean {
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const start = startOf(holder.pid);
  return start !== null && holder.start !== null && start !== holder.start;
}

/** When a process started, in ticks since boot; `null` where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name, may hold spaces and brackets; the 22nd is the start.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function inUse(path: string, holder: Holder | undefined): LocalStateError {
  const where = holder && holder.host !== hostname() ? ` on ${holder.host}` : '';
  const who = holder ? `pid ${holder.pid}${where} since ${holder.since}` : 'another process';
  return new LocalStateError(`${path} is in use by ${who}`, {
    hint: `if no such process runs, delete ${path}`,
  });
}
