import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hint, LocalStateError } from '../errors.ts';
import { errorCode, errorReason } from './errno.ts';
import {
  type Holder,
  isGone,
  isHere,
  isSameBoot,
  monotonic,
  parseHolder,
  renewal,
  silence,
  thisProcess,
} from './lock-holder.ts';

export interface LockOptions {
  /** How long to wait for another process, in milliseconds. */
  readonly wait?: number;
  /** What to do where another process keeps it. */
  readonly hint?: Hint;
  /** After so many milliseconds, a lock file without a holder is one whose maker died between two steps. */
  readonly settle?: number;
  /** How old the knowledge may be that the lock is held, in milliseconds. */
  readonly trust?: number;
}

/** A lock that this process holds, and renews every minute. */
export interface Lock {
  /** Throws `LocalStateError` where another process has it now: it was broken, or this process slept for too long. */
  assertHeld(): void;
  release(): void;
}

const renewalInterval = 60_000;

/** Runs `action` while no other process does so under the lock file `path`. Throws as {@link acquireLock}. */
export async function withLock<T>(path: string, action: () => T, options: LockOptions = {}): Promise<T> {
  const { release } = await acquireLock(path, options);
  try {
    return action();
  } finally {
    release();
  }
}

/**
 * Takes the lock file `path`, whose folder must exist. A lock whose process has ended is taken over. Throws
 * `LocalStateError` where a living process keeps it, or one of which it cannot be seen whether it lives.
 */
export async function acquireLock(
  path: string,
  { wait = 5000, settle = 2000, trust = 1000, hint }: LockOptions = {},
): Promise<Lock> {
  const holder = thisProcess();
  const deadline = monotonic() + wait;
  const isStanding = watchStanding(settle);
  try {
    for (;;) {
      const file = create(path, contentOf(holder));
      if (file !== undefined) return heldLock(path, file, holder, trust);
      const found = read(path);
      const other = found && parseHolder(found.content);
      if (found && (other ? isGone(other, found.changed) : isStanding(path, found.content)))
        takeOver(path, found.content, isStanding);
      // What has no holder yet is in the making, or will be taken over soon.
      else if (other && monotonic() >= deadline) throw inUse(path, other, hint);
      await sleep(5 + Math.random() * 20);
    }
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot lock ${path}: ${errorReason(error)}`);
  }
}

/** A process that keeps a lock. */
export interface Keeper {
  /** In words, as in the message of a lock that cannot be taken. */
  readonly words: string;
  /** Whether this process can see that it runs. */
  readonly isHere: boolean;
  /** For how many milliseconds it has not been heard of. */
  readonly silence: number;
  /** Takes the lock away from it, unless another process has it meanwhile. */
  release(): void;
}

/** Who keeps the lock file `path`; `undefined` where no living process does. */
export function keeperOf(path: string): Keeper | undefined {
  const found = read(path);
  const holder = found && parseHolder(found.content);
  if (!holder || isGone(holder, found.changed)) return undefined;
  return {
    words: describeHolder(holder),
    isHere: isHere(holder),
    silence: silence(holder, found.changed),
    release: () => release(path, holder),
  };
}

function release(path: string, holder: Holder): void {
  if (isHeldBy(path, holder)) rmSync(path, { force: true });
}

function heldLock(path: string, file: number, holder: Holder, trust: number): Lock {
  let checked = monotonic();
  let isLost = false;
  let isReleased = false;

  function look(): void {
    checked = monotonic();
    isLost ||= !isHeldBy(path, holder);
  }

  function renew(): void {
    look();
    // Into its own file, even where another one has taken its place; never longer or shorter than before.
    if (!isLost) writeSync(file, contentOf({ ...holder, renewed: renewal() }), 0);
  }

  const timer = setInterval(() => {
    try {
      renew();
    } catch {
      // A disk that does not answer now may do so in a minute.
    }
  }, renewalInterval).unref();

  return {
    assertHeld() {
      if (!isLost && monotonic() - checked >= trust) look();
      if (isLost) throw new LocalStateError(`${path} was taken by another process`);
    },
    release() {
      // The number of a file that is closed may be another file's.
      if (isReleased) return;
      isReleased = true;
      clearInterval(timer);
      closeSync(file);
      release(path, holder);
    },
  };
}

function isHeldBy(path: string, { token, pid, since }: Holder): boolean {
  const found = read(path);
  const now = found && parseHolder(found.content);
  return now !== undefined && now.token === token && now.pid === pid && now.since === since;
}

function contentOf(holder: Holder): string {
  return JSON.stringify(holder);
}

/** Makes a file and returns it, open; `undefined` where there is one already. */
function create(path: string, content: string): number | undefined {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  try {
    writeFileSync(file, content);
    return file;
  } catch (error) {
    closeSync(file);
    rmSync(path, { force: true });
    throw error;
  }
}

function read(path: string): { content: string; changed: number } | undefined {
  try {
    return { content: readFileSync(path, 'utf8'), changed: statSync(path).mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a file has been the same for `settle` milliseconds. The clock on the wall, which may be set, is not asked. */
function watchStanding(settle: number): (path: string, content: string) => boolean {
  const seen = new Map<string, { content: string; since: number }>();
  return (path, content) => {
    const before = seen.get(path);
    const now = monotonic();
    if (before?.content === content) return now - before.since >= settle;
    seen.set(path, { content, since: now });
    return settle === 0;
  };
}

/**
 * Removes a lock whose process has ended. Two processes may find out at once, and the slower one must not
 * remove the lock that the faster one took meanwhile: so one at a time, after another look.
 */
function takeOver(path: string, found: string, isStanding: (path: string, content: string) => boolean): void {
  const guard = `${path}.takeover`;
  const file = create(guard, crypto.randomUUID());
  if (file === undefined) {
    const left = read(guard);
    if (left && isStanding(guard, left.content)) rmSync(guard, { force: true });
    return;
  }
  closeSync(file);
  try {
    if (read(path)?.content === found) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function inUse(
  path: string,
  holder: Holder,
  hint: Hint = { code: 'delete-lock', data: { path } },
): LocalStateError {
  return new LocalStateError(`${path} is in use by ${describeHolder(holder)}`, { hint });
}

/** `pid 123 since <time>`, with its machine where that is another one. */
function describeHolder(holder: Holder): string {
  const { pid, host, since } = holder;
  if (isHere(holder)) return `pid ${pid} since ${since}`;
  if (host !== hostname()) return `pid ${pid} on ${host} since ${since}`;
  const place = isSameBoot(holder)
    ? 'in another container'
    : 'before its restart, or on another machine of this name,';
  return `pid ${pid} on ${host}, ${place} since ${since}`;
}
