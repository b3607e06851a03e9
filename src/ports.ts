/** Everything outside the program that a command line can reach. `src/system/` holds the real one. */
export interface System {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: {
    readonly isTerminal: boolean;
    /** All of standard input as UTF-8 text. Throws `UsageError` where it is closed or not UTF-8. */
    read(): Promise<string>;
    /** All of standard input, however long, as it comes. Throws `UsageError` where it is closed. */
    bytes(): AsyncIterable<Uint8Array>;
    /** The identity of the file that it is redirected from, as `Files` gives it; `undefined` for anything else. */
    identity(): string | undefined;
  };
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** A program in which a person pages through what is written. It is started by the first text. */
  readonly pager: Pager;
  readonly clock: Clock;
  /** Calls `tick` every `ms` milliseconds, as long as the process runs anyway and the returned function is not called. */
  every(ms: number, tick: () => void): () => void;
  /** Aborts when the user or the machine asks the program to end; the reason is an `Interrupted`. */
  readonly interrupt: AbortSignal;
  readonly files: Files;
  readonly settings: SettingsStore;
  readonly credentials: CredentialStore;
  readonly prompts: Prompts;
  /** Opens a page in the user's browser. Resolves with whether there was a program for that. */
  openPage(url: string): Promise<boolean>;
  readonly journals: Journals;
  readonly cache: Cache;
  /** Rejects with an uncaught error of the process. */
  readonly crashed: Promise<never>;
  /** Keeps the report of an internal error, one line, and resolves with the file; `undefined` where it cannot be kept. */
  keepCrash(line: string): Promise<string | undefined>;
  /** HTTP over the network. Nothing is loaded before the first request. */
  network(options: NetworkOptions): Transport;
  readonly route: () => Promise<Route>;
  /** The embedded service, in this process. Nothing is loaded before the first request. */
  readonly sandbox: SandboxAccess;
}

/** Where text goes: a terminal, a pipe or a file. */
export interface Sink {
  /** Resolves when the text is taken; waits where the reader is slow. */
  write(text: string): Promise<void>;
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; `undefined` where there is none. */
  readonly columns: number | undefined;
  /** Its height in lines. */
  readonly rows?: number | undefined;
}

/** Where time and chance come from. */
export interface Clock {
  /** Milliseconds since the epoch; may be set back. */
  now(): number;
  /** Milliseconds since some moment in the past; never set back. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects at once with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A number from 0 up to 1. */
  random(): number;
}

