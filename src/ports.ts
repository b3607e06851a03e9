import type { Journals } from './journal-ports.ts';
import type { FixtureSource, ResetOptions, ServeOptions } from './sandbox-ports.ts';
import type { CredentialStore, FolderFiles, SettingsStore } from './settings-ports.ts';

export type { EndedProcess, HistoryFiles, JournalFile, JournalKeeper, Journals } from './journal-ports.ts';
export type { Faults, FixtureSource, ResetOptions, ServeOptions } from './sandbox-ports.ts';
export type {
  CredentialStore,
  FolderFile,
  FolderFiles,
  FolderSettings,
  Profile,
  SettingsStore,
  StoredSettings,
  StoredToken,
} from './settings-ports.ts';

/** Everything outside the program that a command line can reach. `src/system/` holds the real one. */
export interface System {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: {
    readonly isTerminal: boolean;
    /**
     * Resolves with all of standard input as text; later calls resolve with the same text. Throws `UsageError` if it is
     * closed, not UTF-8 (or UTF-16 with a byte order mark), or larger than the limit in bytes of the first call (default:
     * 64 MiB).
     */
    read(limit?: number): Promise<string>;
    /**
     * Yields standard input in pieces, without a limit. Throws `UsageError` if it is closed, and the reason of `signal`
     * when it aborts; then nothing more can be read.
     */
    bytes(signal?: AbortSignal): AsyncIterable<Uint8Array>;
    /** Returns what `Files.identity` does for the file that is redirected to standard input; `undefined` for anything else. */
    identity(): string | undefined;
  };
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The program that shows long output in pages. The first text starts it. */
  readonly pager: Pager;
  readonly clock: Clock;
  /** Calls `tick` every `ms` milliseconds until the returned function is called. Keeps no process running. */
  every(ms: number, tick: () => void): () => void;
  /** Aborts when the user or the machine asks the program to end; the reason is an `Interrupted`. */
  readonly interrupt: AbortSignal;
  /** Runs work during which nothing else of this process runs. A signal ends the process at once meanwhile. */
  blocking<Value>(work: () => Value): Value;
  readonly files: Files;
  readonly settings: SettingsStore;
  readonly folderFiles: FolderFiles;
  readonly credentials: CredentialStore;
  readonly prompts: Prompts;
  /** Opens a page in the user's browser. Resolves with `false` if no program can open it. */
  openPage(url: string): Promise<boolean>;
  readonly journals: Journals;
  readonly cache: Cache;
  readonly printedPlans: PrintedPlans;
  /** Rejects with an uncaught error of the process. */
  readonly crashed: Promise<never>;
  /** Keeps the report of an internal error, one line, in a file. Resolves with its path; `undefined` if it cannot. */
  keepCrash(line: string): Promise<string | undefined>;
  /** Resolves with the licences of the tool and of the code that it ships, as one text. */
  licenses(): Promise<string>;
  /** Resolves with the random key of this user for pseudonyms; the first call makes it. Throws `LocalStateError`. */
  pseudonymKey(): Promise<string>;
  /**
   * Lets a command that holds an organization, or very many rows, need less memory and a little more time: what it holds may
   * grow by so many per cent before garbage is collected. @default 100
   */
  saveMemory(growth?: number): Promise<void>;
  /** Throws `UsageError` for a request of a path that cannot be carried out here, whatever the service would do. */
  refuse?(path: string): void;
  /** Returns a function that frees the memory of pages that are printed, where nothing holds them any more. */
  pageFreer(): Promise<() => void>;
  readonly queries: Queries;
  /** Returns HTTP over the network. Its code is loaded by the first request. */
  network(options: NetworkOptions): Transport;
  readonly route: () => Promise<Route>;
  /** The embedded service, in this process. Its code is loaded by the first request. */
  readonly sandbox: SandboxAccess;
}

/** What queries of the user may take. */
export interface Queries {
  /**
   * Runs `work`, during which nothing else of this process runs. Rejects with an `Interrupted` at Ctrl-C, with an
   * error after `time` milliseconds, if given, and with what the work throws.
   */
  run<Value>(work: () => Value, time?: number): Promise<Value>;
  /** The most characters of a result, as JSON. */
  readonly maxLength: number;
}

/** A destination of text: a terminal, a pipe or a file. */
export interface Sink {
  /** Resolves when the text is taken; a slow reader delays it. */
  write(text: string): Promise<void>;
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; `undefined` if this is no terminal. */
  readonly columns: number | undefined;
  /** Height of the terminal in lines. */
  readonly rows?: number | undefined;
}

