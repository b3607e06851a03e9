import type { Stats } from 'node:fs';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorCode, fileFailure } from '../disk/errno.ts';
import { mayPass } from '../disk/patience.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { removeFile } from '../disk/replace-file.ts';
import { type Hint, LocalStateError } from '../errors.ts';
import type { EndedProcess, JournalKeeper } from '../ports.ts';
import {
  type Holder,
  isGone,
  isHere,
  isSameBoot,
  monotonic,
  parseHolder,
  processOf,
  renewal,
  silence,
  thisProcess,
} from './lock-holder.ts';
import { type Machine, thisMachine } from './machine.ts';

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
  readonly machine?: Machine | undefined;
}

/** Where a lock is, and who looks at it. */
interface Place {
  readonly path: string;
  readonly disk: Disk;
  readonly machine: Machine;
}

/** A lock that this process holds and renews every minute. */
export interface Lock {
  /** The process that had the lock, and ended without freeing it. */
  readonly left: EndedProcess | undefined;
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
export async function acquireLock(path: string, options: LockOptions = {}): Promise<Lock> {
  const { wait = 5000, what = path, settle = 2000, trust = 1000 } = options;
  const {
    disk = systemDisk,
    machine = thisMachine,
    hint = { code: 'delete-lock', data: { path } },
  } = options;
  const place: Place = { path, disk, machine };
  const holder = thisProcess(machine);
  const started = monotonic(machine);
  const isStanding = watchStanding(settle, machine);
  const unending = new AbortController().signal;
  let left: EndedProcess | undefined;

  /** Returns the lock; `undefined` if the next attempt may get it. */
  function attempt(): Lock | undefined {
    const file = create(path, contentOf(holder), disk);
    if (file !== undefined) return heldLock(place, file, holder, { trust, left });
    const found = read(path, disk);
    const other = found && parseHolder(found.content);
    if (found && (other ? isGone(other, found.changed, machine) : isStanding(path, found))) {
      takeOver(place, found, isStanding);
      if (other) {
        const ago = Math.max(0, silence(other, found.changed, machine) - renewalInterval);
        left = { process: processOf(other), ago };
      }
    }
    // A file without a holder is being made, or will be replaced soon.
    else if (other && monotonic(machine) - started >= wait)
      throw new LocalStateError(`${what} is in use by ${describeHolder(other, machine)}`, { hint });
    return undefined;
  }

  try {
    for (;;) {
      try {
        const lock = attempt();
        if (lock) return lock;
      } catch (error) {
        // Windows refuses a file that is just being deleted.
        const isOver = monotonic(machine) - started >= Math.max(wait, 1000);
        if (disk.platform !== 'win32' || !mayPass(error) || isOver) throw error;
      }
      await machine.clock.sleep(5 + machine.clock.random() * 20, unending);
    }
  } catch (error) {
    throw fileFailure('lock', path, error);
  }
}

/** Returns the process that holds the lock file `path`; `undefined` if no living process does. */
export function keeperOf(
  path: string,
  { disk = systemDisk, machine = thisMachine }: Pick<LockOptions, 'disk' | 'machine'> = {},
): JournalKeeper | undefined {
  const found = read(path, disk);
  const holder = found && parseHolder(found.content);
  if (!holder || isGone(holder, found.changed, machine)) return undefined;
  return {
    words: describeHolder(holder, machine),
    isHere: isHere(holder, machine),
    silence: silence(holder, found.changed, machine),
    release: () => release(path, holder, disk),
  };
}

function release(path: string, holder: Holder, disk: Disk): void {
  if (isHeldBy(path, holder, disk)) removeFile(path, disk);
}

function heldLock(
  { path, disk, machine }: Place,
  file: number,
  holder: Holder,
  { trust, left }: { readonly trust: number; readonly left: EndedProcess | undefined },
): Lock {
  let checked = monotonic(machine);
  let isLost = false;
  let isReleased = false;

  function look(): void {
    checked = monotonic(machine);
    isLost ||= !isHeldBy(path, holder, disk);
  }

  function renew(): void {
    look();
    // Writes into its own file, even if another one has replaced it; the length never changes.
    if (!isLost) disk.fs.writeSync(file, contentOf({ ...holder, renewed: renewal(machine) }), 0);
  }

  const stopRenewing = machine.every(renewalInterval, () => {
    try {
      renew();
    } catch {
      // A disk that fails now may work in a minute.
    }
  });

  return {
    left,
    assertHeld() {
      if (!isLost && monotonic(machine) - checked >= trust) look();
      if (isLost) throw new LocalStateError(`${path} was taken by another process`);
    },
    release() {
      // After closing, the number of the file may belong to another file.
      if (isReleased) return;
      isReleased = true;
      stopRenewing();
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
    assertNoLink(path, fs);
    return undefined;
  }
}

/** Throws for a broken link, which can neither be read nor made. */
function assertNoLink(path: string, fs: Disk['fs']): void {
  if (!fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new LocalStateError(`cannot lock ${path}: it is a link to something that does not exist`, {
    hint: { code: 'repair-link', data: {} },
  });
}

type IsStanding = (path: string, found: Found) => boolean;

/**
 * Returns a function that tells whether a file has not changed for `settle` milliseconds. It counts them without the wall
 * clock, which may be set. Every lock has no content for a moment: the time of the change tells one from the next.
 */
function watchStanding(settle: number, machine: Machine): IsStanding {
  const seen = new Map<string, { found: Found; since: number }>();
  return (path, found) => {
    const before = seen.get(path);
    const now = monotonic(machine);
    if (before && isSame(before.found, found)) return now - before.since >= settle;
    seen.set(path, { found, since: now });
    return settle === 0;
  };
}

/**
 * Removes a lock whose process has ended. Two processes may notice that at the same time, and the slower one must not
 * remove the new lock of the faster one: therefore only one removes at a time, after it has read the file again.
 */
function takeOver({ path, disk, machine }: Place, found: Found, isStanding: IsStanding): void {
  const guard = `${path}.takeover`;
  const file = create(guard, machine.uuid(), disk);
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

/** Describes a holder: `pid 123 since <time>`, with its machine if that is another one. */
function describeHolder(holder: Holder, machine: Machine): string {
  const { pid, host, since } = holder;
  if (isHere(holder, machine)) return `pid ${pid} since ${since}`;
  if (host !== machine.hostname()) return `pid ${pid} on ${host} since ${since}`;
  const place = isSameBoot(holder, machine)
    ? 'in another container'
    : 'before its restart, or on another machine of this name,';
  return `pid ${pid} on ${host}, ${place} since ${since}`;
}
