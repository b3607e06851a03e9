// The parts of `ports.ts` about journals.

/** The journals of bulk work. All methods throw `LocalStateError` naming the path. */
export interface Journals {
  /** The folder of journals for which the user names no other place. */
  readonly folder: string;
  absolute(path: string): string;
  /** Returns the paths of the journals in the folder, the newest first. */
  list(): string[];
  exists(path: string): boolean;
  /** Returns the lines of a journal, without a last line that was cut off. */
  read(path: string): string[];
  /**
   * Makes a journal that only its owner can read, and opens it. Throws `UsageError` if the file exists and is not
   * empty.
   */
  create(path: string): Promise<JournalFile>;
  /** Opens a journal for adding. No other process can open it until it is closed. */
  open(path: string): Promise<JournalFile>;
  /** Returns the process that has the journal open; `undefined` if none has. */
  keeper(path: string): Promise<JournalKeeper | undefined>;
  /**
   * Takes a lock in the folder. Calls `onWait` once if another process has it, and waits `wait` milliseconds. `what` names in
   * the error what the lock is for.
   */
  lock(name: string, options: PlaceLockOptions): Promise<PlaceLock>;
  remove(path: string): Promise<void>;
  /** Loads the files of the records of single commands. */
  history(): Promise<HistoryFiles>;
}

/**
 * The files of the records of single commands. Any number of processes may add to a file at once. All methods throw
 * `LocalStateError` naming the path.
 */
export interface HistoryFiles {
  readonly folder: string;
  /** Returns the names of the files in the folder, the oldest first. */
  list(): string[];
  /** Returns the size of a file in bytes; 0 if there is none. */
  size(name: string): number;
  /** Returns the lines of a file; those that hold nothing are left out, as empty texts. */
  read(name: string): string[];
  /**
   * Adds a line in one piece, to a file that only its owner can read; with `isDurable`, the line is on the disk afterwards.
   * Returns why this user cannot write there, if nothing can be kept in this place.
   */
  add(name: string, line: string, isDurable: boolean): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

interface PlaceLockOptions {
  readonly what: string;
  readonly wait: number;
  readonly onWait: (keeper: string) => Promise<void>;
}

interface PlaceLock {
  /** The process that had the lock, and ended without freeing it. */
  readonly left?: EndedProcess | undefined;
  release(): void;
}

/** A process that has ended while it held a lock. */
export interface EndedProcess {
  /** Tells it from all others. */
  readonly process: string;
  /** Milliseconds since its end, at least. */
  readonly ago: number;
}

/** A process that holds the journal of a run. */
export interface JournalKeeper {
  /** `pid 123 since <time>`, with the name of its machine if that is another one. */
  readonly words: string;
  /** Whether this process can check that it runs: it is on this machine and in this container. */
  readonly isHere: boolean;
  /** Milliseconds since its last sign of life. */
  readonly silence: number;
  /** Removes its lock on the journal. */
  release(): void;
}

export interface JournalFile {
  readonly path: string;
  /** The process that had it open, and ended without closing it. */
  readonly left?: EndedProcess | undefined;
  /** Resolves when the line is safely on the disk. */
  add(line: string): Promise<void>;
  close(): Promise<void>;
}
