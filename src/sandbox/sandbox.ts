import type { WireAnswer, WireRequest } from '../ports.ts';

/** The embedded service: the whole API, answered in this process from one SQLite file. */
export interface Sandbox {
  /** Answers one request as the service would. Never throws. */
  fetch(request: Request): Promise<Response>;
  /** The same for requests that are in this process already. */
  exchange(request: WireRequest): Promise<WireAnswer>;
  /** The token that requests must carry. */
  readonly token: string;
  /** The organization that the demo data is about. */
  readonly org: string;
  close(): void;
}

export interface SandboxOptions {
  /** The SQLite file, or `:memory:`. It is made and filled with the demo data where it is missing. */
  readonly path: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told of an exception inside the sandbox that nobody foresaw; the client gets a 500 without its text. */
  readonly onDefect?: (error: unknown) => void;
}
