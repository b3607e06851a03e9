import { lstatSync, type Stats, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorCode, errorReason } from '../disk/errno.ts';
import { mayPass } from '../disk/patience.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { removeFile } from '../disk/replace-file.ts';
import { type Hint, LocalStateError } from '../errors.ts';
import type { JournalKeeper } from '../ports.ts';
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
import { thisMachine } from './machine.ts';

export interface LockOptions {
  /** Milliseconds to wait for another process. */
  readonly wait?: number;
  /** What the lock is for, in the error if another process holds it. @default its path */
  readonly what?: string;
  /** The hint for the error if another process holds the lock. */
  readonly hint?: Hint;
  /** After this many milliseconds, a lock file without a holder is left from a process that died while making it. */
  readonly settle?: number;
  /** Milliseconds for which the last check that the lock is held stays valid. */
  readonly trust?: number;
  readonly disk?: Disk | undefined;
}

/** A lock that this process holds and renews every minute. */
export interface Lock {
  /**
   * Throws `LocalStateError` if another process holds the lock now: it was removed, or this process slept for too long.
   */
  assertHeld(): void;
  release(): void;
}

const renewalInterval = 60_000;

/** Runs `action` while this process holds the lock file `path`. Throws as {@link acquireLock} does. */
export async function withLock<T>(path: string, action: () => T, options: LockOptions = {}): Promise<T> {
  const { release } = await acquireLock(path, options);
  try {
    return action();
  } finally {
    release();
  }
}

/**
 * Takes the lock file `path`, whose folder must exist. Replaces a lock whose process has ended. Throws
 * `LocalStateError` if a living process holds it, or one that cannot be checked.
 */
