import type { WireAnswer, WireRequest } from '../ports.ts';

/** The embedded service: the whole API, answered by this process from one SQLite file. */
export interface Sandbox {
  /** Answers one request like the service. Never throws. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request of this process. Throws only `LocalStateError`, if its file cannot be used. */
  exchange(request: WireRequest): Promise<WireAnswer>;
  /** The token that requests must carry. */
  readonly token: string;
  /** The organization of the data. */
  readonly org: string;
  /** Returns a word for the data, which another file, and the same one after a reset, does not have. */
  dataId(): string;
  close(): void;
}

export interface SandboxOptions {
  /** The SQLite file, or `:memory:`. A missing file is made and filled with the demo data. */
  readonly path: string;
  readonly token: string;
  /** The name of the rules of access; those of the data hold without it. */
  readonly accessRules?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with an unexpected exception inside the sandbox; the client gets a 500 without its text. */
  readonly onDefect?: (error: unknown) => void;
}

/** A sandbox whose data is a copy. */
export interface CopiedSandbox extends Sandbox {
  /** JSON of what the fixture says that it lacks; absent if it is complete. */
  readonly unread: string | undefined;
  /** Writes the present state into a missing or empty file. Throws the error of the driver. */
  copyTo(path: string): void;
}

export interface CopyOptions extends SandboxOptions {
  /** The fixture, as text or in UTF-8, and its name in messages; absent for a file that is a copy already. */
  readonly fixture?: { readonly text: string | Uint8Array; readonly name: string } | undefined;
}
