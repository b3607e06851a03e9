/**
 * The text of a fixture, whole or in pieces, or the path of its file; `org snapshot` and `sandbox export` write one.
 * Messages call a text `name` (default: `the copy`).
 */
export type FixtureSource =
  | { readonly text: string | Iterable<string>; readonly name?: string }
  | { readonly path: string };

/** Faults that the sandbox injects. Rates are fractions of all requests, from 0 to 1. */
export interface Faults {
  /** Milliseconds by which every answer is delayed. */
  readonly latency?: number | undefined;
  /** Requests that are accepted in a second. Further requests get a 429 with `Retry-After`. */
  readonly rateLimit?: number | undefined;
  /** Rate of requests that get a 502, 503 or 504 and are not carried out. */
  readonly fail?: number | undefined;
  /** Rate of requests that are carried out, but whose connection is closed in the middle of the answer. */
  readonly drop?: number | undefined;
  /** The flags for `rateLimit` and `fail`, so that answers can name them. */
  readonly called?: { readonly rateLimit: string; readonly fail: string } | undefined;
  /** The same seed and order of requests give the same faults. */
  readonly seed?: number | undefined;
}

export interface ServeOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly dataFile: string | undefined;
  /** The token that requests must carry. */
  readonly token?: string | undefined;
  /** File that holds the token, instead of `token`; it is made if missing. Without both, the token is random. */
  readonly tokenFile?: string | undefined;
  /** The name of the rules of access, in place of those of the environment and of the data. */
  readonly accessRules?: string | undefined;
  readonly faults?: Faults;
  /** File to which each request adds a line of JSON. */
  readonly logFile?: string | undefined;
  /** Called once, when the server accepts requests. */
  readonly onReady: (facts: { baseUrl: string; token: string; org: string }) => Promise<void>;
}

export interface ResetOptions {
  /** `undefined` for the demo data. */
  readonly fixture: FixtureSource | undefined;
  /** The size of a large organization, which is demo data too. */
  readonly members: number | undefined;
  readonly teams: number | undefined;
  /** The name of the rules of access that the data has from now on, in place of those of a fixture. */
  readonly accessRules: string | undefined;
}