export async function acquireLock(
  path: string,
  { wait = 5000, what = path, settle = 2000, trust = 1000, hint, disk = systemDisk }: LockOptions = {},
): Promise<Lock> {
  const holder = thisProcess();
  const started = monotonic();
  const isStanding = watchStanding(settle);

  /** Returns the lock; `undefined` if the next attempt may get it. */
  function attempt(): Lock | undefined {
    const file = create(path, contentOf(holder), disk);
    if (file !== undefined) return heldLock(path, file, holder, trust, disk);
    const found = read(path, disk);
    const other = found && parseHolder(found.content);
    if (found && (other ? isGone(other, found.changed) : isStanding(path, found)))
      takeOver(path, found, isStanding, disk);
    // A file without a holder is being made, or will be replaced soon.
    else if (other && monotonic() - started >= wait) throw inUse(path, what, other, hint);
    return undefined;
  }

  try {
    for (;;) {
      try {
        const lock = attempt();
        if (lock) return lock;
      } catch (error) {
        // Windows refuses a file that is just being deleted.
        const isOver = monotonic() - started >= Math.max(wait, 1000);
        if (disk.platform !== 'win32' || !mayPass(error) || isOver) throw error;
      }
      await sleep(5 + Math.random() * 20);
    }
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot lock ${path}: ${errorReason(error)}`);
  }
}

/** Returns the process that holds the lock file `path`; `undefined` if no living process does. */
export function keeperOf(path: string): JournalKeeper | undefined {
  const found = read(path, systemDisk);
  const holder = found && parseHolder(found.content);
  if (!holder || isGone(holder, found.changed)) return undefined;
  return {
    words: describeHolder(holder),
    isHere: isHere(holder),
    silence: silence(holder, found.changed),
    release: () => release(path, holder, systemDisk),
  };
}

function release(path: string, holder: Holder, disk: Disk): void {
  if (isHeldBy(path, holder, disk)) removeFile(path, disk);
}

function heldLock(path: string, file: number, holder: Holder, trust: number, disk: Disk): Lock {
  let checked = monotonic();
  let isLost = false;
  let isReleased = false;

  function look(): void {
    checked = monotonic();
    isLost ||= !isHeldBy(path, holder, disk);
  }

  function renew(): void {
    look();
    // Writes into its own file, even if another one has replaced it; the length never changes.
    if (!isLost) writeSync(file, contentOf({ ...holder, renewed: renewal() }), 0);
  }

  const timer = setInterval(() => {
    try {
      renew();
    } catch {
      // A disk that fails now may work in a minute.
    }
  }, renewalInterval).unref();

  return {
    assertHeld() {
      if (!isLost && monotonic() - checked >= trust) look();
      if (isLost) throw new LocalStateError(`${path} was taken by another process`);
    },
    release() {
      // After closing, the number of the file may belong to another file.
      if (isReleased) return;
      isReleased = true;
      clearInterval(timer);
      disk.fs.closeSync(file);
      release(path, holder, disk);
    },
  };
}

function isHeldBy(path: string, { token, pid, since }: Holder, disk: Disk): boolean {
  const found = read(path, disk);
  const now = found && parseHolder(found.content);
  return now !== undefined && now.token === token && now.pid === pid && now.since === since;
}

function contentOf(holder: Holder): string {
  return JSON.stringify(holder);
}

/** Makes a file and returns it, open; `undefined` if it exists. */
function create(path: string, content: string, { fs }: Disk): number | undefined {
  let file: number;
  try {
    file = fs.openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  try {
    fs.writeFileSync(file, content);
    return file;
  } catch (error) {
    fs.closeSync(file);
    fs.rmSync(path, { force: true });
    throw error;
  }
}

/** A lock file as it was read. `changed` is the time of its last change, in milliseconds since the epoch. */
interface Found {
  readonly content: string;
  readonly changed: number;
}

function isSame(one: Found | undefined, other: Found | undefined): boolean {
  return one?.content === other?.content && one?.changed === other?.changed;
}

function read(path: string, { fs }: Disk): Found | undefined {
  try {
    let changed = 0;
    const look = ({ mtimeMs }: Stats) => {
      changed = mtimeMs;
    };
    return { content: readBounded(path, shortFile, look, fs).toString('utf8'), changed };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    assertNoLink(path);
    return undefined;
  }
}

/** Throws for a broken link, which can neither be read nor made. */
function assertNoLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new LocalStateError(`cannot lock ${path}: it is a link to something that does not exist`, {
    hint: { code: 'repair-link', data: {} },
  });
}

type IsStanding = (path: string, found: Found) => boolean;

/**
 * Returns a function that tells whether a file has not changed for `settle` milliseconds. It counts them without the wall
 * clock, which may be set. Every lock has no content for a moment: the time of the change tells one from the next.
 */
function watchStanding(settle: number): IsStanding {
  const seen = new Map<string, { found: Found; since: number }>();
  return (path, found) => {
    const before = seen.get(path);
    const now = monotonic();
    if (before && isSame(before.found, found)) return now - before.since >= settle;
    seen.set(path, { found, since: now });
    return settle === 0;
  };
}

/**
 * Removes a lock whose process has ended. Two processes may notice that at the same time, and the slower one must not
 * remove the new lock of the faster one: therefore only one removes at a time, after it has read the file again.
 */
function takeOver(path: string, found: Found, isStanding: IsStanding, disk: Disk): void {
  const guard = `${path}.takeover`;
  const file = create(guard, crypto.randomUUID(), disk);
  if (file === undefined) {
    const left = read(guard, disk);
    if (left && isStanding(guard, left)) removeFile(guard, disk);
    return;
  }
  disk.fs.closeSync(file);
  try {
    if (isSame(read(path, disk), found)) removeFile(path, disk);
  } finally {
    removeFile(guard, disk);
  }
}

function inUse(
  path: string,
  what: string,
  holder: Holder,
  hint: Hint = { code: 'delete-lock', data: { path } },
): LocalStateError {
  return new LocalStateError(`${what} is in use by ${describeHolder(holder)}`, { hint });
}

/** Describes a holder: `pid 123 since <time>`, with its machine if that is another one. */
function describeHolder(holder: Holder): string {
  const { pid, host, since } = holder;
  if (isHere(holder)) return `pid ${pid} since ${since}`;
  if (host !== thisMachine.hostname()) return `pid ${pid} on ${host} since ${since}`;
  const place = isSameBoot(holder)
    ? 'in another container'
    : 'before its restart, or on another machine of this name,';
  return `pid ${pid} on ${host}, ${place} since ${since}`;
}