/** The source of time and of random numbers. */
export interface Clock {
  /** Returns milliseconds since the epoch. The value can go back when the system clock is set. */
  now(): number;
  /** Returns milliseconds since a fixed moment in the past. The value never goes back. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects at once with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves when everything else that is ready has had its turn. */
  turn(): Promise<void>;
  /** Returns a number from 0 (included) to 1 (excluded). */
  random(): number;
  /** Returns so many random hexadecimal digits, for names that differ. They are fit for no secret. */
  digits(count: number): string;
  /** Returns so many random bytes, fit for secrets. */
  bytes(count: number): Uint8Array;
}

export interface WireRequest {
  readonly method: string;
  /** Absolute, with path and query percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One complete HTTP answer: every byte has arrived. */
export interface WireAnswer {
  readonly status: number;
  /** Names are in lower case; several values of one name are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Sends one request, over the network or into the sandbox, and resolves with the answer, whatever its status. Throws
 * `TransportFailure` if no complete answer comes.
 */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

export interface Pager {
  /** Whether long output goes to the pager by default: there is one, and it is not turned off. */
  readonly isWanted: boolean;
  /** Throws `OutputClosed` if the person has closed the pager, `UsageError` if the program does not exist. */
  write(text: string): Promise<void>;
  /** Resolves when the person has closed the pager. What is written later goes to another one. */
  close(): Promise<void>;
}

export interface NetworkOptions {
  /** Limit for the headers of one answer, in milliseconds. A whole attempt may take twice as long. */
  readonly timeout: number;
  /**
   * File of certificate authorities to trust in addition to the usual ones. The first request throws `UsageError` for a
   * bad file.
   */
  readonly caFile?: string | undefined;
  /** Called with the proxy, as `host:port`, for each connection that uses one. */
  readonly onProxy?: (address: string) => void;
}

/** What lies between this machine and an address. It helps to explain failed connections. */
export interface Route {
  /**
   * Returns the proxy for requests to `url`, as `host:port`, and the variable that names it. Throws `UsageError` for a
   * bad one.
   */
  proxy(url: string): { readonly address: string; readonly source: string } | undefined;
  /** Throws `UsageError` if a file of certificate authorities cannot be read or contains none. */
  assertAuthorities(file: string): Promise<void>;
  /** Resolves with the IP addresses of the host of `url`. Throws `TransportFailure` if it has none. */
  resolve(url: string): Promise<string[]>;
}

/** The size in bytes of the largest file that is read as a whole. */
export const maxFileBytes = 10 * 1024 * 1024;

export interface Files {
  /**
   * Resolves with a file's text, decoded as UTF-8 without its byte order mark. A pipe can be read again: what it held is
   * kept. Throws `UsageError` naming the path for anything that is missing, neither a regular file nor a pipe, larger
   * than the limit in bytes (default: 10 MiB) or not UTF-8.
   */
  readText(path: string, limit?: number): Promise<string>;
  /** Resolves with a file's bytes. Throws as `readText` does. */
  readBytes(path: string): Promise<Uint8Array>;
  /** Returns whether the path leads to a pipe: another process cannot read the same there. */
  isPipe(path: string): boolean;
  /** Yields a file's bytes, without a limit of size for a regular file. Throws `UsageError` naming the path. */
  bytes(path: string): AsyncIterable<Uint8Array>;
  /**
   * Replaces a file in one step; only its owner may read it afterwards. A long text may come in pieces. Throws
   * `OutputError` naming the path if it cannot be written.
   */
  write(path: string, content: string | Uint8Array | Iterable<string>): Promise<void>;
  /**
   * Writes regular files of a folder, by their names, as `write` does each; replaces none before all of them are on the disk.
   * Throws `OutputError` naming the folder.
   */
  writeAll(
    folder: string,
    files: Iterable<readonly [name: string, content: Iterable<string>]>,
  ): Promise<void>;
  /** Replaces a regular file in one step; it keeps its mode. Throws `OutputError` naming the path if it cannot be written. */
  rewrite(path: string, content: Uint8Array): Promise<void>;
  /** Returns whether no one, or not this user, may write to a regular file. */
  isReadOnly(path: string): boolean;
  /** Makes a folder for its owner only, if it is missing. Throws `OutputError` naming the path. */
  makeFolder(path: string): Promise<void>;
  /** Checks, without changing anything, that `write` can work. Throws `UsageError` naming the path. */
  assertWritable(path: string): void;
  /** Adds text at the end of a file; a missing file is made, for its owner only. Throws `UsageError` naming the path. */
  append(path: string, text: string): Promise<void>;
  /** Returns whether other users of the machine may write to a regular file. Windows has no modes: always `false`. */
  isOpenToOthers(path: string): boolean;
  /** Returns the size of a regular file in bytes; 0 for anything else. */
  size(path: string): number;
  /** Returns the names of the regular files and folders in a folder, sorted; `undefined` if the path is no folder. */
  folder(path: string): readonly string[] | undefined;
  /**
   * Returns a text that is the same for all paths of one file, also for a file that does not exist yet: links are
   * followed. `undefined` for what is no regular file, such as a pipe.
   */
  identity(path: string): string | undefined;
  /**
   * Returns the path of a file relative to `folder`, with links followed; `undefined` if it lies outside. The file need not
   * exist.
   */
  inside(path: string, folder: string): string | undefined;
}

/** Texts that are kept for a minute, for this user only. Failures to keep one are ignored. */
export interface Cache {
  /** Returns the text; `undefined` if there is none or it is too old. */
  read(key: string): string | undefined;
  write(key: string, text: string): Promise<void>;
}

/** Plans that were printed, for this user only and for 90 days. Failures to keep or to read one are ignored. */
export interface PrintedPlans {
  /** Keeps the text of a plan. `digest` is in hex digits. */
  keep(digest: string, text: string): Promise<void>;
  /** Deletes the plans that were kept more than `age` milliseconds ago. */
  prune(age: number): Promise<void>;
  /** Returns the text of the plan whose digest begins with these hex digits; `undefined` if there is none. */
  find(start: string): string | undefined;
}

/** Questions to a person on a terminal; the caller checks that there is one. Each throws `UsageError` on Esc. */
export interface Prompts {
  confirm(question: string): Promise<boolean>;
  /** Reads a line without echo. */
  secret(question: string): Promise<string>;
  /** Reads a line; an empty answer means `fallback`. */
  text(question: string, fallback?: string): Promise<string>;
  /** Reads a text of several lines, written in `$VISUAL` or `$EDITOR`; reads one line if neither is set. */
  edit(question: string): Promise<string>;
  /** Lets the person pick from a searchable list. Resolves with the value of the choice. */
  pick(question: string, choices: readonly Choice[], options?: PickOptions): Promise<string>;
  /** Lets the person pick one or more choices. Resolves with their values. */
  pickSeveral(
    question: string,
    choices: readonly Choice[],
    options?: Pick<PickOptions, 'beyond'>,
  ): Promise<string[]>;
}

export interface PickOptions {
  /** The value of the choice that is selected at the start; the first choice if absent. */
  readonly first?: string | undefined;
  /** Searches for what a person has typed among things that are no choices; absent if there are none. */
  readonly beyond?: ((text: string) => Promise<readonly Choice[]>) | undefined;
}

export interface Choice {
  readonly value: string;
  /** The text that is shown and searched. */
  readonly label: string;
}

export interface SandboxAccess {
  /** The SQLite file of the sandbox's state. */
  readonly path: string;
  readonly transport: Transport;
  /** Resolves with a word for the data, which another file, and the same one after a reset, does not have. */
  readonly dataId: () => Promise<string>;
  /** Serves requests until the interrupt, then throws its reason. */
  readonly serve: (options: ServeOptions) => Promise<void>;
  /**
   * Fills the sandbox again and resolves with the organization of the data. Throws `UsageError` with every problem of a
   * fixture, and changes nothing then.
   */
  readonly reset: (options: ResetOptions) => Promise<string>;
  /** Resolves with the whole state as the text of a fixture. */
  readonly export: () => Promise<string>;
  /**
   * Opens a fixture as a sandbox of its own, for `withCopy` (`work/journal/copy.ts`), which closes it. Throws `UsageError` with
   * every problem of the fixture, or naming a file that cannot be read.
   */
  readonly openCopy: (source: FixtureSource) => Promise<SandboxCopy>;
}

/**
 * A private copy of an organization: a sandbox in a temporary file that only its owner can read. The file is deleted
 * when the copy is closed, and when the process ends in any way.
 */
export interface SandboxCopy {
  /** The id of the organization of the fixture. All ids are those of the fixture. */
  readonly organization: string;
  /** JSON of what the fixture says that it lacks; absent if it is complete. */
  readonly unread: string | undefined;
  readonly baseUrl: string;
  /** The token that requests must carry. */
  readonly token: string;
  readonly transport: Transport;
  /**
   * Saves the present state for a sandbox, mode 0600, and replaces a file in one step. Throws `OutputError` naming the path.
   */
  readonly keep: (path: string) => Promise<void>;
  /** Opens another copy with the present state, for `OpenedCopy.inAnother`, which closes it. */
  readonly again: () => Promise<SandboxCopy>;
  /** Deletes the copy. */
  readonly close: () => Promise<void>;
}