/** One HTTP request, ready for the wire. */
export interface WireRequest {
  readonly method: string;
  /** Absolute; path and query are already percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One complete HTTP answer: every byte has arrived. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case; several values of one name are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Carries one request to the service and its answer back: over the network, or into the sandbox.
 * It throws `TransportFailure` where no complete answer came; a status is never an error here.
 */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

export interface Pager {
  /** Whether long output goes to it by default: there is a pager, and it is not turned off. */
  readonly isWanted: boolean;
  /** Throws `OutputClosed` where the person has left, `UsageError` where there is no such program. */
  write(text: string): Promise<void>;
  /** Resolves when the person has left. */
  close(): Promise<void>;
}

export interface NetworkOptions {
  /** Limit for the headers of one answer, in milliseconds; a whole attempt may take twice as long. */
  readonly timeout: number;
  /** File of certificate authorities to trust beside the usual ones; the first request throws `UsageError` for a bad one. */
  readonly caFile?: string | undefined;
  /** Called with the proxy, as `host:port`, for each connection that uses one. */
  readonly onProxy?: (address: string) => void;
}

/** What lies between this machine and an address, for those who want to know why there is no way. */
export interface Route {
  /** The proxy that requests to `url` go through, as `host:port`, and what names it. Throws `UsageError` for a bad one. */
  proxy(url: string): { readonly address: string; readonly source: string } | undefined;
  /** The addresses of the host of `url`. Throws `TransportFailure` where there are none. */
  resolve(url: string): Promise<string[]>;
}

export interface Files {
  /**
   * A regular file's text, decoded as UTF-8 without its byte order mark. Throws `UsageError` naming the path for
   * anything that is missing, no regular file, larger than 10 MiB or not UTF-8.
   */
  readText(path: string): Promise<string>;
  /** A regular file's bytes, under the same conditions. */
  readBytes(path: string): Promise<Uint8Array>;
  /** A regular file's bytes, however many, as they are read. Throws `UsageError` naming the path. */
  bytes(path: string): AsyncIterable<Uint8Array>;
  /**
   * Replaces a file in one step; without a `mode` it keeps the one that it has. Throws `UsageError` naming the path
   * where it cannot be written.
   */
  write(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  /** Finds out, without changing anything, whether `write` can work. Throws `UsageError` naming the path. */
  assertWritable(path: string): void;
  /** Whether there is a regular file that is not empty. */
  hasContent(path: string): boolean;
  /** The names of the regular files in a folder, sorted; `undefined` where the path leads to no folder. */
  folder(path: string): readonly string[] | undefined;
  /**
   * What two paths have in common that lead to one file, whether it is there or not: links are followed. `undefined` for
   * what is no regular file, such as a pipe.
   */
  identity(path: string): string | undefined;
}

/** A named set of settings: kebab-case keys of `settings.ts`, all values as text. */
export type Profile = Readonly<Record<string, string>>;

export interface StoredSettings {
  /** The profile that is used when none is named; `default` if none is chosen. */
  readonly activeProfile: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export interface SettingsStore {
  readonly path: string;
  /** Throws `LocalStateError` where the file is there but cannot be used. A missing file is empty settings. */
  read(): StoredSettings;
  /** Reads, edits and replaces the file under a lock, so that no other process's change is lost. */
  change(edit: (settings: StoredSettings) => StoredSettings): Promise<void>;
}

/** A stored token belongs to one base address and is sent nowhere else. */
export interface StoredToken {
  readonly token: string;
  /** Scheme, host and port of the address. */
  readonly origin: string;
  /** The whole address, with its path; absent where version 0.1.0 stored the token. */
  readonly baseUrl?: string | undefined;
}

export interface CredentialStore {
  readonly path: string;
  find(profile: string): Promise<StoredToken | undefined>;
  /** Whether tokens can be kept in the keyring of the operating system. */
  hasKeyring(): boolean;
  /** Resolves with where the token is now, in words; `inFile` leaves the keyring alone. */
  store(profile: string, token: StoredToken, options?: { readonly inFile?: boolean }): Promise<string>;
  /** Resolves with whether there was one. */
  forget(profile: string): Promise<boolean>;
}

/** The files in which bulk work is written down. All methods throw `LocalStateError` naming the path. */
export interface Journals {
  /** Where they are, unless the user names another place. */
  readonly folder: string;
  /** The whole path of a journal that the user names by a path. */
  absolute(path: string): string;
  /** Paths of the journals in the folder, the newest first. */
  list(): string[];
  /** Whether there is a file. */
  exists(path: string): boolean;
  /** The lines of a journal; one that was cut off in the middle is left out. */
  read(path: string): string[];
  /**
   * Makes a journal, for its owner only, and opens it. Throws `UsageError` where there is a file already that is not
   * empty.
   */
  create(path: string): Promise<JournalFile>;
  /** Opens a journal for adding. No other process can open it until it is closed. */
  open(path: string): Promise<JournalFile>;
  /** The process that has it open. */
  keeper(path: string): Promise<JournalKeeper | undefined>;
  remove(path: string): void;
}

/** A process that works on a run. */
export interface JournalKeeper {
  /** `pid 123 since <time>`, with its machine where that is another one. */
  readonly words: string;
  /** Whether this process can see that it runs: not on another machine, or in another container. */
  readonly isHere: boolean;
  /** For how many milliseconds it has not been heard of. */
  readonly silence: number;
  /** Takes the journal away from it. */
  release(): void;
}

export interface JournalFile {
  readonly path: string;
  /** Resolves when the line is safely on disk. */
  add(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Texts that are kept for a minute, for this user only; what cannot be kept is forgotten. */
export interface Cache {
  /** `undefined` where there is none, or an old one. */
  read(key: string): string | undefined;
  write(key: string, text: string): void;
}

/** Questions to a person on a terminal; the caller makes sure that there is one. Each throws `UsageError` on Esc. */
export interface Prompts {
  confirm(question: string): Promise<boolean>;
  /** Reads a line without echo. */
  secret(question: string): Promise<string>;
  /** Reads a line; an empty answer is `fallback`. */
  text(question: string, fallback?: string): Promise<string>;
  /** A text of several lines, written in `$VISUAL` or `$EDITOR`; one line where neither is set. */
  edit(question: string): Promise<string>;
  /** The value of the choice that is picked from a searchable list. */
  pick(question: string, choices: readonly Choice[], options?: PickOptions): Promise<string>;
  /** The same for one or more choices. */
  pickSeveral(question: string, choices: readonly Choice[]): Promise<string[]>;
}

export interface PickOptions {
  /** The value of the choice on which the list begins; the first one where absent. */
  readonly first?: string | undefined;
}

export interface Choice {
  readonly value: string;
  /** What is shown and searched. */
  readonly label: string;
}

export interface SandboxAccess {
  /** The SQLite file of the sandbox's state. */
  readonly path: string;
  readonly transport: Transport;
  /** Serves until the interrupt, then throws its reason. */
  readonly serve: (options: ServeOptions) => Promise<void>;
  /** Returns the organization of the data. Throws `UsageError` with every problem of a fixture; then nothing has changed. */
  readonly reset: (options: ResetOptions) => Promise<string>;
  /** The whole state as the text of a fixture. */
  readonly export: () => Promise<string>;
}

/** What a service on a bad day does. Rates are fractions of all requests, from 0 to 1. */
export interface Faults {
  /** Milliseconds by which every answer is late. */
  readonly latency?: number | undefined;
  /** Requests a second that are taken, at once or spread; the rest gets a 429 with `Retry-After`. */
  readonly rateLimit?: number | undefined;
  /** How many get a 502, 503 or 504; they are not carried out. */
  readonly fail?: number | undefined;
  /** How many are carried out, and the connection is closed in the middle of the answer. */
  readonly drop?: number | undefined;
  /** What answers call the first two: the flags of a command line. */
  readonly called?: { readonly rateLimit: string; readonly fail: string } | undefined;
  /** The same seed and order of requests bring the same faults. */
  readonly seed?: number | undefined;
}

export interface ServeOptions {
  /** 0 for a free one. */
  readonly port: number;
  readonly dataFile: string | undefined;
  /** The token to ask for. */
  readonly token?: string | undefined;
  /** The file that holds it, in place of it; made where it is missing. Without both, the token is a random one. */
  readonly tokenFile?: string | undefined;
  readonly faults?: Faults;
  /** File to which a JSON line is added for each request. */
  readonly logFile?: string | undefined;
  /** Called once, when requests are taken. */
  readonly onReady: (facts: { baseUrl: string; token: string; org: string }) => Promise<void>;
}

export interface ResetOptions {
  /** `small`, `large` or a file; `small` where absent. */
  readonly fixture: string | undefined;
  readonly members: number | undefined;
  readonly teams: number | undefined;
}
